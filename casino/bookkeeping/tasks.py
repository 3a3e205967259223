"""Long work in the background."""

from celery import shared_task
from django.utils import timezone

from casino.bookkeeping.services import jobs


# A worker that hangs is killed, and another begins its job anew.
@shared_task(time_limit=3600)
def carry_out_jobs() -> list[int]:
    """Carry out every job that waits; how many workers ask makes no difference."""
    return [each for each in jobs.due(timezone.now()) if jobs.run(each, clock=timezone.now)]
