"""The close of a year: its result goes into retained earnings by a document, for good."""

from collections import Counter
from datetime import date, timedelta
from typing import Annotated

from casino.acts.kinds import Whole
from casino.approvals.signed import Preview, signed
from casino.clock import day_bounds
from casino.closing.queries.periods import opened_before
from casino.closing.services.periods import PeriodClosed, PeriodNotReady
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.journal.models import JournalDocument
from casino.journal.postings import EARNINGS, RETAINED, year_closed
from casino.journal.queries.dated import dated_before
from casino.journal.services.documents import keep_document
from casino.ledger import services as ledger
from casino.ledger.chart import CHART, Kind
from casino.ledger.queries.balances import balance_cents, turnovers
from casino.ledger.queries.gaming_days import days_between
from casino.messages import msg

CLOSE = "office.close_year"
Year = Annotated[int, Whole(low=2000, high=2100)]


def result_cents(club_id: int, year: int) -> int:
    """Return what a year earned, below zero: lost; documents count by their own date."""
    after = date(year + 1, 1, 1)
    held: Counter[str] = Counter(dated_before(club_id, after))
    for each in turnovers(club_id, after):
        held[each.account.code] += each.opening_cents
    earned = -sum(
        cents for code, cents in held.items() if CHART[code].kind in {Kind.INCOME, Kind.EXPENSE}
    )
    return earned - balance_cents(club_id, EARNINGS)


def year_preview(stamp: Stamp, *, year: int) -> Preview:
    """Say what the year earned. Raises PeriodNotReady, PeriodClosed."""
    closed = JournalDocument.objects.filter(club_id=stamp.club_id, kind="year")
    if closed.filter(year__gte=year).exists():
        raise PeriodClosed
    club = Club.objects.get(id=stamp.club_id)
    last = day_bounds(date(year, 12, 31), timezone=club.timezone, closes_at=club.closes_at)
    if last[1] > stamp.at:
        raise PeriodNotReady(
            msg("The period is not over yet."), next_step=msg("Close it when it is over.")
        )
    if earlier := opened_before(stamp.club_id, date(year + 1, 1, 1)):
        raise PeriodNotReady(
            msg("{earlier} is not closed yet.", earlier=str(earlier[0])),
            next_step=msg("Close the months in their order."),
            next_page="closings",
        )
    if before := _open_before(stamp.club_id, year):
        raise PeriodNotReady(
            msg("{year} is not closed yet.", year=before),
            next_step=msg("Close the years in their order."),
            next_page="closings",
        )
    cents = result_cents(stamp.club_id, year)
    if not cents:
        raise PeriodNotReady(
            msg("The year earned and lost nothing."), next_step=msg("Choose another one.")
        )
    return Preview(content={"cents": cents}, reason=str(year))


@signed(
    CLOSE,
    asked_as="office.ask_to_close_year",
    preview=year_preview,
    kinds={CLOSE: msg("Close of a year")},
    lives=timedelta(days=7),
    waits="The manager is not in when the accountant works.",
)
def close_year(stamp: Stamp, *, year: Year) -> JournalDocument:
    """
    Carry the result of a year into retained earnings, dated its last day; nobody takes it back.

    Raises PeriodNotReady where a month is open, PeriodClosed. Source: DESIGN 12.
    """
    year_preview(stamp, year=year)
    cents, last = result_cents(stamp.club_id, year), date(year, 12, 31)
    currency = Club.objects.get(id=stamp.club_id).currency
    for code in (EARNINGS, RETAINED):
        ledger.open_account(stamp.club_id, code, currency=currency)
    draft = year_closed(cents)
    return keep_document(
        stamp,
        kind=JournalDocument.Kind.YEAR,
        dated=last,
        concerns=last,
        reference="",
        reason=str(year),
        lines=[
            {
                "account": line.code, "code": line.code, "ref": 0, "note": "",
                "debit_cents": max(line.cents, 0), "credit_cents": max(-line.cents, 0),
            }
            for line in draft.lines
        ],
        draft=draft,
    )  # fmt: skip


def years_to_close(club_id: int, *, today: date) -> list[int]:
    """Return the years that are over, closed in all their months, and not closed, in order."""
    return [
        year
        for year in _open_years(club_id)
        if year < today.year and not opened_before(club_id, date(year + 1, 1, 1))
    ]


def _open_before(club_id: int, year: int) -> int | None:
    """Return the first year before this one that earned or lost something and is not closed."""
    earlier = (each for each in _open_years(club_id) if each < year)
    return next((each for each in earlier if result_cents(club_id, each)), None)


def _open_years(club_id: int) -> list[int]:
    """Return the years with gaming days after the one closed last, in order."""
    closed = JournalDocument.objects.filter(club_id=club_id, kind="year")
    last = max(closed.values_list("year", flat=True), default=0)
    known = {each.day.year for each in days_between(club_id, date.min, date.max)}
    return sorted(year for year in known if year > last)
