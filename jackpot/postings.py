"""Which accounts the jackpots' events touch. Cents. Source: DESIGN section 4."""

from collections.abc import Mapping, Sequence

from casino.house.because import Because
from casino.ledger.entries import Draft, credit, debit, moving, posting, titled
from casino.messages import msg
from jackpot.rules.adjustments import REASONS

# What is then due.
SHARE = titled("jackpot.share", msg("Jackpot share"), won=True)


@posting(
    "jackpot.awarded",
    msg("Jackpot awarded"),
    reversed_as=msg("Jackpot awarded, taken back"),
)
def jackpot_awarded(
    jackpot_id: int,
    owed_cents: Mapping[int, int],
    *,
    from_others_cents: Mapping[int, int],
    because: Sequence[Because],
    memo: str,
) -> Draft:
    """
    The pool's money becomes what the club owes to the players of a hand.

    owed_cents: by payable; from_others_cents: by club, what other clubs of the pool owe of it.
    """
    own = sum(owed_cents.values()) - sum(from_others_cents.values())
    return Draft(
        lines=moving(
            debit("jackpot:pool", own, jackpot_id),
            *(debit("group:owed", cents, club) for club, cents in from_others_cents.items()),
            *(credit("payable", cents, payable) for payable, cents in owed_cents.items()),
        ),
        because=tuple(because),
        memo=memo,
    )


@posting(
    "jackpot.awarded_elsewhere",
    msg("Jackpot awarded at another club"),
    reversed_as=msg("Jackpot awarded at another club, taken back"),
)
def awarded_elsewhere(jackpot_id: int, cents: int, *, club_id: int, memo: str) -> Draft:
    """A part of this club's pool is owed to another club, which pays the players of a hand."""
    return Draft(
        lines=(debit("jackpot:pool", cents, jackpot_id), credit("group:owes", cents, club_id)),
        memo=memo,
    )


@posting(
    "jackpot.money_sent",
    msg("Sent to another club"),
    reversed_as=msg("Sent to another club, reversed"),
)
def money_sent(cents: int, *, to_club_id: int, through: str, memo: str) -> Draft:
    """A club sends another one what it owes it; through: the account it leaves."""
    lines = (debit("group:owes", cents, to_club_id), credit(through, cents))
    return Draft(lines=lines, memo=memo)


@posting(
    "jackpot.money_received",
    msg("Received from another club"),
    reversed_as=msg("Received from another club, reversed"),
)
def money_received(cents: int, *, from_club_id: int, through: str, memo: str) -> Draft:
    """The other side of `money_sent`, in the books of the club that gets it."""
    lines = (debit(through, cents), credit("group:owed", cents, from_club_id))
    return Draft(lines=lines, memo=memo)


@posting("jackpot.adjusted", msg("Pool adjusted"))
def pool_adjusted(jackpot_id: int, why: str, cents: int, *, memo: str) -> Draft:
    """A pool is changed by hand, for a reason of the list; cents below zero: money goes out."""
    return Draft(
        lines=moving(debit(REASONS[why].account, cents), credit("jackpot:pool", cents, jackpot_id)),
        memo=memo,
    )


@posting(
    "jackpot.joined",
    msg("Pool moved into a shared pool"),
    reversed_as=msg("Pool moved into a shared pool, taken back"),
)
def pool_joined(held_cents: Mapping[int, int], *, into: int, memo: str) -> Draft:
    """A club's own pools, by their ids, go into the one that it feeds from now on."""
    brought = [debit("jackpot:pool", cents, own) for own, cents in held_cents.items()]
    total = credit("jackpot:pool", sum(held_cents.values()), into)
    return Draft(lines=moving(*brought, total), memo=memo)


@posting(
    "jackpot.pool_moved",
    msg("Moved into another jackpot"),
    reversed_as=msg("Moved into another jackpot, taken back"),
)
def pool_moved(jackpot_id: int, cents: int, *, into: int, memo: str) -> Draft:
    """Money of a pool goes into another one of the same books."""
    lines = (debit("jackpot:pool", cents, jackpot_id), credit("jackpot:pool", cents, into))
    return Draft(lines=lines, memo=memo)
