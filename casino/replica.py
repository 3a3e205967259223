"""
Reports read a streaming replica where REPLICA_URL names one; what writes stays with the primary.

A router would lead the ORM there and leave the plain SQL of most reports behind. So while a
function reads, its thread's connection is the replica's, and commands take the primary's back.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

import structlog
from django.conf import settings
from django.db import DatabaseError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

P = ParamSpec("P")
R = TypeVar("R")
log = structlog.get_logger()
ALIAS = "replica"
# Who does not answer is left alone for so long.
REST_SECONDS, PAUSE_SECONDS = 30, 0.05
POSITION = """
SELECT pg_current_wal_lsn()::text, (SELECT system_identifier FROM pg_control_system())
"""
STATE = """
SELECT pg_is_in_recovery(), (SELECT system_identifier FROM pg_control_system()),
    pg_last_wal_replay_lsn() >= %s::pg_lsn, clock_timestamp(), pg_last_xact_replay_timestamp()
"""
# Of each publisher the latest position that was applied here, and when that was said.
FOLLOWED = """
SELECT s.subname::text, w.latest_end_time, w.pid IS NOT NULL
FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid AND d.datname = current_database()
LEFT JOIN pg_stat_subscription w ON w.subid = s.oid AND w.relid IS NULL ORDER BY 1
"""
_rests_until = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """The primary whose place the replica takes, and the instant (UTC) up to which it has all."""

    primary: BaseDatabaseWrapper
    until: datetime


_reading: ContextVar[Reading | None] = ContextVar("reading", default=None)


def read_until() -> datetime | None:
    """Return the instant up to which what is read now has everything, None for the primary."""
    reading = _reading.get()
    return reading.until if reading else None


class Followed(NamedTuple):
    """A cell of a warehouse: up to when (UTC) it has been heard from, whether it is followed."""

    name: str
    until: datetime | None
    follows: bool


def followed() -> list[Followed]:
    """Return the cells of a warehouse; elsewhere none."""
    with connections["default"].cursor() as cursor:
        cursor.execute(FOLLOWED)
        return [Followed(*row) for row in cursor.fetchall()]


def followed_until() -> tuple[datetime | None, bool]:
    """
    Return up to when a warehouse has what its cells have, and whether it follows all of them.

    Not a warehouse: (None, True).
    """
    cells = followed()
    until = min((each.until for each in cells if each.until), default=None)
    return until, all(each.follows for each in cells)


def reads_replica(*, waits: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """
    Let a function that reads, or writes by commands alone, read the replica while it is near.

    waits: until the replica has all that is committed now. Where it is more than
    REPLICA_LAG_SECONDS behind, away, or ends a query, the function reads the primary.
    """

    def declare(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def read(*args: P.args, **kwargs: P.kwargs) -> R:
            primary = connections["default"]
            free = ALIAS in connections and not (_reading.get() or primary.in_atomic_block)
            if free and (until := _near(primary, waits=waits)):
                try:
                    with _connected(connections[ALIAS], Reading(primary=primary, until=until)):
                        return function(*args, **kwargs)
                except OperationalError as error:
                    _leave(error)
            return function(*args, **kwargs)

        return read

    return declare


def on_primary(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function write though who calls it reads the replica."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        reading = _reading.get()
        if reading is None:
            return function(*args, **kwargs)
        with _connected(reading.primary, None):
            return function(*args, **kwargs)

    return run


@contextmanager
def _connected(wrapper: BaseDatabaseWrapper, reading: Reading | None) -> Iterator[None]:
    before, token = connections["default"], _reading.set(reading)
    connections["default"] = wrapper
    try:
        yield
    finally:
        connections["default"] = before
        _reading.reset(token)


def _near(primary: BaseDatabaseWrapper, *, waits: bool) -> datetime | None:
    """Return until when the replica has everything, None where it is not to be read."""
    if time.monotonic() < _rests_until:
        return None
    with primary.cursor() as cursor:
        cursor.execute(POSITION)
        asked = cursor.fetchone()
    ends = time.monotonic() + settings.REPLICA_LAG_SECONDS
    try:
        found = _look(*asked)
        while waits and found and not found.has_all and time.monotonic() < ends:
            time.sleep(PAUSE_SECONDS)
            found = _look(*asked)
    except DatabaseError as error:
        _leave(error)
        return None
    if found and (found.has_all or not (waits or found.is_late)):
        return found.until
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Found:
    """How far a replica is: whether it has all up to a position, until when it surely has."""

    has_all: bool
    until: datetime
    is_late: bool


def _look(position: str, system: str) -> _Found | None:
    """Look how far the replica is; None where it was promoted, or is another database's."""
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(STATE, [position])
        follows, its_system, has_all, now, played = cursor.fetchone()
    if not follows or its_system != system:
        return None
    late = not played or now - played > timedelta(seconds=settings.REPLICA_LAG_SECONDS)
    return _Found(has_all=has_all, until=now if has_all else played, is_late=late)


def _leave(error: DatabaseError) -> None:
    """Leave a replica alone that does not answer, or that took back what was being read."""
    global _rests_until  # noqa: PLW0603  (each process finds out by itself)
    log.warning("replica.left", error=str(error))
    _rests_until = time.monotonic() + REST_SECONDS
    connections[ALIAS].close()
