"""How far the demo club is: it is made while the office is open already."""

from collections.abc import Callable
from threading import Thread

from django.core.cache import cache
from django.db import connections

KEY = "demo"
LASTS_SECONDS = 120  # where its maker was killed, nobody waits for it longer


def begin() -> None:
    """Say that a demo club will be there."""
    note(0)


def note(percent: int) -> None:
    """Say how far it is."""
    _beside(lambda: cache.set(KEY, percent, LASTS_SECONDS))


def percent_made() -> int | None:
    """Return how far it is; None: nobody makes one."""
    percent: int | None = cache.get(KEY)
    return percent


def end() -> None:
    """Say that it is there, or won't be."""
    _beside(lambda: cache.delete(KEY))


def _beside(say: Callable[[], object]) -> None:
    """Say it by a connection of its own: its maker's transaction shows nothing before its end."""

    def run() -> None:
        try:
            say()
        finally:
            connections.close_all()

    beside = Thread(target=run)
    beside.start()
    beside.join()
