"""The gaming day: from one close to the next by the clock on the club's wall."""

from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from casino.messages import Message, msg

ONE_MINUTE = timedelta(minutes=1)
ONE_DAY = timedelta(days=1)


def gaming_day(at: datetime, *, timezone: str, closes_at: time) -> date:
    """
    Return the day that an instant belongs to, named by the date on which it begins.

    The very instant of the close is the new day's first. Days of a clock change have 23 or 25
    hours; no hours are counted here, only the clock on the wall is read. `at` must be aware.

    Source: OLY-4.4, AMB-37, AMB-121.
    """
    day = at.astimezone(ZoneInfo(timezone)).date()
    return day if at >= _opening(day, timezone, closes_at) else day - ONE_DAY


def day_bounds(day: date, *, timezone: str, closes_at: time) -> tuple[datetime, datetime]:
    """
    Return the UTC instants between which a gaming day lies; the second is the next day's first.

    Source: OLY-4.4, AMB-37.
    """
    return _opening(day, timezone, closes_at), _opening(day + ONE_DAY, timezone, closes_at)


def last_day(day: date) -> Message | str:
    """Return a last day in words; what has none by itself, as a self-exclusion, ends on request."""
    return msg("lifted on request") if day == date.max else f"{day:%d.%m.%Y}"


def quarter(day: date) -> str:
    """
    Return the quarter of a gaming day, like 2026Q1.

    Source: OLY-5.5, AMB-93.
    """
    return f"{day.year}Q{(day.month + 2) // 3}"


def months_later(day: date, months: int) -> date:
    """
    Return the day so many months later, or earlier below zero; where that month is shorter, its
    last day.

    Source: Regulation (EEC, Euratom) 1182/71, article 3(2)(c).
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def local_time(at: datetime, form: str, *, timezone: str) -> str:
    """
    Return an instant on the clock on the wall, written by a form of strftime.

    In the hour that autumn repeats the offset stands beside it: 03:30 +03, and then 03:30 +02.
    """
    local = at.astimezone(ZoneInfo(timezone))
    twice = local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
    return f"{local:{form}}" + (f" {local:%z}"[:4] if twice else "")


def _opening(day: date, timezone: str, closes_at: time) -> datetime:
    return datetime.combine(day, closes_at, tzinfo=ZoneInfo(timezone)).astimezone(UTC)
