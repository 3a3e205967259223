"""Opening a club by a plan: all of it in one transaction, or nothing."""

import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid4, uuid5

from django.db import connection

from cashgames.services.tables import add_table
from casino.bookkeeping.postings import opening_posted
from casino.cage.services.desk import add_drawer
from casino.db import command, step
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.refusals import KeyReused
from casino.messages import msg
from casino.refusals import Conflict, NotFound
from casino.schema import plain
from casino.setup.queries import obstacles
from casino.setup.rules.plan import Plan, debit_cents
from casino.setup.rules.plan_file import PlanRefused
from casino.setup.services import clubs
from casino.staff.models import User
from jackpot.services.pools import open_jackpot

# No letter or digit that is mistaken for another one on paper.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class ClubThere(Conflict):
    """A plan opens a club; afterwards its pages change it, most things by two people."""

    code = "SETUP-002"
    message = msg(
        "A club with this address already exists, opened by another plan. Nothing was changed."
    )
    next_step = msg("Change it on its pages, or choose another address.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """A club that is open; passwords: of those who had none, said this once and kept nowhere."""

    club: Club
    before: bool = False
    passwords: dict[str, str] = field(default_factory=dict)


class _Tried(Exception):
    """Carries the outcome out of a transaction that is not to stay."""

    def __init__(self, outcome: Opened) -> None:
        self.outcome = outcome


def try_plan(*, at: datetime, plan: Plan) -> Opened:
    """Do all that `open_by_plan` does and keep nothing of it. Raises as it does."""
    try:
        open_by_plan(at=at, plan=plan, keep=False)
    except _Tried as tried:
        return tried.outcome
    raise AssertionError("the try ends before it could stay")


@command
def open_by_plan(*, at: datetime, plan: Plan, keep: bool = True) -> Opened:
    """
    Open a club with all that its plan says, at an instant.

    The same plan again changes nothing (`before`). Raises PlanRefused with every fault, ClubThere.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(7002)")  # one club opens at a time
    club = Club.objects.filter(slug=plan.club.slug).first()
    opened = _opened_before(club, at, plan) if club else _open(at, plan)
    if not keep:
        raise _Tried(opened)
    return opened


def _opened_before(club: Club, at: datetime, plan: Plan) -> Opened:
    try:
        if _begin(_stamp(club, at), plan).replayed:
            return Opened(club=club, before=True)
    except KeyReused as why:
        raise ClubThere(field="club.slug") from why
    raise ClubThere(field="club.slug")


def _open(at: datetime, plan: Plan) -> Opened:
    if found := list(obstacles(plan, today=at.date())):
        raise PlanRefused(found)
    club = _club(at, plan)
    stamp = _stamp(club, at)
    running = replace(stamp, act_id=_begin(stamp, plan).id)
    refs = _furnish(stamp, plan)
    passwords = _hire(stamp, plan)
    rows = [
        {"code": code, "ref": refs.get(code), "debit": debit_cents(code, cents), "credit": 0}
        for code, cents in plan.opening.items()
        if cents
    ]
    if rows:
        ledger.post_entry(running, opening_posted(rows, memo="The club opens"))
    return Opened(club=club, passwords=passwords)


def _club(at: datetime, plan: Plan) -> Club:
    said = {
        "timezone": plan.club.timezone,
        "currency": plan.club.currency,
        "closes_at": plan.club.closes_at,
        "language": plan.club.language,
        "notes_cents": _largest_first(plan.money.notes),
        "chips_cents": _largest_first(plan.money.chips),
    }
    return step(clubs.open_club)(
        at=at,
        slug=plan.club.slug,
        name=plan.club.name,
        book=plan.rules.book,
        first_day=plan.club.first_day,
        overrides=plain(plan.overrides),
        controls=plan.club.controls,
        **{name: value for name, value in said.items() if value is not None},
    )


def _furnish(stamp: Stamp, plan: Plan) -> dict[str, int]:
    """Add drawers, tables and jackpot; return what their accounts are kept for."""
    for name in plan.room.drawers:
        add_drawer.step(_within(stamp, f"drawer {name}"), name=name)
    for name in plan.room.tables:
        add_table.step(_within(stamp, f"table {name}"), name=name)
    if plan.room.jackpot is None:
        return {}
    pool = open_jackpot.step(_within(stamp, "jackpot"), name=plan.room.jackpot)
    return {"jackpot:pool": pool.pk}


def _hire(stamp: Stamp, plan: Plan) -> dict[str, str]:
    """Give everybody sign-in and roles; return the passwords of those who had no sign-in."""
    known = set(User.objects.values_list("username", flat=True))
    passwords = {p.username: one_time_password() for p in plan.people if p.username not in known}
    for person in plan.people:
        clubs.hire.step(
            _within(stamp, f"person {person.username}"),
            username=person.username,
            name=person.name,
            password=passwords.get(person.username, ""),
            roles=list(person.roles),
            given=True,
        )
    return passwords


@command
def passwords_again(*, at: datetime, plan: Plan) -> Opened:
    """
    Return the club that a plan opened, with other passwords of all who never signed in.

    For who sent the plan twice and saw no answer of the first. Raises ClubThere for another plan.
    """
    opened = step(open_by_plan)(at=at, plan=plan)
    stamp = club_stamp(opened.club, at=at, actor_id=None)
    passwords = {}
    for person in plan.people:
        with suppress(NotFound):
            word = one_time_password()
            clubs.give_password_again.step(
                replace(stamp, key=uuid4()), username=person.username, password=word
            )
            passwords[person.username] = word
    return replace(opened, passwords=passwords)


def one_time_password() -> str:
    """Return sixteen letters and digits in groups, as they are read off paper."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


def _begin(stamp: Stamp, plan: Plan) -> ledger.Act:
    said: dict[str, Any] = plain(asdict(plan))
    if plan.club.controls is None:
        # Plans from before there were profiles are repeated as they were.
        del said["club"]["controls"]
    return ledger.act(stamp, "setup.open_by_plan", **said)


def _stamp(club: Club, at: datetime) -> Stamp:
    """Return the head of the club's opening: one key a club, so that it happens once."""
    return club_stamp(club, at=at, actor_id=None, key=uuid5(NAMESPACE_URL, f"open {club.slug}"))


def _within(stamp: Stamp, what: str) -> Stamp:
    return replace(stamp, key=uuid5(stamp.key, what))


def _largest_first(denominations: tuple[int, ...] | None) -> list[int] | None:
    return sorted(denominations, reverse=True) if denominations else None
