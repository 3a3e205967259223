"""The audit trail: what was done, by whom, from where, what it was before, and what stands out."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from allauth.mfa.models import Authenticator
from django.db import connection

from casino.audit.models import AccessReview, ActSeal
from casino.house.models import Club
from casino.ledger.queries.trail import TrailRow, trail
from casino.players.queries import versions
from casino.players.rules import masked
from casino.staff.models import Membership, Role, User
from casino.staff.permissions import Action, Departure, Own, actions
from casino.words import say

PAGE, MOST = 100, 100_000
# What an auditor looks at first: taken back, corrected, set aside, refused, done alone, read.
EXCEPTIONS = {
    "cage.reverse_slip": "reversal",
    "cage.ask_reversal": say("reversal asked for"),
    "cage.force_close": say("forced close"),
    "approvals.refuse": say("refused approval"),
    "approvals.approve_alone": say("done alone"),
    "players.see_identity": say("papers read"),
    "cashgames.seat_player": "override",
    "countroom.settle": say("difference settled"),
    "audit.dismiss": say("access ended"),
}
PAPERS = ("personal_code", "document")


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What is looked for in the trail; nothing: everything."""

    text: str = ""
    who: str = ""
    first: date | None = None
    last: date | None = None
    before_id: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """Somebody's access to the club."""

    user: User
    roles: tuple[str, ...]
    second_factor: bool
    keys: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PermissionRow:
    """A row of the matrix at a club: what each role is in it; own: otherwise than usual."""

    action: Action
    marks: dict[str, list[str]]
    own: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """A value that an act changed: what it was before and is now."""

    field: str
    before: str
    after: str


def acts(club: Club, asked: Asked, *, limit: int = PAGE) -> list[tuple[TrailRow, User | None]]:
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
    return _with_people(rows)


def exceptions(
    club: Club, *, first: date, last: date, known_at: datetime | None = None
) -> list[tuple[str, TrailRow, User | None]]:
    """Return what stands out between two days, with its kind, the latest first; known_at: then."""
    rows = trail(
        club, operations=list(EXCEPTIONS), first=first, last=last, known_at=known_at, limit=MOST
    )
    found = [row for row in rows if row.operation != "cashgames.seat_player" or _overrides(row)]
    return [(EXCEPTIONS[row.operation], row, user) for row, user in _with_people(found)]


def permissions(own: Own) -> list[PermissionRow]:
    """Return the matrix of a club, row by row as the table has them."""
    return [_permission(action, action.here(own)) for action in actions().values()]


def _permission(action: Action, here: Departure) -> PermissionRow:
    marks = {}
    for role in Role.values:
        columns = (
            (("alone" if action.alone else "proposes"), here.acts),
            ("second", here.seconds),
            ("reads", action.read - here.acts - here.seconds),
        )
        marks[role] = [mark for mark, roles in columns if role in roles]
    return PermissionRow(action=action, marks=marks, own=here != action.usual)


def _overrides(row: TrailRow) -> bool:
    """Return whether a seat was taken with a supervisor's word against the rule."""
    return bool(row.arguments.get("deviation") or row.arguments.get("supervisor_approved"))


def changes(club_id: int, act_id: int) -> list[Change]:
    """Return what an act changed of a guest, before and after; papers by their last characters."""
    found = versions(club_id, act_id)
    if not found:
        return []
    after, before = found[0], found[1] if len(found) > 1 else None
    fields = ("name", "birth_date", "code_country", *PAPERS, "photo", "notes", "language")
    pairs = [(field, _shown(before, field), _shown(after, field)) for field in fields]
    return [Change(field=f, before=was, after=now) for f, was, now in pairs if was != now]


def _shown(version: Any, field: str) -> str:
    value: Any = getattr(version, field, "")
    if field == "birth_date":
        return str(value.year) if value else ""
    return masked(value) if field in PAPERS else str(value)


def _with_people(rows: list[TrailRow]) -> list[tuple[TrailRow, User | None]]:
    people = User.objects.in_bulk({row.actor_id for row in rows if row.actor_id})
    return [(row, people.get(row.actor_id or 0)) for row in rows]


def members(club_id: int) -> list[Member]:
    """Return who has which access to the club, by name."""
    held: dict[User, list[str]] = {}
    found = Membership.objects.filter(club_id=club_id, user__is_active=True)
    for each in found.select_related("user").order_by("user__name", "user_id", "role"):
        held.setdefault(each.user, []).append(each.role)
    factors = set(Authenticator.objects.filter(user__in=held).values_list("user_id", flat=True))
    return [
        Member(
            user=user,
            roles=tuple(roles),
            second_factor=user.pk in factors,
            keys=user.tokens.count(),
        )
        for user, roles in held.items()
    ]


def leavers(club: Club, *, first: date, last: date) -> list[tuple[TrailRow, User | None]]:
    """Return whose access ended between two days, the latest first."""
    ended = trail(club, operations=["audit.dismiss"], first=first, last=last, limit=MOST)
    return _with_people(ended)


def reviews(club_id: int) -> list[AccessReview]:
    """Return the reviews of access, the latest first."""
    found = AccessReview.objects.filter(club_id=club_id).select_related("reviewed_by")
    return list(found.order_by("-id"))


SEALED_ACTS = """
SELECT a.id, a.key::text, a.club_id, coalesce(a.actor_id, 0), to_json(a.operation)::text,
       a.arguments::text, (extract(epoch FROM a.happened_at) * 1000000)::bigint,
       (extract(epoch FROM a.recorded_at) * 1000000)::bigint, to_json(a.request_id)::text
FROM audit_sealedact s LEFT JOIN ledger_act a ON a.id = s.act_id
WHERE s.seal_id = %s ORDER BY s.act_id
"""


def broken_seals(club_id: int) -> Iterator[ActSeal]:
    """Yield the seals of the trail that no longer fit what lies under them, the first one first."""
    previous = b""
    for seal in ActSeal.objects.filter(club_id=club_id).order_by("day"):
        with connection.cursor() as cursor:
            cursor.execute(SEALED_ACTS, [seal.pk])
            rows = cursor.fetchall()
        texts = [hashlib.sha256("\n".join(["act/1", *map(str, row)]).encode()) for row in rows]
        root = hashlib.sha256(b"".join(text.digest() for text in texts)).digest()
        digest = hashlib.sha256(previous + root).digest()
        if (digest, previous, len(rows)) != (bytes(seal.digest), bytes(seal.previous), seal.acts):
            yield seal
        previous = bytes(seal.digest)


def sealed_up_to(club_id: int) -> date | None:
    """Return the latest day whose acts are sealed, or None."""
    latest = ActSeal.objects.filter(club_id=club_id).order_by("-day").first()
    return latest.day if latest else None
