"""The sending in the background."""

from celery import shared_task

from casino.db import now
from casino.webhooks.services.sending import send_due


@shared_task
def send_webhooks() -> list[int]:
    """Send what is due; how many workers ask makes no difference."""
    return send_due(now)
