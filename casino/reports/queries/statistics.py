"""What the club came to by shift, day, month, quarter, year, and up to each month of a year."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Sum, Value

from cashgames.models import Hand
from cashgames.queries.tables import NUMBER, seats_taken
from casino.cage.models import Shift
from casino.cage.queries.tallies import over_short_cents
from casino.clock import quarter
from casino.countroom.models import Box
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.balances import moved_by_day
from casino.messages import msg
from casino.reports.queries.by_shift import NOTE, moved_by_shift, shifts_of
from casino.reports.queries.taxes import month_end
from casino.reports.sheet import Report, ReportParams, lines_of
from casino.sheets import columns
from casino.sheets.columns import cents, count, text
from casino.sheets.sheet import Link, Sheet, SheetRow

# What stands in a column of the statistics: a code of the ledger, and whether credits are good.
EARNED = {
    "rake": "income:rake",
    "time_rake": "income:time-rake",
    "fees": "income:fees",
    "jackpot_money": "jackpot:pool",
}
SPENT = {"overlay": "expense:overlay", "over_short": "expense:over-short"}
NAMES = ("hands", "guests", *EARNED, *SPENT)
FIGURES = ("rake", "time_rake", "fees", *SPENT)
TO_DATE, SHIFT = "to_date", "shift"
DECEMBER, QUARTER = 12, 3


def statistics(asked: ReportParams) -> Sheet:
    """Return hands, guests, income and costs by period; the year to date begins in January."""
    if asked.by == TO_DATE:
        asked = replace(asked, first=asked.last.replace(month=1, day=1))
    rows = list(_shifts(asked) if asked.by == SHIFT else _periods(asked))
    summed = asked.by not in {TO_DATE, SHIFT}
    name = text if asked.by == SHIFT else columns.period
    shown = (
        name("period", msg("Period")),
        count("hands", msg("Hands"), summed=summed),
        count("guests", msg("Guests seated"), summed=False),
        *(
            cents(name, title, summed=summed)
            for name, title in (
                ("rake", msg("Rake")),
                ("time_rake", msg("Time rake")),
                ("fees", msg("Tournament fees")),
                ("jackpot_money", msg("Jackpot drop")),
                ("overlay", msg("Overlay")),
                ("over_short", msg("Over/short")),
            )
        ),
        cents("house", msg("Total revenue"), summed=summed, drawn=True, of=" ".join(FIGURES)),
    )
    return Sheet(columns=shown, rows=rows, notes=(NOTE,) if asked.by == SHIFT else ())


STATISTICS = Report(
    name="statistics",
    title=msg("The club in figures"),
    question=msg("Club figures by shift, day, month, quarter, year or year to date."),
    group=msg("Club"),
    make=statistics,
    group_by=(
        ("day", msg("by day")),
        (SHIFT, msg("by shift")),
        ("month", msg("by month")),
        ("quarter", msg("by quarter")),
        ("year", msg("by year")),
        (TO_DATE, msg("year to date")),
    ),
)


def _periods(asked: ReportParams) -> Iterator[SheetRow]:
    """Yield a line for each period in order."""
    found = _figures(asked)
    for period, guests in _guests(asked).items():
        found[period]["guests"] = len(guests)
    for period, line in sorted(found.items()):
        yield SheetRow(cells=_cells(period, line), links=_links(asked, period))


def _shifts(asked: ReportParams) -> Iterator[SheetRow]:
    """Yield a line for each shift: what happened while it was open, over and short its own."""
    shifts = shifts_of(asked)
    codes = {name: code for name, code in (EARNED | SPENT).items() if name != "over_short"}
    moved = moved_by_shift(asked, shifts, list(codes.values()))
    for of in shifts:
        line = {
            name: _good(code, *moved.get((of.pk, code), (0, 0))) for name, code in codes.items()
        }
        line |= {"hands": of.hands, "guests": of.guests}
        line["over_short"] = over_short_cents(of, known_at=asked.known_at)
        opened = of.opened_at.astimezone(ZoneInfo(asked.timezone))
        named = f"{opened:%d.%m.%Y %H:%M} {of.drawer}, {of.cashier}"
        yield SheetRow(cells=_cells(named, line), links=_links_of_shift(asked, of, codes))


def _cells(period: str, line: Mapping[str, int]) -> tuple[Any, ...]:
    return (period, *(line[name] for name in NAMES), sum(line[name] for name in FIGURES))


def _good(code: str, debit: int, credit: int) -> int:
    """Return what came to the house: money that leaves a pool was won, not lost by the house."""
    return credit if code == EARNED["jackpot_money"] else credit - debit


def _figures(asked: ReportParams) -> dict[str, dict[str, int]]:
    """Return by period what the ledger and the hands say, by the name of its column."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    codes = {code: name for name, code in (EARNED | SPENT).items() if name != "jackpot_money"}
    for gaming_day, code, debit, credit in moved_by_day(
        asked.club_id,
        tuple(codes),
        asked.first,
        asked.last,
        less_reversals=True,
        known_at=asked.known_at,
    ):
        for period in _periods_of(asked, gaming_day):
            found[period][codes[code]] += _good(code, debit, credit)
    days = {"gaming_day__range": (asked.first, asked.last)}
    hands = recorded_by(Hand.objects.filter(session__club_id=asked.club_id, **days), asked.known_at)
    counted = Box.objects.filter(club_id=asked.club_id, fee=Box.Fee.JACKPOT, **days)
    boxes = recorded_by(counted.exclude(entry_id=None), asked.known_at, by="entry")
    for gaming_day, dealt, dropped in (
        *hands.values_list("gaming_day").annotate(n=NUMBER, dropped=Sum("drop_cents")),
        *boxes.values_list("gaming_day").annotate(n=Value(0), dropped=Sum("counted_cents")),
    ):
        for period in _periods_of(asked, gaming_day):
            found[period]["hands"] += dealt
            found[period]["jackpot_money"] += dropped
    return found


def _guests(asked: ReportParams) -> dict[str, set[int]]:
    """Return which guests sat down at cash tables in each period."""
    seats = seats_taken(asked.known_at).filter(
        session__club_id=asked.club_id,
        sat_at__lt=asked.until,
        sat_at__gte=asked.opens(asked.first),
    )
    seen: dict[str, set[int]] = defaultdict(set)
    for sat_at, player_id in seats.values_list("sat_at", "player_id"):
        for period in _periods_of(asked, asked.day_of(sat_at)):
            seen[period].add(player_id)
    return seen


def _periods_of(asked: ReportParams, gaming_day: date) -> Iterator[str]:
    """Yield what a day belongs to: one period, or every later month of the year to date."""
    if asked.by == TO_DATE:
        for month in range(gaming_day.month, asked.last.month + 1):
            yield f"{gaming_day:%Y}-{month:02}"
    elif asked.by == "quarter":
        yield quarter(gaming_day)
    else:
        yield gaming_day.isoformat()[: {"day": 10, "month": 7, "year": 4}[asked.by]]


def _links(asked: ReportParams, period: str) -> dict[str, Link]:
    """Return what the figures of a period are made of."""
    first, last = _days(asked, period)
    days: dict[str, Any] = {"first": max(first, asked.first), "last": min(last, asked.last)}
    codes = EARNED | SPENT
    links = {name: lines_of(asked, code, **days) for name, code in codes.items()}
    links["house"] = lines_of(asked, ",".join(codes[name] for name in FIGURES), **days)
    taken = Link(route="report", ids=("takings",), query=days | asked.known)
    links |= dict.fromkeys(("hands", "jackpot_money"), taken)
    if asked.by == "day":
        of_day = Link(route="day", ids=(first,))
        seated = Link(route="report", ids=("tables",), query=days)
        return links | {"period": of_day, "guests": seated}
    finer = Link(route="report", ids=("statistics",), query=days | {"by": "day"} | asked.known)
    return links | dict.fromkeys(("period", "guests"), finer)


def _links_of_shift(asked: ReportParams, of: Shift, codes: Mapping[str, str]) -> dict[str, Link]:
    """Return what the figures of a shift are made of."""
    hours: dict[str, Any] = {"first": asked.first, "last": asked.last, "shift": of.pk}
    links = {name: lines_of(asked, code, **hours) for name, code in codes.items()}
    taken = Link(route="report", ids=("takings",), query=hours | asked.known)
    links |= dict.fromkeys(("hands", "jackpot_money"), taken)
    seated = Link(route="report", ids=("tables",), query={"first": asked.first, "last": asked.last})
    own = Link(route="shift", ids=(of.pk,))
    return links | dict.fromkeys(("period", "over_short", "house"), own) | {"guests": seated}


def _days(asked: ReportParams, period: str) -> tuple[date, date]:
    """Return the first and the last day of a period."""
    year = int(period[:4])
    if asked.by == "day":
        return date.fromisoformat(period), date.fromisoformat(period)
    if asked.by == "year":
        return date(year, 1, 1), date(year, DECEMBER, 31)
    if asked.by == "quarter":
        ends = int(period[-1]) * QUARTER
        return date(year, ends - QUARTER + 1, 1), month_end(year, ends)
    month = int(period[-2:])
    return date(year, 1 if asked.by == TO_DATE else month, 1), month_end(year, month)
