"""Which accounts the jackpots' events touch. Cents. Source: DESIGN section 4."""

from collections.abc import Mapping, Sequence

from casino.house.because import Because
from casino.ledger.entries import Draft, credit, debit, moving
from jackpot.rules.adjustments import REASONS


def jackpot_awarded(
    jackpot_id: int,
    owed_cents: Mapping[int, int],
    *,
    because: Sequence[Because],
    memo: str,
) -> Draft:
    """
    The pool's money becomes what the club owes to the players of a hand.

    owed_cents: by payable.
    """
    total = sum(owed_cents.values())
    return Draft(
        kind="jackpot.awarded",
        lines=moving(
            debit("jackpot:pool", total, jackpot_id),
            *(credit("payable", cents, payable) for payable, cents in owed_cents.items()),
        ),
        because=tuple(because),
        memo=memo,
    )


def pool_adjusted(jackpot_id: int, why: str, cents: int, *, memo: str) -> Draft:
    """A pool is changed by hand, for a reason of the list; cents below zero: money goes out."""
    return Draft(
        kind="jackpot.adjusted",
        lines=moving(debit(REASONS[why].account, cents), credit("jackpot:pool", cents, jackpot_id)),
        memo=memo,
    )
