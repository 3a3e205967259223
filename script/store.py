"""
The folder of the backups: what lies where, what is kept, and the record of it.

    <BACKUP_DIR>/<system>-<timeline>/base/<time>/data      a base backup, full or incremental
    <BACKUP_DIR>/<system>-<timeline>/base/<time>/office    anchors, keys, versions
    <BACKUP_DIR>/<system>-<timeline>/wal                   the log of changes, as it streams in
    <BACKUP_DIR>/backups.jsonl, drills.jsonl               a line each, for whoever watches
    <BACKUP_DIR>/copies.jsonl                              the last good copying and the last one

A restored database goes on in a timeline of its own, so in a folder of its own: what was before
the restore stays readable. Times are UTC.
"""

import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from script.children import Unable

LABEL_TIME = "%Y-%m-%dT%H%M%SZ"
HALF, DRILL = ".half", "drill-"
SEGMENT = re.compile(r"[0-9A-F]{24}(\.partial)?")
TIMELINE_DIGITS = 8  # of a segment's name, before its number in the log
AFTER_ALL = "G"  # behind the name of each segment
START = re.compile(r"START WAL LOCATION: (\S+) \(file ([0-9A-F]{24})\)")
# Of a timeline's history: whose log it went on from, and up to where.
WENT_ON_FROM = re.compile(r"^(\d+)\t(\S+)", re.MULTILINE)
ABOUT = "about.json"


class Foreign(Unable):
    """The backups of another database lie here."""


@dataclass(frozen=True)
class Base:
    """One base backup; `parent` is the name of the one that it adds to, None for a full one."""

    folder: Path
    parent: str | None
    began_at: datetime

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def first_segment(self) -> str:
        """Return the file of the log from which on this backup needs it."""
        return self._start()[2]

    @property
    def first_byte(self) -> int:
        """Return the place in the log from which on this backup needs it."""
        return _place(self._start()[1])

    def _start(self) -> re.Match[str]:
        found = START.search((self.data / "backup_label").read_text())
        if found is None:
            raise Unable(f"The backup {self.folder} says nothing of where its log begins.")
        return found


@dataclass(frozen=True)
class Life:
    """What was kept of one database between two restores."""

    folder: Path

    @property
    def wal(self) -> Path:
        return self.folder / "wal"

    @property
    def system(self) -> str:
        return self.folder.name.partition("-")[0]

    @property
    def timeline(self) -> int:
        return int(self.folder.name.partition("-")[2])

    @property
    def history(self) -> Path:
        return self.wal / f"{self.timeline:08X}.history"

    def went_on_from(self) -> dict[int, int]:
        """Return the timelines that this one goes on from, and where in the log it left each."""
        if not self.history.exists():
            return {}
        found = WENT_ON_FROM.findall(self.history.read_text())
        return {int(timeline): _place(place) for timeline, place in found}

    def written_at(self) -> float:
        """Return when its log was written last, seconds since 1970; 0 without any."""
        log = [path for path in self.wal.glob("*") if SEGMENT.fullmatch(path.name)]
        return max((path.stat().st_mtime for path in log), default=0.0)

    def bases(self) -> list[Base]:
        """
        Return the whole backups, oldest first: the description is written last.

        One that a wrong clock dated ahead of now is as old as the first one begun after it.
        """
        found = []
        for about in sorted(self.folder.glob(f"base/*/{ABOUT}")):
            try:
                facts = json.loads(about.read_text())
                began_at = datetime.fromisoformat(facts["began_at"])
                found.append(Base(about.parent, facts["parent"], began_at))
            except (ValueError, KeyError, TypeError):
                continue
        return sorted(map(partial(_dated, found), found), key=lambda base: base.began_at)

    def broken(self) -> list[Path]:
        """Return the backups that cannot be restored: not described, or adding to one gone."""
        whole = {each.folder for each in self.bases() if self.is_whole(each)}
        found = {about.parent for about in self.folder.glob(f"base/*/{ABOUT}")}
        return sorted(path for path in found - whole if path.suffix != HALF)

    def is_whole(self, base: Base) -> bool:
        """Return whether all that a backup adds to is there."""
        try:
            return bool(self.chain(base))
        except Unable:
            return False

    def chain(self, base: Base) -> list[Base]:
        """Return the full backup that `base` adds to, those between, and `base`."""
        by_name = {each.name: each for each in self.bases()}
        chain = [base]
        while parent := chain[0].parent:
            if parent not in by_name:
                raise Unable(f"The backup {base.folder} adds to {parent}, which is gone.")
            chain.insert(0, by_name[parent])
        return chain

    def segments(self, first: str) -> list[Path]:
        """Return the files of the log from `first` on, and the histories of the timelines."""
        return [
            path
            for path in sorted(self.wal.glob("*"))
            if path.suffix == ".history" or (SEGMENT.fullmatch(path.name) and path.name >= first)
        ]


class Store:
    """The folder that BACKUP_DIR names."""

    def __init__(self, folder: Path, *, system: str = "") -> None:
        """system: of which database alone, where several have their backups here."""
        self.folder, self.of = folder, system

    def life(self, name: str) -> Life:
        """
        Return the folder of a database's life, made where missing; its owner's alone.

        Raises Foreign where another database has its backups here: nobody could tell them apart
        when both are gone.
        """
        life = Life(self.folder / name)
        if not life.folder.exists() and (others := self.systems() - {life.system}):
            raise Foreign(
                f"{self.folder} holds the backups of another database ({', '.join(sorted(others))})"
                ": give this one a folder of its own with BACKUP_DIR, or, where this one took that "
                "one's place, move the folders of that one away."
            )
        for folder in (self.folder, life.folder, life.folder / "base", life.wal):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return life

    def lives(self) -> list[Life]:
        found = [Life(path.parent) for path in sorted(self.folder.glob("*/base"))]
        return [each for each in found if self.of in ("", each.system)]

    def systems(self) -> set[str]:
        """Return the databases of which something lies here."""
        return {each.system for each in self.lives() if each.bases() or each.written_at()}

    def newest(self, *, at: datetime | None = None) -> tuple[Life, Base]:
        """Return the last backup that was begun before `at`; raise Unable where there is none."""
        found = [
            (base.began_at, life, base)
            for life in self.lives()
            for base in life.bases()
            if (at is None or base.began_at < at) and life.is_whole(base)
        ]
        if not found:
            before = f" from before {at:%d.%m.%Y %H:%M:%S} UTC" if at else ""
            said = " ".join(cannot(path) for life in self.lives() for path in life.broken())
            raise Unable(f"There is no whole backup{before} in {self.folder}. {said}".rstrip())
        _, life, base = max(found, key=lambda each: each[0])
        return life, base

    def related(self, life: Life) -> list[Life]:
        """Return all lives of a database, in the order of their timelines."""
        found = [each for each in self.lives() if each.system == life.system]
        return sorted(found, key=lambda each: each.timeline)

    def way_on(self, life: Life, base: Base, *, at: datetime | None = None) -> list[Life]:
        """
        Return the lives whose log leads on from a backup: its own, and those after restores.

        A life that has no backup yet is brought back from the one before, and its log. Of several
        that went on from this backup it is the one written last; none that began after `at`.
        """
        after = [
            each
            for each in self.related(life)
            if each.went_on_from().get(life.timeline, -1) >= base.first_byte
            and (at is None or each.history.stat().st_mtime <= at.timestamp())
        ]
        last = max([life, *after], key=Life.written_at)
        way = {life.timeline, last.timeline, *last.went_on_from()}
        return [each for each in self.related(life) if life.timeline <= each.timeline in way]

    @contextmanager
    def alone(self, lock_name: str = "lock") -> Iterator[None]:
        """Wait until no other backup or drill works here; "copying": no other copy."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.folder / lock_name).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def record(self, what: str, **facts: Any) -> dict[str, Any]:
        """Append a line to the record of backups or drills; it lies on the disk at the return."""
        line = _line(facts)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._record(what).open("a") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())
        return line

    def record_latest(self, what: str, *, ok: bool, **facts: Any) -> None:
        """Keep of what happens each minute the last time alone, and the last time it went well."""
        good = [] if ok else [line for line in self.records(what) if line["ok"]][-1:]
        lines = [*good, _line({"ok": ok, **facts})]
        half = self._record(what).with_suffix(HALF)
        half.write_text("".join(json.dumps(line) + "\n" for line in lines))
        half.rename(self._record(what))

    def forget_record(self, what: str) -> None:
        """Forget what nobody asks for any more."""
        self._record(what).unlink(missing_ok=True)

    def _record(self, what: str) -> Path:
        return self.folder / f"{what}.jsonl"

    def records(self, what: str) -> list[dict[str, Any]]:
        """Return the record, oldest first; a line that a full disk cut is none."""
        path, found = self._record(what), []
        for line in path.read_text().splitlines() if path.exists() else []:
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        return found

    def last_good(self, what: str) -> datetime | None:
        """Return when the last one ended well."""
        good = [each["at"] for each in self.records(what) if each["ok"]]
        return datetime.fromisoformat(good[-1]) if good else None

    def forget(self, *, keep: timedelta) -> list[str]:
        """
        Remove what no moment of the last `keep` needs; return the names of the backups removed.

        Kept are the newest full backup from before that time and everything that came after it; of
        a life that ended before that time nothing, once each later one has such a backup.
        """
        limit = datetime.now(UTC) - keep
        removed = []
        over = self._over(limit)
        for life in self.lives():
            bases = life.bases()
            needed = [base for base in bases if base.began_at >= limit]
            before = [base for base in bases if base.began_at < limit and life.is_whole(base)]
            needed += [] if life in over else before[-1:]
            whole = [base for base in needed if life.is_whole(base)]
            kept = {each.name for base in whole for each in life.chain(base)}
            kept |= {base.name for base in needed}
            for base in bases:
                if base.name not in kept:
                    shutil.rmtree(base.folder)
                    removed.append(base.name)
            left = [base for base in bases if base.name in kept]
            if left or life in over:
                first = min((base.first_segment for base in left), default=AFTER_ALL)
                for path in life.wal.glob("*"):
                    if SEGMENT.fullmatch(path.name) and path.name[:24] < first:
                        path.unlink()
        for half in [*self.folder.glob(f"*/base/*{HALF}"), *self.folder.glob(f"{DRILL}*")]:
            shutil.rmtree(half)  # of one that was killed
        return removed

    def _over(self, limit: datetime) -> list[Life]:
        """Return the lives that ended before `limit`, where what goes on needs none of them."""
        return [
            life
            for system in {life.system for life in self.lives()}
            for life in _ended([life for life in self.lives() if life.system == system], limit)
        ]


def _ended(lives: list[Life], limit: datetime) -> list[Life]:
    """Return those of one database; of one that nobody writes to any more none."""
    going_on = [life for life in lives if life.written_at() >= limit.timestamp()]
    is_covered = going_on and all(
        any(base.began_at < limit and life.is_whole(base) for base in life.bases())
        for life in going_on
    )
    return [life for life in lives if life not in going_on] if is_covered else []


def _line(facts: dict[str, Any]) -> dict[str, Any]:
    return {"at": datetime.now(UTC).isoformat(timespec="seconds"), **facts}


def _dated(among: list[Base], base: Base) -> Base:
    now = datetime.now(UTC)
    if base.began_at <= now:
        return base
    timely = (each for each in among if each.began_at <= now)
    later = [each.began_at for each in timely if each.first_byte > base.first_byte]
    return replace(base, began_at=min(later) - timedelta(seconds=1)) if later else base


def refuse_several(systems: set[str], folder: Path) -> None:
    """Raise Unable where nobody said of which of several databases."""
    if len(systems) > 1:
        raise Unable(
            f"Backups of {len(systems)} databases lie in {folder}: {', '.join(sorted(systems))} "
            "(the folders begin so). Say which is this office's with --of."
        )


def cannot(backup: Path) -> str:
    """Return the sentence about a backup that is broken."""
    return (
        f"{backup} cannot be restored, as its {ABOUT} or the backup it adds to is gone: put that"
        " back (--from restores from the second place)."
    )


def _place(said: str) -> int:
    """Return a place in the log as a number: "1/A000028"."""
    high, _, low = said.partition("/")
    return (int(high, 16) << 32) + int(low, 16)


def written(folder: Path, base: Path, *, parent: str | None, began_at: datetime) -> None:
    """Say what a backup is, last of all, and give it its name: from now on it is whole."""
    facts = {"parent": parent, "began_at": began_at.isoformat()}
    with (folder / ABOUT).open("w") as file:
        file.write(json.dumps(facts))
        file.flush()
        os.fsync(file.fileno())
    folder.rename(base)
