"""A backup that is broken off leaves no program behind; a copy that hangs holds nothing up."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from script import backup
from script.store import Store
from tests.database import TOP
from tests.waiting import until

# `now`, whose tool takes for ever.
NOW = """
import sys
from script import backup
from script.base_backup import tool
backup.embedded = lambda name: False
backup.take_one = lambda store: tool("pg_basebackup")
sys.exit(backup.main("now"))
"""


def runs(process_id: int) -> bool:
    """Return whether a process lives; one that nobody has waited for does not."""
    stat = Path(f"/proc/{process_id}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] not in "ZX"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_backup_that_is_ended_takes_its_tool_along(tmp_path: Path, number: signal.Signals):
    (programs := tmp_path / "bin").mkdir()
    (programs / "postgres").touch()
    said = tmp_path / "pid"
    (programs / "pg_basebackup").write_text(f"#!/bin/sh\necho $$ >{said}\nexec sleep 600\n")
    (programs / "pg_basebackup").chmod(0o700)
    places = {"POSTGRES_BIN": programs, "BACKUP_DIR": tmp_path, "STATE_DIR": tmp_path}
    environment = os.environ | {name: str(place) for name, place in places.items()}
    process = subprocess.Popen([sys.executable, "-c", NOW], cwd=TOP, env=environment)
    until(lambda: said.exists() and said.read_text().endswith("\n"))
    tool = int(said.read_text())
    try:
        process.send_signal(number)
        assert process.wait() != 0
        until(lambda: not runs(tool))
    finally:
        if runs(tool):
            os.kill(tool, signal.SIGKILL)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the jobs that were begun; each of them goes on until the end."""
    names: list[str] = []
    children = []

    def begin(command: list[str], **_options: object) -> subprocess.Popen[bytes]:
        names.append(command[-1])
        children.append(popen(["sleep", "600"]))
        return children[-1]

    popen = subprocess.Popen
    monkeypatch.setattr(backup.subprocess, "Popen", begin)
    yield names
    for child in children:
        child.kill()
        child.wait()


def test_a_copy_that_hangs_holds_up_no_backup(
    tmp_path: Path, begun: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("BACKUP_SECOND", str(tmp_path / "second"))
    store = Store(tmp_path / "first")
    jobs = backup.Jobs(store)
    store.record("backups", ok=True)
    store.record("drills", ok=True)
    jobs.begin_due()
    assert begun == ["copy"]
    store.record("backups", ok=False, due=True)
    jobs.begin_due()
    assert begun == ["copy", "now"]
    jobs.begin_due()
    assert begun == ["copy", "now"]


def test_a_copy_and_a_backup_wait_for_no_other_but_their_like(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("BACKUP_SECOND", str(tmp_path / "second"))
    store = Store(tmp_path / "first")
    with store.alone():
        assert backup.copy(store) == 0
