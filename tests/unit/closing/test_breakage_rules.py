"""When something owed may lapse, and what of it came back."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.cage.rules import restored_cents
from casino.clock import months_later
from casino.closing.rules import lapsing_cents

DAYS = st.dates(date(2001, 1, 1), date(2090, 12, 31))
CENTS = st.integers(0, 10**9)


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (date(2026, 3, 31), 1, date(2026, 2, 28)),
        (date(2028, 2, 29), 12, date(2027, 2, 28)),
        (date(2026, 1, 15), 13, date(2024, 12, 15)),
        (date(2026, 7, 31), 36, date(2023, 7, 31)),
    ],
)
def test_months_are_counted_back_to_the_same_day_or_the_last_one(day, months, before):
    assert months_later(day, -months) == before


@given(DAYS, st.integers(1, 240), CENTS, CENTS)
def test_an_item_lapses_whole_once_nothing_moved_it_for_the_months_and_never_without_a_policy(
    today, months, owed, lapsed
):
    last = months_later(today, -months)

    def may(moved: date, after: int | None = months) -> int:
        return lapsing_cents(owed, lapsed, moved=moved, today=today, months=after)

    assert may(last) == max(owed - lapsed, 0)
    assert may(last + timedelta(days=1)) == may(last, after=None) == 0


@given(st.integers(-(10**9), 10**9), CENTS)
def test_what_lapsed_is_never_more_than_what_is_owed_once_what_was_presented_is_restored(
    owed, lapsed
):
    left = lapsed - restored_cents(owed, lapsed)
    assert 0 <= left <= max(owed, 0) or left == 0
    assert left == min(lapsed, max(owed, 0))
