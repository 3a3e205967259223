"""The answering of questions in the background."""

from celery import shared_task

from casino.db import now
from casino.whatif import services


# A million hands take a minute; a worker that hangs is killed, and another begins anew.
@shared_task(time_limit=3600)
def answer_studies() -> list[int]:
    """Answer every question that waits; how many workers ask makes no difference."""
    return [each for each in services.due(now()) if services.run(each, clock=now)]
