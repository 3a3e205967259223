"""Threads that start at the same instant, each with a connection of its own."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections

from script.children import PATIENCE_SECONDS


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
