"""The look at the installation."""

from celery import shared_task

from casino.operations.services import alarms, anchors
from casino.operations.services.leftovers import remove_leftovers


@shared_task
def watch() -> int:
    """
    Tell what appeared and what ended, send the seals; how many workers look is no matter.

    Neither keeps the other from its turn.
    """
    try:
        return alarms.watch()
    finally:
        anchors.send_anchors()


@shared_task
def forget_sessions() -> int:
    """Remove what ended sessions left."""
    return remove_leftovers()
