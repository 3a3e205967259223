"""The numbered document of what is closed, chained to the one before it in its club."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any
from uuid import uuid5

from casino.acts.runner import act
from casino.closing.models import Closing
from casino.closing.rules import document_digest
from casino.house.keys import namespace
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger.queries.balances import turnovers
from casino.ledger.queries.gaming_days import days_between, seal_of, sealed_at
from casino.ledger.queries.rows import Turnover

# Keys of documents made afterwards: the same day of the same club always makes the same key.
AFTERWARDS = namespace("0f5b2f0e-52a6-4c1b-8f52-5d0c1d3c9a77")
CENTS = ("opening_cents", "debit_cents", "credit_cents", "closing_cents")


def hold_documents(club_id: int) -> None:
    """Let one document of a club be written after the other: ahead of what it closes."""
    hold(Club, club_id)


def write_document(
    stamp: Stamp,
    *,
    period: str,
    first_day: date,
    last_day: date,
    content: Mapping[str, Any],
) -> Closing:
    """
    Keep the document of sealed days as a step of the act that closes and holds documents.

    content: what a reader needs beside the totals, which are added here. Raises what the database
    refuses: a second document of the same days, a day in it that is not sealed.
    """
    last = Closing.objects.filter(club_id=stamp.club_id).order_by("-number").first()
    number, previous = (last.number + 1, last.digest) if last else (1, "")
    moved = turnovers(stamp.club_id, first_day, last_day)
    whole = dict(content) | {"accounts": list(map(_account, filter(_something, moved)))}
    return Closing.objects.create(
        club_id=stamp.club_id,
        number=number,
        period=period,
        first_day=first_day,
        last_day=last_day,
        content=whole,
        previous=previous,
        digest=document_digest(number, whole, previous),
        closed_by_id=stamp.actor_id,
        closed_at=stamp.at,
        act_id=stamp.act_id,
    )


def document_day(club: Club, day: date, *, at: datetime) -> Closing:
    """
    Write the document of a day that was sealed before documents were kept; again: the first one.

    It gets the next number, now, and says so: `made_later` holds when the day was sealed. The
    checklist as it stood then is not known.
    """
    key = uuid5(AFTERWARDS, f"{club.pk} {day}")
    return document_afterwards(club_stamp(club, at=at, actor_id=None, key=key), day=day)


@act("office.document_day", first=lambda stamp, **_: hold_documents(stamp.club_id))
def document_afterwards(stamp: Stamp, *, day: date) -> Closing:
    """Write the document of a sealed day: a job's act."""
    content = {
        "days": sealed_days(stamp.club_id, [day]),
        "made_later": {"sealed_at": sealed_at(stamp.club_id, day).isoformat()},
    }
    return write_document(stamp, period="day", first_day=day, last_day=day, content=content)


def days_without_document(club_id: int) -> list[date]:
    """Return the sealed days of a club that no document is about, in order."""
    told = Closing.objects.filter(club_id=club_id, period=Closing.Period.DAY)
    known = set(told.values_list("first_day", flat=True))
    rows = days_between(club_id, date.min, date.max)
    return [row.day for row in rows if row.state == "sealed" and row.day not in known]


def sealed_days(club_id: int, days: Iterable[date]) -> list[dict[str, str]]:
    """Return the days with their seals, as a document keeps them."""
    return [{"day": str(day), "seal": seal_of(club_id, day).hex()} for day in days]


def _something(row: Turnover) -> bool:
    return bool(row.opening_cents or row.debit_cents or row.credit_cents)


def _account(row: Turnover) -> dict[str, Any]:
    named = {name: getattr(row.account, name) for name in ("id", "code", "ref", "name")}
    return named | {name: getattr(row, name) for name in CENTS}
