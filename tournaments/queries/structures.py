"""What follows from a structure: when play ends, which chips it takes and when they leave it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from casino.messages import Message, msg
from casino.refusals import BadInput
from tournaments.models import ChipStock, Tournament
from tournaments.queries.clock import Bets, bets, position
from tournaments.queries.tournaments import version
from tournaments.rules import blinds
from tournaments.rules.blinds import PACES, Ante, ColorUp, End, StackChip
from tournaments.rules.clock import Position, length

# Until a club says which chips it has.
USUAL = (25, 100, 500, 1_000, 5_000, 25_000)
DEFAULT_STACKS = 40
PACE_NAMES = {"turbo": msg("Turbo"), "regular": msg("Regular"), "deep": msg("Deep")}


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanParams:
    """What is planned; stacks: all that will be bought, rebuys and re-entries included."""

    stack: int
    levels: Sequence[Sequence[int]]
    stacks: int
    addons: int = 0
    addon_stack: int = 0
    ante: Ante = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """
    What a structure comes to; refusal: why the chips make no stack; none: nothing to say.

    short: whether the stock lasts for fewer stacks than are planned.
    """

    steps: list[Bets]
    chips_in_play: int
    ends: list[End]
    color_ups: list[ColorUp]
    chips: list[StackChip]
    serves: int | None
    short: bool
    warnings: list[Message]
    refusal: Message | None
    minutes: int


def chip_stock(club_id: int) -> dict[int, int | None]:
    """Return how many there are of each tournament chip of a club; None until it said so."""
    latest = ChipStock.objects.filter(club_id=club_id).order_by("-id").first()
    return dict(latest.chips) if latest else dict.fromkeys(USUAL)


def preset_levels(club_id: int, asked: PlanParams) -> list[tuple[str, Message, list[list[int]]]]:
    """Return the levels of each pace for a stack and its chips; none where they do not fit."""
    found, chips = [], sorted(chip_stock(club_id))
    for name, pace in PACES.items():
        try:
            made = blinds.blind_levels(
                pace, stack=asked.stack, stacks=asked.stacks, chips=chips, ante=asked.ante
            )
        except BadInput:
            continue
        found.append((name, PACE_NAMES[name], made))
    return found


def plan(club_id: int, asked: PlanParams) -> Plan:
    """Return what a structure comes to with the chips of a club."""
    stock, steps = chip_stock(club_id), asked.levels
    in_play = asked.stack * asked.stacks + asked.addon_stack * asked.addons
    refusal, chips = None, list[StackChip]()
    try:
        chips = blinds.chip_set(asked.stack, stock, levels=steps)
    except BadInput as refused:
        refusal = refused.message
    serves = min((one.serves for one in chips if one.serves is not None), default=None)
    return Plan(
        steps=[bets([list(one) for one in steps], place) for place in range(len(steps))],
        chips_in_play=in_play,
        ends=blinds.forecast(steps, chips_in_play=in_play),
        color_ups=blinds.color_ups(steps, sorted(stock)),
        chips=chips,
        serves=serves,
        short=serves is not None and serves < asked.stacks,
        warnings=[_warning(one) for one in blinds.odd_levels(steps, sorted(stock))],
        refusal=refusal,
        minutes=sum(one[3] for one in steps),
    )


def mistyped(levels: Sequence[Sequence[int]]) -> list[Message]:
    """Return which levels look mistyped: whoever typed them is asked once more."""
    found = blinds.odd_levels([tuple(one) for one in levels], [])
    return [_warning(one) for one in found if one.code in {"mistyped", "long_break"}]


def _warning(odd: blinds.Odd) -> Message:
    """Return what is odd about a level, in words."""
    level = {"level": odd.level}
    said = {
        "mistyped": msg("Level {level}: blinds, ante or minutes look mistyped.", **level),
        "long_break": msg("Break after level {level}: minutes look mistyped.", **level),
        "steep": msg("Level {level}: the blinds rise more than twofold.", **level),
        "no_break": msg("Level {level}: more than two and a half hours without a break.", **level),
        "not_payable": msg("Level {level}: the chips in stock cannot pay the bets.", **level),
    }
    return said[odd.code]


class ExpectedEnd(NamedTuple):
    """When play will end; beyond: the last level ends then, and goes on until play ends."""

    at: datetime
    beyond: bool


def expected_ends(tournament: Tournament, at: datetime, chips_in_play: int) -> list[ExpectedEnd]:
    """Return when play will end, early, likely and at the latest, as the clock stands now."""
    steps = version(tournament).levels
    stands = position(tournament, at)
    here = stands[0] if stands else Position(step=0)
    begins = max(at, tournament.starts_at) if stands is None else at
    passed = sum((length(one) for one in steps[: here.step]), here.passed)
    ends = blinds.forecast(steps, chips_in_play=chips_in_play)
    left = (max(timedelta(minutes=one.minutes) - passed, timedelta()) for one in ends)
    return [ExpectedEnd(begins + more, one.beyond) for more, one in zip(left, ends, strict=True)]
