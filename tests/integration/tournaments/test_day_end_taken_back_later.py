"""The end of a day, taken back after sales, moves and another structure."""

from typing import Any

import pytest

from casino.cage.models import Shift
from tests.tournament_floor import begun, opened, out, td
from tests.tournaments import a_tournament, chips_of, enter, now, signed
from tests.world import World
from tournaments.models import Entry, Purchase, Tournament
from tournaments.queries.clock import clock_face
from tournaments.queries.floor import floor
from tournaments.queries.order import playing
from tournaments.services.changing import change_structure
from tournaments.services.days import end_day
from tournaments.services.knockouts import undo_knockout
from tournaments.services.moves import move_player
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.tables import ButtonAt, break_table, draw_seats
from tournaments.services.tender_corrections import correct_tender
from tournaments.services.undo import last_act, undo_last

LEVELS = [[25, 50, 0, 20], [50, 100, 0, 20], [100, 200, 25, 20], [200, 400, 50, 20]]


def begins(world: World, shift: Shift, *names: str) -> Tournament:
    friday = a_tournament(world, reentry=True, levels=LEVELS, flights=2)
    enter(world, friday, *names, shift_id=shift.pk)
    opened(world, friday)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    begun(world, friday)
    return now(friday)


def ends(world: World, friday: Tournament, clock: str, *, flight: bool = False) -> None:
    bags = chips_of({one.pk: 10_000 for one in playing(friday)})
    end_day(td(world, clock), tournament_id=friday.pk, bags=bags, another_flight=flight)


def takes_back(world: World, friday: Tournament, clock: str) -> None:
    last = last_act(now(friday), world.at(clock))
    assert last
    assert not last.blocked, last.blocked
    asked = {"undone_act_id": last.act_id, "reason": "Break, not the end"}
    undo_last(td(world, clock), tournament_id=friday.pk, **asked)


def seat_of(entry: Entry) -> tuple[int, int] | None:
    return Entry.objects.get(pk=entry.pk).seat


@pytest.mark.parametrize("flight", [True, False])
def test_a_sale_that_was_reversed_or_put_right_keeps_no_end(
    world: World, shift: Shift, *, flight: bool
):
    friday = begins(world, shift, "Ann", "Bob", "Cat")
    ends(world, friday, "21:10", flight=flight)
    desk = {"shift_id": shift.pk, "reason": "Pressed in error"}
    if flight:
        (dan,) = enter(world, friday, "Dan", shift_id=shift.pk, clock="21:11")
        last = last_act(now(friday), world.at("21:12"))
        assert last
        assert last.blocked
        sale = Purchase.objects.get(entry=dan)
        asked = take_back_sale.ask(world.stamp("21:13"), purchase_id=sale.pk, **desk)
        signed(world, asked, clock="21:14")
    sale = Purchase.objects.filter(entry__tournament=friday).earliest("id")
    right = desk | {"purchase_id": sale.pk, "paid_with": "bank"}
    signed(world, correct_tender.ask(world.stamp("21:15"), **right), clock="21:16")
    takes_back(world, friday, "21:17")


def test_who_waited_for_a_seat_waits_again(world: World, shift: Shift):
    friday = begins(world, shift, "Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
    waits, *_ = playing(friday)
    seat = waits.seat
    assert seat
    wrong = out(world, friday, waits, "21:20")
    other = next(one for one in playing(now(friday)) if one.table_no != seat[0])
    to = {"to_table": seat[0], "to_seat": seat[1], "reason": "Balance"}
    move_player(td(world, "21:22"), tournament_id=friday.pk, entry_id=other.pk, **to)
    undo_knockout(td(world, "21:25"), tournament_id=friday.pk, knockout_id=wrong.pk)
    ends(world, friday, "21:30")
    takes_back(world, friday, "21:31")
    assert (seat_of(other), seat_of(waits)) == (seat, None)
    assert floor(now(friday)).seatless == [waits]


def test_nobody_is_put_at_a_table_that_was_broken_before(world: World, shift: Shift):
    friday = begins(world, shift, "Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
    left = playing(friday)
    waits = next(one for one in left if one.table_no == 2)
    beside = next(one.seat_no for one in left if one.table_no == 1)
    wrong = out(world, friday, waits, "21:20")
    buttons = [ButtonAt(table_no=1, seat_no=beside or 0)]
    one: dict[str, Any] = {"tournament_id": friday.pk}
    break_table(td(world, "21:22"), **one, table_no=2, buttons=buttons)
    undo_knockout(td(world, "21:25"), **one, knockout_id=wrong.pk)
    ends(world, friday, "21:30")
    takes_back(world, friday, "21:31")
    assert floor(now(friday)).seatless == [waits]


@pytest.mark.parametrize("flight", [True, False])
@pytest.mark.parametrize("levels", [[LEVELS[0], *LEVELS[2:], [400, 800, 100, 20]], LEVELS[::2]])
def test_the_clock_stands_at_the_same_bets_of_a_structure_changed_since(
    world: World, shift: Shift, levels: Any, *, flight: bool
):
    friday = begins(world, shift, "Ann", "Bob", "Cat")
    ends(world, friday, "21:50", flight=flight)
    terms = {"stack": 10_000, "levels": levels, "notice": "Other levels"}
    asked = change_structure.ask(td(world, "21:52"), tournament_id=friday.pk, **terms)
    signed(world, asked, clock="21:53")
    takes_back(world, friday, "21:55")
    face = clock_face(now(friday), world.at("21:56"))
    assert face
    assert (face.now.small, face.left.total_seconds()) == (100, 600)
