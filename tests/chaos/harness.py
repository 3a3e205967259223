"""
A durable server of its own, writers that die on it, and the count afterwards.

What is proved: nothing acknowledged is lost, nothing is there twice, and repeating what was not
acknowledged under its key ends with one entry an intent.
"""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from script.servers import postgres, postgres_url
from tests.database import NO_LIMITS
from tests.prepared import lay
from tests.waiting import until

TOP = Path(__file__).resolve().parents[2]
WRITERS = 4


@dataclass(frozen=True, kw_only=True)
class Chaos:
    """A folder with a server, and one for the logs of the writers."""

    home: Path
    logs: Path

    @property
    def folders(self) -> list[Path]:
        """Where the servers of the database lie."""
        return [self.home / "postgres"]

    @contextmanager
    def server(self) -> Iterator[None]:
        """Run the server, with fsync and all; what an immediate stop left, it recovers."""
        with postgres(self.home / "postgres", durable=True):
            yield

    def lay_anew(self) -> None:
        """Begin with a club and nothing posted."""
        with self.connect("postgres") as connection:
            connection.execute("DROP DATABASE IF EXISTS casino WITH (FORCE)")
            connection.execute(
                "CREATE DATABASE casino OWNER casino_owner TEMPLATE prepared STRATEGY file_copy"
            )
            connection.execute("ALTER ROLE casino_app RESET ALL")

    def prepare(self) -> None:
        """Make what `lay_anew` copies."""
        lay(self.home / "postgres")
        with self.server():
            self.run("prepare", role="casino_owner")
            with self.connect("postgres") as connection:
                connection.execute("ALTER DATABASE casino RENAME TO prepared")
                connection.execute("DROP DATABASE casino_template")  # each copy holds it, too

    def connect(self, database: str = "casino") -> psycopg.Connection:
        """Connect as superuser."""
        url = postgres_url(*self.folders, database=database)
        return psycopg.connect(url, autocommit=True)

    def stop_immediately(self) -> None:
        """End the server as a power cut would end it, the page cache surviving."""
        pid = int((self.home / "postgres/data/postmaster.pid").read_text().split("\n")[0])
        os.kill(pid, signal.SIGQUIT)

    def start(
        self, *command: str, role: str = "casino_app", **more: str
    ) -> subprocess.Popen[bytes]:
        """Start a program of tests.chaos.lives."""
        url = postgres_url(*self.folders, role=role, database="casino")
        environment = {
            **os.environ,
            "STATE_DIR": str(self.logs),
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "DATABASE_URL": url,
            "DATABASE_LIMITS": NO_LIMITS,
            "ANCHOR_DIR": str(self.logs / "anchors"),
            **more,
        }
        program = [sys.executable, "-m", "tests.chaos.program", *command]
        with (self.logs / "writers.log").open("ab") as errors:
            return subprocess.Popen(
                program, cwd=TOP, env=environment, stderr=errors, start_new_session=True
            )

    def run(self, *command: str, role: str = "casino_app", **more: str) -> None:
        """Run a program to its end."""
        assert self.start(*command, role=role, **more).wait() == 0, command

    def writers(self, *, seed: int, lives: int) -> subprocess.Popen[bytes]:
        """Start four writers with so many lives each."""
        return self.start("writers", str(self.logs), str(WRITERS), str(seed), str(lives))

    def rows(self, what: str) -> dict[str, dict[str, int]]:
        """Return intents or acks by key."""
        found = {}
        for path in sorted(self.logs.glob(f"{what}-*.jsonl")):
            lines = path.read_text().split("\n")[:-1]  # the last is torn, or empty
            found.update({row["key"]: row for row in map(json.loads, lines)})
        return found

    def wait_for_acks(self, count: int) -> None:
        """Wait until so many postings more are acknowledged."""
        enough = self.acknowledged() + count
        log = self.logs / "writers.log"
        until(lambda: self.acknowledged() >= enough, lambda: log.read_text()[-2000:])

    def acknowledged(self) -> int:
        """Return how many postings are."""
        return sum(path.read_bytes().count(b"\n") for path in self.logs.glob("acks-*.jsonl"))

    def lost(self) -> set[str]:
        """Return the keys that were acknowledged and have no entry of that id and amount."""
        acks, intents = self.rows("acks"), self.rows("intents")  # first: the writers may go on
        booked = self.booked()
        return {
            key
            for key, ack in acks.items()
            if (ack["entry"], intents[key]["cents"]) not in booked.get(key, [])
        }

    def doubled(self) -> set[str]:
        """Return the keys with more than one entry."""
        return {key for key, entries in self.booked().items() if len(entries) > 1}

    def missing(self) -> set[str]:
        """Return the intents without an entry, and the entries without an intent."""
        return set(self.rows("intents")) ^ set(self.booked())

    def booked(self) -> dict[str, list[tuple[int, int]]]:
        """Return (entry id, cents sold) of each key."""
        found: dict[str, list[tuple[int, int]]] = {}
        with self.connect() as connection:
            for key, entry_id, cents in connection.execute(
                "SELECT a.key::text, e.id, (SELECT max(c) FROM unnest(e.cents) c)"
                " FROM ledger_entry e JOIN ledger_act a ON a.id = e.act_id"
            ):
                found.setdefault(key, []).append((entry_id, cents))
        return found

    def balances(self) -> Counter[str]:
        """Return the stored balances by code."""
        with self.connect() as connection:
            stored = "SELECT code, cents FROM ledger_balance b JOIN ledger_account a"
            return Counter(dict(connection.execute(f"{stored} ON a.id = b.account_id").fetchall()))
