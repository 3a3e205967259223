"""The commands of the jackpots."""

from jackpot.services.adjustments import propose_adjustment
from jackpot.services.awards import check_base, propose_award
from jackpot.services.claims import prepare_claim, withdraw_claim
from jackpot.services.evidence import attach_paper, record_evidence
from jackpot.services.pools import open_jackpot, take_snapshots

__all__ = [
    "attach_paper",
    "check_base",
    "open_jackpot",
    "prepare_claim",
    "propose_adjustment",
    "propose_award",
    "record_evidence",
    "take_snapshots",
    "withdraw_claim",
]
