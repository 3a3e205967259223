"""Beat and a clock that jumps."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import time_machine
from celery import Celery

AT = datetime(2026, 11, 26, 10, 0, tzinfo=UTC)
EVERY = {"often": 5.0, "rarely": 60.0}


def sent(scheduler: Any, *, until: datetime, traveller: Any) -> set[str]:
    """Return what beat sends by the clock up to an instant, looking once a second."""
    found = set()
    scheduler.apply_entry = lambda entry, **_: found.add(entry.name)
    while datetime.now(UTC) < until:
        while scheduler.tick() == 0:
            pass
        traveller.shift(timedelta(seconds=1))
    return found


def test_a_clock_that_was_ahead_and_is_set_back_silences_no_duty(tmp_path: Path):
    from casino.celery import app as office  # noqa: PLC0415  (it reads the settings)

    app = Celery("steady", broker="memory://", set_as_current=False)
    app.conf.beat_schedule = {
        name: {"task": name, "schedule": seconds} for name, seconds in EVERY.items()
    }
    app.conf.beat_scheduler = office.conf.beat_scheduler

    def scheduler() -> Any:
        beat = app.Beat(schedule=str(tmp_path / "beat"), quiet=True)
        return beat.Service(
            app=app, scheduler_cls=beat.scheduler_cls, schedule_filename=beat.schedule
        ).get_scheduler()

    with time_machine.travel(AT + timedelta(hours=1), tick=False) as traveller:
        running = scheduler()
        ahead = AT + timedelta(hours=1, seconds=70)
        assert sent(running, until=ahead, traveller=traveller) == set(EVERY)
        running.sync()
        # Set back while it runs, and while it was stopped.
        for again in (lambda: running, scheduler):
            traveller.move_to(AT)
            until = AT + timedelta(seconds=70)
            assert sent(again(), until=until, traveller=traveller) == set(EVERY)
