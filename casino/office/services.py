"""Opening a club, adopting a rule book, hiring."""

from collections.abc import Mapping
from datetime import date, datetime

from django.db import IntegrityError
from django.db.backends.postgresql.psycopg_any import DateRange

from casino.db import command
from casino.house.models import Adoption, Club
from casino.house.queries import club_stamp
from casino.house.rulebook import load_book
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.chart import CLUB_CODES
from casino.names import clean_name
from casino.refusals import BadInput, Refusal
from casino.staff.models import Membership, Role, User


class PastAdoption(Refusal):
    """A night is computed with the rules of its day, for ever."""

    status = 422
    code = "HOUSE-002"
    message = "A rule book can be adopted from today's gaming day on, not in the past."


class AdoptionClash(Refusal):
    """One rule book a day."""

    status = 409
    code = "HOUSE-003"
    message = "Another adoption begins on that day or later."


@command
def open_club(
    *, at: datetime, slug: str, name: str, book: str, first_day: date, **club_values: object
) -> Club:
    """
    Open a club with its accounts and its first rule book.

    club_values: further fields of Club (time zone, currency, denominations); what is missing
    comes from the rule book. Raises BadInput for a book that does not exist.
    """
    rules = load_book(book).house
    defaults = {
        "timezone": rules.timezone,
        "currency": rules.currency,
        "closes_at": rules.closes_at,
    }
    club = Club.objects.create(slug=slug, name=clean_name(name), **(defaults | club_values))
    stamp = club_stamp(club, at=at, actor_id=None)
    ledger.act(stamp, "office.open_club", slug=slug, book=book, first_day=first_day)
    for code in CLUB_CODES:
        ledger.open_account(club.id, code, currency=club.currency)
    _adopt(stamp, book=book, first_day=first_day, overrides={}, reason="The club opens.")
    return club


@command
def adopt_book(
    stamp: Stamp,
    *,
    book: str,
    first_day: date,
    overrides: Mapping[str, object] | None = None,
    reason: str = "",
) -> Adoption:
    """
    Adopt a rule book from a gaming day on; the one before ends the day before.

    overrides: values of the book that the club sets itself, validated like the book's own.
    Raises PastAdoption, AdoptionClash, BadInput (naming file, key, value and what is allowed).
    """
    if first_day < stamp.gaming_day:
        raise PastAdoption(field="first_day")
    act = ledger.act(
        stamp,
        "office.adopt_book",
        book=book,
        first_day=first_day,
        overrides=dict(overrides or {}),
        reason=reason,
    )
    if act.replayed:
        return Adoption.objects.get(club_id=stamp.club_id, period__startswith=first_day)
    for before in Adoption.objects.filter(club_id=stamp.club_id, period__contains=first_day):
        before.period = DateRange(before.period.lower, first_day)
        before.save(update_fields=["period"])
    return _adopt(
        stamp, book=book, first_day=first_day, overrides=dict(overrides or {}), reason=reason
    )


@command
def hire(stamp: Stamp, *, username: str, name: str, password: str, roles: list[str]) -> User:
    """Give somebody a sign-in and roles at the club. Raises BadInput for an unknown role."""
    unknown = set(roles) - set(Role.values)
    if unknown:
        raise BadInput(f"There is no role {', '.join(sorted(unknown))}.", field="roles")
    user = User.objects.filter(username=username).first() or User.objects.create_user(
        username, password, name=clean_name(name)
    )
    act = ledger.act(stamp, "office.hire", username=username, roles=roles)
    if not act.replayed:
        Membership.objects.bulk_create(
            [Membership(user=user, club_id=stamp.club_id, role=role) for role in roles],
            ignore_conflicts=True,
        )
    return user


def _adopt(
    stamp: Stamp, *, book: str, first_day: date, overrides: dict[str, object], reason: str
) -> Adoption:
    load_book(book).with_overrides(overrides)
    try:
        return Adoption.objects.create(
            club_id=stamp.club_id,
            book=book,
            overrides=overrides,
            period=DateRange(first_day, None),
            reason=reason,
            adopted_by_id=stamp.actor_id,
            adopted_at=stamp.at,
        )
    except IntegrityError as error:
        raise AdoptionClash(field="first_day") from error
