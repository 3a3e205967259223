"""What the club came to by day, month, quarter, year, and from January up to each month."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from django.db.models import Count

from cashgames.models import Hand, Seat
from casino.clock import quarter
from casino.ledger import queries as ledger
from casino.reports.columns import cents, count, text
from casino.reports.queries.taxes import month_end
from casino.reports.sheet import Asked, Link, Report, Row, Sheet, lines_of

# What stands in a column of the statistics: a code of the ledger, and whether credits are good.
EARNED = {
    "rake": "income:rake",
    "time_rake": "income:time-rake",
    "fees": "income:fees",
    "jackpot_money": "jackpot:pool",
}
SPENT = {"overlay": "expense:overlay", "over_short": "expense:over-short"}
NAMES = ("hands", "guests", *EARNED, *SPENT)
TO_DATE = "to_date"
DECEMBER, QUARTER = 12, 3


def statistics(asked: Asked) -> Sheet:
    """Return hands, guests, income and costs by period; the year to date begins in January."""
    if asked.by == TO_DATE:
        asked = replace(asked, first=asked.last.replace(month=1, day=1))
    found = _figures(asked)
    for period, guests in _guests(asked).items():
        found[period]["guests"] = len(guests)
    rows = [
        Row(
            cells=(
                period,
                *(line[name] for name in NAMES),
                sum(line[name] for name in ("rake", "time_rake", "fees", *SPENT)),
            ),
            links=_links(asked, period),
        )
        for period, line in sorted(found.items())
    ]
    columns = (
        text("period", dict(STATISTICS.ways)[asked.by].removeprefix("by ").capitalize()),
        count("hands", "Hands", summed=asked.by != TO_DATE),
        count("guests", "Guests seated", summed=False),
        *(
            cents(name, title, summed=asked.by != TO_DATE, drawn=name == "house")
            for name, title in (
                ("rake", "Rake"),
                ("time_rake", "Time rake"),
                ("fees", "Tournament fees"),
                ("jackpot_money", "Jackpot money"),
                ("overlay", "Overlay"),
                ("over_short", "Over and short"),
                ("house", "House together"),
            )
        ),
    )
    return Sheet(columns=columns, rows=rows)


STATISTICS = Report(
    name="statistics",
    title="The club in figures",
    question="What did the club come to, by day, month, quarter, year, or in the year to date?",
    group="Club",
    make=statistics,
    ways=(
        ("day", "by day"),
        ("month", "by month"),
        ("quarter", "by quarter"),
        ("year", "by year"),
        (TO_DATE, "year to date"),
    ),
)


def _figures(asked: Asked) -> dict[str, dict[str, int]]:
    """Return by period what the ledger and the hands say, by the name of its column."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    codes = {code: name for name, code in (EARNED | SPENT).items()}
    for gaming_day, code, debit, credit in ledger.moved_by_day(
        asked.club_id, tuple(codes), asked.first, asked.last
    ):
        # Money that leaves a pool was won, not lost by the house: drops alone are counted.
        moved = credit if code == EARNED["jackpot_money"] else credit - debit
        for period in _periods(asked, gaming_day):
            found[period][codes[code]] += moved
    days = {"gaming_day__range": (asked.first, asked.last)}
    hands = Hand.objects.filter(session__club_id=asked.club_id, **days).values_list("gaming_day")
    for gaming_day, dealt in hands.annotate(n=Count("id")):
        for period in _periods(asked, gaming_day):
            found[period]["hands"] += dealt
    return found


def _guests(asked: Asked) -> dict[str, set[int]]:
    """Return which guests sat down at cash tables in each period."""
    seats = Seat.objects.filter(
        session__club_id=asked.club_id,
        sat_at__lt=asked.until,
        sat_at__gte=asked.opens(asked.first),
    )
    seen: dict[str, set[int]] = defaultdict(set)
    for sat_at, player_id in seats.values_list("sat_at", "player_id"):
        for period in _periods(asked, asked.day_of(sat_at)):
            seen[period].add(player_id)
    return seen


def _periods(asked: Asked, gaming_day: date) -> Iterator[str]:
    """Yield what a day belongs to: one period, or every later month of the year to date."""
    if asked.by == TO_DATE:
        for month in range(gaming_day.month, asked.last.month + 1):
            yield f"{gaming_day:%Y}-{month:02}"
    elif asked.by == "quarter":
        yield quarter(gaming_day)
    else:
        yield gaming_day.isoformat()[: {"day": 10, "month": 7, "year": 4}[asked.by]]


def _links(asked: Asked, period: str) -> dict[str, Link]:
    """Return what the figures of a period are made of."""
    first, last = _days(asked, period)
    days: dict[str, Any] = {"first": max(first, asked.first), "last": min(last, asked.last)}
    links = {name: lines_of(asked, code, **days) for name, code in (EARNED | SPENT).items()}
    links["hands"] = Link(route="report", ids=("rake",), query=days | {"by": "table"})
    if asked.by == "day":
        of_day = Link(route="day", ids=(first,))
        seated = Link(route="report", ids=("tables",), query=days)
        return links | {"period": of_day, "house": of_day, "guests": seated}
    finer = Link(route="report", ids=("statistics",), query=days | {"by": "day"})
    return links | dict.fromkeys(("period", "guests", "house"), finer)


def _days(asked: Asked, period: str) -> tuple[date, date]:
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
