"""The commands of the jackpots."""

from jackpot.services.adjustments import propose_adjustment
from jackpot.services.awards import check_base, propose_award
from jackpot.services.between import propose_settlement
from jackpot.services.claims import prepare_claim, withdraw_claim
from jackpot.services.evidence import attach_paper, record_evidence
from jackpot.services.limits import propose_limits
from jackpot.services.pools import open_jackpot, take_snapshots
from jackpot.services.sharing import propose_sharing

__all__ = [
    "attach_paper",
    "check_base",
    "open_jackpot",
    "prepare_claim",
    "propose_adjustment",
    "propose_award",
    "propose_limits",
    "propose_settlement",
    "propose_sharing",
    "record_evidence",
    "take_snapshots",
    "withdraw_claim",
]
