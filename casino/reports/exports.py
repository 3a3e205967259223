"""A report written down: in words for a page, as CSV for programs, as XLSX for who opens it."""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import chain
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import xlsxwriter
from django.http import HttpResponse
from django.urls import reverse
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from casino.bookkeeping.rules.dialects import table
from casino.bookkeeping.services.workbooks import MADE
from casino.house.models import Club
from casino.ledger.entries import title_of
from casino.refusals import Refusal
from casino.reports.columns import Column
from casino.reports.sheet import Asked, Link, Report, Row, Sheet
from casino.web.files import amount, text
from casino.web.templatetags.office import at_club, cents, game_name, operation_name
from casino.words import say

CENTS = 100
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
# With the heads above and the sums below.
MOST_IN_WORKBOOK = 2**20 - 2
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

TYPES = {"csv": "text/csv; charset=utf-8", "xlsx": XLSX}


class TooLong(Refusal):
    """A sheet of a workbook holds so many lines and no more."""

    status = 422
    code = "REPORT-001"
    message = say("A workbook holds no more than 1 048 574 lines.")
    next_step = say("Ask for it as CSV, or for fewer days.")


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
    """Return the heads of a report in words."""
    return [
        Head(text=each.title, is_number=each.is_number, formula=sheet.formula(each))
        for each in sheet.columns
    ]


def lines(sheet: Sheet, club: Club, rows: Sequence[Row]) -> Iterator[list[Cell]]:
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
    longest = max(row.cells[drawn] or 0 for row in sheet.rows)
    words = [i for i, column in enumerate(sheet.columns[:drawn]) if not column.is_number]
    names = words[:NAMES_OF_A_BAR]
    return [
        Bar(
            name=" ".join(_written(sheet.columns[i], row.cells[i], club) for i in names),
            text=_written(sheet.columns[drawn], row.cells[drawn], club),
            share=max(row.cells[drawn] or 0, 0) * 1000 // max(longest, 1),
        )
        for row in sheet.rows
    ]


def file(report: Report, asked: Asked, club: Club, ending: str) -> HttpResponse:
    """Return a whole report as a file, csv or xlsx."""
    content = b"".join(pieces(report.make(asked), report, asked, ending))
    answer = HttpResponse(content, content_type=TYPES[ending])
    named = file_name(report, asked, club, ending)
    answer["Content-Disposition"] = f'attachment; filename="{named}"'
    return answer


def file_name(report: Report, asked: Asked, club: Club, ending: str) -> str:
    """Return what a report's file is called."""
    days = f"{asked.as_of:%Y-%m-%dT%H%M}" if asked.as_of else f"{asked.first}_{asked.last}"
    return f"{club.slug}_{report.name}_{days}.{ending}"


def pieces(sheet: Sheet, report: Report, asked: Asked, ending: str) -> Iterator[bytes]:
    """Yield a report's file piece by piece. Raises TooLong."""
    if ending == "csv":
        yield from csv_pieces(sheet)
    else:
        yield sheet_xlsx(sheet, title=report.title, timezone=asked.timezone)


def csv_pieces(sheet: Sheet) -> Iterator[bytes]:
    """Yield a report as CSV: no sums, so that a program that adds up does not count twice."""
    heads = [column.name for column in sheet.columns]
    return table(chain([heads], (_plain(sheet, row.cells) for row in sheet.rows)), delimiter=",")


def sheet_xlsx(sheet: Sheet, *, title: str, timezone: str) -> bytes:
    """
    Return a report as a spreadsheet: real dates and amounts, sums below, in constant memory.

    Raises TooLong.
    """
    if len(sheet.rows) > MOST_IN_WORKBOOK:
        raise TooLong
    out = io.BytesIO()
    settings = {"constant_memory": True, "default_date_format": "dd.mm.yyyy"}
    with xlsxwriter.Workbook(out, settings | {"strings_to_formulas": False}) as book:
        book.set_properties({"created": MADE})
        bold = book.add_format({"bold": True})
        money = book.add_format({"num_format": "# ##0.00"})
        total = book.add_format({"num_format": "# ##0.00", "bold": True, "top": 1})
        clock = book.add_format({"num_format": "dd.mm.yyyy hh:mm"})
        page = book.add_worksheet(title[:31])
        page.freeze_panes(1, 0)
        for place, column in enumerate(sheet.columns):
            page.set_column(place, place, 14 if column.is_number else 22)
        page.write_row(0, 0, [column.title for column in sheet.columns], bold)
        line, shapes = 0, {"cents": money, "points": money, "instant": clock}
        drawn = [(at, column, shapes.get(column.kind)) for at, column in enumerate(sheet.columns)]
        for line, row in enumerate(sheet.rows, start=1):
            for place, column, shape in drawn:
                _put(page, line, place, _typed(column, row.cells[place], timezone), shape)
        for place, cell in enumerate((sheet.totals if line else None) or ()):
            if cell is not None:
                column = sheet.columns[place]
                shape = total if column.kind == "cents" else bold
                page.write(line + 1, place, _typed(column, cell, timezone), shape)
    return out.getvalue()


def _put(page: Worksheet, line: int, place: int, cell: Any, shape: Format | None) -> None:
    """Write a cell as what it is: xlsxwriter's own guess would cost as much as all the rest."""
    if isinstance(cell, str):
        page.write_string(line, place, cell, shape)
    elif isinstance(cell, date):
        page.write_datetime(line, place, cell, shape)
    elif cell is not None:
        page.write_number(line, place, cell, shape)


def _plain(sheet: Sheet, cells: tuple[Any, ...]) -> Iterator[object]:
    for column, cell in zip(sheet.columns, cells, strict=True):
        if column.is_hundredths:
            yield amount(cell)
        elif isinstance(cell, date | datetime):
            yield cell.isoformat()
        else:
            yield "" if cell is None else text(cell) if isinstance(cell, str) else cell


def _typed(column: Column, cell: Any, timezone: str) -> Any:
    """Return a cell as a spreadsheet keeps it: amounts as numbers, instants on the club's clock."""
    if column.is_hundredths and cell is not None:
        return Decimal(cell) / CENTS
    if isinstance(cell, datetime):
        return cell.astimezone(ZoneInfo(timezone)).replace(tzinfo=None)
    return cell


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
