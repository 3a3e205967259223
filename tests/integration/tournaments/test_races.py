"""Small chips leave a table, each time that it is opened with new ones; what was typed wrongly."""

from importlib import import_module

import psycopg
import pytest

from casino.cage.models import Shift
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, chips_of, enter, now
from tests.world import World, a_club
from tournaments.models import ChipRace, FloorTable, Tournament
from tournaments.queries.order import playing
from tournaments.services.chips import AtSeat, RacedBefore, race_chips
from tournaments.services.days import begin_day, end_day
from tournaments.services.tables import break_table, draw_seats, open_tables


def race(
    world: World, event: Tournament, clock: str, table_no: int = 1, old_chips: int = 40
) -> ChipRace:
    """Race the 25s of everybody at a table up to 100s."""
    seats = sorted(each.seat_no or 0 for each in playing(event) if each.table_no == table_no)
    players = [AtSeat(seat_no=seat, old_chips=old_chips) for seat in seats]
    asked = {"table_no": table_no, "old_chip": 25, "new_chip": 100, "players": players}
    return race_chips(td(world, clock), tournament_id=event.pk, **asked)


def played(world: World, *names: str, tables: int = 1) -> Tournament:
    event = a_tournament(world, late_levels=4, reentry=True)
    shift = world.open_shift(clock="18:00")
    enter(world, event, *names, shift_id=shift.pk)
    opened(world, event, *range(1, tables + 1))
    draw_seats(td(world, "20:50"), tournament_id=event.pk)
    begun(world, event)
    return now(event)


def night(world: World, event: Tournament, clock: str, **more: bool) -> None:
    bags = chips_of({each.pk: 10_000 for each in playing(event)})
    end_day(td(world, clock), tournament_id=event.pk, bags=bags, **more)


def open_again(world: World, event: Tournament, clock: str) -> None:
    open_tables(td(world, clock), tournament_id=event.pk, numbers=[1], seats=6)


def test_each_flight_colors_up_its_own_chips(world: World):
    friday = played(world, "Ann", "Bob")
    race(world, friday, "21:30")
    night(world, friday, "22:00", another_flight=True)
    enter(world, friday, "Dan", "Eve", shift_id=Shift.objects.get().pk, clock="22:07")
    open_again(world, friday, "22:08")
    draw_seats(td(world, "22:08"), tournament_id=friday.pk)
    begin_day(td(world, "22:10"), tournament_id=friday.pk)
    race(world, friday, "22:40")
    refused(RacedBefore, race, world, friday, "22:41")


def test_a_table_that_was_broken_and_opened_again_colors_up(world: World):
    friday = played(world, "Ann", "Bob", "Cat", "Dan", tables=2)
    first = race(world, friday, "21:05")
    break_table(td(world, "21:06"), tournament_id=friday.pk, table_no=1)
    open_again(world, friday, "21:07")
    while not any(each.table_no == 1 for each in playing(friday)):
        late = f"Late {len(playing(friday))}"
        enter(world, friday, late, shift_id=Shift.objects.get().pk, clock="21:08")
    again = race(world, friday, "21:20")
    assert (again.table_no, again.floor_table_id != first.floor_table_id) == (1, True)


@pytest.mark.usefixtures("committed_db")
def test_races_of_before_are_of_the_table_that_was_open_then(owner_connection: psycopg.Connection):
    world = a_club()
    friday = played(world, "Ann", "Bob", "Cat", "Dan", tables=2)
    made = [race(world, friday, "21:05"), race(world, friday, "21:06", 2)]
    break_table(td(world, "21:07"), tournament_id=friday.pk, table_no=1)
    open_again(world, friday, "21:08")
    owner_connection.execute("UPDATE tournaments_chiprace SET floor_table_id = NULL")

    fill = import_module("tournaments.migrations.0028_races_of_a_table").FILL
    owner_connection.execute(fill)

    before = [each.floor_table_id for each in made]
    assert list(ChipRace.objects.order_by("id").values_list("floor_table", flat=True)) == before
    assert FloorTable.objects.filter(number=1, broken_at=None).get().pk not in before
