"""Which duties are late."""

from dataclasses import dataclass
from datetime import datetime

from casino.db import fetch_all
from casino.messages import Message
from casino.operations.rules import DUTIES, Duty

# By one clock: what the worker wrote and what is asked for now are the database's.
ASK = "SELECT name, done_at, failed_at, failure, clock_timestamp() FROM operations_heartbeat"


@dataclass(frozen=True, kw_only=True, slots=True)
class Beat:
    """A duty, when it was last done, and why it failed since."""

    duty: Duty
    done_at: datetime
    failed_at: datetime | None
    failure: str
    asked_at: datetime

    @property
    def is_late(self) -> bool:
        """Whether it should have been done again long since."""
        return self.duty.is_late(self.done_at, self.asked_at)


@dataclass(frozen=True, kw_only=True, slots=True)
class Overdue:
    """What stays undone, and since when."""

    what: list[Message]
    since: datetime


def beats() -> list[Beat]:
    """Return the duties that are expected, in the order of the schedule."""
    rows = {name: row for name, *row in fetch_all(ASK)}
    return [_beat(duty, *rows[duty.name]) for duty in DUTIES if duty.name in rows]


def overdue() -> Overdue | None:
    """Return what waits for a worker, None where all is done in time."""
    late = [beat for beat in beats() if beat.is_late]
    if not late:
        return None
    return Overdue(
        what=[beat.duty.waits for beat in late], since=min(beat.done_at for beat in late)
    )


def _beat(
    duty: Duty, done_at: datetime, failed_at: datetime | None, failure: str, asked_at: datetime
) -> Beat:
    return Beat(duty=duty, done_at=done_at, failed_at=failed_at, failure=failure, asked_at=asked_at)
