"""A clock that a test moves: the database's, by which days, closes and acts go."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

# Of the tests alone: a program that finds it so at its start serves nobody.
MOVED = """
CREATE OR REPLACE FUNCTION house_now() RETURNS timestamptz
LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$ SELECT {at} $$
"""


@dataclass(slots=True)
class Clock:
    """It goes as fast as the machine's, at an instant of its own, until it is stopped."""

    ahead: timedelta = timedelta(0)
    stands_at: datetime | None = field(default=None, init=False)

    def now(self) -> datetime:
        """Return the instant of this clock, aware, UTC."""
        return self.stands_at or datetime.now(UTC) + self.ahead

    def set(self, at: datetime) -> None:
        """Let it go on from an instant."""
        self.ahead, self.stands_at = at - datetime.now(UTC), None
        _tell(f"clock_timestamp() + make_interval(secs => {self.ahead.total_seconds():.6f})")
        _hear()

    def stop(self, at: datetime) -> None:
        """Let it stand at an instant."""
        self.stands_at = at
        _tell(f"timestamptz '{at.isoformat()}'")
        _hear()


@pytest.fixture
def clock(django_db_setup: None) -> Iterator[Clock]:
    """The clock of the database, which goes right again after the test."""
    yield Clock()
    _tell("clock_timestamp()")


def _tell(at: str) -> None:
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as connection:
        connection.execute(MOVED.format(at=at))


def _hear() -> None:
    """Let a transaction that is open know it, too: with the next lock of a new table."""
    from django.db import connection  # noqa: PLC0415  (see conftest)

    if connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("CREATE TEMP TABLE moved (); DROP TABLE moved")
