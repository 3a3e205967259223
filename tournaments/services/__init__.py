"""What somebody does about a tournament."""

from tournaments.services.announcing import (
    add_series,
    add_template,
    announce,
    may_mark_ranking,
    propose_structure,
)
from tournaments.services.bounties import propose_bounties
from tournaments.services.knockouts import knock_out, undo_knockout
from tournaments.services.pool import propose_pool
from tournaments.services.prizes import propose_prizes
from tournaments.services.refunds import (
    propose_cancel,
    propose_refund,
    refund_all,
    refund_cancelled,
)
from tournaments.services.royal_flush import claim_royal_flush
from tournaments.services.selling import (
    close_registration,
    sell_entry,
    sell_more,
    start,
)

__all__ = [
    "add_series",
    "add_template",
    "announce",
    "claim_royal_flush",
    "close_registration",
    "knock_out",
    "may_mark_ranking",
    "propose_bounties",
    "propose_cancel",
    "propose_pool",
    "propose_prizes",
    "propose_refund",
    "propose_structure",
    "refund_all",
    "refund_cancelled",
    "sell_entry",
    "sell_more",
    "start",
    "undo_knockout",
]
