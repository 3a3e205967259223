"""The servers of `script/server --standby` in a folder of their own, and `script/standby` there."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path

import psycopg
import pytest

from script import fence, office, pair, serve, standby
from script.children import Child
from script.keeping import Kept
from script.servers import postgres, postgres_url
from tests.database import FOLDERS
from tests.waiting import until


class Own:
    """A primary in `postgres` and its standby in `postgres2`, of an office that has no more."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.one, self.other = home / "postgres", home / "postgres2"
        self.kept: list[Kept] = []

    @contextmanager
    def served(self) -> Iterator[None]:
        """Run both as script/server does."""
        with ExitStack() as stack:
            lock = stack.enter_context((self.home / "servers.lock").open("w"))
            assert office.take(lock)
            self.kept = [stack.enter_context(each) for each in serve.kept_servers()]
            serve.confirmation()
            yield

    def asked(self, folder: Path, query: str) -> tuple[object, ...]:
        """Return the row that a server answers."""
        with psycopg.connect(postgres_url(folder), autocommit=True) as connection:
            connection.execute("SET synchronous_commit = local")
            return connection.execute(query).fetchone() or ()

    def follow(self) -> None:
        """Wait until the standby follows."""
        until(lambda: self.asked(self.one, FOLLOWERS) == ("streaming",))

    def end_standby(self) -> None:
        """End the standby's server; nobody starts it again but who looks."""
        fence.stop(self.other / "data")

    def begin_standby(self) -> None:
        """Start it again, as script/server does."""

        def begun() -> bool:
            self.kept[1].look()
            return bool(fence.running(self.other / "data"))

        until(begun)

    def lose_slot(self) -> None:
        """End the standby, and write more than the primary keeps for who does not come."""
        self.end_standby()

        def is_lost() -> bool:
            self.asked(self.one, "SELECT pg_logical_emit_message(false, 'a', 'b')")
            self.asked(self.one, "SELECT pg_switch_wal()")
            with psycopg.connect(postgres_url(self.one), autocommit=True) as connection:
                connection.execute("CHECKPOINT")
            return self.asked(self.one, SLOT_STATE) == ("lost",)

        until(is_lost)


def keeping_little(folder: Path, *more: str, waits: bool) -> AbstractContextManager[Child]:
    """Run a server that keeps little of its log for who does not come."""
    return postgres(folder, *more, "wal_keep_size=0", "max_slot_wal_keep_size=1MB", waits=waits)


SLOT_STATE = "SELECT wal_status FROM pg_replication_slots WHERE slot_name = 'casino_standby'"
FOLLOWERS = "SELECT min(state) FROM pg_stat_replication WHERE application_name = 'casino_standby'"


@contextmanager
def own_standby(patch: pytest.MonkeyPatch) -> Iterator[Own]:
    """An office whose var is empty, and its standby's place."""
    home = FOLDERS / str(os.getpid()) / f"own-{time.monotonic_ns()}"
    home.mkdir(parents=True)
    own = Own(home)
    for module in (office, serve, standby):
        for name, path in (("VAR", home), ("POSTGRES", own.one), ("SECOND", own.other)):
            patch.setattr(module, name, path, raising=False)
    for name in ("DATABASE_URL", "STANDBY_URL", "STANDBY_SYNC", "BACKUP_DIR", "BACKUP_URL"):
        patch.delenv(name, raising=False)
    patch.setenv("REDIS_URL", "redis://of.nobody")
    patch.setattr(pair, "postgres", keeping_little)
    patch.setattr(standby, "borrowed_servers", nullcontext)
    patch.setattr("sys.argv", ["script/server", "--standby"])
    try:
        yield own
    finally:
        shutil.rmtree(home)
