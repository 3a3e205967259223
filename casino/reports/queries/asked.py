"""What a report is made from, with good values for what was left out."""

from dataclasses import replace
from datetime import date, datetime
from typing import Any

from casino.cage.queries import shifts
from casino.clock import day_bounds
from casino.countroom.queries import unseen
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.reports.queries.as_of import rows_as_of
from casino.reports.sheet import ReportParams


def asked(
    club: Club,
    stamp: Stamp,
    *,
    first: date | None = None,
    last: date | None = None,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    by: str = "",
    shift: int | None = None,
    **more: Any,
) -> ReportParams:
    """
    Return what is asked: today, unless days are named; what is known now, unless of then; of a
    shift, its hours. Raises NotFound where there is no such shift.
    """
    begins, ends = first or stamp.gaming_day, last or stamp.gaming_day
    clock: dict[str, Any] = {"timezone": club.timezone, "closes_at": club.closes_at}
    whole = ReportParams(
        club_id=club.pk,
        currency=club.currency,
        first=begins,
        last=ends,
        since=day_bounds(begins, **clock)[0],
        until=day_bounds(ends, **clock)[1],
        by=by,
        as_of=as_of,
        unseen=unseen(stamp),
        stamp=stamp,
        known_at=as_of if by == "then" else known_at,
        **clock,
        **more,
    )
    return _during(whole, shift) if shift else whole


def _during(asked: ReportParams, shift_id: int) -> ReportParams:
    """Return the same of the hours of a shift, or of those that it has been open by now."""
    (of,) = rows_as_of([shifts.shift(asked.club_id, shift_id)], asked.known_at)
    until = of.closed_at or max(asked.until, of.opened_at)
    return replace(
        asked,
        shift=of.pk,
        first=of.gaming_day,
        last=asked.day_of(until),
        since=of.opened_at,
        until=until,
    )
