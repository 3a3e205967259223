"""Two counts of a box, what it may hold, whose difference it was, what who counts is not told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.money import allocate

Fee = Literal["rake", "jackpot", "time"]
# A dealer deals about so many hands an hour; what a box holds is judged by it, never refused.
MIN_HANDS, MAX_HANDS = 15, 45


@dataclass(frozen=True, kw_only=True, slots=True)
class Band:
    """What a box plausibly holds, in cents."""

    least_cents: int
    most_cents: int

    def holds(self, cents: int) -> bool:
        """Return whether an amount lies in the band."""
        return self.least_cents <= cents <= self.most_cents


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """A dealer at a table from an instant to the next."""

    dealer: str
    began_at: datetime


def agree(first: Mapping[int, int], second: Mapping[int, int]) -> bool:
    """
    Return whether two counts (value of a chip -> how many) are the same, chip by chip.

    The same sum of other chips is no agreement. Source: AMB-07 (two signatures).
    """
    return _denominations(first) == _denominations(second)


def _denominations(count: Mapping[int, int]) -> dict[int, int]:
    return {cents: quantity for cents, quantity in count.items() if quantity}


def plausible(book: RuleBook, fee: Fee, *, minutes: int, cap_cents: int) -> Band:
    """
    Return what a box holds after some minutes of play: from the fewest hands to the most.

    A hand brings nothing or up to the cap of the rake; the drop of the jackpot; time rake comes
    by the period, whatever is dealt. Source: OLY-2.36, OLY-2.37, OLY-2.38, AMB-07.
    """
    most_hands = -(-minutes * MAX_HANDS // 60)
    fewest_hands = minutes * MIN_HANDS // 60
    match fee:
        case "rake":
            minimum = fewest_hands * book.rake.step_cents * book.rake.percent_bp // 10_000
            return Band(least_cents=minimum, most_cents=most_hands * cap_cents)
        case "jackpot":
            drop = book.jackpot.drop_cents if book.jackpot else 0
            return Band(least_cents=0, most_cents=most_hands * drop)
        case "time":
            time_rake = book.time_rake
            if time_rake is None:
                return Band(least_cents=0, most_cents=0)
            periods = -(-minutes // time_rake.period_minutes)
            return Band(least_cents=0, most_cents=periods * time_rake.max_table_cents)


def shares_by_dealer(
    difference_cents: int, turns: Sequence[Turn], *, until: datetime
) -> dict[str, int]:
    """
    Return a table's difference by dealer, in cents, in proportion to the seconds they dealt.

    It says where to look, not who pays. Nobody known: everything under "".
    Source: CATALOGUE 3.14 (dealers have no sign-in).
    """
    seconds: dict[str, int] = {}
    ends = [turn.began_at for turn in turns[1:]] + [until]
    for turn, end in zip(turns, ends[: len(turns)], strict=True):
        dealt = max(0, int((end - turn.began_at).total_seconds()))
        seconds[turn.dealer] = seconds.get(turn.dealer, 0) + dealt
    if not sum(seconds.values()):
        return {"": difference_cents} if difference_cents else {}
    parts = allocate(abs(difference_cents), list(seconds.values()))
    sign = -1 if difference_cents < 0 else 1
    return {dealer: sign * part for dealer, part in zip(seconds, parts, strict=True)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Unseen:
    """
    The accounts whose figures a reader is not told, since they may count them.

    since: by (code, ref) the first gaming day of whose figures that is so.
    """

    since: Mapping[tuple[str, int], date] = field(default_factory=dict)

    def hides(self, code: str, day: date, ref: int | None = None) -> bool:
        """Return whether a figure that holds a gaming day's is hidden; ref: None for any."""
        return any(
            code == each and ref in (None, of) and since <= day
            for (each, of), since in self.since.items()
        )


NOTHING_UNSEEN = Unseen()
AFTER_THE_COUNT = msg("shown after the count")
