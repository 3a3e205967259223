"""Threads that start at the same instant, each with a connection of its own."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections

from script.children import PATIENCE_SECONDS

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"


def race(*runners: Callable[[], Any]) -> list[Any]:
    """Run all at once; return what each returned or raised, in order."""
    barrier = Barrier(len(runners))

    def start(runner: Callable[[], Any]) -> Any:
        try:
            connections["default"].ensure_connection()
            barrier.wait(timeout=PATIENCE_SECONDS)
            return runner()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(runners)) as pool:
        return list(pool.map(start, runners))


def outcomes(results: Sequence[Any]) -> Counter[str]:
    """Count results by the name of their type."""
    return Counter(type(result).__name__ for result in results)


def until_one_waits() -> None:
    """Return as soon as a connection waits for a lock that another one holds."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    with connections["default"].cursor() as cursor:
        while cursor.execute(WAITING).fetchone() == (0,):
            if time.monotonic() > give_up:
                raise TimeoutError("Nobody waits for a lock.")
            time.sleep(0.02)
