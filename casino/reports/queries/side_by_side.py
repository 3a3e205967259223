"""The same report of several clubs side by side, each club in its own currency."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.messages import Message, msg, verbatim
from casino.reports.queries.asked import asked as asked_of
from casino.reports.queries.cashroom import RAKE
from casino.reports.queries.groups import clubs_read
from casino.reports.queries.statements import (
    BALANCE_SHEET,
    CAGE_FLOW,
    COMPARED,
    INCOME,
    LIABILITIES,
)
from casino.reports.queries.statistics import STATISTICS
from casino.reports.sheet import Report, ReportParams
from casino.sheets.columns import Column, cents
from casino.sheets.sheet import Link, Sheet, SheetRow

Key = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Beside:
    """A report, how its lines are grouped, the columns that name a line, and the figure shown."""

    report: Report
    by: str = "month"
    names: tuple[str, ...]
    figure: str
    title: Message | None = None


BESIDE = {
    "income-statement": Beside(report=INCOME, names=("section", "account"), figure="amount"),
    "balance-sheet": Beside(report=BALANCE_SHEET, names=("section", "account"), figure="amount"),
    "cage-flow": Beside(report=CAGE_FLOW, names=("section", "event"), figure="amount"),
    "liabilities": Beside(report=LIABILITIES, names=("account",), figure="owed"),
    "months": Beside(
        report=STATISTICS,
        names=("period",),
        figure="house",
        title=msg("Total revenue, month against month"),
    ),
    "nights": Beside(
        report=STATISTICS,
        by="day",
        names=("period",),
        figure="house",
        title=msg("Total revenue by day"),
    ),
    "games": Beside(
        report=RAKE, by="game", names=("game",), figure="rake", title=msg("Rake by game")
    ),
}


def side_by_side(asked: ReportParams) -> Sheet:
    """Return the lines of a report with a column for each club that the reader may read."""
    of = BESIDE[asked.by or "income-statement"]
    clubs = clubs_read(asked, CLUBS.route, of.report.route)
    made = [of.report.make(_asked(asked, club, of)) for club in clubs]
    found: dict[Key, list[tuple[int | None, Link | None]]] = {}
    for place, (club, sheet) in enumerate(zip(clubs, made, strict=True)):
        for key, cell, link in _lines(sheet, of):
            there = link and club.pk != asked.club_id
            cells = found.setdefault(key, [(None, None)] * len(clubs))
            cells[place] = (cell, replace(link, club=club.slug) if link and there else link)
    home = made[0]
    names = [next(each for each in home.columns if each.name == name) for name in of.names]
    figures = [
        _column(club, summed=sheet.columns[_place(sheet, of.figure)].summed)
        for club, sheet in zip(clubs, made, strict=True)
    ]
    rows = [
        SheetRow(
            cells=(*key, *(cell for cell, _ in found[key])),
            links={
                column.name: link
                for column, (_, link) in zip(figures, found[key], strict=True)
                if link
            },
        )
        for key in _in_order(list(found), is_dated=names[0].kind in {"day", "period"})
    ]
    # What statements say first is of which days their figures beside are.
    told = 1 if of.report.group_by[: len(COMPARED)] == COMPARED else 0
    notes = dict.fromkeys(note for sheet in made for note in sheet.notes[told:])
    return Sheet(
        columns=(*names, *figures),
        rows=rows,
        notes=(msg("Each club in its own currency."), *notes),
        sections=home.sections,
        total=home.total,
    )


CLUBS = Report(
    name="clubs",
    title=msg("Clubs side by side"),
    question=msg("The same report of each club that you may read, in its own currency."),
    group=msg("Books"),
    make=side_by_side,
    group_by=tuple((name, each.title or each.report.title) for name, each in BESIDE.items()),
)


def _asked(asked: ReportParams, club: Club, of: Beside) -> ReportParams:
    """Return the same question put to a club, whose reader may count other things there."""
    whole = asked
    if club.pk != asked.club_id and asked.stamp:
        there = club_stamp(club, at=asked.stamp.at, actor_id=asked.stamp.actor_id)
        whole = asked_of(club, there, first=asked.first, last=asked.last, known_at=asked.known_at)
    at_its_end = whole.until if of.report.span == "instant" else None
    return replace(whole, by=of.by, as_of=at_its_end)


def _lines(sheet: Sheet, of: Beside) -> Iterator[tuple[Key, int | None, Link | None]]:
    names = [_place(sheet, name) for name in of.names]
    figure = _place(sheet, of.figure)
    for row in sheet.rows:
        key = tuple(row.cells[place] for place in names)
        yield key, row.cells[figure], row.link(sheet.columns[figure], figure)


def _place(sheet: Sheet, name: str) -> int:
    return next(place for place, column in enumerate(sheet.columns) if column.name == name)


def _column(club: Club, *, summed: bool) -> Column:
    name = f"of_{club.slug.replace('-', '_')}"
    column = cents(name, verbatim(f"{club.name}, {club.currency}"), summed=summed)
    return replace(column, unit=club.currency)


def _in_order(keys: list[Key], *, is_dated: bool) -> list[Key]:
    """Return lines by day, else those of a section together, as the clubs have them."""
    if is_dated:
        return sorted(keys)
    sections = list(dict.fromkeys(key[0] for key in keys))
    return sorted(keys, key=lambda key: sections.index(key[0]))
