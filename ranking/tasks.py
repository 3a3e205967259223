"""The jobs of the ranking: each asks the database what is due and does nothing twice."""

from celery import shared_task

from casino.db import now
from ranking.services.closing import close_due_quarters
from ranking.services.counting import count_due


@shared_task
def count_and_close() -> int:
    """Give the points of tournaments that awarded their prizes, then close quarters (AMB-93)."""
    at = now()
    return count_due(at) + len(close_due_quarters(at))
