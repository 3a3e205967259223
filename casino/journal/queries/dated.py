"""Which date an entry has: a document's, or a statement line's, not later than it was booked."""

from collections import Counter
from datetime import date, timedelta

from django.db.models import F, Max, Q

from casino.journal.models import DatedEntry, JournalDocument, PeriodLock
from casino.ledger.queries.documents import entries
from casino.ledger.queries.gaming_days import days_between


def closed_until(club_id: int) -> date | None:
    """Return the last day of the last closed period, None where none is closed."""
    found = PeriodLock.objects.filter(club_id=club_id)
    last: date | None = found.aggregate(last=Max("last_day"))["last"]
    return last


def open_date(club_id: int, day: date, *, today: date) -> date:
    """Return a day while something may be dated on it, else today."""
    closed = closed_until(club_id)
    is_open = day <= today and (closed is None or day > closed)
    return day if is_open and days_between(club_id, date.min, day) else today


def dates_of(club_id: int, *, until: date, booked_from: date) -> dict[int, date]:
    """Return by entry the date of what is dated until a day, and earlier than it was booked."""
    dated: dict[int, date] = {}
    for model in (JournalDocument, DatedEntry):
        found = model.objects.filter(
            club_id=club_id,
            dated__lt=F("gaming_day"),
            dated__lte=until,
            gaming_day__gte=booked_from,
        )
        dated |= found.values_list("entry_id", "dated")
    return dated


def date_of(entry_id: int) -> date | None:
    """Return the date of an entry that is booked by no document, None where it has none."""
    found = DatedEntry.objects.filter(entry_id=entry_id)
    return found.values_list("dated", flat=True).first()


def dated_before(club_id: int, day: date) -> Counter[str]:
    """Return by code what was dated before a day and booked on it or later."""
    dated = dates_of(club_id, until=day - timedelta(days=1), booked_from=day)
    moved: Counter[str] = Counter()
    for entry in entries(club_id, Q(pk__in=list(dated))):
        for line in entry.lines:
            moved[line.code] += line.cents
    return moved
