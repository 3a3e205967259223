"""Gaming days: how far they are, their closes and seals."""

from contextvars import ContextVar
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from casino.db import asked_once, fetch_one
from casino.kept_sql import kept_sql
from casino.ledger.models import Act, Close, Day, Entry, Seal
from casino.ledger.queries.rows import CloseRow, DayRow
from casino.paging import Page

# The first words of the advisory locks of services.backfill and hold_club; the second is the club.
BACKFILL, HOLD = 7001, 7000
LOCKED = """
    SELECT count(*) > 0 FROM pg_locks
    WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND objsubid = 2 AND granted
      AND mode = %s AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
UNDER_WAY = "SELECT FROM ledger_day WHERE club_id = %s AND day = %s AND closes_at > house_now()"
# Whoever enters past nights closes their days too.
entered_here: ContextVar[frozenset[int]] = ContextVar("entered_here", default=frozenset())


def days(club_id: int, *, page: Page | None = None) -> list[DayRow]:
    """Return the latest gaming days of a club, latest first."""
    found = Day.objects.filter(club_id=club_id).order_by("-day")
    return [_day_row(row) for row in (page or Page(60)).of(found)]


def days_to_seal(club_id: int) -> list[DayRow]:
    """Return the gaming days that are closed and not sealed, the oldest first."""
    found = Day.objects.filter(club_id=club_id, state="closed").order_by("day")
    return [_day_row(row) for row in found]


def days_between(
    club_id: int, first: date, last: date, *, known_at: datetime | None = None
) -> list[DayRow]:
    """
    Return the gaming days from one to another, both included, in order.

    known_at: those that had begun then, each as far as it was.
    """
    within = {"club_id": club_id, "day__range": (first, last)}
    found = Day.objects.filter(**within).order_by("day")
    if known_at is None:
        return [_day_row(row) for row in found]
    done = within | {"act__recorded_at__lte": known_at}
    taken_back = Q(reopened__recorded_at__lte=known_at)
    closes = Close.ever.filter(**done).exclude(taken_back)
    posted = Entry.objects.filter(
        club_id=club_id, gaming_day=OuterRef("day"), recorded_at__lte=known_at
    )
    begun = found.filter(Exists(posted) | Q(day__in=closes.values("day")))
    closed = closes.filter(kind="daily").values_list("day", flat=True)
    sealed = Seal.objects.filter(**done).values_list("day", flat=True)
    states = dict.fromkeys(closed, "closed") | dict.fromkeys(sealed, "sealed")
    return [replace(_day_row(row), state=states.get(row.day, "open")) for row in begun]


@asked_once
def day(club_id: int, day: date) -> DayRow | None:
    """Return one gaming day, or None if nothing ever happened on it."""
    return next(map(_day_row, _days(club_id, day)), None)


def is_under_way(club_id: int, day: date) -> bool:
    """Return whether a gaming day ends later than now, by the database's clock."""
    return fetch_one(UNDER_WAY, [club_id, day]) is not None


@kept_sql
def _days(club_id: int, day: date) -> QuerySet[Day]:
    return Day.objects.filter(club_id=club_id, day=day)


def clubs_due(at: datetime) -> list[int]:
    """Return the clubs with an open day whose end has passed, in order."""
    due = Day.objects.filter(state="open", closes_at__lte=at).order_by("club_id")
    return list(due.values_list("club_id", flat=True).distinct())


def ended_unsealed(club_id: int, at: datetime) -> DayRow | None:
    """Return the gaming day that ended at an instant, None where it is sealed."""
    ended = Day.objects.filter(club_id=club_id, closes_at=at).exclude(state="sealed")
    return next(map(_day_row, ended), None)


def days_due(at: datetime, *clubs: int) -> list[date]:
    """Return the open days of clubs whose end has passed, in order."""
    due = Day.objects.filter(club_id__in=clubs, state="open", closes_at__lte=at).order_by("day")
    return list(due.values_list("day", flat=True))


def takes_postings(club_id: int, day: date, *, at: datetime) -> bool:
    """Return whether a gaming day takes what happened at an instant of it, or never began."""
    row = Day.objects.filter(club_id=club_id, day=day).first()
    open_then = row and row.state == "open" and (row.fixed_until is None or row.fixed_until <= at)
    return row is None or bool(open_then)


def is_being_backfilled(club_id: int) -> bool:
    """Return whether somebody else enters nights that are over into a club just now."""
    if club_id in entered_here.get():
        return False
    return _is_locked(BACKFILL, club_id, "ShareLock")


def is_held(club_id: int) -> bool:
    """Return whether somebody lets no command of a club begin just now, such as another close."""
    return _is_locked(HOLD, club_id, "ExclusiveLock")


def _is_locked(*lock: int | str) -> bool:
    found: bool = fetch_one(LOCKED, lock)[0]
    return found


@asked_once
def closes(club_id: int, day: date) -> list[CloseRow]:
    """Return the closes of a gaming day in order of time."""
    found = _closes(club_id, day)
    return [CloseRow(id=row.pk, day=row.day, at=row.at, kind=row.kind) for row in found]


@kept_sql
def _closes(club_id: int, day: date) -> QuerySet[Close]:
    return Close.objects.filter(club_id=club_id, day=day).order_by("at")


def close(club_id: int, close_id: int) -> CloseRow:
    row = Close.ever.get(club_id=club_id, id=close_id)
    return CloseRow(id=row.pk, day=row.day, at=row.at, kind=row.kind)


def daily_close(club_id: int, day: date) -> CloseRow:
    """Return the close that ended a gaming day. Raises Close.DoesNotExist."""
    row = Close.objects.get(club_id=club_id, day=day, kind="daily")
    return CloseRow(id=row.pk, day=row.day, at=row.at, kind=row.kind)


def closed_at(club_id: int, day: date) -> datetime:
    """Return when the close that ended a gaming day was made, by the database's clock of then."""
    row = Close.objects.select_related("act").get(club_id=club_id, day=day, kind="daily")
    return row.act.recorded_at


def close_taken_back(act_id: int) -> CloseRow:
    """Return the close that an act took back."""
    row = Close.ever.get(reopened=act_id)
    return CloseRow(id=row.pk, day=row.day, at=row.at, kind=row.kind)


def times_reopened(club_id: int, day: date) -> int:
    """Return how often the close of a gaming day was taken back."""
    return Close.ever.filter(club_id=club_id, day=day).exclude(reopened=None).count()


def close_of(club_id: int, act_id: int) -> CloseRow:
    """Return the early close that an act made, or found made at its instant."""
    at = Act.objects.values_list("happened_at", flat=True).get(id=act_id)
    return close(club_id, Close.objects.get(club_id=club_id, at=at).pk)


def closes_after(club_id: int, at: datetime) -> list[CloseRow]:
    """Return the closes of a club later than an instant, in order of time."""
    found = Close.objects.filter(club_id=club_id, at__gt=at).order_by("at")
    return [CloseRow(id=row.pk, day=row.day, at=row.at, kind=row.kind) for row in found]


def latest_close_at(club_id: int, at: datetime) -> datetime | None:
    """Return the instant of a club's latest close not after another, None before the first."""
    latest: datetime | None = Close.objects.filter(club_id=club_id, at__lte=at).aggregate(
        at=Max("at")
    )["at"]
    return latest


def seal_of(club_id: int, day: date) -> bytes:
    """Return the seal of a gaming day, empty when it has none."""
    return next(map(bytes, _seals(club_id, day)), b"")


@kept_sql
def _seals(club_id: int, day: date) -> QuerySet[Seal, Any]:
    return Seal.objects.filter(club_id=club_id, day=day).values_list("seal", flat=True)


def sealed_at(club_id: int, day: date) -> datetime:
    """Return when a sealed gaming day was sealed."""
    row = Seal.objects.select_related("act").get(club_id=club_id, day=day)
    return row.act.happened_at


def seal_recorded_at(club_id: int, day: date) -> datetime | None:
    """Return when the seal of a gaming day was written down, None where it has none."""
    return next(iter(_seals_recorded_at(club_id, day)), None)


@kept_sql
def _seals_recorded_at(club_id: int, day: date) -> QuerySet[Seal, datetime]:
    return Seal.objects.filter(club_id=club_id, day=day).values_list("act__recorded_at", flat=True)


def unsealed_before(club_id: int, day: date) -> date | None:
    """Return the first gaming day before another that is not sealed, or None."""
    earlier = Day.objects.filter(club_id=club_id, day__lt=day).exclude(state="sealed")
    return earlier.order_by("day").values_list("day", flat=True).first()


def _day_row(row: Day) -> DayRow:
    return DayRow(
        day=row.day,
        state=row.state,
        opens_at=row.opens_at,
        closes_at=row.closes_at,
        fixed_until=row.fixed_until,
    )
