"""A time tournament pays no places: whoever is left shares the pool by chips, as all say."""

import re

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.board.queries import screen_body
from casino.staff.models import Role
from tests.shifted import Clock
from tests.tournament_floor import begun, opened, out, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World, a_club
from tournaments.models import Entry, Tournament
from tournaments.queries.pools import waterfall
from tournaments.queries.room import room
from tournaments.services.pool import fix_pool
from tournaments.services.starting import close_registration

Played = tuple[World, Tournament, list[Entry], Proposal]
SAID = "The players left at the end share the prize pool by chips."


@pytest.fixture
def played(db: None) -> Played:
    """Fix a pool of 500.00 of five."""
    world = a_club()
    shift = world.open_shift()
    event = a_tournament(world, variants=["time"])
    opened(world, event, 1, 2)
    entries = enter(world, event, *"ABCDE", shift_id=shift.pk)
    assert waterfall(event, at=world.at("20:40")).prizes_cents == []
    begun(world, event)
    close_registration(td(world, "22:00"), tournament_id=event.pk)
    asked = fix_pool.ask(td(world, "22:01"), tournament_id=event.pk)
    signed(world, asked, clock="22:02")
    return world, now(event), entries, asked


def test_no_prizes_by_place_are_signed(played: Played):
    _, event, _, asked = played
    assert (asked.content["prizes_cents"], asked.content["by_chips"]) == ([], True)
    assert event.fixed.prizes_cents == []
    assert not [why for why in event.fixed.because if why["rule"] == "OLY-PT"]


def test_what_was_fixed_with_prizes_by_place_is_read_without_them(played: Played):
    world, event, *_ = played
    event.fixed.prizes_cents = [30_000, 20_000]
    event.fixed.save(update_fields=["prizes_cents"])
    for known_at in (None, world.at("23:59")):
        assert waterfall(now(event), at=world.at("22:03"), known_at=known_at).paid_places == 0


def test_no_place_is_waited_for_hand_for_hand(played: Played):
    world, event, entries, _ = played
    for minute, gone in enumerate(entries[:4]):
        assert not room(now(event), world.at("22:30"))["bubble"].on
        out(world, event, gone, f"22:1{minute}")
    assert not room(now(event), world.at("22:30"))["bubble"].on


@pytest.mark.parametrize("page", ["tournaments/{}/", "tournaments/{}/pool/", "approvals/{}/"])
def test_the_pages_say_how_it_is_shared(played: Played, clock: Clock, page: str):
    world, event, _, asked = played
    clock.stop(world.at("22:30"))
    client = world.browser(Role.DIRECTOR)
    number = asked.pk if "approvals" in page else event.pk
    text = client.get(f"/tallinn/{page.format(number)}").content.decode()
    assert SAID in text
    assert not re.search("200,00|300,00", text)


def test_the_screens_say_how_it_is_shared(played: Played, clock: Clock):
    world, event, *_ = played
    clock.stop(world.at("22:30"))
    shown = screen_body(world.club, event, "payouts", at=world.at("22:30"), shows="name", turn=0)
    assert (shown["prizes"], shown["by_chips"]) == ([], True)
    for view in ("", "payouts/", "pool/"):
        screen = Client().get(f"/board/tallinn/tournaments/{event.pk}/{view}").content.decode()
        assert SAID in screen
        assert not re.search("200,00|300,00", screen)
