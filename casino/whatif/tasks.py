"""The answering of questions in the background."""

from celery import shared_task
from django.utils import timezone

from casino.whatif import services


# A million hands take a minute; a worker that hangs is killed, and another begins anew.
@shared_task(time_limit=3600)
def answer_studies() -> list[int]:
    """Answer every question that waits; how many workers ask makes no difference."""
    return [each for each in services.due(timezone.now()) if services.run(each, clock=timezone.now)]
