"""The acts of the jackpots."""

from jackpot.services.adjustments import adjust_pool
from jackpot.services.awards import award_claim, check_base
from jackpot.services.claims import prepare_claim, withdraw_claim
from jackpot.services.evidence import attach_evidence, record_evidence
from jackpot.services.intercompany import settle
from jackpot.services.limits import change_limits
from jackpot.services.pools import open_jackpot, take_snapshots
from jackpot.services.sharing import share_pool

__all__ = [
    "adjust_pool",
    "attach_evidence",
    "award_claim",
    "change_limits",
    "check_base",
    "open_jackpot",
    "prepare_claim",
    "record_evidence",
    "settle",
    "share_pool",
    "take_snapshots",
    "withdraw_claim",
]
