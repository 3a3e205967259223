"""The programs as they are, on a machine whose clock is CHAOS_CLOCK_SECONDS ahead."""

import os
from datetime import UTC, datetime, timedelta

import time_machine

ahead = timedelta(seconds=float(os.environ["CHAOS_CLOCK_SECONDS"]))
time_machine.travel(datetime.now(UTC) + ahead).start()

from casino.celery import app  # noqa: E402  (the clock first)
from casino.wsgi import application  # noqa: E402

__all__ = ["app", "application"]
