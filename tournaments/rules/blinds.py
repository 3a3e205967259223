"""Blind structures made from a pace and the chips in stock, and what follows from them."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from casino.messages import msg
from casino.refusals import BadInput
from tournaments.rules.clock import Step, is_break, level_number

Ante = Literal["none", "each", "big_blind"]
# Small blinds as they are called: these, and ten, a hundred … times as much.
CALLED = (100, 150, 200, 250, 300, 400, 500, 600, 750, 800)
# Play ends about where all chips together are so many big blinds: early, likely, latest.
END_BIG_BLINDS = (30, 20, 10)
MAX_LEVELS = 60
ANTES_FROM, ANTE_OF_BIG_BLIND = 3, 8
STEEP_PERCENT, LONG_MINUTES, WANTED = 200, 150, (12, 12, 6)
# Beyond so many times the figure beside it, or so many minutes, it is asked whether that is meant.
WILD_TIMES, WILD_MINUTES, WILD_BREAK = 5, 240, 120
# Of the starting stack, so many of a chip are the fewest that make it worth having.
FEWEST = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class Pace:
    """How fast a structure is; big_blinds: of a starting stack; break_every: so many levels."""

    minutes: int
    growth_percent: int
    big_blinds: int
    break_every: int
    break_minutes: int


PACES: dict[str, Pace] = {
    "turbo": Pace(
        minutes=10, growth_percent=150, big_blinds=75, break_every=6, break_minutes=10
    ),
    "regular": Pace(
        minutes=20, growth_percent=137, big_blinds=100, break_every=6, break_minutes=15
    ),
    "deep": Pace(
        minutes=30, growth_percent=127, big_blinds=200, break_every=4, break_minutes=15
    ),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class End:
    """
    Where play ends: the level, and the minutes from the start to its end, breaks included.

    beyond: the structure ends before, and its last level goes on until then.
    """

    big_blinds: int
    level: int
    minutes: int
    beyond: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ColorUp:
    """A chip that no bet after a level needs; at_break: whether a break follows that level."""

    chip: int
    becomes: int
    after_level: int
    at_break: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class StackChip:
    """How many of a chip are in a starting stack; serves: for how many stacks the stock lasts."""

    chip: int
    quantity: int
    serves: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Odd:
    """
    What is odd about a structure, and at which level.

    mistyped, long_break: a figure so far from the usual ones that a finger may have slipped.
    """

    code: Literal["mistyped", "long_break", "steep", "no_break", "not_payable"]
    level: int


def blind_levels(
    pace: Pace, *, stack: int, stacks: int, chips: Sequence[int], ante: Ante = "none"
) -> list[list[int]]:
    """
    Return levels and breaks that can be paid with chips, until the end of play is sure.

    stacks: all that are bought, rebuys included. Raises BadInput for a stack too small for them.

    Source: OLY-3.4.1.
    """
    if not chips or stack < chips[0] * FEWEST:
        raise BadInput(msg("The stack is too small for these chips."), field="stack")
    small, levels, number = _first(stack // (2 * pace.big_blinds), chips), list[list[int]](), 0
    latest = stack * stacks // END_BIG_BLINDS[-1]
    while number < MAX_LEVELS:
        number += 1
        levels.append([small, 2 * small, _ante(levels, small, number, ante, chips), pace.minutes])
        if 2 * small >= latest:
            break
        if number % pace.break_every == 0:
            levels.append([0, 0, 0, pace.break_minutes])
        small = _next(small, small * pace.growth_percent // 100, chips)
    return levels


def _ante(
    levels: list[list[int]], small: int, number: int, ante: Ante, chips: Sequence[int]
) -> int:
    """Return the ante of a level, never below the one before."""
    if ante == "none" or number < ANTES_FROM:
        return 0
    if ante == "big_blind":
        return 2 * small
    wanted = 2 * small // ANTE_OF_BIG_BLIND
    unit = _unit(2 * wanted, chips)
    return max(wanted // unit * unit, chips[0], *(one[2] for one in levels))


def _unit(bet: int, chips: Sequence[int]) -> int:
    """Return the chip that a bet is counted in: the largest of which it takes two."""
    return chips[max(bisect_right(chips, bet // 2) - 1, 0)]


def _payable(chips: Sequence[int], above: int) -> Iterator[int]:
    """Yield the small blinds that are called and can be paid, upwards."""
    scale = 1
    while True:
        for called in CALLED:
            small, odd = divmod(called * scale, 100)
            if small > above and not odd and small % _unit(small, chips) == 0:
                yield small
        scale *= 10


def _first(wanted: int, chips: Sequence[int]) -> int:
    """Return the largest payable small blind that is not above the one wanted, or the least."""
    return _next(0, wanted, chips)


def _next(small: int, wanted: int, chips: Sequence[int]) -> int:
    """Return the payable small blind above one that is nearest to the one wanted."""
    best = 0
    for found in _payable(chips, small):
        if not best or abs(found - wanted) < abs(best - wanted):
            best = found
        if found >= wanted:
            return best
    raise AssertionError


def forecast(steps: Sequence[Step], *, chips_in_play: int) -> list[End]:
    """
    Return where play ends: early, likely and at the latest, by the chips of all players.

    Source: OLY-3.4.1, invariant: none comes before the one ahead of it.
    """
    return [_end(steps, chips_in_play, big_blinds) for big_blinds in END_BIG_BLINDS]


def _end(steps: Sequence[Step], chips_in_play: int, big_blinds: int) -> End:
    minutes = 0
    for place, (small, big, ante, length) in enumerate(steps):
        minutes += length
        if not is_break(small, big, ante) and big * big_blinds >= chips_in_play:
            level = level_number(steps, place)
            return End(big_blinds=big_blinds, level=level, minutes=minutes, beyond=False)
    last = level_number(steps, len(steps) - 1)
    return End(big_blinds=big_blinds, level=last, minutes=minutes, beyond=True)


def color_ups(steps: Sequence[Step], chips: Sequence[int]) -> list[ColorUp]:
    """
    Return which chips leave play and after which level, the smallest first.

    A chip goes in the first break after which no bet needs it, without such a break between two
    levels; one that no bet ever needs goes nowhere.

    Source: OLY-3.4.1, HOME-8, AMB-79.
    """
    found, known = list[ColorUp](), sorted(set(chips))
    for chip, becomes in pairwise(known):
        need = [place for place, step in enumerate(steps) if _needs(step, becomes)]
        if not need or need[-1] == len(steps) - 1:
            continue
        rest = range(need[-1] + 1, len(steps))
        breaks = [place for place in rest if is_break(*steps[place][:3])]
        place = breaks[0] if breaks else need[-1]
        found.append(
            ColorUp(
                chip=chip,
                becomes=becomes,
                after_level=level_number(steps, place),
                at_break=bool(breaks),
            )
        )
    return found


def _needs(step: Step, becomes: int) -> bool:
    return any(bet % becomes for bet in step[:3])


def chip_set(
    stack: int, stock: Mapping[int, int | None], *, levels: Sequence[Step] = ()
) -> list[StackChip]:
    """
    Return the chips of a starting stack, many of the smallest ones, and how far the stock lasts.

    stock: quantity by denomination, None for as many as are needed. Chips that no bet of the
    levels needs and smaller ones can pay are left out at both ends. Raises BadInput for a stack
    that they cannot make up.

    Source: OLY-3.4.7, invariant: the chips are worth the stack.
    """
    values = [value for value in sorted(stock) if value * FEWEST <= stack]
    bets = [bet for step in levels for bet in step[:3] if bet]
    while len(values) > 1 and bets and all(bet % values[1] == 0 for bet in bets):
        values = values[1:]
    if not values or stack % values[0]:
        raise BadInput(msg("These chips cannot make up the stack."), field="stack")
    rest, found = stack, list[StackChip]()
    for place, value in enumerate(values):
        larger = values[place + 1] if place + 1 < len(values) else None
        wanted = WANTED[min(place, len(WANTED) - 1)]
        quantity = rest // value if larger is None else _quantity(rest, value, larger, wanted)
        if rest < quantity * value or (larger is None and rest % value):
            raise BadInput(msg("These chips cannot make up the stack."), field="stack")
        rest -= quantity * value
        held = stock[value]
        serves = held // quantity if held is not None and quantity else None
        found.append(StackChip(chip=value, quantity=quantity, serves=serves))
    return [one for one in found if one.quantity]


def _quantity(rest: int, value: int, larger: int, wanted: int) -> int:
    """Return how many of a chip leave a rest that larger chips make up, as near as can be."""
    fit = [
        quantity
        for quantity in range(min(rest // value, wanted + larger // value) + 1)
        if (rest - quantity * value) % larger == 0
    ]
    if not fit:
        raise BadInput(msg("These chips cannot make up the stack."), field="stack")
    return min(fit, key=lambda quantity: (abs(quantity - wanted), quantity))


def odd_levels(steps: Sequence[Step], chips: Sequence[int]) -> list[Odd]:
    """
    Return what a director looks at again: jumps, long play without a break, bets without chips.

    Source: OLY-3.4.1.
    """
    found, before, played = list[Odd](), 0, 0
    for place, (small, big, ante, minutes) in enumerate(steps):
        level = level_number(steps, place)
        if is_break(small, big, ante):
            if minutes > WILD_BREAK:
                found.append(Odd(code="long_break", level=level))
            played = 0
            continue
        played += minutes
        if _is_mistyped(small, big, ante, minutes, before=before):
            found.append(Odd(code="mistyped", level=level))
        elif before and big * 100 > before * STEEP_PERCENT:
            found.append(Odd(code="steep", level=level))
        if played > LONG_MINUTES and played - minutes <= LONG_MINUTES:
            found.append(Odd(code="no_break", level=level))
        if chips and any(bet % min(chips) for bet in (small, big, ante)):
            found.append(Odd(code="not_payable", level=level))
        before = big
    return found


def _is_mistyped(small: int, big: int, ante: int, minutes: int, *, before: int) -> bool:
    uneven = small and big > small * WILD_TIMES
    leaps = before and big > before * WILD_TIMES
    return bool(uneven or leaps or ante > big or minutes > WILD_MINUTES)
