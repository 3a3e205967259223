"""
Celery: carries work, never holds it (RELIABILITY.md 7.5).

The schedule (casino.operations.rules) knows only intervals: each job asks the database what is
due, so a beat that was down, late or doubled changes no figure.
"""

import atexit
import gc
import os
from logging.config import dictConfig
from typing import Any

from celery import Celery, Task
from celery.signals import beat_init, setup_logging, task_postrun, worker_init
from kombu import Queue

from casino.operations.rules import DUE, DUTIES, LONG
from casino.start import refuse_to_sign_nothing, refuse_unsafe
from casino.web.logs import LINES, to_standard_output

# To look for garbage in what is imported took half of a start.
gc.set_threshold(50_000, 20, 20)
atexit.register(gc.freeze)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
# Django's checks, for which all pages are imported; `check --deploy` asks them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")


class ClosesByTheClock(Task):  # type: ignore[type-arg]
    """A job that ends something for good waits for a clock that can be believed."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run it, or raise ClockDoubted."""
        from casino.operations.services.clocks import check_clock  # noqa: PLC0415  (the settings)

        if self.name in CLOSING:
            check_clock()
        return super().__call__(*args, **kwargs)


CLOSING = {duty.task for duty in DUTIES if duty.closes}
app = Celery("casino", task_cls=ClosesByTheClock)


@worker_init.connect
@beat_init.connect
def start_safely(**_: object) -> None:
    """End worker or beat before it begins where it would be unsafe."""
    refuse_unsafe()


@worker_init.connect
def refuse_unsigned(**_: object) -> None:
    """End a worker before it begins where it could sign no seal."""
    refuse_to_sign_nothing()


app.config_from_object("django.conf:settings", namespace="CELERY")
# Longer than the longest task: what is still being worked on is given to nobody else.
VISIBILITY_SECONDS = 7200
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
    # A worker that is not told its queues takes from both.
    task_queues=(Queue(DUE), Queue(LONG)),
    task_default_queue=DUE,
    task_routes={duty.task: {"queue": duty.queue} for duty in DUTIES},
    beat_scheduler="casino.operations.services.beat:SteadyScheduler",
    # A tick that nobody took in its time is dropped: the next one finds the same work.
    beat_schedule={
        duty.name: {
            "task": duty.task,
            "schedule": float(duty.seconds),
            "options": {"expires": duty.seconds},
        }
        for duty in DUTIES
    },
)
app.autodiscover_tasks(
    [
        "casino.approvals",
        "casino.closing",
        "casino.epochs",
        "casino.ledger",
        "casino.operations",
        "cashgames",
        "ranking",
        "casino.whatif",
        "casino.bookkeeping",
        "casino.reports",
        "casino.webhooks",
    ]
)


@task_postrun.connect
def note_end(sender: Any, state: str, retval: Any, **_: Any) -> None:
    """Let the office know that a duty was done, or why it was not."""
    from casino.operations.services import heartbeats  # noqa: PLC0415  (needs the settings)

    failure = "" if state == "SUCCESS" else f"{type(retval).__name__}: {retval}"
    heartbeats.note_end(sender.name, failure)


@setup_logging.connect
def log_lines(**_: Any) -> None:
    """Let worker and beat log like the web server, in place of Celery's own format."""
    dictConfig(LINES)
    to_standard_output()
