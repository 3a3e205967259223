"""The books by document date: what is booked later stands on the day it is dated."""

from datetime import date, timedelta
from typing import Any

import pytest

from casino.closing.services.years import result_cents
from casino.journal.services.accounts import add_account
from casino.journal.services.documents import book_document
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.reports.queries.journal import LEDGER
from casino.reports.queries.ledger import BALANCE, TURNOVER
from casino.reports.sheet import Report
from casino.staff.models import Role
from tests.integration.journal.test_documents import a_club_with_rent, lines
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
LATER = EVENING + timedelta(days=3)
DECEMBER, JANUARY = date(2025, 12, 30), date(2026, 1, 5)


def figures(world: World, report: Report, by: str, **more: Any) -> list[tuple[Any, ...]]:
    """Return the figures of the rent's account, and what its own link leads to."""
    of = asked(world.club, world.stamp("23:00", day=LATER), by=by, **more)
    rows = [row for row in report.make(of).rows if "own:expense" in row.cells]
    return [tuple(cell for cell in row.cells if isinstance(cell, int)) for row in rows]


def test_a_document_stands_on_its_date_in_journal_and_trial_balance_and_on_its_day_as_before():
    world = a_club_with_rent()
    stamp = world.stamp("10:00", day=LATER, role=Role.ACCOUNTANT)
    booked = book_document(stamp, dated=EVENING, lines=lines(9_000), reason="Rent")
    first, then = {"first": EVENING, "last": EVENING}, {"first": LATER, "last": LATER}
    ref = booked.lines[0]["ref"]

    assert figures(world, TURNOVER, "posted", **first) == []
    assert figures(world, TURNOVER, "posted", **then) == [(ref, 0, 9_000, 0, 9_000)]
    assert figures(world, TURNOVER, "dated", **first) == [(ref, 0, 9_000, 0, 9_000)]
    assert figures(world, TURNOVER, "dated", **then) == [(ref, 9_000, 0, 0, 9_000)]
    of_line = (booked.entry_id, ref, 9_000)
    assert (
        figures(world, LEDGER, "posted", **first) == figures(world, LEDGER, "dated", **then) == []
    )
    assert figures(world, LEDGER, "posted", **then) == [of_line]
    assert figures(world, LEDGER, "dated", **first) == [of_line]
    ends = world.at("07:00", day=EVENING + timedelta(days=1))
    assert figures(world, BALANCE, "posted", as_of=ends) == []
    assert figures(world, BALANCE, "dated", as_of=ends) == [(ref, 1, 9_000, 0)]
    midday = world.at("12:00", day=LATER)
    assert figures(world, BALANCE, "dated", as_of=midday) == [(ref, 1, 9_000, 0)]
    # The balance leads to its line, although it was booked after that instant.
    of = asked(world.club, world.stamp("23:00", day=LATER), by="dated", as_of=ends)
    row = next(row for row in BALANCE.make(of).rows if "own:expense" in row.cells)
    behind = dict(row.why.query)
    day, before = behind["last"], ends
    found = {"first": behind["first"], "last": day, "before": before, "code": "own:expense"}
    assert figures(world, LEDGER, behind["by"], **found) == [of_line]
    assert (
        LEDGER.make(asked(world.club, stamp, by="dated", **found))
        .notes[0]
        .endswith("after them 90,00; debit positive, credit negative.")
    )


@pytest.mark.parametrize("by", ["month", "quarter", "year"])
def test_the_balance_sheet_by_document_date_has_the_result_of_the_income_statement(by: str):
    world = a_club()
    world.fund(day=DECEMBER)
    for code, name, kind in (("6010", "Rent", "expense"), ("2010", "Landlord", "liability")):
        add_account(
            world.stamp(day=DECEMBER, role=Role.ACCOUNTANT), code=code, name=name, kind=kind
        )
    stamp = world.stamp("10:00", day=JANUARY, role=Role.ACCOUNTANT)
    book_document(stamp, dated=DECEMBER, lines=lines(9_000), reason="Rent")
    year = {"first": date(2025, 1, 1), "last": date(2025, 12, 31)}
    ends = {"as_of": world.at("07:00", day=date(2026, 1, 1))}
    stamp = world.stamp("23:00", day=JANUARY)

    def amounts(name: str, by: str, **more: Any) -> dict[str, int]:
        made = REPORTS[name].make(asked(world.club, stamp, by=by, **more))
        place = [column.name for column in made.columns].index(
            "owed" if name == "liabilities" else "amount"
        )
        code = [column.name for column in made.columns].index("account_code")
        return {row.cells[code]: row.cells[place] for row in made.rows if "own:" in row.cells[code]}

    assert result_cents(world.club.pk, 2025) == -9_000
    assert amounts("income-statement", f"dated_{by}", **year) == {"own:expense": -9_000}
    dated = amounts("balance-sheet", f"dated_{by}", **ends)
    assert dated == {"own:expense": -9_000, "own:liability": 9_000}
    assert amounts("liabilities", f"dated_{by}", **ends) == {"own:liability": 9_000}
    for name in ("balance-sheet", "liabilities"):
        assert amounts(name, by, **ends) == {}


@pytest.mark.parametrize("ends", [date(2026, 1, 1), date(2026, 2, 1)])
def test_a_liability_is_as_old_as_its_document_before_and_after_it_was_booked(ends: date):
    dated = date(2025, 11, 2)
    world = a_club()
    world.fund(day=date(2025, 10, 1))
    for code, name, kind in (("6010", "Rent", "expense"), ("2010", "Landlord", "liability")):
        add_account(
            world.stamp(day=date(2025, 10, 1), role=Role.ACCOUNTANT),
            code=code,
            name=name,
            kind=kind,
        )
    stamp = world.stamp("10:00", day=JANUARY, role=Role.ACCOUNTANT)
    book_document(stamp, dated=dated, lines=lines(9_000), reason="Rent")
    found = {"as_of": world.at("07:00", day=ends), "code": "own:liability"}
    of = asked(world.club, world.stamp("23:00", day=ends), by="dated_month", **found)
    made = REPORTS["liabilities"].make(of)
    names = [column.name for column in made.columns]
    (row,) = (dict(zip(names, each.cells, strict=True)) for each in made.rows)
    assert (row["since"], row["owed"]) == (dated, 9_000)
