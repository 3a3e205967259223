"""What a later day puts right of a sealed day's shift: each day says what its books have."""

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

import pytest
from django.db import connection

from casino.cage.models import Shift
from casino.cage.queries.due import payment_of
from casino.cage.services import opening
from casino.cage.services.explained_counts import explain_count
from casino.cage.services.payables import pay_out
from casino.closing.services.days import close_day, seal_day
from casino.staff.models import Role
from tests.books import register
from tests.counting import sign
from tests.integration.cage.test_explained_counts import closed
from tests.integration.reports.asking import cents, lines
from tests.owing import owe_prize
from tests.world import EVENING, FLOAT, RACK, World, a_club

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


@dataclass
class TwoDays:
    """A shift 300.00 short on a sealed day, explained on the next; what the day's file was."""

    world: World
    first: Shift
    sealed: str


@pytest.fixture
def two_days(db: None) -> TwoDays:
    world = a_club()
    first = world.open_shift()
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    first = closed(world, first, "22:00", cash=FLOAT | {10_000: FLOAT[10_000] - 3})
    close_day(world.club, EVENING, now=world.at("07:00", day=NEXT))
    seal_day(world.stamp("07:30", role=Role.ACCOUNTANT, day=NEXT), day=EVENING)
    sealed = day_file(world, EVENING)
    stamp = world.stamp("20:30", day=NEXT)
    second = opening.open_shift(stamp, drawer_id=first.drawer_id, cash=FLOAT, chips=RACK)
    stamp = world.stamp("20:45", day=NEXT)
    pay_out(stamp, payable_id=prize.pk, shift_id=second.pk, paid_with="cash")
    stamp, slip_id = world.stamp("20:46", day=NEXT), payment_of(prize).entry_id
    what = {"shift_id": second.pk, "entry_id": slip_id, "counted_shift_id": first.pk}
    asked = explain_count.ask(stamp, **what, reason="It moved yesterday")
    sign(world, stamp, asked, by=Role.MANAGER)
    return TwoDays(world, first, sealed)


def day_file(world: World, day: date) -> str:
    answer = world.browser(Role.ACCOUNTANT).get(f"/tallinn/days/{day}/report.csv")
    return answer.content.decode()


def of_shifts(file: str) -> list[tuple[str, str]]:
    """Return amount and note of the shifts of a day's file."""
    found = csv.DictReader(io.StringIO(file))
    return [(row["amount"], row["note"]) for row in found if row["section"] == "shift"]


def in_books(world: World, day: date) -> int:
    """Return what the ledger has of counts on a day, positive: over."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT coalesce(-sum(l.cents), 0)::bigint FROM ledger_line l
               JOIN ledger_account a ON a.id = l.account_id JOIN ledger_entry e ON e.id = l.entry_id
               WHERE a.club_id = %s AND a.code = 'expense:over-short' AND l.gaming_day = %s
                 AND e.kind LIKE 'cage.%%'""",
            [world.club.pk, day],
        )
        return int(cursor.fetchone()[0])


def in_report(two: TwoDays, first: date, last: date) -> int:
    return cents(lines(two.world, "over-short", f"first={first}&last={last}"), "booked")


def in_register(two: TwoDays, first: date, last: date) -> int:
    return cents(register(two.world, "over-short", first, last), "booked")


def in_shifts(two: TwoDays, first: date, last: date) -> int:
    return cents(lines(two.world, "shifts", f"first={first}&last={last}"), "over_short")


def in_day_files(two: TwoDays, first: date, last: date) -> int:
    files = [day_file(two.world, day) for day in {first, last}]
    return cents([{"amount": amount} for each in files for amount, _ in of_shifts(each)], "amount")


@pytest.mark.parametrize("source", [in_report, in_register, in_shifts, in_day_files])
def test_each_day_says_of_over_and_short_what_its_books_have(
    two_days: TwoDays, source: Callable[[TwoDays, date, date], int]
):
    found = [in_books(two_days.world, day) for day in (EVENING, NEXT)]
    assert found == [-30_000, 30_000]
    assert [source(two_days, day, day) for day in (EVENING, NEXT)] == found
    assert source(two_days, EVENING, NEXT) == 0


def test_the_sealed_days_file_keeps_its_figure_and_names_the_day_that_put_it_right(
    two_days: TwoDays,
):
    assert of_shifts(two_days.sealed) == [("-300.00", "Nobody knows why")]
    later = "Nobody knows why; 300,00 booked on 28.02.2026: It moved yesterday"
    assert of_shifts(day_file(two_days.world, EVENING)) == [("-300.00", later)]
    # The shift at work, then what the day has of the one before.
    of_next = [("", "not closed"), ("300.00", "It moved yesterday; shift of 27.02.2026")]
    assert of_shifts(day_file(two_days.world, NEXT)) == of_next


def test_reports_name_the_shift_and_its_day_beside_what_a_later_day_put_right(
    two_days: TwoDays,
):
    span = f"first={NEXT}&last={NEXT}"
    (row,) = [row for row in lines(two_days.world, "over-short", span) if row["booked"] != "0.00"]
    assert (row["gaming_day"], row["shift"]) == (str(NEXT), str(two_days.first.pk))
    assert row["reason"].endswith("It moved yesterday; shift of 27.02.2026")
    _, row = lines(two_days.world, "shifts", span)
    assert (row["gaming_day"], row["over_short"]) == (str(NEXT), "300.00")
    assert row["reason"] == "It moved yesterday; shift of 27.02.2026"
