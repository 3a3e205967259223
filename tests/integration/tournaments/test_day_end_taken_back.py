"""End day, pressed in error: the day goes on until somebody has begun the next one."""

from typing import Any

import pytest

from casino.cage.models import Shift
from casino.players.models import PlayingPlace
from tests.refusing import refused
from tests.tournament_floor import begun, opened, out, td
from tests.tournaments import a_tournament, chips_of, enter, now, signed
from tests.world import World
from tournaments.models import Entry, Purchase, Tournament
from tournaments.queries.clock import position
from tournaments.queries.days import bagged_chips, stage
from tournaments.queries.presence import has_played
from tournaments.services.clock import pause_clock, resume_clock
from tournaments.services.days import begin_day, end_day
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.sale_reversals import SaleStands, take_back_sale
from tournaments.services.tables import draw_seats
from tournaments.services.undo import last_act, undo_last


@pytest.fixture
def friday(world: World) -> Tournament:
    return a_tournament(world, reentry=True, flights=2)


@pytest.fixture
def flight(world: World, shift: Shift, friday: Tournament) -> list[Entry]:
    """Play a flight until two of three are left."""
    entries = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    opened(world, friday)
    draw_seats(td(world, "20:50"), **where(friday))
    begun(world, friday)
    out(world, friday, entries[2], "21:50")
    return entries


def where(friday: Tournament) -> dict[str, Any]:
    return {"tournament_id": friday.pk}


def test_a_day_that_was_ended_in_error_goes_on_until_the_next_has_begun(
    world: World, friday: Tournament, flight: list[Entry]
):
    ann, bob, _ = flight
    one, bags = where(friday), chips_of({ann.pk: 18_000, bob.pk: 12_000})
    seats = [now_at(each).seat for each in (ann, bob)]
    pause_clock(td(world, "21:58"), **one)
    before = position(now(friday), world.at("21:59"))
    end_day(td(world, "22:00"), **one, bags=bags, another_flight=True)
    assert [now_at(each).seat for each in (ann, bob)] == [None, None]

    said = take_back(world, friday, "22:20")

    assert "Ann plays on with 18\u00a0000 from the bag" in said
    assert [now_at(each).seat for each in (ann, bob)] == seats
    assert PlayingPlace.objects.filter(until=None).count() == 2
    assert bagged_chips(now(friday)) == 0
    found = stage(now(friday))
    assert found
    assert found.letter == "A"
    assert position(now(friday), world.at("22:25")) == before
    resume_clock(td(world, "22:26"), **one)
    knock_out(td(world, "22:30"), **one, outs=[Out(entry_id=bob.pk, stack=12_000)])


def test_a_day_ended_in_error_is_ended_once_more_with_other_bags_and_the_next_begins(
    world: World, friday: Tournament, flight: list[Entry]
):
    ann, bob, _ = (one.pk for one in flight)
    one = where(friday)
    end_day(td(world, "22:00"), **one, bags=chips_of({ann: 18_000, bob: 12_000}))
    take_back(world, friday, "22:01")
    end_day(td(world, "22:05"), **one, bags=chips_of({ann: 17_000, bob: 13_000}))
    found = stage(now(friday))
    assert found
    assert found.number == 2
    begin_day(td(world, "22:10"), **one)


def test_a_day_s_end_stays_where_an_entry_was_sold_for_the_next(
    world: World, shift: Shift, friday: Tournament, flight: list[Entry]
):
    ann, bob, _ = (one.pk for one in flight)
    bags = chips_of({ann: 18_000, bob: 12_000})
    end_day(td(world, "22:00"), **where(friday), bags=bags, another_flight=True)
    enter(world, friday, "Dan", shift_id=shift.pk, clock="22:07")
    last = last_act(now(friday), world.at("22:08"))
    assert last
    assert last.blocked
    assert str(last.blocked.message).startswith("Entries were sold since the day ended:")


def now_at(entry: Entry) -> Entry:
    return Entry.objects.get(id=entry.pk)


def take_back(world: World, friday: Tournament, clock: str) -> list[str]:
    """Take back the last act on the floor; return what was said of it."""
    last = last_act(now(friday), world.at(clock))
    assert last
    assert not last.blocked
    asked = {"undone_act_id": last.act_id, "reason": "Break, not the end"}
    undo_last(td(world, clock), **where(friday), **asked)
    return [str(each.says) for each in last.effects]


def test_bags_of_an_end_that_was_taken_back_keep_no_sale(
    world: World, shift: Shift, friday: Tournament, flight: list[Entry]
):
    ann, bob, _ = flight
    bags = chips_of({ann.pk: 18_000, bob.pk: 12_000})
    what = {"purchase_id": Purchase.objects.get(entry=bob).pk, "shift_id": shift.pk}
    ask = what | {"reason": "Sold to the wrong guest"}
    assert not has_played(now_at(bob))
    end_day(td(world, "22:00"), **where(friday), bags=bags)
    assert has_played(now_at(bob))
    refused(SaleStands, take_back_sale.ask, world.stamp("22:01"), **ask)
    take_back(world, friday, "22:02")
    assert not has_played(now_at(bob))
    signed(world, take_back_sale.ask(world.stamp("22:03"), **ask), clock="22:04")
    assert now_at(bob).refunded_at
