"""What changes a ranking: counting, closing, paying, correcting, keeping further ones."""

from ranking.services.closing import close_due_quarters, close_quarter
from ranking.services.correcting import correct_points
from ranking.services.counting import count_due, count_tournament, keep_own_ranking
from ranking.services.joining import join_cards
from ranking.services.keeping import keep_edition
from ranking.services.paying import pay_quarter

__all__ = [
    "close_due_quarters",
    "close_quarter",
    "correct_points",
    "count_due",
    "count_tournament",
    "join_cards",
    "keep_edition",
    "keep_own_ranking",
    "pay_quarter",
]
