"""The job that closes what is over: it asks the database what is due and does nothing twice."""

from celery import shared_task

from casino.cage.services.thresholds import loosen_due
from casino.closing.services import days
from casino.db import now


@shared_task
def close_due_days() -> list[str]:
    """
    Close every gaming day whose end has passed (OLY-4.4), and end a casino's amounts with it.

    Neither keeps the other from its turn.
    """
    try:
        return [f"{club} {day}" for club, day in days.close_due_days(now())]
    finally:
        loosen_due(now())
