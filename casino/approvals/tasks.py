"""The job that closes what nobody decided in time."""

from celery import shared_task

from casino.approvals.undecided import expire_due
from casino.db import now


@shared_task
def expire_requests() -> int:
    """Close every request whose time is over; how many workers ask makes no difference."""
    return expire_due(now())
