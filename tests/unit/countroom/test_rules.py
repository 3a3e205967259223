"""Counts that agree, plausible boxes, and a difference shared out by the dealers' time."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.countroom.rules import Turn, agree, plausible, shares_by_dealer
from casino.house.rulebook import load_book

EIGHT = datetime(2026, 2, 27, 18, tzinfo=UTC)
OLYMPIC = load_book("olympic")


def test_counts_agree_chip_by_chip():
    assert agree({500: 2, 100: 5}, {100: 5, 500: 2, 2_500: 0})
    assert not agree({500: 2}, {100: 10})


@pytest.mark.parametrize(
    ("fee", "minutes", "minimum", "maximum"),
    [
        # 15 hands of 10.00 at 5 percent; 45 hands at the cap of 10.00 (OLY-2.36).
        ("rake", 60, 750, 45_000),
        # A drop of 1.00 in each of 45 hands at most (OLY-2.38).
        ("jackpot", 60, 0, 4_500),
        # Two periods begun, 250.00 each (OLY-2.37).
        ("time", 45, 0, 50_000),
        ("rake", 0, 0, 0),
    ],
)
def test_a_box_plausibly_holds_what_so_many_hands_bring(
    fee: str, minutes: int, minimum: int, maximum: int
):
    band = plausible(OLYMPIC, fee, minutes=minutes, cap_cents=1_000)
    assert (band.least_cents, band.most_cents) == (minimum, maximum)
    assert band.holds(maximum)
    assert not band.holds(maximum + 1)


@pytest.mark.parametrize("fee", ["jackpot", "time"])
def test_a_house_without_a_fee_has_no_box_of_it(fee: str):
    band = plausible(load_book("voodoo"), fee, minutes=600, cap_cents=1_500)
    assert (band.least_cents, band.most_cents) == (0, 0)


def test_a_difference_is_shared_by_the_time_at_the_table():
    turns = [
        Turn(dealer="Kadri", began_at=EIGHT),
        Turn(dealer="Peeter", began_at=EIGHT + timedelta(hours=1)),
        Turn(dealer="Kadri", began_at=EIGHT + timedelta(hours=2)),
    ]
    until = EIGHT + timedelta(hours=3)
    assert shares_by_dealer(-1_000, turns, until=until) == {"Kadri": -667, "Peeter": -333}


def test_a_difference_at_a_table_where_nobody_was_noted_has_no_name():
    assert shares_by_dealer(500, [], until=EIGHT) == {"": 500}
    assert shares_by_dealer(0, [], until=EIGHT) == {}


@given(
    st.integers(-(10**9), 10**9),
    st.lists(st.tuples(st.sampled_from("ABC"), st.integers(0, 10_000)), max_size=6),
)
def test_the_dealers_shares_sum_to_the_difference(cents: int, turns: list[tuple[str, int]]):
    found = [
        Turn(dealer=who, began_at=EIGHT + timedelta(seconds=at))
        for who, at in sorted(turns, key=lambda turn: turn[1])
    ]
    shares = shares_by_dealer(cents, found, until=EIGHT + timedelta(hours=10))
    assert sum(shares.values()) == cents
