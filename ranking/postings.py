"""Which accounts the ranking touches. Cents. Source: OLY-5.3, OLY-5.5, AMB-96."""

from collections.abc import Mapping, Sequence

from casino.house.because import Because
from casino.ledger.entries import Draft, credit, debit, moving, posting, titled
from casino.messages import msg

# What is then due.
PRIZE = titled("ranking.prize", msg("Ranking prize"), won=True)

POOL = "ranking:pool"


@posting("ranking.contribution_shared", msg("Ranking money shared"))
def contribution_shared(
    source: int, shares_cents: Mapping[int, int], *, because: Sequence[Because], memo: str
) -> Draft:
    """Of the pool that a tournament joined, other quarters or rankings get their part (by ref)."""
    total = sum(shares_cents.values())
    return Draft(
        lines=moving(
            debit(POOL, total, source),
            *(credit(POOL, cents, ref) for ref, cents in shares_cents.items()),
        ),
        because=tuple(because),
        memo=memo,
    )


@posting("ranking.pool_carried", msg("Ranking pool carried forward"))
def pool_carried(
    ref: int, following: int, cents: int, *, because: Sequence[Because], memo: str
) -> Draft:
    """A pool that nobody won goes on to the next quarter (AMB-96)."""
    return Draft(
        lines=moving(debit(POOL, cents, ref), credit(POOL, cents, following)),
        because=tuple(because),
        memo=memo,
    )


@posting("ranking.prizes_won", msg("Ranking prizes awarded"))
def prizes_won(
    ref: int, owed_cents: Mapping[int, int], *, because: Sequence[Because], memo: str
) -> Draft:
    """The pool of a quarter becomes what the house owes by name. owed_cents: by payable."""
    return Draft(
        lines=moving(
            debit(POOL, sum(owed_cents.values()), ref),
            *(credit("payable", cents, payable) for payable, cents in owed_cents.items()),
        ),
        because=tuple(because),
        memo=memo,
    )
