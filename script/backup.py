"""
Back the office up and bring it back.

    script/backup serve    stream the log of changes, take backups and drills when they are due
    script/backup now      take one base backup, check it, forget what is too old
    script/backup drill    restore the newest beside, verify its books, say what would be lost
    script/backup copy     copy to the second place what it lacks
    script/backup list     say what there is
    script/backup restore [--at TIME] [--to FOLDER] [--from FOLDER [--key FILE]] [--despite-gap]
                           [--of DATABASE]

BACKUP_DIR names the folder, docs/backup.md says the rest.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import psycopg

from script import fence
from script.base_backup import back_up, keys_written
from script.children import Child, Command, Unable, last_line, running
from script.environment import told
from script.kept_log import shown
from script.office import POSTGRES, SECOND, TOP, VAR, borrowed_servers, embedded, surroundings
from script.places import as_left
from script.restore import beside, drill, put_back, restore
from script.second import copy_out, fetch_in
from script.servers import hand_over, postgres_programs
from script.source import (
    SLOT,
    address,
    folder,
    life_name,
    make_slot,
    slot_state,
    sync_wanted,
    wait_for_receiver,
)
from script.store import Foreign, Store, cannot, refuse_several
from script.variables import place, whole

KEEP = timedelta(days=whole("BACKUP_KEEP_DAYS", 14))
BASE_EVERY = timedelta(hours=whole("BACKUP_EVERY_HOURS", 24))
DRILL_EVERY = timedelta(days=whole("BACKUP_DRILL_DAYS", 7))
COPY_EVERY = timedelta(minutes=1)
AGAIN_AFTER = timedelta(hours=1)  # a backup or drill that failed
A_CLUB = "SELECT FROM house_club LIMIT 1"
MIN_PAUSE, MAX_PAUSE = 1.0, 60.0
PATIENCE = 60  # seconds for a job to end; one on a disk that does not answer never does


class Ended(BaseException):
    """Somebody asked the service to end."""


def main(*arguments: str) -> int:
    """Carry out one command; return the exit status."""
    asked = parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, end)
    if asked.command == "restore":
        return bring_back(asked)
    store = Store(folder() if asked.command == "list" else as_left(folder()))
    if asked.command in ("list", "copy"):
        return tell_list(store) if asked.command == "list" else copy(store)
    with borrowed_servers() if embedded("DATABASE_URL") else nullcontext():
        if asked.command == "serve":
            with suppress(Ended, KeyboardInterrupt):
                serve(store)
            return 0
        return take_one(store) if asked.command == "now" else prove(store)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(
        "script/backup", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = made.add_subparsers(dest="command", required=True)
    for name in ("serve", "now", "drill", "copy", "list"):
        commands.add_parser(name)
    back = commands.add_parser("restore")
    back.add_argument("--at", type=datetime.fromisoformat, help="2026-11-23T06:59:00+02:00")
    back.add_argument("--to", type=Path, help="the new data folder of PostgreSQL")
    back.add_argument("--from", type=Path, dest="second", help="the second place's folder")
    back.add_argument("--despite-gap", action="store_true", help="up to where log is missing")
    back.add_argument("--of", default="", help="of which database, where there are several")
    back.add_argument("--key", type=Path, help="the file of the age identity")
    return made


def take_one(store: Store) -> int:
    """Take a base backup, forget what is too old, and record how it went."""
    with store.alone():
        began, keys = time.monotonic(), keys_written()
        try:
            name = back_up(store)
        except Foreign:
            raise  # that record is the other one's
        except (Unable, psycopg.Error, OSError) as error:
            store.record("backups", ok=False, said=told(error))
            raise
        gone = store.forget(keep=KEEP)
        seconds = round(time.monotonic() - began, 1)
        done = {"backup": name, "seconds": seconds, "forgotten": gone, "keys": keys}
        store.record("backups", ok=True, **done)
    print(f"Backup {name}: checked, {seconds} s; {len(gone)} older ones forgotten.")
    return 0


def prove(store: Store) -> int:
    """Drill; say what would be lost and how long it took."""
    with suppress(psycopg.OperationalError):  # the office may be away
        store = Store(store.folder, system=life_name().partition("-")[0])
    with store.alone():
        found = drill(store)
    print(found["said"])
    if "rto_seconds" in found:
        lost = found["lost_acts"]
        acts = "1 act" if lost == 1 else f"{lost} acts"
        what = "no office to compare with" if lost is None else f"{acts} would be lost"
        print(f"Restored {found['backup']} in {found['rto_seconds']} s (RTO); {what}", end="")
        print("." if lost is None else f", {found['rpo_seconds']} s (RPO).")
    return 0 if found["ok"] else 1


def copy(store: Store) -> int:
    """Copy to the second place what it lacks."""
    second = place("BACKUP_SECOND")
    if not second:
        raise Unable("BACKUP_SECOND is not set: name the folder of the second place.")
    recipient = os.environ.get("BACKUP_RECIPIENT") or None
    with store.alone("copying"):
        try:
            copied = copy_out(store, as_left(second), recipient, keep=KEEP)
        except (Unable, OSError) as error:
            store.record_latest("copies", ok=False, said=told(error))
            raise
        store.record_latest("copies", ok=True)
    if copied:
        print(f"{copied} file{'' if copied == 1 else 's'} copied to {second}.")
    return 0


def tell_list(store: Store) -> int:
    """Say which backups there are, and how the last of each kind went."""
    for life in store.lives():
        for base in life.bases():
            kind = f"adds to {base.parent}" if base.parent else "full"
            print(f"{base.began_at:%d.%m.%Y %H:%M:%S} UTC  {kind}  {base.folder}")
        for path in life.broken():
            print(cannot(path))
    for what in ("backups", "drills", "copies"):
        if records := store.records(what):
            last = records[-1]
            print(f"{what}: last {last['at']}, {'well' if last['ok'] else last.get('said')}")
    return 0


def bring_back(asked: argparse.Namespace) -> int:
    """Restore; without --to our own server's database, which must not be there."""
    if asked.at is not None and asked.at.tzinfo is None:
        raise Unable("--at needs its distance from UTC, such as 2026-11-23T06:59:00+02:00.")
    if asked.to is None and not embedded("DATABASE_URL"):
        raise Unable("Name with --to the data folder that your PostgreSQL is to run on.")
    data = asked.to.absolute() if asked.to else POSTGRES / "data"
    second = SECOND / "data"
    if asked.to is None and second.exists():
        raise Unable(f"{second} exists: promote it (docs/standby.md), or move it away.")
    with ExitStack() as stack:
        if asked.second:
            VAR.mkdir(exist_ok=True)
            unpacked = stack.enter_context(tempfile.TemporaryDirectory(dir=VAR))
            store = fetch_in(asked.second, Path(unpacked), asked.key, at=asked.at, system=asked.of)
        else:
            store = Store(folder(), system=asked.of)
            refuse_several(store.systems(), store.folder)
        for broken in (path for life in store.lives() for path in life.broken()):
            print(cannot(broken))
        began = time.monotonic()
        other = None if asked.to is None else data
        lay = partial(lay_surroundings, store, data, other)
        name, last = restore(
            store, data, at=asked.at, despite_gap=asked.despite_gap, lay_beside=lay
        )
        print(f"Restored {name} into {data} in {time.monotonic() - began:.1f} s. {shown(last)}")
    first = f"PostgreSQL on {data} and the office" if asked.to else "the office"
    print(f"Start {first}, then ask `script/manage begin_epoch`, where no worker did it already,")
    print("and `script/manage verify` whether the books are intact.")
    return 0


def lay_surroundings(store: Store, data: Path, other: Path | None, name: str) -> None:
    """Put back what lay beside a database; beside `other`, where that is no folder of ours."""
    forget_promotions(data)
    if other is None:
        for path in put_back(store, name):
            print(f"Put back {path}.")
    else:
        hand_over(other.with_name(f"{other.name}.half"))
        lay = other.with_name(f"{other.name}.office")
        shutil.copytree(beside(store, name), lay, dirs_exist_ok=True)
        print(f"Its mirror and its keys lie in {lay}.")


def forget_promotions(data: Path) -> None:
    """Let the restored server lead, though one of a later promotion was known."""
    fence.lift(data)
    state = Path(os.environ.get("STATE_DIR") or VAR)
    (state / "timelines.json").unlink(missing_ok=True)


def serve(store: Store) -> None:
    """Stream the log and do what is due, until a signal comes."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    if not os.environ.get("BACKUP_SECOND"):
        store.forget_record("copies")
    log = VAR / "log" / "receiver.log"
    pause, jobs = MIN_PAUSE, Jobs(store)
    try:
        while True:
            began = time.monotonic()
            try:
                with running(receive(store), log=log) as receiver:
                    attend(receiver, jobs)
                said = last_line(log)
            except (Unable, psycopg.Error) as error:
                said = str(error)
            if time.monotonic() - began > MAX_PAUSE:
                pause = MIN_PAUSE
            print(f"The receiver ended, it starts again in {pause:.0f} s: {said}", flush=True)
            time.sleep(pause)
            pause = min(pause * 2, MAX_PAUSE)
    except Ended:
        if sync_wanted():
            with suppress(Unable, psycopg.Error):
                wait_for_receiver(wanted=False)
        raise
    finally:
        jobs.end()


def receive(store: Store) -> Command:
    """Return the receiver's command, with its slot made; where log was missed, a backup is due."""
    life = Store(as_left(store.folder)).life(life_name())
    program = postgres_programs() / "pg_receivewal"
    common: Command = [program, f"--slot={SLOT}", f"--dbname={address()}", "--no-password"]
    state = slot_state()
    if state == "lost":
        subprocess.run([*common, "--drop-slot"], check=True, capture_output=True)
    said = ""
    if state in ("lost", None) and life.bases():
        said = "The server kept no log for the receiver meanwhile: a new backup is due."
    elif not life.bases() and store.last_good("backups"):
        said = "The server goes on in a timeline without a backup: a new backup is due."
    if said:
        print(said, flush=True)
        store.record("backups", ok=False, said=said, due=True)
    if state in ("lost", None):
        make_slot()
    return [*common, f"--directory={life.wal}", "--synchronous", "--no-loop"]


def attend(receiver: Child, jobs: "Jobs") -> None:
    """Return when the receiver ends; meanwhile do what is due."""
    waits = not sync_wanted()
    while receiver.poll() is None:
        if not waits:
            with suppress(psycopg.Error):
                wait_for_receiver(wanted=True)
                waits = True
        jobs.begin_due()
        time.sleep(0.5)


class Jobs:
    """
    The backups, drills and copies that are due, each a process of its own.

    One at a time but for a copy, which a second place that does not answer may hold for ever.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.running: dict[str, Child] = {}
        self.tried: dict[str, float] = {}  # by a clock that nobody sets

    def begin_due(self) -> None:
        """Begin the first that is due of those that nothing holds up."""
        self.running = {name: job for name, job in self.running.items() if job.poll() is None}
        ready = [] if self.running.keys() & {"now", "drill"} else ["now", "drill"]
        ready += [] if "copy" in self.running else ["copy"]
        name = next((each for each in ready if self.is_due(each)), None)
        if name is not None:
            self.tried[name] = time.monotonic()
            self.running[name] = subprocess.Popen(
                [sys.executable, "-m", "script.backup", name], cwd=TOP, start_new_session=True
            )

    def is_due(self, name: str) -> bool:
        """
        Return whether it is: by the record, or an hour after it failed.

        A record that a wrong clock dated ahead of now is no reason to wait.
        """
        now = datetime.now(UTC)
        last = self.store.records("backups")[-1:]
        tried = self.tried.get(name)
        since = timedelta.max if tried is None else timedelta(seconds=time.monotonic() - tried)
        if name == "copy":
            return bool(os.environ.get("BACKUP_SECOND")) and since >= COPY_EVERY
        at_once = name == "now" and any(each.get("due") for each in last)
        if since < AGAIN_AFTER and not at_once:
            return False
        good = self.store.last_good("backups")
        if name == "drill":
            drilled = self.store.last_good("drills")
            due = good is not None and not (drilled and _is_within(now - drilled, DRILL_EVERY))
            # Without a club nothing is proved, and a new office has no fault.
            return due and (bool(self.store.records("drills")) or not has_no_club())
        failed = any(not each["ok"] for each in last)
        is_old = good is None or failed or not _is_within(now - good, BASE_EVERY)
        # What a new key writes comes back by the log, and the key by a backup alone.
        return is_old or _changed_since(last[0])

    def end(self) -> None:
        """End what runs; a half backup is cleared away by the next."""
        for job in self.running.values():
            job.terminate()
        for job in self.running.values():
            with suppress(subprocess.TimeoutExpired):
                job.wait(PATIENCE)


def has_no_club(url: str = "") -> bool:
    """Return whether the office's database answers that no club, or no table, is in yet."""
    try:
        with psycopg.connect(
            url or surroundings()["DATABASE_URL"], connect_timeout=30
        ) as connection:
            return connection.execute(A_CLUB).fetchone() is None
    except (psycopg.errors.UndefinedTable, psycopg.errors.InsufficientPrivilege):
        return True  # its first migration is not at its end
    except psycopg.Error as error:
        return "does not exist" in str(error)  # the database or the role, while it connects


def _changed_since(backup: dict[str, Any]) -> bool:
    """
    Return whether a key of the office was written after a backup of the record was begun.

    The record says when each had been written, by whatever clock; one of before, when it ended.
    """
    written = keys_written()
    if "keys" in backup:
        return bool(written != backup["keys"])
    took = timedelta(seconds=backup.get("seconds", 0))
    began = (datetime.fromisoformat(backup["at"]) - took).timestamp()
    return max(written.values(), default=0.0) > began


def _is_within(age: timedelta, every: timedelta) -> bool:
    return timedelta(0) <= age < every


def end(_number: int, _frame: FrameType | None) -> None:
    raise Ended


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except (Ended, KeyboardInterrupt):
        sys.exit("Broken off.")
    except (Unable, psycopg.Error, OSError) as error:
        sys.exit(told(error))
