"""The acts of a club: what was looked for, what each changed, and the seals over them."""

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from casino.audit.models import ActSeal
from casino.db import fetch_all
from casino.house.models import Club
from casino.ledger.queries.trail import TrailRow, trail
from casino.players.models import Version
from casino.players.queries import versions
from casino.players.rules import masked
from casino.staff.models import User

PAGE = 60
PAPERS = ("personal_code", "document")
PIECES = ("chips", "cash")
BLIND_ACTS = """
SELECT c.act_id FROM countroom_count c JOIN countroom_box b ON b.id = c.box_id
WHERE b.club_id = %(club)s AND b.booked_at IS NULL AND b.void_at IS NULL
UNION ALL
SELECT s.act_id FROM countroom_transferstep s JOIN countroom_transfer t ON t.id = s.transfer_id
WHERE t.club_id = %(club)s AND t.state = 'issued' AND s.state = 'issued'
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ActSearch:
    """What is looked for in the trail; nothing: everything."""

    text: str = ""
    who: str = ""
    first: date | None = None
    last: date | None = None
    before_id: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """A value that an act changed: what it was before and is now."""

    field: str
    before: str
    after: str


def acts(club: Club, asked: ActSearch, *, limit: int = PAGE) -> list[tuple[TrailRow, User | None]]:
    """Return the acts of a club that were asked for, the latest first, with who did them."""
    who = None
    if asked.who:
        named = User.objects.filter(username__icontains=asked.who)
        who = list((named | User.objects.filter(name__icontains=asked.who)).values_list("id"))
    rows = trail(
        club,
        text=asked.text,
        actor_ids=None if who is None else [each[0] for each in who],
        first=asked.first,
        last=asked.last,
        before_id=asked.before_id,
        limit=limit,
    )
    if asked.text:  # whoever looks for a figure is told nothing by what is found
        blind = blind_acts(club.pk)
        rows = [row for row in rows if row.id not in blind or asked.text in row.operation]
    return with_people(blinded(club.pk, rows))


def blinded(club_id: int, rows: list[TrailRow]) -> list[TrailRow]:
    """Return acts without the pieces of a count that another person makes without seeing it."""
    blind = blind_acts(club_id)
    return [_blinded(row) if row.id in blind else row for row in rows]


def blind_acts(club_id: int) -> set[int]:
    """
    Return the counts that another person has to make without seeing them: their pieces are hidden.

    Of boxes until they are booked, of fills and credits until they are confirmed.
    Source: PEERS 3a, 14 and 27.
    """
    return {act_id for (act_id,) in fetch_all(BLIND_ACTS, {"club": club_id})}


def _blinded(row: TrailRow) -> TrailRow:
    kept = {name: value for name, value in row.arguments.items() if name not in PIECES}
    return replace(row, arguments=kept)


def changes(club_id: int, act_ids: Collection[int]) -> dict[int, list[Change]]:
    """Return by act what it changed of a guest; ID numbers by their last characters."""
    return {
        act_id: _changes(before, after)
        for act_id, (after, before) in versions(club_id, act_ids).items()
    }


def _changes(before: Version | None, after: Version) -> list[Change]:
    fields = ["name", "birth_date", "code_country", *PAPERS, "photo", "notes", "language"]
    fields += ["nationality", "named_in_results"]
    pairs = [(field, _shown(before, field), _shown(after, field)) for field in fields]
    return [Change(field=f, before=was, after=now) for f, was, now in pairs if was != now]


def _shown(version: Any, field: str) -> str:
    value: Any = getattr(version, field, "")
    if field == "birth_date":
        return str(value.year) if value else ""
    return masked(value) if field in PAPERS else str(value)


def with_people(rows: list[TrailRow]) -> list[tuple[TrailRow, User | None]]:
    """Return the acts with who did them; None: a job."""
    people = User.objects.in_bulk({row.actor_id for row in rows if row.actor_id})
    return [(row, people.get(row.actor_id or 0)) for row in rows]


SEALED_ACTS = """
SELECT a.id, a.key::text, a.club_id, coalesce(a.actor_id, 0), to_json(a.operation)::text,
       a.arguments::text, (extract(epoch FROM a.happened_at) * 1000000)::bigint,
       (extract(epoch FROM a.recorded_at) * 1000000)::bigint, to_json(a.request_id)::text
FROM audit_sealedact s LEFT JOIN ledger_act a ON a.id = s.act_id
WHERE s.seal_id = %s ORDER BY s.act_id
"""


SEALED_ROWS = """
WITH sealing AS (
    SELECT act_id, day FROM ledger_seal WHERE club_id = %(club)s AND day <= %(day)s
    ORDER BY day DESC LIMIT 2
)
SELECT r.act_id, r.relation, r.row_id, r.id, encode(r.digest, 'hex') FROM ledger_rowdigest r
WHERE r.act_id IN (
    SELECT s.act_id FROM audit_sealedact s WHERE s.seal_id = %(seal)s
    EXCEPT SELECT act_id FROM sealing WHERE day = %(day)s
    UNION SELECT act_id FROM sealing WHERE day < %(day)s)
"""


def broken_seals(club_id: int) -> Iterator[ActSeal]:
    """Yield the seals of the trail that no longer fit what lies under them, the first one first."""
    previous = b""
    for seal in ActSeal.objects.filter(club_id=club_id).order_by("day"):
        acts = fetch_all(SEALED_ACTS, [seal.pk])
        values = {"club": club_id, "day": seal.day, "seal": seal.pk}
        written = sorted(fetch_all(SEALED_ROWS, values))
        root = _hashed("\n".join(["act/1", *map(str, act)]) for act in acts)
        rows = None
        if seal.rows is not None:
            rows = _hashed(
                " ".join(map(str, (*row[1:3], *filter(None, row[4:])))) for row in written
            )
        digest = hashlib.sha256(previous + root + (rows or b"")).digest()
        kept = (bytes(seal.digest), bytes(seal.previous), seal.acts, seal.rows and bytes(seal.rows))
        if kept != (digest, previous, len(acts), rows):
            yield seal
        previous = bytes(seal.digest)


def _hashed(texts: Iterable[str]) -> bytes:
    """Return the digest of the digests of texts."""
    return hashlib.sha256(b"".join(hashlib.sha256(x.encode()).digest() for x in texts)).digest()


def sealed_up_to(club_id: int) -> date | None:
    """Return the latest day whose acts are sealed, or None."""
    latest = ActSeal.objects.filter(club_id=club_id).order_by("-day").first()
    return latest.day if latest else None
