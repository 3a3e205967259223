"""`script/standby` for two servers of one's own, set up as deploy/ says."""

import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from script import fence
from script.children import Child
from script.servers import postgres, postgres_programs, postgres_url, private, server_account
from tests.database import FOLDERS, TOP
from tests.prepared import lay
from tests.waiting import until

ONE, OTHER = "127.0.0.2", "127.0.0.3"  # two machines, as far as one has them
PASSWORD = secrets.token_hex(8)
ADDRESS = f"postgresql://casino_standby:{PASSWORD}@{ONE},{OTHER}/postgres"


class Machines:
    """Two folders, each with a server that listens at an address of its own."""

    def __init__(self, home: Path) -> None:
        self.one, self.other = home / "one", home / "other"

    def running(self, folder: Path) -> AbstractContextManager[Child]:
        """Run the server of a folder, as an operator's systemd would."""
        address = ONE if folder == self.one else OTHER
        return postgres(folder, f"listen_addresses={address}", "wal_log_hints=on", waits=True)


def standby(*words: str) -> tuple[int, str]:
    """Return status and words of a command."""
    done = subprocess.run(
        [sys.executable, "-m", "script.standby", *words],
        cwd=TOP,
        env={**os.environ, "STANDBY_URL": ADDRESS},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


@contextmanager
def served_from(machines: Machines) -> Iterator[None]:
    """The first machine's server, with the role of deploy/standby.sql, and its standby made."""
    with machines.running(machines.one):
        subprocess.run(
            [
                postgres_programs() / "psql",
                "--quiet",
                "--set=ON_ERROR_STOP=1",
                f"--set=password={PASSWORD}",
                f"--file={TOP / 'deploy' / 'standby.sql'}",
                postgres_url(machines.one),
            ],
            check=True,
        )
        private(server_account(), machines.other)
        status, said = standby("rejoin", str(machines.other / "data"))
        assert status == 0, said
        yield


@pytest.fixture
def machines() -> Iterator[Machines]:
    home = FOLDERS / str(os.getpid()) / f"machines-{time.monotonic_ns()}"
    machines = Machines(home)
    lay(machines.one)
    yield machines
    shutil.rmtree(home)


@pytest.mark.long
def test_a_primary_that_answers_is_closed_and_follows_when_it_is_told(machines: Machines):
    with served_from(machines), machines.running(machines.other):
        status, said = standby("promote")
        assert status == 0, said
        assert f"{OTHER} leads in timeline 2" in said
        status, said = standby("promote")
        assert status == 1
    assert standby("check", str(machines.one / "data"))[0] == 0  # nobody says otherwise
    with machines.running(machines.other):
        status, said = standby("check", str(machines.one / "data"))
        assert (status, fence.is_fenced(machines.one / "data")) == (os.EX_CONFIG, True)
        assert "is fenced: since" in said
        status, said = standby("rejoin", str(machines.one / "data"))
        assert "follows: rewound. Start it." in said
        with machines.running(machines.one):
            until(lambda: standby("sync", "on")[0] == 0)
            assert "commits wait for casino_standby" in standby("status")[1]
            assert standby("sync", "off") == (0, "Commits wait for no standby.\n")


@pytest.mark.long
def test_a_primary_that_does_not_answer_is_off_only_by_a_persons_word(machines: Machines):
    with served_from(machines):
        following = machines.running(machines.other)
        following.__enter__()
    try:
        status, said = standby("promote")
        assert status == 1
        assert f"{ONE} does not answer, which does not prove that it is off: power it off" in said
        status, said = standby("promote", "--is-off")
        assert status == 0, said
        assert f"{ONE} must not lead again" in said
        assert standby("status")[0] == 1
    finally:
        following.__exit__(None, None, None)
