"""Structures made from a pace and chips; when they end; which chips they need."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.house.rulebook import load_book
from casino.refusals import BadInput
from tournaments.rules.blinds import (
    PACES,
    blind_levels,
    chip_set,
    color_ups,
    forecast,
    odd_levels,
)
from tournaments.rules.clock import is_break
from tournaments.rules.structure import Level, fixed_levels

CHIPS = [25, 100, 500, 1_000, 5_000, 25_000, 100_000]
BREAK = [0, 0, 0, 15]
# 25 leaves in the break, 100 after it without one.
STEPS = [[25, 50, 0, 20], [50, 100, 25, 20], BREAK, [100, 200, 0, 20], [500, 1_000, 500, 20]]


@given(
    st.sampled_from(sorted(PACES)),
    st.integers(1, 400).map(lambda many: many * 500),
    st.integers(2, 1_000),
    st.sampled_from(["none", "each", "big_blind"]),
)
def test_a_made_structure_is_one_that_the_books_take(pace, stack, stacks, ante):
    levels = blind_levels(PACES[pace], stack=stack, stacks=stacks, chips=CHIPS, ante=ante)
    bets = [Level(small_blind=a, big_blind=b, ante=c) for a, b, c, _ in levels if a]
    assert fixed_levels(load_book("olympic"), bets, started=False)
    assert all(bet % CHIPS[0] == 0 for one in levels for bet in one[:3])
    assert not is_break(*levels[-1][:3])
    assert [one.code for one in odd_levels(levels, CHIPS)] == []
    ends = forecast(levels, chips_in_play=stack * stacks)
    assert [one.beyond for one in ends] == [False] * 3
    assert [one.minutes for one in ends] == sorted(one.minutes for one in ends)
    going = [(one.after_level, one.chip) for one in color_ups(levels, CHIPS)]
    assert going == sorted(going)


@given(st.integers(1, 4_000).map(lambda many: many * 25), st.permutations(CHIPS))
def test_the_chips_of_a_stack_are_worth_it(stack, values):
    made = chip_set(stack, dict.fromkeys(values)) if stack >= 125 else []
    if made:
        assert sum(one.chip * one.quantity for one in made) == stack
        assert [one.chip for one in made] == sorted(one.chip for one in made)


def test_a_usual_stack_is_the_usual_chips_and_the_stock_says_for_how_many():
    stock = {25: 480, 100: 300, 500: 200, 1_000: 300}
    made = chip_set(10_000, stock, levels=[[25, 50, 0, 20]])
    assert [(one.chip, one.quantity, one.serves) for one in made] == [
        (25, 12, 40), (100, 12, 25), (500, 5, 40), (1_000, 6, 50),
    ]  # fmt: skip
    larger = chip_set(10_000, stock, levels=[[100, 200, 0, 20]])
    assert [one.chip for one in larger] == [100, 500, 1_000]


@pytest.mark.parametrize("stack", [10_010, 20])
def test_chips_that_make_no_stack_are_refused(stack: int):
    with pytest.raises(BadInput, match="cannot make up"):
        chip_set(stack, dict.fromkeys(CHIPS))
    with pytest.raises(BadInput, match="too small"):
        blind_levels(PACES["deep"], stack=20, stacks=10, chips=CHIPS)


def test_chips_leave_in_the_first_break_after_which_no_bet_needs_them():
    found = color_ups(STEPS, [25, 100, 500])
    assert [(one.chip, one.becomes, one.after_level, one.at_break) for one in found] == [
        (25, 100, 2, True), (100, 500, 3, False),
    ]  # fmt: skip
    assert color_ups(STEPS[:2], [25, 100, 500]) == []


def test_the_forecast_counts_levels_and_breaks_and_says_when_the_structure_is_too_short():
    early, likely, latest = forecast(STEPS, chips_in_play=20_000)
    assert [(one.level, one.minutes) for one in (early, likely, latest)] == [(4, 95)] * 3
    early, likely, latest = forecast(STEPS, chips_in_play=6_000)
    assert [(one.level, one.minutes) for one in (early, likely, latest)] == [
        (3, 75), (4, 95), (4, 95),
    ]  # fmt: skip
    assert [one.beyond for one in forecast(STEPS, chips_in_play=20_000)] == [False, False, True]


def test_what_is_odd_is_said_with_its_level():
    steep = odd_levels(STEPS, [25, 100])
    assert [(one.code, one.level) for one in steep] == [("steep", 4)]
    long = [[25, 50, 0, 40]] * 4 + [BREAK, [30, 60, 0, 20]]
    assert [(one.code, one.level) for one in odd_levels(long, [25])] == [
        ("no_break", 4), ("not_payable", 5),
    ]  # fmt: skip
