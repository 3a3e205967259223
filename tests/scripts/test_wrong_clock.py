"""The whole office by a faked clock: both nights of the clock change, and a clock that jumps."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from script.servers import postgres_url
from tests.database import FOLDERS
from tests.prepared import lay
from tests.scripts.test_server import Office, checkout, port, processes
from tests.waiting import until

__all__ = ["checkout", "port"]
LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
pytestmark = [
    pytest.mark.skipif(not LIBRARY, reason="apt's libfaketime is not on this machine"),
    pytest.mark.skipif("LONG" not in os.environ, reason="four minutes: LONG=1"),
]
CLUB = ["script/manage", "open_club", "docs/club.example.toml"]
SPRING, AUTUMN = datetime(2026, 3, 29, 4, tzinfo=UTC), datetime(2026, 10, 25, 5, tzinfo=UTC)


class Faked:
    """An office by a clock of its own, which its processes read from a file as they go."""

    def __init__(self, checkout: Path, port: int) -> None:
        self.folder, self.port = checkout, port
        self.file = FOLDERS / f"{os.getpid()}-clock"

    def environment(self) -> dict[str, str]:
        return {
            "LD_PRELOAD": str(LIBRARY),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
        }

    def set(self, at: datetime) -> None:
        fresh = self.file.with_suffix(".new")
        fresh.write_text(f"{(at - datetime.now(UTC)).total_seconds():+.0f}s\n")
        fresh.chmod(0o644)
        fresh.replace(self.file)

    def open_a_club(self) -> None:
        """Open one, whose vault is filled: the first posting of the night."""
        subprocess.run(CLUB, cwd=self.folder, env=os.environ | self.environment(), check=True)

    def asked(self, sql: str) -> list[tuple[Any, ...]]:
        url = postgres_url(self.folder / "var/postgres", database="casino")
        with psycopg.connect(url) as connection:
            return connection.execute(sql).fetchall()

    def closes(self) -> list[tuple[Any, ...]]:
        return self.asked("SELECT at, kind FROM ledger_close WHERE reopened_act_id IS NULL")


@pytest.fixture
def faked(checkout: Path, port: int) -> Iterator[Faked]:
    FOLDERS.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(checkout / "var/postgres")
    lay(checkout / "var/postgres")
    office = Faked(checkout, port)
    yield office
    office.file.unlink()
    until(lambda: not processes(checkout))


@pytest.mark.parametrize(("seven", "hours"), [(SPRING, 23), (AUTUMN, 25)])
def test_the_night_of_the_clock_change_closes_at_seven(
    faked: Faked, seven: datetime, hours: int
) -> None:
    faked.set(seven - timedelta(minutes=3))
    faked.open_a_club()
    office = Office(faked.folder, faked.port, **faked.environment())
    with office.process:
        until(faked.closes)
        assert faked.closes() == [(seven, "daily")]
        ((opens_at, closes_at),) = faked.asked("SELECT opens_at, closes_at FROM ledger_day")
        assert (closes_at, closes_at - opens_at) == (seven, timedelta(hours=hours))
        office.process.terminate()


def test_a_clock_that_jumps_closes_nothing_until_it_is_right_again(faked: Faked) -> None:
    """The database's clock alone: a faked machine would fake the seconds that it runs, too."""
    failing = "SELECT failure FROM operations_heartbeat WHERE name = 'close-due-days'"
    faked.set(datetime.now(UTC))
    faked.open_a_club()
    alone = faked.environment() | {"FAKETIME_ONLY_CMDS": "postgres"}
    office = Office(faked.folder, faked.port, **alone)
    with office.process:
        until(lambda: faked.asked("SELECT 1 FROM operations_clock"))
        faked.set(datetime.now(UTC) + timedelta(days=1))
        until(lambda: "The clock jumped by 14" in str(faked.asked(failing)))
        assert faked.closes() == []
        faked.set(datetime.now(UTC))
        until(lambda: faked.asked(failing) == [("",)])
        assert faked.closes() == []
        office.process.terminate()
