"""Threads that start at the same instant, each with a connection of its own."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Thread
from typing import Any

import psycopg
from django.db import connections

from casino.approvals.signed import SignedAct
from script.children import PATIENCE_SECONDS
from tests.waiting import until

# Who waits for a connection, be it behind others who do; what else waits just then is not meant.
BEHIND = """
WITH RECURSIVE behind (pid) AS (
    SELECT %s::int
    UNION SELECT l.pid FROM pg_locks l JOIN behind b ON b.pid = ANY (pg_blocking_pids(l.pid))
    WHERE NOT l.granted
)
SELECT pid FROM behind
"""
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
    with connections["default"].cursor() as cursor:
        until(lambda: cursor.execute(WAITING).fetchone() != (0,))


def begin_beside(
    runner: Callable[[], Any], *, holder: psycopg.Connection | None = None
) -> tuple[Thread, list[Any]]:
    """
    Begin something beside a transaction; return once it has ended, or waits for it.

    holder: whose transaction it is; else that of this thread's connection.
    """
    results: list[Any] = []
    thread = Thread(target=lambda: results.extend(race(runner)))
    with connections["default"].cursor() as cursor:
        waited_for = [(holder or cursor.connection).info.backend_pid]
        before = {*cursor.execute(BEHIND, waited_for).fetchall()}
        thread.start()
        until(
            lambda: (
                not thread.is_alive() or {*cursor.execute(BEHIND, waited_for).fetchall()} > before
            )
        )
    return thread, results


@contextmanager
def meanwhile(act: SignedAct[..., Any], runner: Callable[[], Any]) -> Iterator[list[Any]]:
    """Begin something between the next preview of an act and its effect; yield its result."""
    effect, results, threads = act.effect, list[Any](), list[tuple[Thread, list[Any]]]()

    def interrupted(*stamp: Any, **values: Any) -> Any:
        act.effect = effect
        threads.append(begin_beside(runner))
        return effect(*stamp, **values)

    act.effect = interrupted
    try:
        yield results
    finally:
        act.effect = effect
        for thread, came_to in threads:
            thread.join()
            results += came_to
