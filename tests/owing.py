"""A prize that the house owes, for the tests of paying it."""

from typing import Any

from casino.cage.models import Payable
from casino.cage.services.payables import Due, owe
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit


@command
def owe_prize(
    stamp: Stamp, *, cents: int = 30_000, credited_cents: int | None = None, **more: Any
) -> Payable:
    """Owe a prize out of the house's own pocket; credited_cents: otherwise than it should be."""
    act = ledger.act(stamp, "test.owe", cents=cents)
    (owed,) = owe(
        act.on(stamp),
        [Due(**{"kind": "test.prize", "about": "First prize", "cents": cents} | more)],
    )
    amount = cents if credited_cents is None else credited_cents
    lines = (debit("expense:over-short", amount), credit("payable", amount, owed.pk))
    ledger.post_entry(act.on(stamp), Draft(kind="test.prize_won", lines=lines))
    return owed


@command
def owe_prizes(stamp: Stamp, *cents: int) -> list[Payable]:
    """Owe several prizes of one act, as the shares of a hit are."""
    act = ledger.act(stamp, "test.owe_several", cents=list(cents))
    dues = [Due(kind="test.prize", about=f"Share {n}", cents=c) for n, c in enumerate(cents)]
    owed = owe(act.on(stamp), dues)
    credits_ = tuple(credit("payable", each.cents, each.pk) for each in owed)
    lines = (debit("expense:over-short", sum(cents)), *credits_)
    ledger.post_entry(act.on(stamp), Draft(kind="test.prize_won", lines=lines))
    return owed
