"""What the till sells and redeems: booked where the cashier suffices, else asked for."""

from collections.abc import Callable
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.cage.services import desk
from casino.house.stamp import Stamp
from casino.ledger.refusals import KeyReused
from casino.ledger.services import Posted


def _sell_chips(stamp: Stamp, **sale: Any) -> Posted | Proposal:
    """Sell, or ask for approval; a repeat is what it was at first."""
    try:
        return desk.sell_chips(stamp, **sale)
    except (NeedsSignature, KeyReused):
        return desk.sell_by_two.submit(stamp, **sale)


OPERATIONS: dict[str, Callable[..., Posted | Proposal]] = {
    "sell": _sell_chips,
    "redeem": desk.redeem_chips.submit,
}
