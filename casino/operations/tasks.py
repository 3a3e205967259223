"""The look at the installation."""

from celery import shared_task

from casino.operations.services import alarms, anchors
from casino.operations.services.leftovers import remove_leftovers


@shared_task
def watch() -> int:
    """Tell what appeared and what ended, send the seals; how many workers look is no matter."""
    anchors.send_anchors()
    return alarms.watch()


@shared_task
def forget_sessions() -> int:
    """Remove what ended sessions left."""
    return remove_leftovers()
