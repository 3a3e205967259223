"""The job that closes what nobody decided in time."""

from celery import shared_task
from django.utils import timezone

from casino.approvals.undecided import expire_due


@shared_task
def expire_requests() -> int:
    """Close every request whose time is over; how many workers ask makes no difference."""
    return expire_due(timezone.now())
