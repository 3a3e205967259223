"""Where play goes on after a deal, every page has the places of the finishing order."""

import pytest
from django.test import Client

from casino.staff.models import Role
from tests.tournament_floor import td
from tests.tournaments import a_tournament, agreed, enter, now, signed
from tests.world import World
from tournaments.models import Entry, Prize
from tournaments.queries.careers import career_of, season_table
from tournaments.queries.ending import ending
from tournaments.queries.results import result
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration, start

NAMES = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture
def entries(world: World) -> list[Entry]:
    """A tournament with bounties, of which Ann, Bob and Cat divided the prizes by chips."""
    friday = a_tournament(
        world, variants=["terminator"], bounty_cents=2_000, shares_bp=[5_000, 3_000, 2_000]
    )
    shift = world.open_shift(clock="18:00")
    ann, bob, cat, dan = found = enter(world, friday, *NAMES, shift_id=shift.pk)
    one = {"tournament_id": friday.pk}
    start(td(world, "21:00"), **one)
    close_registration(td(world, "21:30"), **one)
    signed(world, fix_pool.ask(td(world, "21:31"), **one), clock="21:32")
    goes(world, dan, "21:40", by=ann)
    total = now(friday).fixed.net_cents
    shares = {ann.pk: total // 3, bob.pk: total // 3, cat.pk: total - total // 3 * 2}
    chips = {ann.pk: 20_000, bob.pk: 15_000, cat.pk: 5_000}
    deal = agreed(world, friday, shares, clock="21:50", stacks=chips)
    signed(world, award_prizes.ask(td(world, "21:51"), **one, deal_id=deal), clock="21:52")
    return found


def goes(world: World, entry: Entry, clock: str, *, by: Entry) -> None:
    outs = [Out(entry_id=entry.pk, stack=5_000, by=[by.pk])]
    knock_out(td(world, clock), tournament_id=entry.tournament_id, outs=outs)


def places(world: World, entries: list[Entry]) -> list[dict[str, int | None]]:
    """Return the places on the results, the guests' pages and in the ranking."""
    friday = now(entries[0].tournament)
    said = result(friday)
    assert said
    ranked = [player for group in said.places for player in group]
    return [
        {one.entry.player.name: one.place for one in ending(friday, at=world.at("22:30")).won},
        {one.player.name: career_of(one.player).played[0].place for one in entries},
        {one.player.name: ranked.index(one.player_id) + 1 for one in entries},
    ]


def test_who_goes_out_after_a_deal_has_the_place_of_then(world: World, entries: list[Entry]):
    ann, bob, cat, _ = entries
    assert places(world, entries) == [{"Ann": 1, "Bob": 2, "Cat": 3, "Dan": 4}] * 3
    goes(world, ann, "22:10", by=bob)
    assert places(world, entries) == [{"Bob": 1, "Cat": 2, "Ann": 3, "Dan": 4}] * 3
    goes(world, bob, "22:20", by=cat)
    assert places(world, entries) == [{"Cat": 1, "Bob": 2, "Ann": 3, "Dan": 4}] * 3


def test_who_won_after_a_deal_is_the_seasons_winner(world: World, entries: list[Entry]):
    ann, bob, cat, _ = entries
    goes(world, ann, "22:10", by=bob)
    goes(world, bob, "22:20", by=cat)
    wins = {one.player_id: one.wins for one in season_table([ann.tournament_id])}
    assert [wins[one.player_id] for one in entries] == [0, 0, 1, 0]
    assert Prize.objects.get(entry=ann).place == 1


def test_everybody_reads_beside_the_prizes_that_a_deal_divided_them(
    world: World, client: Client, entries: list[Entry]
):
    other = a_tournament(world, "Saturday")
    for event, dealt in ((entries[0].tournament, True), (other, False)):
        for address in (f"/pool/tallinn/{event.pk}/", f"/tallinn/tournaments/{event.pk}/"):
            who = client if address.startswith("/pool/") else world.browser(Role.DIRECTOR)
            page = who.get(address).content.decode()
            assert ("The players divided these prizes by a deal." in page) is dealt, address
