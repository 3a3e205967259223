"""The books by document date: what is booked later stands on the day it is dated."""

from datetime import timedelta
from typing import Any

import pytest

from casino.journal.services.documents import book_document
from casino.reports.queries.asked import asked
from casino.reports.queries.journal import LEDGER
from casino.reports.queries.ledger import BALANCE, TURNOVER
from casino.reports.sheet import Report
from casino.staff.models import Role
from tests.integration.journal.test_documents import a_club_with_rent, lines
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
LATER = EVENING + timedelta(days=3)


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
