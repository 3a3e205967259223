"""Beat's own schedule, which a clock that is set back does not silence until it has caught up."""

from datetime import UTC, datetime
from typing import Any

from celery.beat import PersistentScheduler


class SteadyScheduler(PersistentScheduler):
    """
    Celery's, but for what was last sent at an instant that has not come: it is counted from now.

    Celery itself waits that instant, an hour where the clock had been ahead by an hour.
    """

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due; return in how many seconds to look again."""
        now = datetime.now(UTC)
        ahead = [each for each in self.schedule.values() if (each.last_run_at or now) > now]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            self._heap = None  # its order is by the wrong clock
        seconds: float = super().tick(*args, **kwargs)
        return seconds
