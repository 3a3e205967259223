"""Clubs, their gaming day, and the rule book in force."""

import json
from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID, uuid4

from casino import clock
from casino.db import asked_once, fetch_all, fetch_one
from casino.house.models import Adoption, Club, ControlProfile, Permission
from casino.house.rulebook import RuleBook, load_book
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.paging import Page
from casino.refusals import Conflict

# Plain SQL: each act asks these, and the ORM takes five times as long to say them.
BOOK_ON = """
SELECT book, overrides::text FROM house_adoption WHERE club_id = %s AND period @> %s::date
"""
PROFILE_AT = """
SELECT profile FROM house_controlprofile
WHERE club_id = %s AND since <= %s ORDER BY id DESC LIMIT 1
"""


def permissions_in_force(club: str, at: str) -> str:
    """Return the SQL of a club's own permissions at an instant; both are columns or parameters."""
    return f"""
SELECT DISTINCT ON (action) action, acts, seconds, reads FROM house_permission h
WHERE club_id = {club} AND since <= {at} AND NOT EXISTS (
    SELECT FROM house_permission o WHERE o.club_id = h.club_id AND o.action = h.action
    AND o.calls_off AND o.id > h.id AND o.since <= {at}
) ORDER BY action, since DESC, id DESC
"""  # noqa: S608


OWN_PERMISSIONS = permissions_in_force("%(club)s", "%(at)s")


class NoBookAdopted(Conflict):
    """The club has no rule book for that day."""

    code = "HOUSE-001"
    message = msg("This club has adopted no rule book for that gaming day.")
    next_step = msg("Ask the manager to adopt a rule book.")
    next_page = "rules-propose"


def club_stamp(
    club: Club,
    *,
    at: datetime,
    actor_id: int | None,
    key: UUID | None = None,
    request_id: str = "",
    roles: frozenset[str] | None = None,
    overrides: Mapping[str, Any] | None = None,
    is_live: bool = False,
) -> Stamp:
    """
    Return the head of an act at an instant; without a key the act gets one of its own.

    roles, own: what is known of the actor's roles and the club's own permissions; is_live: whether
    the instant is the database's now.
    """
    day = clock.gaming_day(at, timezone=club.timezone, closes_at=club.closes_at)
    opens_at, closes_at = clock.day_bounds(day, timezone=club.timezone, closes_at=club.closes_at)
    return Stamp(
        club_id=club.id,
        at=at,
        gaming_day=day,
        opens_at=opens_at,
        closes_at=closes_at,
        actor_id=actor_id,
        key=key or uuid4(),
        request_id=request_id,
        roles=roles,
        overrides=overrides,
        is_live=is_live,
    )


def day_stamp(club: Club, day: date, *, key: UUID) -> Stamp:
    """Return the head of an act at the very close of a gaming day."""
    opens_at, closes_at = clock.day_bounds(day, timezone=club.timezone, closes_at=club.closes_at)
    return Stamp(
        club_id=club.id,
        at=closes_at,
        gaming_day=day,
        opens_at=opens_at,
        closes_at=closes_at,
        actor_id=None,
        key=key,
    )


@asked_once
def book_on(club_id: int, gaming_day: date) -> RuleBook:
    """
    Return the rule book of a club on a gaming day, with what the club has overridden.

    Raises NoBookAdopted.
    """
    found = fetch_one(BOOK_ON, [club_id, gaming_day])
    if found is None:
        raise NoBookAdopted
    return edition(*found)


def control_profile(club_id: int, *, at: datetime) -> ControlProfile.Name:
    """Return which controls are in force at a club at an instant; where nobody said: club."""
    found = fetch_one(PROFILE_AT, [club_id, at])
    return ControlProfile.Name(found[0]) if found else ControlProfile.Name.CLUB


def controls_on(club: Club, day: date) -> ControlProfile.Name:
    """Return which controls were in force at a club when a gaming day ended."""
    _, ended = clock.day_bounds(day, timezone=club.timezone, closes_at=club.closes_at)
    return control_profile(club.pk, at=ended)


def control_profiles(club_id: int) -> list[ControlProfile]:
    """Return the club's control profiles, the latest decision first; it outdoes those to come."""
    return list(ControlProfile.objects.filter(club_id=club_id).order_by("-id"))


def one_person_suffices(stamp: Stamp) -> bool:
    """Return whether one host does everything at the club: its control profile is `home`."""
    return control_profile(stamp.club_id, at=stamp.at) == ControlProfile.Name.HOME


def adoption_on(club_id: int, gaming_day: date) -> Adoption:
    """Return the adoption in force at a club on a gaming day. Raises NoBookAdopted."""
    adoption = Adoption.objects.filter(club_id=club_id, period__contains=gaming_day).first()
    if adoption is None:
        raise NoBookAdopted
    return adoption


def adoptions(club_id: int) -> list[Adoption]:
    """Return the adoptions of a club that stand, withdrawn ones left out, the latest first."""
    standing = Adoption.objects.filter(club_id=club_id, period__isempty=False)
    return list(standing.order_by("-period"))


def own_edition(adoption: Adoption) -> RuleBook:
    """Return the book of an adoption with the club's own settings."""
    return edition(adoption.book, json.dumps(adoption.overrides, sort_keys=True))


@lru_cache(maxsize=64)
def edition(book: str, overrides: str) -> RuleBook:
    """Return a book with overrides (JSON); the files do not change while the program runs."""
    return load_book(book).with_overrides(json.loads(overrides))


def clubs() -> list[Club]:
    """Return all clubs, those whose books are written elsewhere by now, too."""
    return list(Club.objects.order_by("name", "id"))


def clubs_here() -> list[Club]:
    """Return the clubs at which jobs have something to do."""
    return list(Club.objects.filter(is_held=False).order_by("name", "id"))


Roles = list[str]


def own_permissions(club_id: int, *, at: datetime) -> list[tuple[str, Roles, Roles, Roles | None]]:
    """Return (action, who acts, who is the second, who reads) of a club's own at an instant."""
    return fetch_all(OWN_PERMISSIONS, {"club": club_id, "at": at})


def permission_history(club_id: int, *, page: Page | None = None) -> list[Permission]:
    """Return every change of a club's permissions, the latest first."""
    found = Permission.objects.filter(club_id=club_id).order_by("-id")
    return page.of(found) if page else list(found)
