"""A table as a workbook, written row by row: memory stays flat."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from tempfile import TemporaryFile
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

PIECE = 1 << 18
MAX_TITLE = 31
NOT_IN_A_TITLE = re.compile(r"[\[\]:*?/\\]")
# A date of its own would give every making other bytes.
MADE = datetime(2000, 1, 1)  # noqa: DTZ001  (Excel knows no zones)
MONEY = "# ##0.00"


def workbook(
    heads: Sequence[str],
    rows: Iterable[Iterable[Any]],
    *,
    title: str = "Lines",
    comments: str = "",
    totals: Iterable[Any] = (),
    widths: Sequence[int] = (),
) -> Iterator[bytes]:
    """
    Yield a workbook of one sheet: texts stay texts, amounts come as Decimal, instants naive.

    heads: stand above and stay in view; without any, the rows begin at the top.
    """
    with TemporaryFile() as file:
        book = Workbook(file, {"constant_memory": True, "default_date_format": "dd.mm.yyyy"})
        book.set_properties({"created": MADE, "comments": comments})
        page = book.add_worksheet(NOT_IN_A_TITLE.sub("-", title)[:MAX_TITLE])
        for place, width in enumerate(widths):
            page.set_column(place, place, width)
        first = int(bool(heads))
        if heads:
            page.freeze_panes(1, 0)
            bold = book.add_format({"bold": True})
            for place, head in enumerate(heads):
                page.write_string(0, place, head, bold)
        money = book.add_format({"num_format": MONEY})
        clock = book.add_format({"num_format": "dd.mm.yyyy hh:mm"})
        line = 0
        for line, row in enumerate(rows, start=first):
            for place, cell in enumerate(row):
                shape = money if type(cell) is Decimal else None
                _put(page, line, place, cell, clock if type(cell) is datetime else shape)
        below = book.add_format({"num_format": MONEY, "bold": True, "top": 1})
        count = book.add_format({"bold": True, "top": 1})
        for place, cell in enumerate(totals):
            _put(page, line + 1, place, cell, below if type(cell) is Decimal else count)
        book.close()
        file.seek(0)
        yield from iter(partial(file.read, PIECE), b"")


def _put(page: Worksheet, line: int, place: int, cell: Any, shape: Format | None) -> None:
    """Write a cell as what it is: xlsxwriter's own guess would cost as much as all the rest."""
    if isinstance(cell, str):
        if cell:
            page.write_string(line, place, cell, shape)
    elif isinstance(cell, date):
        page.write_datetime(line, place, cell, shape)
    elif cell is not None:
        page.write_number(line, place, cell, shape)
