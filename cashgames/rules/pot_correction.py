"""A pot that went to the wrong player: what is paid over, as new entries and never by an edit."""

from collections.abc import Mapping
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.refusals import Refusal


class OtherSum(Refusal):
    """A correction moves money between players and creates none."""

    code = "other_sum"
    message = msg("The awarded pot does not match the pot that was paid out.")


@dataclass(frozen=True, kw_only=True, slots=True)
class PotCorrection:
    """What each seat gets (positive) or gives back (negative); it sums to nothing."""

    moves_cents: dict[int, int]
    because: tuple[Because, ...]

    @property
    def owing_seats(self) -> tuple[int, ...]:
        """
        Return the seats that give money back; who refuses is sent out.

        Source: OLY-1.43.
        """
        return tuple(seat for seat, cents in self.moves_cents.items() if cents < 0)


def pot_correction(
    book: RuleBook, *, awarded_cents: Mapping[int, int], right_cents: Mapping[int, int]
) -> PotCorrection:
    """
    Return who pays whom after a pot was given to the wrong player. Raises OtherSum.

    Source: OLY-1.43; where the book does not say it, the floor's decision of a dispute.
    """
    if sum(awarded_cents.values()) != sum(right_cents.values()):
        raise OtherSum(field="right_cents")
    seats = sorted({*awarded_cents, *right_cents})
    moves = {seat: right_cents.get(seat, 0) - awarded_cents.get(seat, 0) for seat in seats}
    moves = {seat: cents for seat, cents in moves.items() if cents}
    cited = "pots.wrong_award" if book.pots.wrong_award else "decides.dispute"
    return PotCorrection(moves_cents=moves, because=(book.why(cited, moves),))
