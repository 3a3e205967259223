"""Long work in the background."""

from celery import shared_task

from casino.bookkeeping.services import jobs
from casino.db import now


# A worker that hangs is killed, and another begins its job anew.
@shared_task(time_limit=3600)
def carry_out_jobs() -> list[int]:
    """Carry out every job that waits; how many workers ask makes no difference."""
    return [each for each in jobs.due(now()) if jobs.run(each, clock=now)]
