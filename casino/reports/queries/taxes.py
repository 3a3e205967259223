"""What gambling taxes are asked on, month by month: the same books, each country's own bases."""

from calendar import monthrange
from collections import defaultdict
from datetime import date
from typing import Any

from django.db.models import Q
from django.db.models.functions import Coalesce

from cashgames.models import Hand, Session, TimePeriod
from casino.clock import quarter
from casino.countroom.models import Box
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.balances import moved_by_day
from casino.ledger.queries.moved import moved_of
from casino.messages import msg
from casino.reports.sheet import Report, ReportParams
from casino.sheets.columns import Column, cents, count, period, text
from casino.sheets.sheet import Link, Sheet, SheetRow

MONTHLY = ("income:fees", "income:rake", "income:time-rake")
COUNTRIES = {"all": msg("every country"), "ee": msg("Estonia"), "lv": msg("Latvia")}
# Which columns a country asks for. Source: PEERS 3b.
BASES = {
    "ee": {"fees", "overlay", "tournament_base", "tables"},
    "lv": {"table_income", "tables"},
}
NOTES = {
    "all": msg("Figures of one country: choose it."),
    "ee": msg(
        "Tournaments: fees less the part that goes to prize pools, of each tournament at most "
        "its fees. Tables: "
        "cash tables that played in the month. Gambling Tax Act, sections 1, "
        "3 and 6."
    ),
    "lv": msg("The tax is due per card table and year: tables that played in the month."),
}
COLUMNS: tuple[Column, ...] = (
    cents("fees", msg("Tournament fees")),
    cents("overlay", msg("Of which to prize pools")),
    cents("tournament_base", msg("Fees less prize pools"), of="fees -overlay"),
    cents("table_income", msg("Rake and time rake")),
    count("tables", msg("Tables that played"), summed=False),
)


def taxes(asked: ReportParams) -> Sheet:
    """
    Return by month what gambling taxes are asked on: fees of tournaments, and tables that played.

    Source: PEERS 3b (the fees less what of them goes to the pool; tables of cash games alone).
    """
    asked_for = BASES.get(asked.country, {column.name for column in COLUMNS})
    shown = [column for column in COLUMNS if column.name in asked_for]
    rows = []
    for month, found in sorted(month_bases(asked).items()):
        first = date.fromisoformat(f"{month}-01")
        cells = (month, quarter(first), *(found[column.name] for column in shown))
        links = {name: to for name, to in behind_bases(asked, first).items() if name in asked_for}
        rows.append(SheetRow(cells=cells, links=links))
    columns = (period("month", msg("Month")), text("quarter", msg("Quarter")), *shown)
    return Sheet(columns=columns, rows=rows, notes=(NOTES[asked.country],))


def month_end(year: int, month: int) -> date:
    """Return the last day of a month."""
    return date(year, month, monthrange(year, month)[1])


TAXES = Report(
    name="taxes",
    title=msg("Bases of gambling tax"),
    question=msg("Fees, rake and tables by month."),
    group=msg("Books"),
    make=taxes,
    asks=("country",),
)


def month_bases(asked: ReportParams) -> dict[str, dict[str, int]]:
    """Return by month each base by the name of its column."""
    moved: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for gaming_day, code, debit, credit in moved_by_day(
        asked.club_id, MONTHLY, asked.first, asked.last, known_at=asked.known_at
    ):
        moved[f"{gaming_day:%Y-%m}"][code] += credit - debit
    pooled = fees_to_pools(asked)
    tables = tables_played(asked)
    return {
        month: {
            "fees": moved[month]["income:fees"],
            "overlay": pooled[month],
            "tournament_base": moved[month]["income:fees"] - pooled[month],
            "table_income": moved[month]["income:rake"] + moved[month]["income:time-rake"],
            "tables": len(tables[month]),
        }
        for month in {*moved, *pooled, *tables}
    }


def fees_to_pools(asked: ReportParams) -> dict[str, int]:
    """
    Return by month what of the fees went to prize pools, less what came back of it.

    Of each tournament no more than its fees: what the house adds to one beyond them, out of its
    own pocket, takes nothing off the fees of another. Source: COMPLIANCE 5 (HTS 1).
    """
    fees: dict[int, int] = defaultdict(int)
    overlay: dict[int, int] = defaultdict(int)
    pooled: dict[str, int] = defaultdict(int)
    found = moved_of(
        asked.club_id,
        ("income:fees", "expense:overlay"),
        asked.last,
        beside=("deferred:fees", "tournament:pool"),
        known_at=asked.known_at,
    )
    for gaming_day, code, tournament, cents_moved in found:
        if tournament is None:
            continue
        before = min(fees[tournament], overlay[tournament])
        if code == "income:fees":
            fees[tournament] -= cents_moved
        else:
            overlay[tournament] += cents_moved
        if gaming_day >= asked.first:
            after = min(fees[tournament], overlay[tournament])
            pooled[f"{gaming_day:%Y-%m}"] += after - before
    return pooled


def tables_played(asked: ReportParams) -> dict[str, set[int]]:
    """
    Return which tables of cash games played in each month.

    A game counts in the month in which it was opened, and in a later one while it was open, if
    hands, time rake or boxes are of that month. What is put right later is of its own month.
    """
    club_id, days = asked.club_id, (asked.first, asked.last)
    at_session = ("table_id", "opened_at", "closed_at")
    opened = Session.objects.filter(
        club_id=club_id, opened_at__gte=asked.since, opened_at__lt=asked.until
    )
    known = recorded_by(opened, asked.known_at).values_list("opened_at", *at_session)
    played = [(asked.day_of(began_at), *game) for began_at, *game in known]
    on_days = Q(concerns=None, gaming_day__range=days) | Q(concerns__range=days)
    hands = Hand.objects.filter(on_days, Hand.STANDS, session__club_id=club_id)
    hands = hands.annotate(day=Coalesce("concerns", "gaming_day"))
    boxes = Box.objects.filter(club_id=club_id, gaming_day__range=days, void_at=None, reverses=None)
    of_games = [f"session__{name}" for name in at_session]
    for rows, day in ((hands, "day"), (boxes, "gaming_day")):
        found = recorded_by(rows, asked.known_at).order_by()
        played += found.values_list(day, *of_games).distinct()
    periods = TimePeriod.objects.filter(
        shares__isnull=False,
        session__club_id=club_id,
        starts_at__gte=asked.since,
        starts_at__lt=asked.until,
    )
    begun = recorded_by(periods, asked.known_at).order_by()
    played += [
        (asked.day_of(starts_at), *game)
        for starts_at, *game in begun.values_list("starts_at", *of_games).distinct()
    ]
    tables: dict[str, set[int]] = defaultdict(set)
    for gaming_day, table_id, opened_at, closed_at in played:
        month, first = f"{gaming_day:%Y-%m}", f"{asked.day_of(opened_at):%Y-%m}"
        last = f"{asked.day_of(closed_at):%Y-%m}" if closed_at else month
        if first <= month <= last:
            tables[month].add(table_id)
    return tables


def behind_bases(asked: ReportParams, first: date) -> dict[str, Link]:
    """Return by name of its column what each base of a month is made of."""
    last = month_end(first.year, first.month)
    days: dict[str, Any] = {"first": max(first, asked.first), "last": min(last, asked.last)}
    of_lines = {
        "fees": "income:fees",
        "overlay": "income:fees,expense:overlay",
        "tournament_base": "income:fees,expense:overlay",
        "table_income": "income:rake,income:time-rake",
    }
    links = {
        name: Link(route="report", ids=("ledger",), query=days | {"code": code} | asked.known)
        for name, code in of_lines.items()
    }
    return links | {
        "tables": Link(route="report", ids=("tables",), query=days),
    }
