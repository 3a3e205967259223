"""A list in which a player, seat or table stands twice is refused: neither line counts."""

from collections.abc import Callable
from typing import Any

import pytest

from casino.refusals import BadInput
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import Bag, ChipCount, ChipRace, Deal, Entry, Presence, Tournament
from tournaments.services.chips import AtSeat, AtTable, count_chips, race_chips
from tournaments.services.days import end_day
from tournaments.services.deals import Share, offer_deal
from tournaments.services.pool import fix_pool
from tournaments.services.presence import Seen, note_presence, remove_no_shows
from tournaments.services.prizes import award_prizes
from tournaments.services.shared import ChipsOf
from tournaments.services.starting import close_registration

ROWS = (Bag, ChipCount, ChipRace, Deal, Presence)


def a_race(_: list[Entry]) -> dict[str, Any]:
    seats = [AtSeat(seat_no=1, old_chips=each) for each in (3, 1)]
    return {"table_no": 1, "old_chip": 25, "new_chip": 100, "players": seats}


def stacks_of(entries: list[Entry]) -> list[ChipsOf]:
    first, second = entries
    lines = ((first, 3_000), (first, 10_000), (second, 10_000))
    return [ChipsOf(entry_id=each.pk, chips=chips) for each, chips in lines]


def shares_of(entries: list[Entry]) -> dict[str, Any]:
    """200.00 in shares, the first player with 150.00 and with 80.00."""
    first, second = entries
    lines = ((first, 15_000, 5_000), (first, 8_000, 5_000), (second, 12_000, 10_000))
    shares = [Share(entry_id=each.pk, cents=cents, chips=chips) for each, cents, chips in lines]
    return {"shares": shares}


def a_table_twice(_: list[Entry]) -> dict[str, Any]:
    return {"tables": [AtTable(table_no=1, chips=each) for each in (5_000, 20_000)]}


def seen_twice(entries: list[Entry]) -> dict[str, Any]:
    return {"seen": [Seen(entry_id=entries[0].pk, present=each) for each in (False, True)]}


@pytest.mark.parametrize(
    ("act", "named", "field"),
    [
        (offer_deal, shares_of, "shares"),
        (end_day, lambda entries: {"bags": stacks_of(entries)}, "bags"),
        (award_prizes.ask, lambda entries: {"left": stacks_of(entries)}, "left"),
        (remove_no_shows, lambda entries: {"stacks": stacks_of(entries)}, "stacks"),
        (count_chips, a_table_twice, "tables"),
        (race_chips, a_race, "players"),
        (note_presence, seen_twice, "seen"),
    ],
)
def test_who_or_what_stands_twice_in_a_list_is_refused_with_the_field(
    world: World,
    act: Callable[..., Any],
    named: Callable[[list[Entry]], dict[str, Any]],
    field: str,
):
    tournament, entries = played(world)

    found = refused(
        BadInput, act, td(world, "22:30"), tournament_id=tournament.pk, **named(entries)
    )

    assert (found.field, str(found).split()[-1]) == (field, "once.")
    assert not any(each.objects.exists() for each in ROWS)


def played(world: World) -> tuple[Tournament, list[Entry]]:
    """Return a tournament of two whose pool of 200.00 is fixed, and its entries."""
    shift = world.open_shift()
    tournament = a_tournament(world)
    entries = enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    opened(world, tournament, 1)
    begun(world, tournament)
    close_registration(td(world, "22:00"), tournament_id=tournament.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=tournament.pk), clock="22:02")
    return now(tournament), list(
        Entry.objects.order_by("id").filter(id__in=[e.pk for e in entries])
    )
