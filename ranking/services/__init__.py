"""What changes a ranking: counting, closing, paying, correcting, keeping further ones."""

from ranking.services.closing import close_due_quarters, close_quarter
from ranking.services.correcting import propose_correction
from ranking.services.counting import count_due, count_tournament, keep_own_ranking
from ranking.services.joining import propose_same_person
from ranking.services.keeping import propose_edition
from ranking.services.paying import propose_payout

__all__ = [
    "close_due_quarters",
    "close_quarter",
    "count_due",
    "count_tournament",
    "keep_own_ranking",
    "propose_correction",
    "propose_edition",
    "propose_payout",
    "propose_same_person",
]
