"""The clock of a tournament: which level or break it stands at, and for how long still."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from casino.messages import msg
from casino.refusals import BadInput

# Small blind, big blind, ante, minutes; a break has no bets.
Step = Sequence[int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Position:
    """A step of the structure, counted from 0, and how much of it has passed."""

    step: int
    passed: timedelta = timedelta()


def is_break(small: int, big: int, ante: int) -> bool:
    """
    Return whether a step of the structure is a break.

    Source: OLY-3.4.1.
    """
    return not (small or big or ante)


def length(step: Step) -> timedelta:
    """
    Return how long a level or break lasts.

    Source: OLY-3.4.1.
    """
    return timedelta(minutes=step[3])


def advanced(steps: Sequence[Step], position: Position, played: timedelta) -> Position:
    """
    Return where the clock stands after some time; the last step never ends.

    Source: OLY-3.4.1.
    """
    step, passed = min(position.step, len(steps) - 1), position.passed + played
    while step < len(steps) - 1 and passed >= length(steps[step]):
        passed -= length(steps[step])
        step += 1
    return Position(step=step, passed=passed)


def carried(steps: Sequence[Step], position: Position, others: Sequence[Step]) -> Position:
    """
    Return where a clock stands in another structure: at the same bets, else the same level.

    A break goes on where the other structure has it after that level; else the next level begins.

    Source: OLY-3.4.1, OLY-3.4.2.
    """
    step, last = min(position.step, len(steps) - 1), len(others) - 1
    bets = tuple(steps[step][:3])
    if is_break(*bets):
        before = carried(steps, Position(step=step - 1), others).step
        if before < last and is_break(*others[before + 1][:3]):
            return Position(step=before + 1, passed=position.passed)
        return Position(step=min(before + 1, last))
    same = [place for place, each in enumerate(others) if tuple(each[:3]) == bets]
    levels = [place for place, each in enumerate(others) if not is_break(*each[:3])]
    numbered = levels[min(level_number(steps, step), len(levels)) - 1]
    to = min(same, key=lambda place: abs(place - step), default=numbered)
    return Position(step=to, passed=position.passed)


def left(steps: Sequence[Step], position: Position) -> timedelta:
    """
    Return how long the step lasts still; nothing of the last one, once it is over.

    Source: OLY-3.4.1.
    """
    return max(length(steps[position.step]) - position.passed, timedelta())


def face(time: timedelta) -> str:
    """
    Return a time as a clock counts it down: 12:34, 1:02:03; a begun second is one.

    Source: OLY-3.4.1.
    """
    seconds = -(-time // timedelta(seconds=1))
    hours, rest = divmod(seconds, 3600)
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{rest // 60}:{rest % 60:02}"


def level_number(steps: Sequence[Step], step: int) -> int:
    """
    Return the number of the level at a step; in a break that of the level before it.

    Source: OLY-3.4.13.
    """
    return sum(not is_break(*each[:3]) for each in steps[: step + 1])


def is_past(number: int, level: int, *, in_break: bool) -> bool:
    """
    Return whether a level is over, given the level that is played or that the break follows.

    Source: OLY-3.4.1.
    """
    return number > level or (number == level and in_break)


def until_break(steps: Sequence[Step], position: Position) -> timedelta | None:
    """
    Return how long it is to the next break, None where none follows; in one: to the next.

    Source: OLY-3.4.1.
    """
    time = left(steps, position)
    for each in steps[position.step + 1 :]:
        if is_break(*each[:3]):
            return time
        time += length(each)
    return None


def position_at(steps: Sequence[Step], *, step: int, left_seconds: int) -> Position:
    """
    Return the position of a step that has so long left.

    step: from 0. Raises BadInput for a step that is not there, or more time than it lasts.
    """
    if not 0 <= step < len(steps):
        raise BadInput(msg("The structure has no such level."), field="step")
    passed = length(steps[step]) - timedelta(seconds=left_seconds)
    if left_seconds < 0 or passed < timedelta():
        raise BadInput(msg("The level is shorter than that."), field="left_seconds")
    return Position(step=step, passed=passed)
