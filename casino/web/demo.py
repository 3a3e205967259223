"""How far the demo club is: it is made while the office is open already."""

from django.core.cache import cache

KEY = "demo"
LASTS_SECONDS = 120  # where its maker was killed, nobody waits for it longer


def begin() -> None:
    """Say that a demo club will be there."""
    note(0)


def note(percent: int) -> None:
    """Say how far it is."""
    cache.set(KEY, percent, LASTS_SECONDS)


def percent_made() -> int | None:
    """Return how far it is; None: nobody makes one."""
    percent: int | None = cache.get(KEY)
    return percent


def end() -> None:
    """Say that it is there, or won't be."""
    cache.delete(KEY)
