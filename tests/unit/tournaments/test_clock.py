"""The clock by the structure: levels, breaks, and no drift however it was paused."""

from datetime import timedelta

import pytest

from casino.refusals import BadInput
from tournaments.rules.clock import (
    Position,
    advanced,
    face,
    left,
    level_number,
    position_at,
    until_break,
)

MINUTE = timedelta(minutes=1)
STEPS = [(25, 50, 0, 20), (50, 100, 0, 20), (0, 0, 0, 15), (100, 200, 25, 20)]


@pytest.mark.parametrize(
    ("played", "step", "passed"),
    [(0, 0, 0), (19, 0, 19), (20, 1, 0), (40, 2, 0), (54, 2, 14), (55, 3, 0), (500, 3, 445)],
)
def test_levels_and_breaks_follow_one_another(played: int, step: int, passed: int):
    found = advanced(STEPS, Position(step=0), played * MINUTE)
    assert found == Position(step=step, passed=passed * MINUTE)


def test_a_level_ends_at_the_very_instant():
    almost = 20 * MINUTE - timedelta(microseconds=1)
    assert advanced(STEPS, Position(step=0), almost).step == 0
    assert left(STEPS, advanced(STEPS, Position(step=0), almost)) == timedelta(microseconds=1)


def test_a_thousand_pauses_lose_nothing():
    at = Position(step=0)
    for _ in range(1_000):
        at = advanced(STEPS, at, timedelta(seconds=1, microseconds=234_567))
    assert at == advanced(STEPS, Position(step=0), timedelta(seconds=1_234, microseconds=567_000))


def test_the_last_level_lasts_until_the_end():
    late = advanced(STEPS, Position(step=0), 500 * MINUTE)
    assert left(STEPS, late) == timedelta()


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (9, "0:09"), (754, "12:34"), (3_723, "1:02:03")]
)
def test_time_is_shown_as_it_is_read(seconds: int, shown: str):
    assert face(timedelta(seconds=seconds)) == shown
    assert face(timedelta(seconds=seconds) - timedelta(microseconds=1)) == shown


def test_a_break_belongs_to_the_level_before_it():
    assert [level_number(STEPS, step) for step in range(4)] == [1, 2, 2, 3]


def test_the_next_break_is_counted_through_the_levels():
    assert until_break(STEPS, Position(step=0, passed=5 * MINUTE)) == 35 * MINUTE
    assert until_break(STEPS, Position(step=2)) is None


def test_a_structure_that_became_shorter_leaves_the_clock_at_its_last_level():
    assert advanced(STEPS[:2], Position(step=3), MINUTE) == Position(step=1, passed=MINUTE)


def test_the_clock_is_set_by_what_is_left():
    assert position_at(STEPS, step=1, left_seconds=90) == Position(
        step=1, passed=timedelta(seconds=20 * 60 - 90)
    )


@pytest.mark.parametrize(("step", "seconds"), [(4, 0), (-1, 0), (0, 1_201), (0, -1)])
def test_the_clock_is_not_set_to_what_is_not_there(step: int, seconds: int):
    with pytest.raises(BadInput):
        position_at(STEPS, step=step, left_seconds=seconds)
