"""Programs that are started again when they end by themselves, each time after a longer pause."""

import os
import shutil
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from pathlib import Path
from typing import Self

from script.children import Child, Unable, last_line

# A configuration that was refused is none the better a second later (sysexits.h).
REFUSED = os.EX_CONFIG
MIN_SECONDS, MAX_SECONDS, QUIET_SECONDS = 1, 60, 60
MAX_LOG_BYTES = 50_000_000


class Kept:
    """
    A program of the office; `begin` runs it once, until the context ends.

    Entering raises what `begin` raises: what never came up is not tried again, unless the office
    goes on without it (`needed=False`).
    """

    def __init__(
        self,
        name: str,
        begin: Callable[[], AbstractContextManager[Child]],
        log: Path,
        *,
        needed: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self.begin, self.log, self.clock = name, begin, log, clock
        self.needed = needed
        self.told = ""
        self.stack = ExitStack()
        self.pause = MIN_SECONDS
        self.began_at = 0.0
        self.again_at: float | None = None
        self.child: Child

    def __enter__(self) -> Self:
        try:
            self._begin()
        except (Unable, OSError) as error:
            if self.needed:
                raise
            self._pause(f"The {self.name} does not come up: {error}")
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def look(self) -> None:
        """Start it again where it ended a pause ago. Raises Unable where it refuses to run."""
        now = self.clock()
        if self.again_at is not None:
            if now >= self.again_at:
                self._begin_again()
        elif (status := self.child.poll()) is not None:
            if now - self.began_at >= QUIET_SECONDS:
                self.pause = MIN_SECONDS
            self._ended(status)

    def _begin(self) -> None:
        self.began_at, self.again_at = self.clock(), None
        self.child = self.stack.enter_context(self.begin())

    def _begin_again(self) -> None:
        try:
            self._begin()
        except (Unable, OSError) as error:
            self._pause(f"The {self.name} does not come up: {error}")
        else:
            self.told = ""
            print(f"The {self.name} was started again.")

    def _ended(self, status: int) -> None:
        if status == REFUSED:
            raise Unable(
                f"The {self.name} refuses its settings, so the office closes: {last_line(self.log)}"
            )
        why = f"status {status}: {last_line(self.log)}" if status >= 0 else f"signal {-status}"
        self._pause(f"The {self.name} ended by itself ({why})")

    def _pause(self, said: str) -> None:
        self.stack.close()  # what it left behind goes with it
        if said != self.told:  # who waits for a person says so once
            print(f"{said.rstrip('.')}; it is started again in {self.pause} s.")
        self.told = said
        self.again_at = self.clock() + self.pause
        self.pause = min(2 * self.pause, MAX_SECONDS)


def shorten(log: Path) -> None:
    """
    Begin a log anew that has grown long, with the former one beside it where there is room.

    A disk that is full closes no office.
    """
    if log.exists() and log.stat().st_size > MAX_LOG_BYTES:
        former = log.with_suffix(".log.1")
        try:
            former.unlink(missing_ok=True)
            former.touch(mode=0o600)
            shutil.copyfile(log, former)
        except OSError:
            with suppress(OSError):
                former.unlink(missing_ok=True)
        with suppress(OSError):
            os.truncate(log, 0)  # its program goes on writing at the end
