"""What the jackpots keep."""

from jackpot.models.claims import Attachment, Award, AwardReversal, Claim, Share, Taken
from jackpot.models.pools import Adjustment, Feeder, Jackpot, Limits, PoolMove, Settlement, Snapshot

__all__ = [
    "Adjustment",
    "Attachment",
    "Award",
    "AwardReversal",
    "Claim",
    "Feeder",
    "Jackpot",
    "Limits",
    "PoolMove",
    "Settlement",
    "Share",
    "Snapshot",
    "Taken",
]
