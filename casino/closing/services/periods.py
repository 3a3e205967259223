"""
Months and quarters: closed by the accountant once every gaming day in them is sealed.

Nothing in a closed period ever changes: its days are sealed, and the database opens no other day
in it. What comes later is booked on its own day and names the day it concerns.
"""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from casino.acts.kinds import OneOf
from casino.acts.runner import act
from casino.clock import day_bounds
from casino.closing.models import Closing
from casino.closing.queries.periods import (
    MONTHS,
    closed_first,
    comes_after,
    last_day_of,
    month_after,
    opened_before,
)
from casino.closing.services.documents import hold_documents, sealed_days, write_document
from casino.closing.services.month import stood
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.gaming_days import days_between
from casino.ledger.queries.rows import DayRow
from casino.messages import first_of, msg
from casino.refusals import Conflict

MAX_NAMED = 5


class PeriodNotReady(Conflict):
    """A day of the period is not sealed, or the period is not over."""

    code = "OFFICE-002"
    next_step = msg("Seal the days first, the oldest first.")
    next_page = "days"


class PeriodClosed(Conflict):
    """A period is closed once."""

    code = "OFFICE-003"
    message = msg("This period is closed already.")


@dataclass(frozen=True, kw_only=True, slots=True)
class PeriodToClose:
    """
    A period that is over: how many gaming days it has, and which of them are not sealed.

    after: the month that is closed before it, None where it is its turn.
    """

    period: str
    first_day: date
    last_day: date
    days: int
    unsealed: tuple[date, ...]
    after: Closing | None

    def __str__(self) -> str:
        return str(Closing(period=self.period, first_day=self.first_day, last_day=self.last_day))


# So that no act opens a day in it meanwhile.
@act("office.close_period", first=lambda stamp, **_: ledger.hold_club(stamp.club_id))
def close_period(
    stamp: Stamp,
    *,
    period: Annotated[str, OneOf(words=tuple(each.value for each in MONTHS))],
    first_day: date,
) -> Closing:
    """
    Close a month or quarter for good, by the day on which it begins; return its document.

    The months in their order, a quarter after its own. Raises BadInput for days that begin no such
    period, PeriodNotReady naming what is not sealed or not closed, PeriodClosed.
    """
    hold_documents(stamp.club_id)
    last_day = last_day_of(period, first_day)
    if Closing.objects.filter(club_id=stamp.club_id, period=period, first_day=first_day).exists():
        raise PeriodClosed
    days = _sealed(stamp, first_day, last_day)
    if earlier := closed_first(stamp.club_id, period, first_day):
        raise PeriodNotReady(
            msg("{earlier} is not closed yet.", earlier=str(earlier[0])),
            next_step=msg("Close the months in their order."),
            next_page="closings",
        )
    return write_document(
        stamp,
        period=period,
        first_day=first_day,
        last_day=last_day,
        content={"days": sealed_days(stamp.club_id, days)} | stood(stamp, period, first_day),
    )


def periods_to_close(club: Club, *, today: date) -> list[PeriodToClose]:
    """
    Return the months and quarters that are over and not closed, the latest first.

    today: the gaming day that is under way.
    """
    rows = days_between(club.pk, date.min, today)
    taken = set(
        Closing.objects.filter(club=club, period__in=MONTHS).values_list("period", "first_day")
    )
    found: dict[tuple[date, str], list[DayRow]] = {}
    for row in rows:
        for period, months in MONTHS.items():
            first = date(row.day.year, row.day.month - (row.day.month - 1) % months, 1)
            if (period, first) not in taken and month_after(first, months) <= today:
                found.setdefault((first, period), []).append(row)
    earliest = next(iter(opened_before(club.pk, today)), None)
    return [
        PeriodToClose(
            period=period,
            first_day=first,
            last_day=last_day_of(period, first),
            days=len(of),
            unsealed=tuple(row.day for row in of if row.state != "sealed"),
            after=earliest if earliest and comes_after(period, first, earliest) else None,
        )
        for (first, period), of in sorted(found.items(), reverse=True)
    ]


def _sealed(stamp: Stamp, first_day: date, last_day: date) -> list[date]:
    """Return the gaming days of a period that is over. Raises PeriodNotReady."""
    club = Club.objects.get(id=stamp.club_id)
    ends_at = day_bounds(last_day, timezone=club.timezone, closes_at=club.closes_at)[1]
    if ends_at > stamp.at:
        raise PeriodNotReady(
            msg("The period is not over yet."), next_step=msg("Close it when it is over.")
        )
    rows = days_between(stamp.club_id, first_day, last_day)
    if not rows:
        raise PeriodNotReady(
            msg("Nothing happened in that period."), next_step=msg("Choose another one.")
        )
    unsealed = [f"{row.day:%d.%m.%Y}" for row in rows if row.state != "sealed"]
    if unsealed:
        raise PeriodNotReady(msg("Not sealed: {days}.", days=first_of(unsealed, MAX_NAMED)))
    return [row.day for row in rows]
