"""What a claimed hand pays: both jackpots from one base, by seat, and what is left for the next."""

from collections.abc import Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.money import part
from jackpot.rules.ledger import Base, PoolBelowZero
from jackpot.rules.payouts import Payout, bad_beat_payout, royal_flush_payout
from jackpot.rules.qualification import HandVerdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Share:
    """What one seat gets, for which part in the hand."""

    seat: int
    parts: tuple[str, ...]
    bad_beat_cents: int
    royal_flush_cents: int

    @property
    def cents(self) -> int:
        """
        Return what the seat gets of both jackpots together.

        Source: AMB-30.
        """
        return self.bad_beat_cents + self.royal_flush_cents


@dataclass(frozen=True, kw_only=True, slots=True)
class Award:
    """What a hand is paid in cents; `second`: what the same hits would pay of what is left."""

    base: Base
    total_cents: int
    shares: tuple[Share, ...]
    base_left_cents: int
    pool_left_cents: int
    second_bad_beat_cents: int
    second_royal_flush_cents: int
    because: tuple[Because, ...]


def award(book: RuleBook, verdict: HandVerdict, base: Base, *, seats: Sequence[int]) -> Award:
    """
    Return what a hand pays of a base to the seats of its table; who gets nothing is left out.

    Raises PoolBelowZero, and what the payouts raise.

    Source: OLY-4.4 to OLY-4.10, AMB-29 to AMB-31, AMB-35, AMB-36.
    """
    bad_beat, royal_flush = _payouts(book, verdict, base.cents, seats)
    paid = [payout for payout in (bad_beat, royal_flush) if payout]
    total = sum(payout.total_cents for payout in paid)
    if total > base.pool_cents:
        raise PoolBelowZero(field="pool_cents", source="AMB-35")
    left = base.cents - total
    return Award(
        base=base,
        total_cents=total,
        shares=tuple(_shares(verdict, bad_beat, royal_flush, seats)),
        base_left_cents=left,
        pool_left_cents=base.pool_cents - total,
        second_bad_beat_cents=part(left, book.jackpot.bad_beat_bp) if book.jackpot else 0,
        second_royal_flush_cents=_royal_of(book, left),
        because=(
            *base.because(book),
            *(why for payout in paid for why in payout.because),
        ),
    )


def _payouts(
    book: RuleBook, verdict: HandVerdict, base: int, seats: Sequence[int]
) -> tuple[Payout | None, Payout | None]:
    """Return what each jackpot pays, both of the same base (AMB-30)."""
    bad_beat = royal_flush = None
    if verdict.bad_beat:
        bad_beat = bad_beat_payout(
            book,
            base_cents=base,
            losing_seats=verdict.losing_seats,
            winning_seats=verdict.winning_seats,
            seats=seats,
        )
    if verdict.royal_flush:
        royal_flush = royal_flush_payout(book, base_cents=base, holders=verdict.royal_seats)
    return bad_beat, royal_flush


def _royal_of(book: RuleBook, base: int) -> int:
    return royal_flush_payout(book, base_cents=base, holders=[1]).total_cents


def _shares(
    verdict: HandVerdict, bad_beat: Payout | None, royal_flush: Payout | None, seats: Sequence[int]
) -> list[Share]:
    hands = (
        (msg("losing hand"), verdict.losing_seats if bad_beat else ()),
        (msg("winning hand"), verdict.winning_seats if bad_beat else ()),
        (msg("royal flush"), verdict.royal_seats),
        (msg("table share"), bad_beat.because[-1].inputs["table_seats"] if bad_beat else ()),
    )
    shares = [
        Share(
            seat=seat,
            parts=tuple(name for name, of in hands if seat in of),
            bad_beat_cents=bad_beat.payouts_cents.get(seat, 0) if bad_beat else 0,
            royal_flush_cents=royal_flush.payouts_cents.get(seat, 0) if royal_flush else 0,
        )
        for seat in sorted(set(seats))
    ]
    return [share for share in shares if share.cents]
