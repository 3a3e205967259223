"""The jobs of the background: each asks the database what is due and does nothing twice."""

from celery import shared_task
from django.utils import timezone

from casino.office import closing, outbox


@shared_task
def close_due_days() -> list[str]:
    """Close every gaming day whose end has passed (OLY-4.4)."""
    return [f"{club} {day}" for club, day in closing.close_due_days(timezone.now())]


@shared_task
def deliver_outbox() -> int:
    """Copy acts and seals to the mirror outside the database."""
    return outbox.deliver_outbox()
