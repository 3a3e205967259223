"""The end of a tournament that is played by the clock."""

from collections.abc import Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.money import allocate
from casino.refusals import Refusal
from casino.schema import Count, Text


class NoChipsInPlay(Refusal):
    """There is a pool but nobody holds a chip."""

    code = "no_chips_in_play"
    message = msg("No player has chips, so the prize pool cannot be split by chips.")
    source = "OLY-3.2.e"


@dataclass(frozen=True, kw_only=True, slots=True)
class Stack:
    """A player's tournament chips at the end, absent players included."""

    player: Text
    chips: Count


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeSplit:
    """What every player of the list gets."""

    payouts_cents: dict[str, int]
    because: tuple[Because, ...]


def time_split(book: RuleBook, *, prize_pool_cents: int, stacks: Sequence[Stack]) -> TimeSplit:
    """
    Return the prize pool split by chips; stacks are in the order of entry. Raises NoChipsInPlay.

    Source: OLY-3.2.e, AMB-62.
    """
    chips = {stack.player: stack.chips for stack in stacks}
    if prize_pool_cents and not any(chips.values()):
        raise NoChipsInPlay(field="players")
    payouts = dict(zip(chips, allocate(prize_pool_cents, list(chips.values())), strict=True))
    why = book.why("AMB-62", payouts, prize_pool_cents=prize_pool_cents, chips=chips)
    return TimeSplit(payouts_cents=payouts, because=(why,))
