"""Waiting for what comes: as long as a slow machine takes, and no longer than it takes."""

import time
from collections.abc import Callable

from script.children import PATIENCE_SECONDS


def until(so: Callable[[], object], said: Callable[[], str] = str) -> None:
    """
    Return as soon as it is so; it is asked often.

    Raises TimeoutError, with what is `said`, where it never will be.
    """
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not so():
        if time.monotonic() > give_up:
            raise TimeoutError(f"It was waited for in vain. {said()}")
        time.sleep(0.05)
