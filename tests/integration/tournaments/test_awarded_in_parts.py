"""Prizes awarded as players go out: each award is taken back, and comes out again, as it was."""

import pytest

from casino.cage.models import Shift
from casino.ledger.verify import Books
from casino.verify.findings import broken
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import Entry, Prize, Tournament
from tournaments.queries.pools import money_check
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.penalties import punish
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration, start
from tournaments.services.taking_back import take_back_awards

NAMES = [f"G{number}" for number in range(1, 13)]


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    """Of twelve two are left; third and fourth place are awarded at 22:30."""
    event = a_tournament(world)
    entries = enter(world, event, *NAMES, shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=event.pk)
    close_registration(td(world, "22:00"), tournament_id=event.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=event.pk), clock="22:02")
    for minute, entry in enumerate(reversed(entries[2:]), start=10):
        out(world, entry, f"22:{minute}")
    award(world, event, "22:30")
    assert list(won()) == [3, 4]
    return now(event)


def out(world: World, entry: Entry, clock: str) -> None:
    outs = [Out(entry_id=entry.pk, stack=100)]
    knock_out(td(world, clock), tournament_id=entry.tournament_id, outs=outs)


def award(world: World, event: Tournament, clock: str) -> None:
    signed(world, award_prizes.ask(td(world, clock), tournament_id=event.pk), clock=clock)


def taken_back(world: World, event: Tournament, clock: str) -> None:
    asked = take_back_awards.ask(td(world, clock), tournament_id=event.pk, reason="To be sure")
    signed(world, asked, clock=clock)


def won() -> dict[int, tuple[str, int]]:
    """Return who has which prize, by place."""
    prizes = Prize.objects.filter(reversal=None).select_related("entry__player").order_by("place")
    return {each.place: (str(each.entry.player), each.cents) for each in prizes}


def holds(world: World, event: Tournament) -> None:
    assert money_check(now(event)).agrees
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def withhold(world: World, entry: Entry, clock: str) -> None:
    rude = {"breach": "rudeness", "stack": 1_000, "reason": "Struck the dealer"}
    where = {"tournament_id": entry.tournament_id, "entry_id": entry.pk}
    punish(td(world, clock), **where, **rude, prize_withheld=True)


def test_a_prize_withheld_since_the_first_award_is_not_shared_with_it_anew(
    world: World, friday: Tournament
):
    second = friday.entries.get(player__name="G2")
    withhold(world, second, "22:40")
    award(world, friday, "22:50")
    before = won()
    prizes = friday.fixed.prizes_cents
    assert before[1] == ("G1", prizes[0] + prizes[1])

    taken_back(world, friday, "23:00")
    award(world, friday, "23:10")

    assert won() == before
    assert now(friday).finished_at
    holds(world, friday)


def test_what_is_disqualified_while_nothing_stands_is_shared_by_all(
    world: World, friday: Tournament
):
    taken_back(world, friday, "22:35")
    withhold(world, friday.entries.get(player__name="G2"), "22:40")

    award(world, friday, "22:50")

    first, second, third, fourth = friday.fixed.prizes_cents
    cents = {place: prize for place, (_, prize) in won().items()}
    assert cents.keys() == {1, 3, 4}
    assert sum(cents.values()) == first + second + third + fourth
    assert (cents[3] > third, cents[4] > fourth) == (True, True)
    holds(world, friday)
