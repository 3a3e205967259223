"""
Celery: carries work, never holds it (RELIABILITY.md 7.5).

The whole schedule stands here and knows only intervals: each job asks the database what is due,
so a beat that was down, late or doubled changes no figure.
"""

import os

from celery import Celery
from celery.signals import (
    after_setup_logger,
    after_setup_task_logger,
    beat_init,
    worker_init,
)

from casino.start import refuse_unsafe
from casino.web.logs import spare_rows

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

app = Celery("casino")
for prepared in (after_setup_logger, after_setup_task_logger):
    prepared.connect(spare_rows)


@worker_init.connect
@beat_init.connect
def start_safely(**_: object) -> None:
    """End worker or beat before it begins where it would be unsafe."""
    refuse_unsafe()


app.config_from_object("django.conf:settings", namespace="CELERY")
VISIBILITY_SECONDS = 900
app.conf.update(
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    task_time_limit=300,
    task_serializer="json",
    accept_content=["json"],
    broker_connection_retry_on_startup=True,
    broker_transport_options={"visibility_timeout": VISIBILITY_SECONDS},
    worker_soft_shutdown_timeout=20,
    beat_schedule={
        # OLY-4.4: the level is fixed at the close, 07:00 at the latest.
        "close-due-days": {"task": "casino.closing.tasks.close_due_days", "schedule": 60.0},
        # OLY-2.22, OLY-2.23: breaks that are over, seats that the book lets go.
        "find-due-absences": {"task": "cashgames.tasks.find_due_absences", "schedule": 15.0},
        # OLY-2.37: periods of time rake that have begun.
        "find-due-time-rake": {"task": "cashgames.tasks.find_due_time_rake", "schedule": 15.0},
        # OLY-5.4, AMB-93: points when prizes are awarded, quarters when they are over.
        "count-and-close": {"task": "ranking.tasks.count_and_close", "schedule": 30.0},
        # A request waits a quarter of an hour, or as long as its act says.
        "expire-requests": {"task": "casino.approvals.tasks.expire_requests", "schedule": 15.0},
        "answer-studies": {"task": "casino.whatif.tasks.answer_studies", "schedule": 5.0},
        "carry-out-jobs": {"task": "casino.bookkeeping.tasks.carry_out_jobs", "schedule": 5.0},
        "send-webhooks": {"task": "casino.webhooks.tasks.send_webhooks", "schedule": 5.0},
        "deliver-outbox": {"task": "casino.ledger.tasks.deliver_outbox", "schedule": 60.0},
    },
)
app.autodiscover_tasks(
    [
        "casino.approvals",
        "casino.closing",
        "casino.ledger",
        "cashgames",
        "ranking",
        "casino.whatif",
        "casino.bookkeeping",
        "casino.reports",
        "casino.webhooks",
    ]
)
