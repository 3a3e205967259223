"""What drawers were over and short is in files what the books have, on the day they have it."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.db import connection

from casino.cage.services import opening
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import sell_chips
from casino.cage.services.handover import take_over
from casino.closing.services.days import close_day
from casino.staff.models import Role
from tests.books import register
from tests.counting import close_by_two
from tests.integration.reports.asking import lines
from tests.world import EVENING, FLOAT, RACK, World, a_club, a_key, a_member, of_the_desk

FREE = {"count_second_over_cents": 10**9, "count_manager_over_cents": 10**9}
MARCH, APRIL = date(2026, 3, 31), date(2026, 4, 1)


def total(rows: list[dict[str, str]], column: str) -> int:
    return sum(int(row[column].replace(".", "") or 0) for row in rows)


def in_the_books(world: World, day: date) -> int:
    asked = """SELECT coalesce(-sum(l.cents), 0)::bigint FROM ledger_line l
               JOIN ledger_account a ON a.id = l.account_id
               WHERE a.club_id = %s AND a.code = 'expense:over-short' AND l.gaming_day = %s"""
    with connection.cursor() as cursor:
        cursor.execute(asked, [world.club.pk, day])
        return int(cursor.fetchone()[0])


@pytest.fixture
def over_the_close(db: None) -> World:
    """A shift of March is counted after the close, with a sale of April and 900.00 missing."""
    world = a_club()
    of_the_desk(world.club, **FREE)
    world.fund(day=MARCH)
    drawer = world.drawer().pk
    evening = world.stamp("20:00", day=MARCH)
    shift = opening.open_shift(evening, drawer_id=drawer, cash=FLOAT, chips=RACK)
    sell_chips(world.stamp("22:00", day=MARCH), shift_id=shift.pk, cents=10_000)
    close_day(world.club, MARCH, now=world.at("07:00", day=APRIL))
    sell_chips(world.stamp("07:20", day=APRIL), shift_id=shift.pk, cents=10_000)
    less = FLOAT | {10_000: FLOAT[10_000] + 2 - 9}
    chips = RACK | {500: RACK[500] - 40}
    submit_count(world.stamp("07:40", day=APRIL), shift_id=shift.pk, cash=less, chips=chips)
    late = world.stamp("07:45", day=APRIL)
    close_by_two(world, late, shift_id=shift.pk, reason="900 missing")
    return world


@pytest.mark.parametrize("day", [MARCH, APRIL], ids=["its day", "the day of its last slip"])
def test_a_shift_over_the_close_is_short_on_the_day_that_the_books_have(
    over_the_close: World, day: date
):
    booked = in_the_books(over_the_close, day)
    assert booked == (-90_000 if day == APRIL else 0)
    assert total(lines(over_the_close, "over-short", f"first={day}&last={day}"), "booked") == booked
    rows = register(over_the_close, "over-short", day, day)
    assert total(rows, "booked") == booked
    assert {row["booked_on"] for row in rows} == ({"2026-04-01"} if day == APRIL else set())


def test_the_day_of_a_shift_over_the_close_says_when_its_count_was_booked(over_the_close: World):
    (shift,) = lines(over_the_close, "shifts", f"first={MARCH}&last={MARCH}")
    assert shift["reason"] == "900 missing; booked on 01.04.2026"
    page = (
        over_the_close.browser(Role.MANAGER)
        .get(f"/tallinn/days/{MARCH}/report.csv")
        .content.decode()
    )
    assert "booked on 01.04.2026" in page


def test_chips_beyond_those_of_guests_are_over_and_not_booked(db: None):
    world = a_club()
    of_the_desk(world.club, **FREE)
    shift = world.open_shift()
    chips = RACK | {2500: RACK[2500] + 4}
    submit_count(world.stamp("04:00"), shift_id=shift.pk, cash=FLOAT, chips=chips)
    close_by_two(world, world.stamp("04:05"), shift_id=shift.pk, reason="Four found")
    for rows in (lines(world, "over-short"), register(world, "over-short", EVENING, EVENING)):
        assert (total(rows, "difference"), total(rows, "booked")) == (10_000, 0)


def test_what_differed_at_a_take_over_stands_on_the_evening_of_the_take_over(db: None):
    world = a_club()
    of_the_desk(world.club, **FREE)
    world.fund(day=MARCH)
    drawer = world.drawer().pk
    berta = a_member(world.club, Role.CASHIER, name="berta")

    def by(clock: str, day: date) -> Any:
        return replace(world.stamp(clock, day=day), actor_id=berta.pk, key=a_key())

    evening = world.stamp("20:00", day=MARCH)
    given = opening.open_shift(evening, drawer_id=drawer, cash=FLOAT, chips=RACK)
    submit_count(world.stamp("23:00", day=MARCH), shift_id=given.pk, cash=FLOAT, chips=RACK)
    close_shift(world.stamp("23:05", day=MARCH), shift_id=given.pk, hand_over=True)
    less = FLOAT | {1_000: FLOAT[1_000] - 1, 500: 1}
    count = {"drawer_id": drawer, "cash": less, "chips": RACK}
    taken = take_over(by("23:10", MARCH), **count, reason="A coin rolled away")
    close_day(world.club, MARCH, now=world.at("07:00", day=APRIL))
    sell_chips(by("07:20", APRIL), shift_id=taken.pk, cents=10_000)
    more, chips = less | {10_000: FLOAT[10_000] + 1}, RACK | {500: RACK[500] - 20}
    submit_count(by("07:40", APRIL), shift_id=taken.pk, cash=more, chips=chips)
    close_shift(by("07:45", APRIL), shift_id=taken.pk)
    for day, cents in ((MARCH, -500), (APRIL, 0)):
        assert in_the_books(world, day) == cents
        assert total(register(world, "over-short", day, day), "booked") == cents
        assert total(lines(world, "over-short", f"first={day}&last={day}"), "booked") == cents
