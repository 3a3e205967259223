"""What was acknowledged comes back: base backups, the streamed log, drills, the second place."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyrage
import pytest

from script import office
from script.children import Unable
from script.servers import postgres, postgres_programs
from script.store import ABOUT
from tests.chaos.backups import Backups
from tests.chaos.harness import Chaos
from tests.database import TOP
from tests.waiting import until


def sync_state(chaos: Chaos) -> str:
    with chaos.connect() as connection:
        row = connection.execute("SELECT sync_state FROM pg_stat_replication").fetchone()
    return row[0] if row else ""


@pytest.mark.long
def test_nothing_acknowledged_is_lost_with_the_machine(backups: Backups):
    chaos = backups.chaos
    waiting = postgres(chaos.home / "postgres", waits=True)
    with waiting, backups.served(BACKUP_SYNC="1"):
        until(lambda: sync_state(chaos) == "sync")
        writers = chaos.writers(seed=1, lives=1_000_000)
        chaos.wait_for_acks(60)
        chaos.stop_immediately()  # and nobody ever sees its disk again
        os.killpg(writers.pid, signal.SIGKILL)
        writers.wait()
    with backups.restored() as back:  # and waits for nobody
        assert len(back.rows("acks")) >= 60
        assert back.lost() == set()
        back.run("verify")


@pytest.mark.long
def test_a_drill_says_what_would_be_lost_and_how_long_it_took(backups: Backups):
    with backups.chaos.server():
        with backups.served():
            until(lambda: bool(backups.store.last_good("drills")))  # the first is due at once
            backups.sell(10)
            said = backups.well("drill")
        assert re.search(r"intact, \d+ entries", said)
        assert re.search(r"\(RTO\); 0 acts would be lost, 0.0 s \(RPO\)\.", said)
        last = backups.store.records("drills")[-1]
        assert (last["ok"], last["streamed"], last["lost_acts"]) == (True, True, 0)

        backups.sell(10)  # while nobody streams

        assert re.search(r"[1-9]\d* acts? would be lost, [\d.]+ s \(RPO\)", backups.well("drill"))
        assert backups.store.records("drills")[-1]["lost_acts"] >= 10


@pytest.mark.long
def test_a_drill_amid_sales_compares_with_the_mirror_as_it_grows(backups: Backups):
    deliver = "from time import sleep; from casino.ledger.outbox import deliver_outbox as deliver"
    deliver += "\nwhile True: deliver() or sleep(0.1)"
    with backups.chaos.server(), backups.served():
        programs = [
            subprocess.Popen(
                [sys.executable, "manage.py", "shell", "-c", deliver],
                cwd=TOP,
                env={**office.surroundings(), **backups.environment},
                start_new_session=True,
            ),
            backups.chaos.writers(seed=7, lives=1_000_000),
        ]
        try:
            mirror = Path(backups.environment["ANCHOR_DIR"])
            until(lambda: any(path.stat().st_size for path in mirror.glob("*/*.jsonl")))
            said = backups.well("drill")
        finally:
            for program in programs:
                os.killpg(program.pid, signal.SIGKILL)
                program.wait()
        assert re.search(r"tallinn: intact, [1-9]\d* entries", said), said


@pytest.mark.long
def test_a_drill_finds_a_backup_that_was_damaged(backups: Backups):
    with backups.chaos.server():
        backups.sell(5)
        backups.well("now")
        _life, base = backups.store.newest()
        largest = max(base.data.glob("base/*/*"), key=lambda path: path.stat().st_size)
        content = bytearray(largest.read_bytes())
        for page in range(0, len(content), 8192):
            content[page + 4096] ^= 255
        largest.write_bytes(content)
        done = backups.run("drill")
    assert done.returncode == 1
    assert not backups.store.records("drills")[-1]["ok"]
    assert "Traceback" not in done.stderr


def test_a_backup_adds_to_the_last_one_and_both_come_back_as_one(backups: Backups):
    with backups.chaos.server():
        backups.sell(5)
        backups.well("now")
        backups.sell(5)
        backups.well("now")
        assert [bool(each.parent) for each in backups.store.lives()[0].bases()] == [False, True]
        assert "adds to" in backups.well("list")
    with backups.restored() as back:
        assert back.lost() == set()
        assert (back.home / "postgres" / "data.office" / "packages.txt").exists()
        done = backups.run("restore", "--to", str(back.home / "postgres" / "data"))
    assert "exists: " in done.stderr


@pytest.mark.long
def test_the_database_of_a_moment_comes_back(backups: Backups):
    chaos = backups.chaos
    with chaos.server(), backups.served():
        backups.sell(5)
        with chaos.connect() as connection:
            moment = connection.execute("SELECT clock_timestamp()").fetchone()
        assert moment is not None
        before = set(chaos.rows("acks"))
        backups.sell(5)
        backups.well("drill")  # waits until the receiver has it all
    with backups.restored("--at", moment[0].isoformat()) as back:
        assert before <= set(back.booked())
        assert set(chaos.rows("acks")) - before - set(back.booked())


@pytest.mark.long
def test_what_came_after_a_restore_comes_back_before_its_first_backup(backups: Backups):
    programs = backups.folder / "bin"
    shutil.copytree(postgres_programs(), programs, symlinks=True, copy_function=os.symlink)
    (programs / "pg_basebackup").unlink()
    (programs / "pg_basebackup").symlink_to("/bin/false")
    with backups.chaos.server(), backups.served():
        backups.sell(5)
        backups.well("drill")  # waits until the receiver has it all
    with backups.restored(waits=True) as again:
        again.run("begin_epoch")
        after = Backups(again, backups.folder)
        with after.served(POSTGRES_BIN=str(programs), BACKUP_SYNC="1"):
            until(lambda: sync_state(again) == "sync")
            after.sell(5)
    first, second = backups.store.lives()
    assert second.bases() == []
    with after.restored() as back:
        assert len(back.rows("acks")) >= 10
        assert back.lost() == set()
        back.run("begin_epoch")
        third = Backups(back, backups.folder)
        with third.served():
            until(lambda: len(backups.store.related(first)) == 3)


@pytest.mark.long
def test_copies_elsewhere_open_with_the_key_alone_and_hold_everything(backups: Backups):
    second, key = backups.folder / "second", backups.folder / "identity.txt"
    identity, stranger = pyrage.x25519.Identity.generate(), pyrage.x25519.Identity.generate()
    key.write_text(f"# created by hand\n{identity}\n")
    there = {"BACKUP_SECOND": str(second), "BACKUP_RECIPIENT": str(identity.to_public())}
    with backups.chaos.server():
        with backups.served():
            backups.sell(5)
            backups.well("drill")  # waits until the receiver has it all
            assert "files copied" in backups.well("copy", **there)
        backups.well("copy", **there)
        assert backups.well("copy", **there) == ""  # nothing is due
    shutil.rmtree(backups.store.folder)
    files = [path for path in second.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == {".age"}
    assert all(path.read_bytes().startswith(b"age-encryption.org/v1") for path in files)

    key_of_another = backups.folder / "other.txt"
    key_of_another.write_text(str(stranger))
    to = str(backups.folder / "no" / "data")
    for words, sentence in [
        ([], "are encrypted: name the identity with --key."),
        (["--key", str(key_of_another)], "does not open with this identity"),
        (["--key", str(files[0])], "is no file of an age identity"),
    ]:
        done = backups.run("restore", "--to", to, "--from", str(second), *words)
        assert sentence in done.stderr, done.stderr
        assert "Traceback" not in done.stderr

    with backups.restored("--from", str(second), "--key", str(key)) as back:
        assert back.lost() == set()


@pytest.mark.long
def test_copies_that_anybody_reads_hold_no_keys(backups: Backups):
    with backups.chaos.server():
        backups.well("now")
    second = backups.folder / "second"
    backups.well("copy", BACKUP_SECOND=str(second))
    (packed,) = second.glob("*/base/*.tar.gz")
    names = subprocess.run(["tar", "-tzf", packed], capture_output=True, text=True, check=True)
    assert "./office/packages.txt" in names.stdout
    assert "./office/keys/" not in names.stdout
    assert packed.stat().st_mode & 0o777 == 0o600


@pytest.mark.long
def test_what_no_kept_moment_needs_is_forgotten(backups: Backups):
    with backups.chaos.server():
        for _ in range(3):
            backups.well("now")
    (life,) = backups.store.lives()
    for age, base in zip((40, 39, 20), life.bases(), strict=True):
        about = base.folder / ABOUT
        began_at = datetime.now(UTC) - timedelta(days=age)
        parent = base.parent if age == 39 else None
        about.write_text(json.dumps({"parent": parent, "began_at": began_at.isoformat()}))
    old = life.wal / ("0" * 24)
    old.write_text("")

    # The newest from before the kept weeks is what their first moments are restored from.
    gone = backups.store.forget(keep=timedelta(days=30))
    assert (gone, len(life.bases())) == ([], 3)
    gone = backups.store.forget(keep=timedelta(days=14))
    assert (len(gone), len(life.bases())) == (2, 1)
    assert not old.exists()


@pytest.mark.long
def test_a_database_is_never_overwritten_and_a_missing_one_never_replaced(
    backups: Backups, monkeypatch: pytest.MonkeyPatch
):
    data = backups.chaos.home / "postgres" / "data"
    with backups.chaos.server():
        assert "There is no whole backup" in backups.run("drill").stdout
        backups.well("now")
    done = backups.run("restore", "--to", str(data))
    assert done.stderr.startswith(f"{data} exists: ")
    new = str(backups.folder / "new")
    done = backups.run("restore", "--to", new, "--at", "2020-01-01T00:00+00:00")
    assert "There is no whole backup from before 01.01.2020" in done.stderr

    monkeypatch.setenv("BACKUP_DIR", str(backups.store.folder))
    with pytest.raises(Unable, match="script/backup restore"):
        office.refuse_to_begin_empty(backups.folder / "gone" / "data")
    office.refuse_to_begin_empty(data)


@pytest.mark.long
def test_where_log_was_missed_a_new_backup_is_taken(backups: Backups):
    with backups.chaos.server():
        with backups.served():
            backups.sell(5)
        with backups.chaos.connect() as connection:
            connection.execute("SELECT pg_drop_replication_slot('casino_backup')")
            # As of a receiver that was ended before it received anything.
            connection.execute("SELECT pg_create_physical_replication_slot('casino_backup')")
        backups.sell(5)
        with backups.served():
            until(lambda: len(backups.store.records("backups")) == 3)
            assert [each["ok"] for each in backups.store.records("backups")] == [True, False, True]
            assert "a new backup is due" in backups.store.records("backups")[1]["said"]
    with backups.restored() as back:
        assert back.lost() == set()
