"""Quarters by name, the accounts of their pools, and who pays which prize."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.clock import quarter
from casino.money import allocate
from casino.refusals import BadInput
from ranking.rules.periods import account_ref, first_day, following, last_day, preceding
from ranking.rules.spread import spread

DAYS = st.dates(date(2000, 1, 1), date(2099, 12, 31))


@given(DAYS)
def test_a_day_lies_in_its_quarter_and_the_days_around_do_not(day: date):
    name = quarter(day)

    assert first_day(name) <= day <= last_day(name)
    assert quarter(date.fromordinal(last_day(name).toordinal() + 1)) == following(name)
    assert quarter(date.fromordinal(first_day(name).toordinal() - 1)) == preceding(name)


def test_the_account_of_a_pool_is_year_and_number_and_further_rankings_have_their_own():
    assert account_ref("2026Q1") == 20261
    assert account_ref("2026Q1", ranking=7) == 720261
    assert account_ref("2026Q1", ranking=8) != account_ref("2026Q1", ranking=7)


@pytest.mark.parametrize("name", ["2026Q0", "2026Q5", "026Q1", "2026Q1\n", "\u0662026Q1"])
def test_what_is_no_quarter_is_refused(name: str):
    with pytest.raises(BadInput):
        last_day(name)


@given(
    st.dictionaries(st.integers(1, 9), st.integers(0, 10_000), min_size=1, max_size=5),
    st.lists(st.integers(1, 50), min_size=1, max_size=12),
)
def test_every_prize_is_paid_whole_and_every_pool_used_up(pools: dict[int, int], points: list[int]):
    prizes = allocate(sum(pools.values()), points)

    parts = list(spread(prizes, pools))

    for index, prize in enumerate(prizes):
        assert sum(cents for which, _, cents in parts if which == index) == prize
    for club, pool in pools.items():
        assert sum(cents for _, at, cents in parts if at == club) == pool
    assert all(cents > 0 for _, _, cents in parts)
    assert len(parts) < len(prizes) + len(pools)
