"""
The mirror: every act with its entries and the digests of its rows, out of the database's reach.

A line of JSON an act in <ANCHOR_DIR>/<club>/<gaming day>.jsonl, a line a seal in seals.txt and,
signed, in signed.txt, which is what is sent out (casino.operations.services.anchors). Acts arrive
at least once: a line that stands there twice means the same as once.
"""

import os
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings

from casino.clock import gaming_day
from casino.db import command, fetch_all
from casino.house.models import Club
from casino.keys import sign_anchor

SIGNED = "signed.txt"
# What `signed` returns, with a signature where there is a key.
SIGNED_LINE = re.compile(
    r"\S+ \d{4}-\d\d-\d\d [0-9a-f]{64}( [0-9a-f]{64} [0-9a-f]{128})?",
)
# An act with its entries and the digests of the rows that it wrote beside them.
DOCUMENT = """
to_jsonb(a) || jsonb_build_object(
    'entries', coalesce((
        SELECT jsonb_agg(to_jsonb(e) ORDER BY e.seq) FROM ledger_entry e WHERE e.act_id = a.id
    ), '[]'),
    'rows', coalesce((
        SELECT jsonb_agg(jsonb_build_array(r.relation, r.row_id, encode(r.digest, 'hex'))
            ORDER BY r.relation, r.row_id, r.id)
        FROM ledger_rowdigest r WHERE r.act_id = a.id
    ), '[]'))
"""
# The rows are taken by deleting them: a second worker waits, then finds them gone. They come
# back when this transaction does not reach its end. An act of no club, of before there were none,
# has no file and stays; verify names it.
TAKE = """
WITH taken AS (
    DELETE FROM ledger_outbox WHERE act_id IN (
        SELECT o.act_id FROM ledger_outbox o
        WHERE EXISTS (SELECT FROM ledger_act a JOIN house_club c ON c.id = a.club_id
                      WHERE a.id = o.act_id)
        ORDER BY o.act_id LIMIT %(limit)s
    ) RETURNING act_id
)
{copies}
"""
AGAIN = """
WITH taken AS (SELECT unnest(%(ids)s::bigint[]) AS act_id)
{copies}
"""
COPIES = f"""
SELECT a.club_id, a.happened_at,
       ({DOCUMENT})::text,
       (SELECT s.day || ' ' || encode(s.seal, 'hex') FROM ledger_seal s WHERE s.act_id = a.id)
FROM taken JOIN ledger_act a ON a.id = taken.act_id ORDER BY a.id
"""  # noqa: S608


def deliver_outbox(*, limit: int = 25) -> int:
    """
    Copy everything that waits to the mirror; return how many acts that were.

    limit: acts at a time; an act of an import carries thousands of entries.
    """
    total = 0
    while delivered := _deliver_some(limit):
        total += delivered
    return total


@command
def _deliver_some(limit: int) -> int:
    """Copy the oldest acts to the mirror and, once they lie on its disk, forget them here."""
    return _copy(TAKE.format(copies=COPIES), limit=limit)


def copy_again(act_ids: Iterable[int]) -> int:
    """Copy acts once more that the mirror had and lost; return how many that were."""
    left, total = iter(act_ids), 0
    while part := list(islice(left, 25)):
        total += _copy(AGAIN.format(copies=COPIES), ids=part)
    return total


def _copy(sql: str, **parameters: Any) -> int:
    clubs = {club.pk: club for club in Club.objects.all()}
    files: dict[Path, list[str]] = defaultdict(list)
    rows = fetch_all(sql, parameters)
    for club_id, at, act, seal in rows:
        club = clubs[club_id]
        folder = settings.ANCHOR_DIR / club.slug
        day = gaming_day(at, timezone=club.timezone, closes_at=club.closes_at)
        files[folder / f"{day}.jsonl"].append(act)
        if seal:
            files[folder / "seals.txt"].append(seal)
            files[folder / SIGNED].append(signed(club.slug, seal))
    for path, lines in files.items():
        append(path, lines)
    return len(rows)


def signed(slug: str, seal: str) -> str:
    """Return the line of a seal that leaves the house: club, day, seal, key, signature."""
    return f"{slug} {seal} {sign_anchor(f'{slug} {seal}')}".strip()


def append(path: Path, lines: list[str]) -> None:
    """
    Append lines to a file and wait until they lie on the disk; a half line stays alone.

    Acts name people: the file is its owner's alone.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(path, "ab+", opener=partial(os.open, mode=0o600)) as file:
        new = file.tell() == 0
        if not new:
            file.seek(-1, os.SEEK_END)
            broken = file.read(1) != b"\n"
            lines = ["", *lines] if broken else lines
        file.write("".join(f"{line}\n" for line in lines).encode())
        file.flush()
        os.fsync(file.fileno())
    if new:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until a folder's list of files lies on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
