"""The look at the installation."""

from celery import shared_task

from casino.operations.services import alarms


@shared_task
def watch() -> int:
    """Tell what appeared and what ended; how many workers look makes no difference."""
    return alarms.watch()
