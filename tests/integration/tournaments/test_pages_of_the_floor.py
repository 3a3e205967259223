"""A deal and a night between two days, on their pages."""

from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from casino.approvals.models import Proposal
from casino.staff.models import Role
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import Agreement, Deal, Entry, Tournament
from tournaments.queries import days
from tournaments.services.pool import fix_pool
from tournaments.services.starting import close_registration, start


@pytest.fixture
def two(world: World) -> list[Entry]:
    """Begin a tournament of two players."""
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world)
    entries = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=friday.pk)
    return entries


@pytest.fixture
def director(world: World) -> Client:
    return world.browser(Role.DIRECTOR)


def page(of: Tournament, name: str) -> str:
    return f"/tallinn/tournaments/{of.pk}/{name}/"


def send(client: Client, where: str, **typed: Any) -> HttpResponse:
    answer: Any = client.post(where, {"key": uuid4(), **typed}, follow=True)
    return answer


def test_the_words_for_a_deal_are_noted_one_by_one(
    world: World, two: list[Entry], director: Client
):
    ann, bob = two
    friday = ann.tournament
    close_registration(world.stamp("22:00", role=Role.DIRECTOR), tournament_id=friday.pk)
    pool = fix_pool.ask(world.stamp("22:01", role=Role.DIRECTOR), tournament_id=friday.pk)
    signed(world, pool, clock="22:02")
    remains = sum(now(friday).fixed.prizes_cents[:2])
    half = {f"share_{one.pk}": f"{remains // 200}" for one in two}
    chips = {f"stack_{ann.pk}": "12000", f"stack_{bob.pk}": "8000"}
    off = send(director, page(friday, "deal"), **half | {f"share_{ann.pk}": "1"}, **chips)
    assert b"must add up to exactly" in off.content
    assert b"Agrees" in send(director, page(friday, "deal"), **half, **chips).content

    deal = Deal.objects.get().pk
    first = send(director, page(friday, "deal"), deal_id=deal, entry_id=ann.pk)
    assert b"Award prizes by this deal" not in first.content
    last = send(director, page(friday, "deal"), deal_id=deal, entry_id=bob.pk)
    assert b"Award prizes by this deal" in last.content
    again = send(director, page(friday, "deal"), deal_id=deal, entry_id=bob.pk)
    assert b"This player has already agreed." in again.content
    word = {"deal_id": deal, "entry_id": bob.pk}
    gone = send(director, page(friday, "deal"), withdraws="1", **word)
    assert b"Award prizes by this deal" not in gone.content
    send(director, page(friday, "deal"), **word)
    asked = send(director, page(friday, "prizes") + f"?deal={deal}")

    assert b"agreed, noted by" in asked.content
    standing = Agreement.objects.filter(withdrawn_at=None).count()
    assert standing == len(Proposal.objects.latest("id").content["agreements"])


def test_a_flight_says_which_it_is_and_another_follows_as_announced(
    two: list[Entry], director: Client
):
    friday = two[0].tournament
    Tournament.objects.filter(id=friday.pk).update(flights=2)

    assert b"2 flights" in director.get(f"/tallinn/tournaments/{friday.pk}/").content
    assert b"flight A" in director.get(page(friday, "floor")).content
    form = director.get(page(friday, "day/end")).context["form"]
    assert form["another_flight"].value() is True

    bags = {f"stack_{one.pk}": "10000" for one in two}
    send(director, page(friday, "day/end"), **bags, another_flight="on")

    assert b"flight B" in director.get(page(friday, "floor")).content
    send(director, page(friday, "day/begin"))
    assert director.get(page(friday, "day/end")).context["form"]["another_flight"].value() is False


def test_a_night_between_two_days(two: list[Entry], director: Client):
    friday = two[0].tournament
    wrong = {f"stack_{one.pk}": "9999" for one in two}
    assert (
        "Chips in play: 20\u00a0000.".encode()
        in send(director, page(friday, "day/end"), **wrong).content
    )
    bags = {f"stack_{one.pk}": "10000" for one in two}
    ended = send(director, page(friday, "day/end"), **bags)
    assert b"Start day" in ended.content
    assert len(days.bags(friday)) == len(two)
    assert b"Start next day" in director.get(page(friday, "floor")).content

    begun = send(director, page(friday, "day/begin"))

    assert b"End day" in begun.content
    assert days.bags(friday) == []


def test_of_many_players_the_latest_are_listed_and_the_others_found(
    two: list[Entry], director: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("tournaments.views.pages.LISTED", 1)
    ann, bob = two
    where = f"/tallinn/tournaments/{ann.tournament_id}/"
    shown = director.get(where)
    assert "The latest 1 of 2 entries" in shown.content.decode()
    for text, found in (("", [bob]), ("aNN", [ann]), (str(ann.number), [ann]), ("zz", [])):
        assert director.get(where, {"q": text}).context["entries"] == found, text
    assert 'hx-get="/tallinn/tournaments/' in director.get(where, {"q": "a"}).content.decode()


def test_rebuys_are_not_closed_before_the_start(world: World, director: Client):
    friday = a_tournament(world, rebuy_cents=5_000, rebuy_levels=2)
    enter(world, friday, "Ann", "Bob", shift_id=world.open_shift(clock="18:00").pk)
    assert b"from the start on" in director.get(page(friday, "clock")).content
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=friday.pk)
    assert b"from the start on" not in director.get(page(friday, "clock")).content
