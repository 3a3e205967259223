"""Who stops after a deal while the others play on for the places, or where all stop (AMB-74)."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from casino.approvals.signed import NeedsSignature
from casino.cage.models import Payable
from casino.ledger.verify import Books
from casino.players.models import PlayingPlace
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.verify.findings import broken
from ranking.models import Points
from ranking.services.counting import count_due, points_now
from tests.integration.tournaments.test_played_on_for_points import awarded, goes, names
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, chips_of, enter, now, signed
from tests.world import EVENING, World
from tournaments.models import Entry, Knockout, Tournament
from tournaments.queries.chips import chips
from tournaments.queries.ending import ending
from tournaments.queries.order import out_lately, won_bounties
from tournaments.queries.results import result
from tournaments.services.bounties import collect_bounties
from tournaments.services.knockouts import NotPlaying, Out, knock_out, undo_knockout
from tournaments.services.pool import fix_pool
from tournaments.services.shared import TooManyChips
from tournaments.services.starting import close_registration, start
from tournaments.services.stopping import NotPlayedOn, stop_playing

NAMES = ("Ann", "Bob", "Cat", "Dan")


def evening(world: World, **terms: Any) -> list[Entry]:
    """Play until Ann has 20,000, Bob 15,000 and Cat 5,000, Dan being out by Ann."""
    friday = a_tournament(world, shares_bp=[5_000, 3_000, 2_000], **terms)
    shift = world.open_shift(clock="18:00")
    found = enter(world, friday, *NAMES, shift_id=shift.pk)
    one = {"tournament_id": friday.pk}
    start(td(world, "21:00"), **one)
    close_registration(td(world, "21:30"), **one)
    signed(world, fix_pool.ask(td(world, "21:31"), **one), clock="21:32")
    by = (found[0].pk,) if friday.bounty_cents else ()
    knock_out(td(world, "21:40"), **one, outs=[Out(entry_id=found[3].pk, stack=5_000, by=by)])
    return found


@pytest.fixture
def entries(world: World) -> list[Entry]:
    found = evening(world, ranking=True)
    awarded(world, found)
    return found


def stop(world: World, clock: str, stacks: dict[Entry, int]) -> list[Knockout]:
    (friday_id,) = {one.tournament_id for one in stacks}
    given = chips_of({one.pk: chips_ for one, chips_ in stacks.items()})
    return stop_playing(td(world, clock), tournament_id=friday_id, stacks=given)


def test_who_stops_is_placed_below_who_plays_on_and_takes_the_chips_along(
    world: World, entries: list[Entry]
):
    ann, bob, _, _ = entries
    friday = ann.tournament
    stop(world, "22:00", {ann: 20_000})
    assert (now(friday).finished_at, chips(now(friday)).in_play) == (None, 20_000)
    assert [one.entry.player.name for one in out_lately(friday)] == ["Dan"]
    goes(world, bob, "22:20")
    assert now(friday).finished_at == world.at("22:20")
    assert names(world, now(friday)) == ["Cat", "Bob", "Ann", "Dan"]
    assert Payable.objects.due().count() == 3
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_where_all_stop_the_chips_decide_and_the_tournament_ends(
    world: World, entries: list[Entry]
):
    ann, bob, cat, dan = entries
    friday = ann.tournament
    stop(world, "22:00", {ann: 4_000, bob: 16_000, cat: 20_000})
    assert now(friday).finished_at == world.at("22:00")
    order = (cat, bob, ann, dan)
    ended = result(now(friday))
    assert ended
    assert ended.places == tuple((one.player_id,) for one in order)
    assert names(world, now(friday)) == ["Cat", "Bob", "Ann", "Dan"]
    assert not PlayingPlace.objects.filter(until=None).exists()
    count_due(world.at("22:30"))
    points = points_now(Points.objects.first().score.ranking, now(friday))
    assert points[cat.player_id] == max(points.values()) > points[ann.player_id]
    pages = world.browser(Role.DIRECTOR)
    for name in ("tournament", "tournament-floor", "tournament-results"):
        shown = pages.get(reverse(name, args=["tallinn", friday.pk]))
        assert shown.status_code == 200
        assert "eliminated 2" not in shown.content.decode()
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_equal_chips_share_the_first_place_where_all_stop(world: World, entries: list[Entry]):
    ann, bob, cat, dan = entries
    stop(world, "22:00", {ann: 18_000, bob: 18_000, cat: 4_000})
    won = ending(now(ann.tournament), at=world.at("22:30")).won
    assert [(one.entry.pk, one.place, one.shared) for one in won] == [
        (ann.pk, 1, 2),
        (bob.pk, 1, 2),
        (cat.pk, 3, 1),
        (dan.pk, 4, 1),
    ]


def test_who_stopped_together_goes_on_together_where_it_was_noted_wrongly(
    world: World, entries: list[Entry]
):
    ann, bob, cat, _ = entries
    friday = ann.tournament
    wrong = stop(world, "22:00", {ann: 4_000, bob: 16_000, cat: 20_000})
    address = reverse("knock-out-undo", args=["tallinn", friday.pk, wrong[0].pk])
    page = world.browser(Role.DIRECTOR).get(address).content.decode()
    assert "Take back that they stopped: Ann, Bob, Cat" in page
    what = {
        "tournament_id": friday.pk,
        "knockout_id": wrong[0].pk,
        "reason": "Ann was counted wrongly",
    }
    signed(world, undo_knockout.ask(td(world, "22:01"), **what), clock="22:01")
    assert now(friday).finished_at is None
    assert chips(now(friday)).in_play == 40_000
    stop(world, "22:02", {ann: 20_000, bob: 16_000, cat: 4_000})
    assert names(world, now(friday)) == ["Ann", "Bob", "Cat", "Dan"]
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_without_points_one_undoes_the_end_alone_while_its_gaming_day_lasts(world: World):
    ann, bob, cat, dan = evening(world)
    friday = awarded(world, [ann, bob, cat, dan])
    wrong, *_ = stop(world, "22:00", {ann: 20_000, bob: 15_000, cat: 5_000})
    what = {"tournament_id": friday.pk, "knockout_id": wrong.pk}
    later = world.stamp("20:00", role=Role.DIRECTOR, day=EVENING + timedelta(days=1))
    refused(NeedsSignature, undo_knockout, later, **what, reason="Ann was counted wrongly")
    undo_knockout(td(world, "22:01"), **what)
    assert now(friday).finished_at is None


def test_nobody_wins_the_bounty_chip_of_who_stops(world: World):
    ann, bob, cat, dan = evening(world, variants=["terminator"], bounty_cents=2_000)
    friday = awarded(world, [ann, bob, cat, dan])
    stop(world, "22:00", {cat: 5_000})
    so_far = won_bounties(friday, ended=False)
    assert so_far
    won = {name: cents for name, cents in so_far.payouts_cents.items() if cents}
    assert won == {str(ann.pk): 2_000}
    stop(world, "22:10", {ann: 20_000, bob: 15_000})
    assert now(friday).finished_at is None
    director = world.browser(Role.DIRECTOR)
    page = director.get(f"/tallinn/tournaments/{friday.pk}/").content.decode()
    assert reverse("bounties-pay", args=["tallinn", friday.pk]) in page
    asked = collect_bounties.ask(td(world, "22:20"), tournament_id=friday.pk)
    signed(world, asked, clock="22:21")
    friday = now(friday)
    assert friday.finished_at == world.at("22:21")
    ended = ending(friday, at=world.at("22:30")).won
    assert {one.entry.pk: one.bounty_cents for one in ended} == {
        ann.pk: 4_000,
        bob.pk: 2_000,
        cat.pk: 2_000,
        dan.pk: 0,
    }
    assert [one.entry.pk for one in ended] == [ann.pk, bob.pk, cat.pk, dan.pk]
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def goes_on(world: World, entry: Entry) -> list[bool]:
    """Return whether it is said that play goes on, and on which pages somebody can go out."""
    one = ["tallinn", entry.tournament_id]
    pages = [reverse(name, args=one) for name in ("tournament", "tournament-floor")]
    pages.append(reverse("floor-player", args=[*one, entry.pk]))
    director, out = world.browser(Role.DIRECTOR), f'href="{reverse("knock-out", args=one)}'
    shown = [director.get(each).content.decode() for each in pages]
    says = "play on for the places" in shown[0]
    return [says, *(f'{out}"' in each or f"{out}?entry=" in each for each in shown)]


def test_with_one_player_left_nothing_is_played_for_and_nobody_goes_out(world: World):
    ann, bob, cat, dan = evening(world, variants=["terminator"], bounty_cents=2_000)
    friday = awarded(world, [ann, bob, cat, dan])
    stop(world, "22:00", {cat: 5_000})
    assert goes_on(world, bob) == [True] * 4
    stop(world, "22:10", {ann: 20_000})
    assert now(friday).finished_at is None
    assert goes_on(world, bob) == [False] * 4


def test_the_page_asks_for_the_chips_of_who_stops_alone(world: World, entries: list[Entry]):
    ann, _, cat, _ = entries
    friday = ann.tournament
    director = world.browser(Role.DIRECTOR)
    address = reverse("tournament-stop", args=["tallinn", friday.pk])
    assert address in director.get(f"/tallinn/tournaments/{friday.pk}/").content.decode()
    shown = director.get(address)
    assert "20 000 by the deal" in shown.content.decode().replace("\N{NO-BREAK SPACE}", " ")
    typed = {"key": shown.context["form"]["key"].value(), f"stack_{cat.pk}": "5000"}
    assert director.post(address, typed).status_code == 302
    assert [one.entry for one in Knockout.objects.filter(stopped=True)] == [cat]
    shown = director.get(f"/tallinn/tournaments/{friday.pk}/").content.decode()
    assert "stopped" in shown


def test_nobody_stops_without_chips_or_with_more_than_there_are(world: World, entries: list[Entry]):
    ann, _, _, dan = entries
    one = {"tournament_id": ann.tournament_id}
    for stacks in ([], chips_of({ann.pk: 0})):
        said = refused(BadInput, stop_playing, td(world, "22:00"), **one, stacks=stacks)
        assert said.field == "stacks"
    refused(TooManyChips, stop, world, "22:00", {ann: 40_001})
    refused(NotPlaying, stop, world, "22:00", {dan: 1_000})


def test_nobody_stops_before_a_deal_is_paid(world: World):
    found = evening(world)
    said = refused(NotPlayedOn, stop, world, "22:00", {found[0]: 20_000})
    assert said.next_page == "knock-out"


def test_a_payment_of_a_deal_says_no_place_that_is_still_played_for(
    world: World, entries: list[Entry]
):
    friday: Tournament = entries[0].tournament
    assert {due.about for due in Payable.objects.due()} == {friday.name}
