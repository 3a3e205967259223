"""A table as a file: CSV for programs, XLSX for who opens it, each written in one way."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import chain
from typing import Any
from zoneinfo import ZoneInfo

from casino.messages import localized, msg
from casino.refusals import Refusal
from casino.sheets.columns import Column
from casino.sheets.dialects import MACHINE, Dialect, table, text
from casino.sheets.sheet import Link, Sheet, SheetRow
from casino.sheets.workbooks import MAX_LINKS, Linked, workbook

# With the heads above and the sums below.
MAX_IN_WORKBOOK = 2**20 - 2
YES_OR_NO = {True: "yes", False: "no"}
ENTRY = msg("Entry")
# So many lines of a long table are looked at for what they lead to.
LOOKED_AT = 500


class TooLong(Refusal):
    """A sheet of a workbook holds so many lines and no more."""

    code = "REPORT-001"
    message = msg("A workbook holds no more than 1 048 574 lines.")
    next_step = msg("Choose CSV or fewer days.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Reader:
    """
    Who reads a file: on which clock, in which currency, with which words, and where links lead.

    said: what a cell is called that is a name of the program; address: the whole address of a
    page, None where a file has no links.
    """

    timezone: str = "UTC"
    currency: str = ""
    said: Callable[[Column, Any], Any] = lambda _, cell: localized(cell)
    address: Callable[[Link], str] | None = None

    def heads(self, sheet: Sheet) -> list[str]:
        """Return the titles of columns, those of money with the currency."""
        titles = [
            (localized(each.title), each.kind == "cents" and not each.unit)
            for each in sheet.columns
        ]
        return [f"{said}, {self.currency}" if plain else said for said, plain in titles]

    def on_the_clock(self, at: datetime) -> datetime:
        """Return an instant on the reader's clock, as a spreadsheet knows it."""
        return at.astimezone(ZoneInfo(self.timezone)).replace(tzinfo=None)


PROGRAM = Reader()


def csv_file(columns: tuple[Column, ...], rows: Iterable[tuple[Any, ...]]) -> bytes:
    """Return a file of a few rows that are no report."""
    return b"".join(
        csv_chunks(Sheet(columns=columns, rows=[SheetRow(cells=cells) for cells in rows]))
    )


def csv_chunks(
    sheet: Sheet, reader: Reader = PROGRAM, *, dialect: Dialect = MACHINE
) -> Iterator[bytes]:
    """
    Yield a sheet as CSV: no sums, so that a program that adds up does not count twice.

    Names and raw values for a program, titles and words in a dialect of Excel. Behind the columns
    stand the entry that made a line, where lines have one, and the pages that explain it.
    """
    people = dialect is not MACHINE
    heads = reader.heads(sheet) if people else [column.name for column in sheet.columns]
    columns = list(sheet.columns)
    shown = _entries_shown(sheet)
    more = (["entry"] if shown else []) + (["link", "links"] if reader.address else [])

    def line(row: SheetRow) -> Iterator[object]:
        for column, cell in zip(columns, row.cells, strict=True):
            told = reader.said(column, cell) if people else cell
            at = reader.on_the_clock(cell) if people and isinstance(cell, datetime) else told
            yield _plain(column, at, dialect)
        if shown:
            yield _entry(row) or ""
        if reader.address:
            yield from _leads(row, reader.address)

    return table(
        chain([heads + more], map(line, sheet.rows)),
        delimiter=dialect.delimiter,
        bom=dialect.bom,
    )


def sheet_xlsx(sheet: Sheet, reader: Reader, *, title: str, comments: str = "") -> Iterator[bytes]:
    """Yield a sheet as a workbook: real dates and amounts, links, sums below. Raises TooLong."""
    if len(sheet.rows) > MAX_IN_WORKBOOK:
        raise TooLong
    columns, shown = sheet.columns, _entries_shown(sheet)
    # Each figure leads somewhere; of many lines only the first cell of each page they lead to.
    every = len(sheet.rows) * len(columns) <= MAX_LINKS

    def cells(row: SheetRow) -> Iterator[Any]:
        led: dict[int, str] = {}
        for place, (column, cell) in enumerate(zip(columns, row.cells, strict=True)):
            written = _typed(column, reader.said(column, cell), reader)
            link = row.link(column, place) if reader.address else None
            if reader.address and link and (every or id(link) not in led):
                if id(link) not in led:
                    led[id(link)] = reader.address(link)
                written = Linked(written, led[id(link)])
            yield written
        if shown:
            number = _entry(row)
            why = row.why if number else None
            yield Linked(number, reader.address(why)) if reader.address and why else number

    return workbook(
        reader.heads(sheet) + ([ENTRY.localized()] if shown else []),
        (cells(row) for row in sheet.rows),
        title=title,
        comments=comments,
        totals=[_typed(c, cell, reader) for c, cell in zip(columns, sheet.totals, strict=True)]
        if sheet.rows and sheet.totals
        else (),
        widths=[14 if column.is_number else 22 for column in columns] + [14] * shown,
    )


def _entries_shown(sheet: Sheet) -> bool:
    """Whether lines are those of entries and no column says which."""
    if any(column.name == "entry" for column in sheet.columns):
        return False
    rows = sheet.rows if isinstance(sheet.rows, list) else sheet.rows[:LOOKED_AT]
    return any(_entry(row) for row in rows)


def _entry(row: SheetRow) -> int | None:
    return row.why.ids[0] if row.why and row.why.route == "entry" else None


def _leads(row: SheetRow, address: Callable[[Link], str]) -> Iterator[str]:
    """Yield the page behind a line, then those behind single columns as `rake=https://…`."""
    yield address(row.why) if row.why else ""
    yield " ".join(f"{name}={address(link)}" for name, link in row.links.items())


def _plain(column: Column, cell: Any, dialect: Dialect) -> object:
    if cell is None or cell == "":
        return ""
    if column.is_hundredths:
        return dialect.amount(cell)
    if isinstance(cell, date):
        return _written_day(cell, dialect)
    told = YES_OR_NO[cell] if isinstance(cell, bool) else cell
    return text(told) if isinstance(told, str) else told


def _written_day(day: date, dialect: Dialect) -> str:
    """Return a day or an instant as a dialect writes it."""
    if dialect is MACHINE:
        return day.isoformat()
    clock = " %H:%M:%S" if isinstance(day, datetime) else ""
    return day.strftime(dialect.day + clock)


def _typed(column: Column, cell: Any, reader: Reader) -> Any:
    """Return a cell as a workbook keeps it: amounts as numbers, instants on the club's clock."""
    if column.is_hundredths and cell is not None:
        return Decimal(cell).scaleb(-2)
    if isinstance(cell, datetime):
        return reader.on_the_clock(cell)
    return YES_OR_NO[cell] if isinstance(cell, bool) else cell
