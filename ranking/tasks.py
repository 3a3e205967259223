"""The jobs of the ranking: each asks the database what is due and does nothing twice."""

from celery import shared_task
from django.utils import timezone

from ranking.services.closing import close_due_quarters
from ranking.services.counting import count_due


@shared_task
def count_and_close() -> int:
    """Give the points of tournaments that awarded their prizes, then close quarters (AMB-93)."""
    now = timezone.now()
    return count_due(now) + len(close_due_quarters(now))
