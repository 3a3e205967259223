"""A club's numbered documents, and the periods that have none yet."""

from datetime import date, timedelta

from django.db.models import QuerySet

from casino.closing.models import Closing
from casino.kept_sql import kept_sql
from casino.ledger.queries.gaming_days import days_between
from casino.messages import msg
from casino.paging import Page
from casino.refusals import BadInput, NotFound

Period = Closing.Period
MONTHS = {Period.MONTH: 1, Period.QUARTER: 3}
LAST_YEAR = 2100


def closings(club_id: int, *, page: Page | None = None) -> list[Closing]:
    """Return the latest numbered documents, the latest first."""
    found = Closing.objects.filter(club_id=club_id).defer("content").select_related("closed_by")
    latest = found.order_by("-number")
    return page.of(latest) if page else list(latest)


def closing(club_id: int, number: int) -> Closing:
    """Return a numbered document. Raises NotFound."""
    found = Closing.objects.filter(club_id=club_id, number=number).select_related("closed_by")
    row = found.first()
    if row is None:
        raise NotFound(msg("There is no such document in this club."), field="number")
    return row


def closing_of(club_id: int, day: date) -> Closing | None:
    """Return the document of a sealed day; None before, and for days sealed before there were."""
    return next(iter(_of_day(club_id, day)), None)


@kept_sql
def _of_day(club_id: int, day: date) -> QuerySet[Closing]:
    return Closing.objects.filter(club_id=club_id, period="day", first_day=day)


def closing_of_period(club_id: int, period: str, first_day: date) -> Closing | None:
    """Return the document of a month or quarter, None where it is not closed."""
    of_club = Closing.objects.filter(club_id=club_id)
    return of_club.filter(period=period, first_day=first_day).first()


def opened_before(club_id: int, first_day: date) -> list[Closing]:
    """Return the months before a day that have gaming days and are in no closed period."""
    of_club = Closing.objects.filter(club_id=club_id, period__in=MONTHS)
    closed = {
        month_after(first, number)
        for period, first in of_club.values_list("period", "first_day")
        for number in range(MONTHS[Period(period)])
    }
    days = days_between(club_id, date.min, first_day - timedelta(days=1))
    months = dict.fromkeys(row.day.replace(day=1) for row in days)
    return [Closing(period=Period.MONTH, first_day=each) for each in months if each not in closed]


def closed_first(club_id: int, period: str, first_day: date) -> list[Closing]:
    """Return the months that are closed before a period, in their order: a quarter's own, too."""
    return opened_before(club_id, _months_until(period, first_day))


def comes_after(period: str, first_day: date, month: Closing) -> bool:
    """Return whether a month is closed before a period."""
    return month.first_day < _months_until(period, first_day)


def _months_until(period: str, first_day: date) -> date:
    """Return the day before which all months are closed before a period is."""
    return first_day if period == Period.MONTH else month_after(first_day, MONTHS[Period(period)])


def last_day_of(period: str, first_day: date) -> date:
    """Return the last day of a month or quarter. Raises BadInput where none begins that day."""
    months = MONTHS.get(Period(period)) if period in MONTHS else None
    if months is None:
        raise BadInput(msg("A month or a quarter is closed."), field="period")
    if first_day.day != 1 or (first_day.month - 1) % months or first_day.year > LAST_YEAR:
        raise BadInput(
            msg("No {period} begins on {first_day:%d.%m.%Y}.", period=period, first_day=first_day),
            field="first_day",
        )
    return month_after(first_day, months) - timedelta(days=1)


def month_after(first_day: date, months: int) -> date:
    """Return the first day of the month so many months later."""
    years, month = divmod(first_day.month - 1 + months, 12)
    return date(first_day.year + years, month + 1, 1)
