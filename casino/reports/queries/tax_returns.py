"""What is declared: each tax by its base and the rate of its day; what guests won by the year."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q

from casino.clock import ONE_DAY
from casino.journal.queries.coded import coded_lines
from casino.ledger.queries.documents import entries, entries_on
from casino.messages import Message, catalogued, join, msg
from casino.players import queries as players
from casino.players.models import Player
from casino.rates.queries import TaxRow, taxes
from casino.rates.rules import rate_on, tax_cents
from casino.reports.queries.dated import DATED
from casino.reports.queries.guests import winnings
from casino.reports.queries.taxes import behind_bases, month_bases, month_end, tables_played
from casino.reports.sheet import Report, ReportParams, lines_of
from casino.sheets.columns import Column, cents, count, period, text
from casino.sheets.sheet import Link, Sheet, SheetRow

FREE = "lv-winnings-free"
WITHHELD, PAID = "tax:withheld", "cage.paid_out"
# Whose lines bear VAT: income of the club's own; gambling is exempt.
BEARING = "own:income"
PARTIAL = msg(
    "Prizes and jackpot shares by the guest's name. What a guest wins at a cash table is not known "
    "by visit; a visit is taken for a gaming day."
)
BY_VISIT = msg(
    "Tax is withheld of what a guest is paid on a gaming day above the free part; what is above it "
    "is said by the year."
)


def tax_return(asked: ReportParams) -> Sheet:
    """Return a line for each period and tax: its base, the rate of its last day, what is due."""
    country = "" if asked.country == "all" else asked.country
    rows, unknown = [], []
    asked_for = taxes(asked.club_id, country, known_at=asked.known_at)
    for row in asked_for:
        for each in _bases(asked, row):
            first, last = each.first, each.last
            rate = rate_on(row.rates, each.rated)
            if rate is None:
                unknown.append(row.tax.said)
            begun = [since for since in row.rates if since <= each.rated]
            is_money = row.tax.unit == "bp"
            due = None if rate is None else tax_cents(row.tax, each.base, rate)
            links = {"rate": Link(route="rates"), "tax_due": Link(route="rates")}
            if each.kept_cents is not None:
                due, links["tax_due"] = each.kept_cents, each.why
            cells = (
                f"{first:%Y-%m}" if (first.year, first.month) == (last.year, last.month)
                else f"{last:%Y}",
                row.tax.country.upper(),
                row.tax.said,
                each.base if is_money else None,
                None if is_money else each.base,
                rate,
                due,
                catalogued(row.tax.due) if row.tax.due else "",
                row.sources[max(begun)] if begun else "",
            )  # fmt: skip
            rows.append(SheetRow(cells=cells, why=each.why, links=links))
    columns = (
        period("period", msg("Period")),
        text("country", msg("Country")),
        text("tax", msg("Tax")),
        cents("base", msg("Base"), summed=False),
        count("pieces", msg("Tables"), summed=False),
        Column(name="rate", title=msg("Rate, percent or amount each"), kind="points"),
        cents("tax_due", msg("Tax due"), summed=bool(country)),
        text("due", msg("Due")),
        text("source", msg("Source")),
    )
    of_year = [row.tax.said for row in asked_for if row.tax.base == "tables_of_year"]
    notes = _no_text(unknown), _whole_years(asked, of_year)
    return Sheet(columns=columns, rows=rows, notes=tuple(each for each in notes if each))


TAX_RETURN = Report(
    name="tax-return",
    title=msg("Tax return"),
    question=msg("Each tax of a month by its base and the rate in force."),
    group=msg("Books"),
    make=tax_return,
    asks=("country",),
)


def won(asked: ReportParams) -> Sheet:
    """Return by person and year what was won, and what of it is above the free part."""
    by_name = {row.slug: row for row in taxes(asked.club_id, "", known_at=asked.known_at)}
    sums: dict[tuple[int, int], int] = defaultdict(int)
    for each in winnings(asked):
        sums[each.gaming_day.year, each.player_id or 0] += each.cents
    kept: dict[tuple[int, int], int] = defaultdict(int)
    for payment in _kept(asked):
        kept[payment.day.year, payment.player_id] += payment.withheld_cents
    sums |= dict.fromkeys(kept.keys() - sums.keys(), 0)
    sums, kept = _by_person(sums), _by_person(kept)
    named = players.names({guest for _, guest in sums}, known_at=asked.known_at)
    codes = dict(Player.objects.filter(pk__in=named).values_list("pk", "code"))
    parts = _parts_of_years(asked)
    rows = []
    for (year, guest), amount in sorted(sums.items()):
        free = rate_on(by_name[FREE].rates, date(year, 12, 31))
        span = {"first": max(asked.first, date(year, 1, 1)),
                "last": min(asked.last, date(year, 12, 31))}  # fmt: skip
        query: dict[str, Any] = span | {"by": "won", "player": codes[guest]} | asked.known
        behind = Link(route="report", ids=("guest",), query=query)
        above = None if free is None or year in parts else max(amount - free, 0)
        statement = Link(route="report", ids=("guest",), query=query | {"by": "entries"})
        cells = (str(year), named[guest], amount, free, above, kept[year, guest])
        links = {"free": Link(route="rates"), "withheld": statement}
        rows.append(SheetRow(cells=cells, why=behind, links=links))
    columns = (
        text("year", msg("Year")),
        text("guest", msg("Guest")),
        cents("won", msg("Won")),
        cents("free", msg("Free of tax in Latvia"), summed=False),
        cents("above", msg("Above it"), summed=not parts),
        cents("withheld", msg("Tax withheld")),
    )
    return Sheet(columns=columns, rows=rows, notes=(PARTIAL, BY_VISIT, *map(_part_of, parts)))


def _part_of(year: int) -> Message:
    return msg(
        "A part of {year}: ask for the whole year to see what is above the free part.", year=year
    )


def _parts_of_years(asked: ReportParams) -> list[int]:
    """Return the years of which only a part is asked for, of what there is by now."""
    today = asked.stamp.gaming_day if asked.stamp else asked.last
    return [
        year
        for year in range(asked.first.year, asked.last.year + 1)
        if asked.first > date(year, 1, 1) or asked.last < min(date(year, 12, 31), today)
    ]


def _by_person(sums: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Return sums by year and card as sums by year and person, under the card that goes on."""
    goes_on = players.survivors({card for _, card in sums})
    found: dict[tuple[int, int], int] = defaultdict(int)
    for (year, card), amount in sums.items():
        found[year, goes_on[card]] += amount
    return found


WINNINGS = Report(
    name="winnings",
    title=msg("Winnings by guest and year"),
    question=msg("Prizes and jackpot shares of each guest, by year."),
    group=msg("Books"),
    make=won,
    begins="year",
)


def _no_text(unknown: Sequence[Message]) -> Message | None:
    if not unknown:
        return None
    return msg(
        "No public text was found for: {taxes}. Enter the rate and its source under Rates.",
        taxes=join(dict.fromkeys(unknown)),
    )


def _whole_years(asked: ReportParams, of_year: Sequence[Message]) -> Message | None:
    """Return the note on taxes of a year where tables played in one that is asked for in part."""
    whole = sum(1 for _ in _tables_of_years(asked))
    played = {month[:4] for month, tables in tables_played(asked).items() if tables}
    if not of_year or len(played) == whole:
        return None
    return msg("By the year: {taxes}. Ask for a whole year.", taxes=join(of_year))


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """
    A period of a tax: its first and last day, its base, what it is made of.

    rate_day: whose rate it bears, None: the last; kept_cents: what was withheld, by payment, so to
    the cent what lies on the account, None where the tax is computed of the base.
    """

    first: date
    last: date
    base: int
    why: Link
    rate_day: date | None = None
    kept_cents: int | None = None

    @property
    def rated(self) -> date:
        """Return the day whose rate it bears."""
        return self.rate_day or self.last


def _bases(asked: ReportParams, row: TaxRow) -> Iterator[Line]:
    """Yield the periods of a tax that have a base."""
    name = row.tax.base
    if name in ("tables", "tournament_base"):
        bases = month_bases(asked)
        for first in _month_starts(asked):
            base = bases.get(f"{first:%Y-%m}", {}).get(name, 0)
            # A return of tournaments is due for a month without any, too.
            if base or name == "tournament_base":
                behind = behind_bases(asked, first)[name]
                last = month_end(first.year, first.month)
                yield Line(first=first, last=last, base=base, why=behind)
    elif name == "tables_of_year":
        yield from _tables_of_years(asked)
    elif name == "vat":
        yield from _vat(asked, row)
    elif name == "winnings":
        yield from _withheld(asked, row)


def _tables_of_years(asked: ReportParams) -> Iterator[Line]:
    """Yield the years that are asked for whole: a part of one would say the year's tax again."""
    years: dict[int, set[int]] = defaultdict(set)
    for month, tables in tables_played(asked).items():
        years[int(month[:4])] |= tables
    for year, tables in sorted(years.items()):
        first, last = date(year, 1, 1), date(year, 12, 31)
        if asked.first <= first and last <= asked.last:
            span = {"first": first, "last": last}
            why = Link(route="report", ids=("tables",), query=span)
            yield Line(first=first, last=last, base=len(tables), why=why)


def _vat(asked: ReportParams, row: TaxRow) -> Iterator[Line]:
    """
    Yield the income by month of its documents of own accounts whose tax code is the tax's.

    A month in which a rate begins is two: each day bears the rate of its own.
    """
    within = (asked.club_id, asked.first, asked.last)
    spans: dict[tuple[date, date], int] = defaultdict(int)
    for each in coded_lines(*within, dated=True, known_at=asked.known_at):
        if each.tax_code == row.slug and each.code == BEARING:
            spans[_at_one_rate(row, each.dated)] -= each.cents
    for (first, last), base in sorted(spans.items()):
        days = {"first": max(first, asked.first), "last": min(last, asked.last)}
        query: dict[str, Any] = days | asked.known
        query |= {"code": BEARING, "only": row.slug, "by": DATED}
        behind = Link(route="report", ids=("coded-lines",), query=query)
        yield Line(first=first, last=last, base=base, why=behind)


def _at_one_rate(row: TaxRow, day: date) -> tuple[date, date]:
    """Return the first and the last of the days around one, of its month, that bear its rate."""
    first, last = day.replace(day=1), month_end(day.year, day.month)
    begun = [since for since in row.rates if first < since <= last]
    return (
        max((since for since in begun if since <= day), default=first),
        min((since - ONE_DAY for since in begun if since > day), default=last),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """
    A payment of winnings of which tax was kept, or its reversal, below zero.

    paid_on: the day of the payment, whose rate it was, also where that was taken back later.
    """

    day: date
    paid_on: date
    tax: str
    player_id: int
    taxable_cents: int
    withheld_cents: int


def _kept(asked: ReportParams) -> list[Kept]:
    """Return the payments of winnings with tax withheld, and what took them back."""
    found = entries_on(asked.club_id, WITHHELD, asked.first, asked.last, known_at=asked.known_at)
    paid = [each for each in found if each.kind.removesuffix(".reversed") == PAID]
    first = Q(id__in=[each.reverses_id for each in paid if each.reverses_id])
    reversed_ = {each.id: each for each in entries(asked.club_id, first)}
    kept = []
    for each in paid:
        payment = reversed_[each.reverses_id] if each.reverses_id else each
        (why,) = payment.because
        taxable = why["inputs"]["taxable_cents"]
        kept.append(
            Kept(
                day=each.gaming_day,
                paid_on=payment.gaming_day,
                tax=why["rule"],
                player_id=each.player_id or 0,
                taxable_cents=-taxable if each.reverses_id else taxable,
                withheld_cents=-each.cents_on(WITHHELD),
            )
        )
    return kept


def _withheld(asked: ReportParams, row: TaxRow) -> Iterator[Line]:
    """
    Yield by month what was taxable of winnings that were paid with tax withheld.

    A month in which a rate begins is two, as of VAT. What is taken back at another rate than that
    of its own day is a line of its own, at the rate at which it was kept.
    """
    lines: dict[tuple[date, date, date | None], list[Kept]] = defaultdict(list)
    for each in _kept(asked):
        if each.tax == row.slug:
            rates = [rate_on(row.rates, day) for day in (each.day, each.paid_on)]
            rate_day = None if rates[0] == rates[1] else _at_one_rate(row, each.paid_on)[1]
            lines[*_at_one_rate(row, each.day), rate_day].append(each)
    for first, last, rate_day in sorted(lines, key=lambda of: (of[0], of[2] or of[1])):
        of_line = lines[first, last, rate_day]
        days: dict[str, Any] = {"first": max(first, asked.first), "last": min(last, asked.last)}
        only = f"{PAID}.reversed" if rate_day else PAID
        yield Line(
            first=first,
            last=last,
            base=sum(each.taxable_cents for each in of_line),
            why=lines_of(asked, WITHHELD, only=only, **days),
            rate_day=rate_day,
            kept_cents=sum(each.withheld_cents for each in of_line),
        )


def _month_starts(asked: ReportParams) -> Iterator[date]:
    first = asked.first.replace(day=1)
    while first <= asked.last:
        yield first
        first = date(first.year + first.month // 12, first.month % 12 + 1, 1)
