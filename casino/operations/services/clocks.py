"""
Whether the database's clock can be believed: a close that it brings about is for good.

It is compared with the clock of the machine on which the worker runs, and with the seconds that
this machine has been running, which nobody sets.
"""

import time
from datetime import UTC, datetime
from pathlib import Path

from casino.db import command, now
from casino.messages import msg
from casino.operations.finding import jumped
from casino.operations.models import Clock

# More than slewing, less than an error of somebody who sets a clock.
LIMIT_SECONDS = 120
BOOT = Path("/proc/sys/kernel/random/boot_id")


class ClockDoubted(Exception):
    """Nothing closes by itself by a clock that jumped, or differs from another one."""


def check_clock() -> None:
    """
    Look at the clock; the first look of a machine since its start is believed.

    A jump is remembered until it is undone or `trust_clock` is run. Raises ClockDoubted.
    """
    ours, at = datetime.now(UTC), now()
    if jump := _look(at):
        raise ClockDoubted(jumped(jump))
    if abs(apart := (ours - at).total_seconds()) > LIMIT_SECONDS:
        raise ClockDoubted(
            msg(
                "The clocks of this machine and of the database are {minutes} min apart: nothing"
                " closes by itself until they agree.",
                minutes=round(abs(apart) / 60),
            )
        )


@command
def _look(at: datetime) -> int:
    """Return by how many seconds the clock jumped since it was last believed, 0 for hardly any."""
    running = _running()
    known, _ = Clock.objects.select_for_update().get_or_create(
        boot=_boot(), defaults={"at": at, "running": running}
    )
    jump = round((at - known.at).total_seconds()) - (running - known.running)
    if abs(jump) <= LIMIT_SECONDS:
        known.at, known.running, jump = at, running, 0
    known.jump_seconds = jump
    known.save()
    return jump


def trust_clock() -> None:
    """Believe the clock as it stands now: somebody has compared it with another one."""
    Clock.objects.all().delete()


def _running() -> int:
    """Return the seconds since the machine was started, those asleep included."""
    return round(time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)))


def _boot() -> str:
    return BOOT.read_text().strip() if BOOT.exists() else "the only one"
