"""What a restore plays of the log: whether a segment is missing, and how far it came."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from script.store import SEGMENT

USUAL_BYTES = 1 << 24
COMMITTED = re.compile(r"last completed transaction was at log time (\S+ \S+)")
# What PostgreSQL says where the log ends before the moment that was asked for.
TOO_EARLY = "recovery ended before configured recovery target was reached"


@dataclass(frozen=True)
class Gap:
    """The segments that are missing in the middle; `first` equals `last` where it is one."""

    first: str
    last: str

    def said(self) -> str:
        """Return what is missing, with the next step."""
        to = f" to {self.last}" if self.last != self.first else ""
        return (
            f"The log has a gap: {self.first}{to} is missing or cut. Put it back, or"
            " restore from the second place (--from); --despite-gap restores what was before it."
        )


@dataclass(frozen=True)
class Way:
    """The timelines that a restore passes: where in the log each but the last one was left."""

    left: dict[int, int]
    last: int

    def gap(self, first: str, *folders: Path) -> Gap | None:
        """
        Return what is missing first of the segments from `first` on, None where nothing is.

        Segments that were cut are removed from the last of the folders: nobody plays them. One
        that is unfinished counts as the last one of its timeline alone.
        """
        size = _size(*folders)
        present, ends = set(), []
        for path in _segments(*folders):
            timeline, number = _where(path.name, size)
            if timeline in self.left and number > self.left[timeline] // size:
                continue  # of a way that nobody went on with
            ends.append(number)
            if path.suffix == ".partial":
                if path.stat().st_size < size:  # the receiver had just begun it
                    os.truncate(path, size)
                later = (_where(each.name, size) for each in _segments(*folders))
                if any(line == timeline and other > number for line, other in later):
                    continue
            elif path.stat().st_size != size:
                path.unlink()
                continue
            present.add(number)
        begin = _where(first, size)[1]
        up_to = max([begin, *ends])
        missing = [n for n in range(begin, up_to + 1) if n not in present]
        if not missing:
            return None
        end = next(n for n in range(missing[0], up_to + 1) if n + 1 not in missing)
        return Gap(self._name(missing[0], size), self._name(end, size))

    def _name(self, number: int, size: int) -> str:
        covers = [line for line, place in self.left.items() if number <= place // size]
        high, low = divmod(number, (1 << 32) // size)
        return f"{min(covers, default=self.last):08X}{high:08X}{low:08X}"


def _segments(*folders: Path) -> Iterator[Path]:
    for folder in folders:
        yield from (path for path in folder.glob("*") if SEGMENT.fullmatch(path.name))


def _size(*folders: Path) -> int:
    """Return how long a segment is: a power of two; 16 MB unless the server was made otherwise."""
    sizes = {path.stat().st_size for path in _segments(*folders)}
    return max((size for size in sizes if size and not size & (size - 1)), default=USUAL_BYTES)


def _where(name: str, size: int) -> tuple[int, int]:
    """Return the timeline of a segment and the how manieth of the log it is."""
    timeline, high, low = (int(name[at : at + 8], 16) for at in (0, 8, 16))
    return timeline, high * ((1 << 32) // size) + low


def last_commit(log: Path) -> datetime | None:
    """Return when the last commit was that the server of a log has played; None without any."""
    found = COMMITTED.findall(log.read_text(errors="replace"))
    if not found:
        return None
    return datetime.fromisoformat(found[-1]).replace(tzinfo=UTC)


def shown(moment: datetime | None) -> str:
    """Return a sentence on how far a restore came."""
    if moment is None:
        return "The log holds no commit after the backup."
    return f"The last commit in it is of {moment:%d.%m.%Y %H:%M:%S} UTC."
