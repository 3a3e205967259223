"""A report written down: in words for a page, and as what file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse

from casino.house.models import Club, ControlProfile
from casino.house.queries import control_profile
from casino.ledger.entries import title_of
from casino.messages import msg
from casino.reports.sheet import Report, ReportParams
from casino.sheets.columns import Column
from casino.sheets.files import csv_pieces, sheet_xlsx
from casino.sheets.sheet import Link, Sheet, SheetRow
from casino.web.templatetags.office import at_club, cents, game_name, operation_name

HOUR = 60
LINES_OF_A_CHART = range(2, 63)
NAMES_OF_A_BAR = 2
WORDS: dict[str, Callable[[Any], str]] = {
    "cents": cents,
    "game": game_name,
    "event": title_of,
    "operation": operation_name,
    "points": cents,
    "day": lambda day: f"{day:%d.%m.%Y}",
    "minutes": lambda minutes: f"{minutes // HOUR}:{minutes % HOUR:02}",
}
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

TYPES = {"csv": "text/csv; charset=utf-8", "xlsx": XLSX}


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A cell as a page shows it; address: of the page that explains its line."""

    text: str
    is_number: bool
    address: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """The head of a column; formula: of what its figures are the sum, in words."""

    text: str
    is_number: bool
    formula: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Bar:
    """A line of a chart; share: of the longest, in thousandths."""

    name: str
    text: str
    share: int


def heads(sheet: Sheet) -> list[Head]:
    return [
        Head(text=each.title, is_number=each.is_number, formula=sheet.formula(each))
        for each in sheet.columns
    ]


def lines(sheet: Sheet, club: Club, rows: Sequence[SheetRow]) -> Iterator[list[Cell]]:
    """Yield lines of a report in words; names and figures lead to what they are made of."""
    for row in rows:
        yield [
            Cell(
                text=_written(column, cell, club),
                is_number=column.is_number,
                address=address(row.link(column, place), club) or "",
            )
            for place, (column, cell) in enumerate(zip(sheet.columns, row.cells, strict=True))
        ]


def sums(sheet: Sheet, club: Club) -> list[Cell]:
    """Return the sums in words, empty where a column has none."""
    return [
        Cell(text=_written(column, cell, club), is_number=column.is_number)
        for column, cell in zip(sheet.columns, sheet.totals or (), strict=False)
    ]


def bars(sheet: Sheet, club: Club) -> list[Bar]:
    """Return the chart of a report that has one and neither too few nor too many lines."""
    drawn = sheet.drawn
    if drawn is None or len(sheet.rows) not in LINES_OF_A_CHART:
        return []
    max_length = max(row.cells[drawn] or 0 for row in sheet.rows)
    words = [i for i, column in enumerate(sheet.columns[:drawn]) if not column.is_number]
    names = words[:NAMES_OF_A_BAR]
    return [
        Bar(
            name=" ".join(_written(sheet.columns[i], row.cells[i], club) for i in names),
            text=_written(sheet.columns[drawn], row.cells[drawn], club),
            share=max(row.cells[drawn] or 0, 0) * 1000 // max(max_length, 1),
        )
        for row in sheet.rows
    ]


def profile_of(asked: ReportParams) -> ControlProfile.Name:
    """Return the controls that were in force when what a report tells of had ended."""
    ended = asked.as_of or asked.until
    at = min(ended, asked.known_at) if asked.known_at else ended
    return control_profile(asked.club_id, at=at)


def file(report: Report, asked: ReportParams, club: Club, ending: str) -> HttpResponse:
    """Return a whole report as a file, csv or xlsx."""
    content = b"".join(pieces(report.make(asked), report, asked, ending))
    answer = HttpResponse(content, content_type=TYPES[ending])
    named = file_name(report, asked, club, ending)
    answer["Content-Disposition"] = f'attachment; filename="{named}"'
    answer["Control-Profile"] = profile_of(asked).value
    return answer


def file_name(report: Report, asked: ReportParams, club: Club, ending: str) -> str:
    """Return what a report's file is called."""
    days = f"{asked.as_of:%Y-%m-%dT%H%M}" if asked.as_of else f"{asked.first}_{asked.last}"
    return f"{club.slug}_{report.name}_{days}_{profile_of(asked).value}.{ending}"


def pieces(sheet: Sheet, report: Report, asked: ReportParams, ending: str) -> Iterator[bytes]:
    """Yield a report's file piece by piece. Raises TooLong."""
    if ending == "csv":
        yield from csv_pieces(sheet)
    else:
        yield from sheet_xlsx(
            sheet,
            title=report.title,
            timezone=asked.timezone,
            currency=asked.currency,
            comments=msg("Control profile: {profile}.", profile=profile_of(asked).label),
        )


def _written(column: Column, cell: Any, club: Club) -> str:
    if cell is None:
        return ""
    if column.kind == "instant":
        return at_club(cell, club)
    return WORDS.get(column.kind, str)(cell)


def address(link: Link | None, club: Club) -> str | None:
    """Return where a link of a report leads, None for no link."""
    if link is None:
        return None
    query = f"?{urlencode(link.query)}" if link.query else ""
    return reverse(link.route, args=[club.slug, *link.ids]) + query
