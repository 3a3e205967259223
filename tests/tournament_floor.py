"""Tables, seats and knock-outs of a tournament on a test's floor."""

from typing import Any

from casino.staff.models import Role
from tests.world import World
from tournaments.models import Entry, Tournament
from tournaments.queries.order import playing
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.starting import start
from tournaments.services.tables import open_tables

NAMES = [f"Guest {number}" for number in range(1, 12)]


def td(world: World, clock: str = "21:10") -> Any:
    return world.stamp(clock, role=Role.DIRECTOR)


def opened(world: World, friday: Tournament, *numbers: int, seats: int = 6) -> None:
    open_tables(td(world, "20:10"), tournament_id=friday.pk, numbers=numbers or (1, 2), seats=seats)


def begun(world: World, friday: Tournament, *, ahead_of_time: bool = False) -> None:
    start(td(world, "21:00"), tournament_id=friday.pk, ahead_of_time=ahead_of_time)


def out(world: World, friday: Tournament, entry: Entry, clock: str = "21:20") -> Any:
    outs = [Out(entry_id=entry.pk, stack=100)]
    return knock_out(td(world, clock), tournament_id=friday.pk, outs=outs)[0]


def at_table(friday: Tournament, number: int) -> list[Entry]:
    return [each for each in playing(friday) if each.table_no == number]


def at_seat(friday: Tournament, table: int, seat: int) -> Entry:
    return next(each for each in playing(friday) if each.seat == (table, seat))


def placed(friday: Tournament, seats: dict[int, list[int]]) -> None:
    """Put who plays at given seats, so that the button's rules can be told from the lot."""
    names = [(table, seat) for table, all_of in seats.items() for seat in all_of]
    players = playing(friday)
    Entry.objects.filter(id__in=[one.pk for one in players]).update(table_no=None, seat_no=None)
    for each, (table, seat) in zip(players, names, strict=True):
        Entry.objects.filter(id=each.pk).update(table_no=table, seat_no=seat)
