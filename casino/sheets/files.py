"""A table as a file: CSV for programs, XLSX for who opens it, each written in one way."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from itertools import chain
from typing import Any
from zoneinfo import ZoneInfo

from casino.messages import msg
from casino.refusals import Refusal
from casino.sheets.columns import Column
from casino.sheets.dialects import MACHINE, table, text
from casino.sheets.sheet import Sheet, SheetRow
from casino.sheets.workbooks import workbook

# With the heads above and the sums below.
MAX_IN_WORKBOOK = 2**20 - 2
YES_OR_NO = {True: "yes", False: "no"}


class TooLong(Refusal):
    """A sheet of a workbook holds so many lines and no more."""

    status = 422
    code = "REPORT-001"
    message = msg("A workbook holds no more than 1 048 574 lines.")
    next_step = msg("Choose CSV or fewer days.")


def csv_file(columns: tuple[Column, ...], rows: Iterable[tuple[Any, ...]]) -> bytes:
    """Return a file of a few rows that are no report."""
    return b"".join(
        csv_pieces(Sheet(columns=columns, rows=[SheetRow(cells=cells) for cells in rows]))
    )


def csv_pieces(sheet: Sheet) -> Iterator[bytes]:
    """Yield a sheet as CSV: no sums, so that a program that adds up does not count twice."""
    heads = [column.name for column in sheet.columns]
    rows = (_plain(sheet, row.cells) for row in sheet.rows)
    return table(chain([heads], rows), delimiter=MACHINE.delimiter)


def sheet_xlsx(
    sheet: Sheet, *, title: str, timezone: str, currency: str, comments: str = ""
) -> Iterator[bytes]:
    """Yield a sheet as a workbook: real dates and amounts, sums below. Raises TooLong."""
    if len(sheet.rows) > MAX_IN_WORKBOOK:
        raise TooLong
    columns = sheet.columns

    def typed(cells: tuple[Any, ...]) -> list[Any]:
        pairs = zip(columns, cells, strict=True)
        return [_typed(column, cell, timezone) for column, cell in pairs]

    return workbook(
        [f"{c.title}, {currency}" if c.kind == "cents" else c.title for c in columns],
        (typed(row.cells) for row in sheet.rows),
        title=title,
        comments=comments,
        totals=typed(sheet.totals) if sheet.rows and sheet.totals else (),
        widths=[14 if column.is_number else 22 for column in columns],
    )


def _plain(sheet: Sheet, cells: tuple[Any, ...]) -> Iterator[object]:
    for column, cell in zip(sheet.columns, cells, strict=True):
        if cell is None or cell == "":
            yield ""
        elif column.is_hundredths:
            yield MACHINE.amount(cell)
        elif isinstance(cell, bool):
            yield YES_OR_NO[cell]
        elif isinstance(cell, date):
            yield cell.isoformat()
        else:
            yield text(cell) if isinstance(cell, str) else cell


def _typed(column: Column, cell: Any, timezone: str) -> Any:
    """Return a cell as a workbook keeps it: amounts as numbers, instants on the club's clock."""
    if column.is_hundredths and cell is not None:
        return Decimal(cell).scaleb(-2)
    if isinstance(cell, datetime):
        return cell.astimezone(ZoneInfo(timezone)).replace(tzinfo=None)
    return cell
