"""The jobs of the cash room: each asks the database what is due and does nothing twice."""

from celery import shared_task

from cashgames.services import absence, time_rake
from casino.db import now


@shared_task
def find_due_absences() -> int:
    """Note which breaks are over and which seats the book lets go (OLY-2.22, OLY-2.23)."""
    return absence.find_due_absences(now())


@shared_task
def find_due_time_rake() -> int:
    """Begin every period of time rake whose first instant has come (OLY-2.37)."""
    return time_rake.find_due_time_rake(now())
