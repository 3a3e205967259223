"""What a report is made from, with good values for what was left out."""

from datetime import date, datetime
from typing import Any

from casino.clock import day_bounds
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.reports.sheet import Asked


def asked(
    club: Club,
    stamp: Stamp,
    *,
    first: date | None = None,
    last: date | None = None,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    by: str = "",
    **more: Any,
) -> Asked:
    """Return what is asked: today, unless days are named; what is known now, unless of then."""
    begins, ends = first or stamp.gaming_day, last or stamp.gaming_day
    clock: dict[str, Any] = {"timezone": club.timezone, "closes_at": club.closes_at}
    return Asked(
        club_id=club.pk,
        first=begins,
        last=ends,
        since=day_bounds(begins, **clock)[0],
        until=day_bounds(ends, **clock)[1],
        by=by,
        as_of=as_of,
        known_at=as_of if by == "then" else known_at,
        **clock,
        **more,
    )
