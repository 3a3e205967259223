"""Small chips leave a table, each time that it is opened with new ones; what was typed wrongly."""

from importlib import import_module
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from casino.cage.models import Shift
from casino.refusals import NotFound
from casino.staff.models import Role
from casino.staff.rules import NotYoursToDecide
from tests.api.program import program
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, chips_of, enter, now
from tests.world import World, a_club
from tournaments.models import ChipRace, FloorTable, FloorUndo, Tournament
from tournaments.queries import chips as chips_queries
from tournaments.queries.order import playing
from tournaments.services.chips import AtSeat, RacedBefore, race_chips
from tournaments.services.clock import pause_clock
from tournaments.services.days import NotBagged, begin_day, end_day
from tournaments.services.knockouts import CannotUndo
from tournaments.services.mistakes import take_back_race
from tournaments.services.reopening import NotTakenBack, take_back_start
from tournaments.services.tables import break_table, draw_seats, open_tables
from tournaments.services.undo import last_act, undo_last


def race(
    world: World, event: Tournament, clock: str, table_no: int = 1, old_chips: int = 40
) -> ChipRace:
    """Race the 25s of everybody at a table up to 100s."""
    seats = sorted(each.seat_no or 0 for each in playing(event) if each.table_no == table_no)
    players = [AtSeat(seat_no=seat, old_chips=old_chips) for seat in seats]
    asked = {"table_no": table_no, "old_chip": 25, "new_chip": 100, "players": players}
    return race_chips(td(world, clock), tournament_id=event.pk, **asked)


def played(world: World, *names: str, tables: int = 1) -> Tournament:
    event = a_tournament(world, late_levels=4, reentry=True, flights=2)
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


def taken_back(world: World, made: ChipRace, clock: str, **more: Any) -> FloorUndo:
    asked = {"tournament_id": made.tournament_id, "race_id": made.pk, "reason": "42 for 40"} | more
    return take_back_race(td(world, clock), **asked)


def test_a_mistyped_race_is_taken_back_and_typed_again_after_others_went_on(world: World):
    friday = played(world, "Ann", "Bob")
    made = race(world, friday, "21:30", old_chips=44)
    pause_clock(td(world, "21:31"), tournament_id=friday.pk)
    said = refused(RacedBefore, race, world, friday, "21:32")
    assert said.next_page == "tournament-chips"

    undone = taken_back(world, made, "21:33")

    assert (undone.undone_act_id, undone.reason) == (made.act_id, "42 for 40")
    assert chips_queries.races(friday) == []
    assert not {"raced_up", "raced_off"} & {*chips_queries.chips(friday).issued}
    assert "raced_off" not in chips_queries.chips(friday).removed
    again = race(world, friday, "21:34")
    assert chips_queries.races(friday) == [again]
    refused(CannotUndo, taken_back, world, made, "21:35")
    refused(RacedBefore, race, world, friday, "21:36")


def test_a_day_ends_with_true_bags_after_a_wrong_race_was_taken_back(world: World):
    friday = played(world, "Ann", "Bob")
    first, second = playing(friday)
    seats = [
        AtSeat(seat_no=first.seat_no or 0, old_chips=40),
        AtSeat(seat_no=second.seat_no or 0, old_chips=42, cards=["AS", "KS"]),
    ]
    asked = {"table_no": 1, "old_chip": 25, "new_chip": 100, "players": seats}
    made = race_chips(td(world, "21:30"), tournament_id=friday.pk, **asked)
    refused(NotBagged, night, world, friday, "22:00")
    taken_back(world, made, "22:01")
    night(world, friday, "22:02")


def test_a_race_of_a_day_that_is_over_stands(world: World):
    friday = played(world, "Ann", "Bob")
    made = race(world, friday, "21:30")
    night(world, friday, "22:00")
    assert "over" in refused(CannotUndo, taken_back, world, made, "22:05").message
    begin_day(td(world, "22:10"), tournament_id=friday.pk)
    refused(CannotUndo, taken_back, world, made, "22:15")
    refused(NotFound, taken_back, world, made, "22:16", race_id=made.pk + 1)


def test_a_race_that_came_last_is_undone_as_any_other_act(world: World):
    friday = played(world, "Ann", "Bob")
    made = race(world, friday, "21:30")
    last = last_act(friday, world.at("21:31"))
    assert last
    assert [str(each.says) for each in last.effects] == [
        "Color-up at table 1, 25 → 100, no longer counts"
    ]
    asked = {"tournament_id": friday.pk, "undone_act_id": made.act_id, "reason": "Mistyped"}
    undo_last(td(world, "21:31"), **asked)
    assert chips_queries.races(friday) == []
    race(world, friday, "21:32")


@pytest.mark.django_db
def test_who_does_not_decide_on_departures_takes_no_race_back():
    cellar = a_club("cellar", overrides={"decides.deviation": "manager"})
    friday = played(cellar, "Ann", "Bob")
    made = race(cellar, friday, "21:30")
    asked = {"tournament_id": friday.pk, "race_id": made.pk, "reason": "42 for 40"}
    refused(NotYoursToDecide, take_back_race, td(cellar, "21:31"), **asked)


def test_a_start_is_taken_back_after_its_race_was(world: World):
    friday = played(world, "Ann", "Bob")
    made = race(world, friday, "21:05")
    asked = {"tournament_id": friday.pk, "reason": "Too early"}
    refused(NotTakenBack, take_back_start.ask, td(world, "21:06"), **asked)
    taken_back(world, made, "21:07")
    take_back_start.ask(td(world, "21:08"), **asked)


def test_the_page_of_the_chips_leads_to_the_taking_back(world: World):
    friday = played(world, "Ann", "Bob")
    made = race(world, friday, "21:30")
    client = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/{friday.pk}/chips/"
    back = f"{where}races/{made.pk}/take-back/"
    assert back in client.get(where).content.decode()
    page = client.get(back)
    assert "25 → 100" in page.content.decode()
    client.post(back, {"key": uuid4(), "reason": "42 for 40"})
    assert back not in client.get(where).content.decode()
    assert FloorUndo.objects.get().reason == "42 for 40"


def test_a_program_takes_a_race_back(world: World):
    friday = played(world, "Ann", "Bob")
    made = race(world, friday, "21:30")
    floor, where = program(world, Role.DIRECTOR), f"tournaments/{friday.pk}/chips/races/"
    answer = floor.post(f"{where}{made.pk}/take-back/", reason="42 for 40")
    assert (answer.status_code, answer.json()["undone_act_id"]) == (201, made.act_id)
    assert floor.get(where).json() == []
