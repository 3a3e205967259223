"""What the mirror of casino.ledger.outbox has of a club, and what of it each side lacks."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from casino.db import fetch_all
from casino.house.models import Club

SEAL = re.compile(r"(\S+) ([0-9a-f]{64})\n")
EPOCH = re.compile(r"([0-9]{1,9}) (\S+) (\S+) (\S+) ([0-9a-f]{64})\n")
ACT = re.compile(rb'\{"id": ([0-9]{1,18}), "key": "([0-9a-f-]{36})",')
ACTS_AT_A_TIME = 10_000
TAIL_BYTES = 1_000_000
SECONDS_OF_A_COPY = 60


class Copy(NamedTuple):
    """A whole line of the mirror, with the act's id and key read off it."""

    id: int
    key: str
    line: bytes


def folder(club: Club) -> Path:
    """Return where the copies of a club lie."""
    found: Path = settings.ANCHOR_DIR / club.slug
    return found


def epochs_file() -> Path:
    """Return where the epochs that were begun are written down, a line each."""
    found: Path = settings.ANCHOR_DIR / "epochs.txt"
    return found


def put_back_file() -> Path:
    """Return what `script/backup restore` lays beside a mirror as old as the backup."""
    found: Path = settings.ANCHOR_DIR / "put-back.txt"
    return found


def is_whole(club: Club) -> bool:
    """Return whether the mirror of a club tells what was lost: it has all, and no backup's age."""
    return not put_back_file().exists() and next(never_copied(club), None) is None


def epochs_outside() -> dict[int, str]:
    """Return the digest of each epoch that the mirror names, by its number."""
    found = map(EPOCH.fullmatch, lines(epochs_file()))
    return {int(each[1]): each[5] for each in found if each}


def mirrored(club: Club) -> set[int]:
    """Return the acts that stand whole in any file; a half line is none, its repetition follows."""
    return {copy.id for copy in _copies(club)}


def never_copied(club: Club) -> Iterator[tuple[int, datetime]]:
    """Yield the acts that wait in no outbox and stand in no file, with when they happened."""
    there = mirrored(club)
    return (each for each in _delivered(club.pk) if each[0] not in there)


def lost(club: Club) -> list[dict[str, Any]]:
    """Return the copies of acts that the database has not, nor an earlier list of lost ones."""
    found: dict[int, dict[str, Any]] = {}
    copies = _copies(club)
    while some := list(islice(copies, ACTS_AT_A_TIME)):
        known = set(fetch_all(KNOWN, {"ids": [copy.id for copy in some]}))
        found |= {
            copy.id: json.loads(copy.line) for copy in some if (copy.id, copy.key) not in known
        }
    return [found[act_id] for act_id in sorted(found)]


def lost_seals(club: Club) -> dict[str, str]:
    """Return the seals, by day, that the mirror has and the database has not."""
    found = map(SEAL.fullmatch, lines(folder(club) / "seals.txt"))
    kept = {each[1]: each[2] for each in found if each}
    known = {str(day): seal for day, seal in fetch_all(SEALS, {"club": club.pk})}
    return {day: seal for day, seal in kept.items() if known.get(day) != seal}


def newest(club: Club) -> Copy | None:
    """
    Return the last act that was copied, None where the file of today ends otherwise.

    What is copied at once goes into the files of several days, and some disks tell whole seconds.
    """
    written = {path: path.stat().st_mtime for path in folder(club).glob("*-*-*.jsonl")}
    since = max(written.values(), default=0) - SECONDS_OF_A_COPY
    found = [copy for path, at in written.items() if at >= since for copy in _ends(path)]
    return max(found, key=attrgetter("id"), default=None)


def is_known(copy: Copy) -> bool:
    """Return whether the database has an act, or a list of what was lost."""
    return (copy.id, copy.key) in fetch_all(KNOWN, {"ids": [copy.id]})


def digest(copies: Iterable[dict[str, Any]]) -> str:
    """Return the digest of a list of lost acts, in order of their ids, as the mirror keeps it."""
    texts = [json.dumps(each, sort_keys=True) for each in sorted(copies, key=lambda x: x["id"])]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def lines(path: Path) -> Iterator[str]:
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from file


KNOWN = """
SELECT id, key::text FROM ledger_act WHERE id = ANY (%(ids)s)
UNION SELECT act_id, key::text FROM epochs_lostact WHERE act_id = ANY (%(ids)s)
"""
DELIVERED = """
SELECT a.id, a.happened_at FROM ledger_act a
WHERE a.club_id = %(club)s AND a.id > %(after)s
  AND NOT EXISTS (SELECT FROM ledger_outbox o WHERE o.act_id = a.id)
ORDER BY a.id LIMIT %(limit)s
"""
SEALS = "SELECT day, encode(seal, 'hex') FROM ledger_seal WHERE club_id = %(club)s"


def _copies(club: Club) -> Iterator[Copy]:
    for path in sorted(folder(club).glob("*-*-*.jsonl")):
        with path.open("rb") as file:
            yield from (copy for copy in map(_copy, file) if copy)


def _ends(path: Path) -> list[Copy]:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL_BYTES))
        return [copy for copy in map(_copy, file) if copy][-1:]


def _copy(line: bytes) -> Copy | None:
    begins = ACT.match(line)
    whole = begins and line.endswith(b"}\n")
    return Copy(int(begins[1]), begins[2].decode(), line) if begins and whole else None


def _delivered(club_id: int) -> Iterator[tuple[int, datetime]]:
    """Yield the acts that wait in no outbox, a part at a time."""
    after = 0
    while rows := fetch_all(DELIVERED, {"club": club_id, "after": after, "limit": ACTS_AT_A_TIME}):
        yield from rows
        after = rows[-1][0]
