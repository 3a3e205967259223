"""
The mirror of casino.ledger.outbox against the database: what differs, what is missing.

It is the witness where the database's own hashes cannot be: on days not sealed yet, to say which
field of a sealed entry was changed, and where somebody with the whole database made the chain anew.
So a copy that is gone is a finding too, never silence.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from casino.clock import gaming_day
from casino.db import fetch_all
from casino.epochs.queries.outside import SEAL, folder, lines, never_copied
from casino.epochs.verify import lost_with_restores, settled_copies
from casino.house.models import Club
from casino.keys import is_signed_anchor
from casino.ledger.outbox import DOCUMENT, SIGNED, append, copy_again, signed
from casino.ledger.verify import Finding

CHARACTERS_AT_A_TIME = 1_000_000
UNSIGNED = (
    "its seal is not signed; if there was no key then: ANCHOR_KEY=… script/manage mend_mirror"
)
PARTS = 5  # club, day, seal, key, signature


def differing_copies(club: Club, doubtful: Iterable[date] | None) -> Iterator[Finding]:
    """
    Yield what the database says otherwise than its copies outside: seals, then acts by field.

    Acts of unsealed days are compared, and of those `doubtful`; None: all of them.
    """
    where, settled = folder(club), settled_copies(club.pk)
    yield from _seals_outside(club.pk, where / "seals.txt")
    days = {date.fromisoformat(path.stem) for path in where.glob("*-*-*.jsonl")}
    if doubtful is not None:  # a day that the database never heard of is compared, too
        sealed = "SELECT day FROM ledger_day WHERE club_id = %(club)s AND state = 'sealed'"
        days -= {row[0] for row in fetch_all(sealed, {"club": club.pk})}
        days |= {day + timedelta(n) for day in doubtful for n in (0, 1)}
    for day in sorted(days):
        yield from _acts_outside(day, where / f"{day}.jsonl", settled)


def missing_copies(club: Club) -> Iterator[Finding]:
    """Yield each day of which acts or seals were delivered to the mirror and are not there."""
    found: dict[date, list[int]] = {}
    for act_id, at in never_copied(club):
        day = gaming_day(at, timezone=club.timezone, closes_at=club.closes_at)
        found.setdefault(day, []).append(act_id)
    for day, act_ids in sorted(found.items()):
        more = f", nor are {len(act_ids) - 1} more of the day" if act_ids[1:] else ""
        says = f"act {act_ids[0]} is not in the copy outside{more}"
        yield Finding(day=day, what="mirror", says=says)
    for day, _ in _lost_seals(club):
        yield Finding(day=day, what="mirror", says="its seal is not in the copy outside")


def unsigned_seals(club: Club, more: Iterable[str] = ()) -> Iterator[Finding]:
    """
    Yield each seal that nobody signed, or that was signed as another one.

    more: signed lines that came back from outside, of a mail. Without trusted keys: nothing.
    """
    if not settings.ANCHOR_PUBLIC_KEYS:
        return
    kept: dict[str, set[str]] = {}
    for line in [*lines(folder(club) / SIGNED), *more]:
        parted = line.split()
        if len(parted) != PARTS or parted[0] != club.slug:
            continue
        slug, day, seal, key, signature = parted
        if is_signed_anchor(f"{slug} {day} {seal}", key, signature):
            kept.setdefault(day, set()).add(seal)
    lost = lost_with_restores(club.pk)
    stored = {str(day): seal.hex() for day, seal in fetch_all(DELIVERED, {"club": club.pk})}
    for day in sorted({*kept, *stored}):
        wrong = kept.get(day, set()) - {stored.get(day)} - {seal for at, seal in lost if at == day}
        if not wrong and day in kept:
            continue
        says = f"signed was {min(wrong)[:16]}…" if wrong else UNSIGNED
        yield Finding(day=date.fromisoformat(day), what="signature", says=says)


def mend(club: Club) -> int:
    """
    Copy once more what the mirror had and lost; return how many acts that were.

    Seals of before there was a key are signed, as they are in the mirror.

    What a copy and the database say differently stays as it is: that is for people to explain.
    """
    seals = [act_id for _, act_id in _lost_seals(club)]
    if settings.ANCHOR_KEY:
        _sign_again(club)
    return copy_again(sorted({act_id for act_id, _ in never_copied(club)}.union(seals)))


def _sign_again(club: Club) -> None:
    """Sign the seals of the mirror that no line of the signed ones names with a key."""
    parted = [line.split() for line in lines(folder(club) / SIGNED)]
    there = {line[1] for line in parted if len(line) == PARTS}
    kept = [line.strip() for line in lines(folder(club) / "seals.txt") if SEAL.fullmatch(line)]
    if due := [signed(club.slug, seal) for seal in kept if seal.split()[0] not in there]:
        append(folder(club) / SIGNED, due)


def _lost_seals(club: Club) -> Iterator[tuple[date, int]]:
    """Yield the days whose seals stand in no file, with the acts that sealed them."""
    kept = {each[1] for each in map(SEAL.fullmatch, lines(folder(club) / "seals.txt")) if each}
    return (each for each in fetch_all(SEALED, {"club": club.pk}) if str(each[0]) not in kept)


DELIVERED = """
SELECT s.day, s.seal FROM ledger_seal s WHERE s.club_id = %(club)s
  AND NOT EXISTS (SELECT FROM ledger_outbox o WHERE o.act_id = s.act_id)
"""
SEALED = """
SELECT s.day, s.act_id FROM ledger_seal s WHERE s.club_id = %(club)s
  AND NOT EXISTS (SELECT FROM ledger_outbox o WHERE o.act_id = s.act_id) ORDER BY s.day
"""


def _seals_outside(club_id: int, path: Path) -> Iterator[Finding]:
    """Compare the seals with their copies outside; a line broken by a killed writer is none."""
    kept = {found[1]: found[2] for found in map(SEAL.fullmatch, lines(path)) if found}
    stored = {
        str(day): seal.hex()
        for day, seal in fetch_all(
            "SELECT day, seal FROM ledger_seal WHERE club_id = %(club)s", {"club": club_id}
        )
    }
    lost = lost_with_restores(club_id)
    for day, seal in kept.items():
        if stored.get(day) != seal and (day, seal) not in lost:
            there = f"{stored[day][:16]}…" if day in stored else "missing"
            yield Finding(
                day=date.fromisoformat(day),
                what="seal",
                says=f"{there}, the copy outside says {seal[:16]}…",
            )


def _acts_outside(day: date, path: Path, settled: dict[int, dict[str, Any]]) -> Iterator[Finding]:
    """
    Compare the acts of a day with their copies outside, field by field.

    settled: what a restore lost and two people settled, as it was listed then.
    """
    # What the desks did while this is read is in the copy and not yet in our snapshot.
    ((since,),) = fetch_all("SELECT now() - interval '1 minute'")
    for chunk in _chunks(path):
        copies = {copy["id"]: copy for copy in map(_parsed, chunk) if copy}
        stored = {id_: json.loads(act) for id_, act in fetch_all(ACTS, {"ids": list(copies)})}
        for act_id, copy in copies.items():
            if act_id not in stored and settled.get(act_id) == copy:
                continue
            if act_id in stored or datetime.fromisoformat(copy["recorded_at"]) < since:
                yield from _differences(day, copy, stored.get(act_id))


ACTS = f"SELECT a.id, ({DOCUMENT})::text FROM ledger_act a WHERE a.id = ANY (%(ids)s)"  # noqa: S608


def _differences(
    day: date, copy: dict[str, Any], stored: dict[str, Any] | None
) -> Iterator[Finding]:
    entries = {entry["id"]: entry for entry in stored["entries"]} if stored else {}
    first = next((entry["id"] for entry in copy["entries"]), None)
    for relation, row_id in _other_rows(copy, stored):
        says = "the digest of what its act wrote is another than in the copy outside"
        yield Finding(day=day, entry_id=first, what=f"{relation} {row_id}", says=says)
    for what, there, here in _changed(copy, stored):
        says = f"act {copy['id']} says {here}, the copy outside {there}"
        yield Finding(day=day, entry_id=first, what=what, says=says)
    for entry in copy["entries"]:
        for what, there, here in _changed(entry, entries.pop(entry["id"], None)):
            says = f"{here}, the copy outside says {there}"
            yield Finding(day=day, entry_id=entry["id"], what=what, says=says)
    for entry_id in entries:
        yield Finding(day=day, entry_id=entry_id, what="entry", says="not in the copy outside")


def _changed(copy: dict[str, Any], stored: dict[str, Any] | None) -> Iterator[tuple[str, Any, Any]]:
    """Yield (field, there, here) of each field that differs, the entries of an act left out."""
    if stored is None:
        yield "entry" if "act_id" in copy else "act", "it is there", "missing"
        return
    for name, there in copy.items():
        if name not in ("entries", "rows") and stored.get(name) != there:
            yield name.removesuffix("_id"), there, stored.get(name)


def _other_rows(copy: dict[str, Any], stored: dict[str, Any] | None) -> list[tuple[str, int]]:
    """Return the rows of which copy and database keep other digests of one act."""
    if stored is None or "rows" not in copy:  # a copy of before there were any
        return []
    there, here = ({tuple(row) for row in each["rows"]} for each in (copy, stored))
    return sorted({(relation, row_id) for relation, row_id, _ in there ^ here})


def _parsed(line: str) -> dict[str, Any] | None:
    """Return the copy of an act; a killed writer's half line is none, its repetition follows."""
    try:
        copy: dict[str, Any] = json.loads(line)
    except ValueError:
        return None
    return copy


def _chunks(path: Path) -> Iterator[list[str]]:
    """Yield the lines in chunks that fit into memory: an import's act has thousands of entries."""
    chunk, size = [], 0
    for line in lines(path):
        chunk.append(line)
        size += len(line)
        if size > CHARACTERS_AT_A_TIME:
            yield chunk
            chunk, size = [], 0
    yield chunk
