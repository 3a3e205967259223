"""A file of account numbers is undone: what was said after it stays."""

from datetime import date

import pytest

from casino.bookkeeping.queries.mapping import mapped as known
from casino.bookkeeping.services.imports import take, undo
from casino.bookkeeping.services.mapping import map_account
from tests.integration.bookkeeping.test_intakes import brought, stamp
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db


def number(world: World, code: str) -> str | None:
    row = known(world.club.pk).on(code, 0, EVENING)
    return row.number if row else None


def test_what_was_said_by_hand_after_the_file_stays():
    world = a_club()
    wrong = "code,from_day,number,name\nbank,2026-01-01,1021,Bank\ntips,2026-01-01,2,Tips\n"
    intake = take(stamp(world), intake_id=brought(world, "accounts", wrong).pk)
    map_account(stamp(world), code="bank", from_day=date(2026, 1, 1), number="1020", name="Bank")
    assert number(world, "bank") == "1020"
    undo(stamp(world), intake_id=intake.pk)
    assert (number(world, "bank"), number(world, "tips")) == ("1020", None)


def test_what_a_later_file_said_stays():
    world = a_club()
    first = "code,from_day,number,name\nbank,2026-01-01,1021,Bank\ntips,2026-01-01,2,Tips\n"
    intake = take(stamp(world), intake_id=brought(world, "accounts", first).pk)
    second = "code,from_day,number,name\nbank,2026-01-01,1020,Bank\n"
    take(stamp(world), intake_id=brought(world, "accounts", second).pk)
    undo(stamp(world), intake_id=intake.pk)
    assert (number(world, "bank"), number(world, "tips")) == ("1020", None)


@pytest.mark.parametrize("later_first", [True, False])
def test_two_wrong_files_that_are_undone_leave_no_number(*, later_first: bool):
    world = a_club()
    files = [
        f"code,from_day,number,name\nbank,2026-01-01,{bank},Bank\ntips,2026-01-01,{tips},Tips\n"
        for bank, tips in ((1021, 2), (1022, 3))
    ]
    taken = [take(stamp(world), intake_id=brought(world, "accounts", each).pk) for each in files]
    first, second = reversed(taken) if later_first else taken
    undo(stamp(world), intake_id=first.pk)
    left = ("1021", "2") if later_first else ("1022", "3")
    assert (number(world, "bank"), number(world, "tips")) == left

    undo(stamp(world), intake_id=second.pk)

    assert (number(world, "bank"), number(world, "tips")) == (None, None)
