"""Pools that a club had before it joined a shared one: what moves them still is that one's."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cashgames import postings
from cashgames.queries.pools import fed_now, joined_pools
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft
from casino.ledger.queries.balances import balance_cents


@dataclass(frozen=True, kw_only=True, slots=True)
class Joined:
    """Pools that take entries for a while, by their ids, and the one that they went into."""

    stamp: Stamp
    pools: Collection[int]
    into: int | None
    memo: str
    next_seq: Callable[[], int]

    def bring(self, draft: Draft) -> None:
        """Bring from the shared pool what an entry is about to take."""
        for line in draft.lines:
            if line.code == "jackpot:pool" and line.ref in self.pools:
                self.carry(line.ref, min(0, self.held_cents(line.ref) - line.cents))

    def carry(self, own: int, cents: int) -> None:
        """Let the shared pool have some money; below zero, give it back."""
        if cents and self.into:
            draft = postings.pool_followed(own, cents, into=self.into, memo=self.memo)
            ledger.post_entry(self.stamp, draft, seq=self.next_seq())

    def held_cents(self, own: int) -> int:
        """Return what a pool holds now."""
        return -balance_cents(self.stamp.club_id, "jackpot:pool", own)


@contextmanager
def feeding(
    stamp: Stamp, sessions: Collection[int], *, memo: str, next_seq: Callable[[], int]
) -> Iterator[Joined]:
    """
    Let entries move what sessions fed, though the club has joined a shared pool since.

    The pool that it had is at zero again afterwards.
    """
    pools = joined_pools(stamp.club_id, sessions)
    into = fed_now(stamp.club_id)
    joined = Joined(stamp=stamp, pools=pools, into=into, memo=memo, next_seq=next_seq)
    for each in pools:
        ledger.set_account_open(stamp.club_id, "jackpot:pool", ref=each, is_open=True)
    yield joined
    for each in pools:
        joined.carry(each, joined.held_cents(each))
        ledger.set_account_open(stamp.club_id, "jackpot:pool", ref=each, is_open=False)
