"""A table as a workbook, written row by row: memory stays flat."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from functools import partial
from tempfile import TemporaryFile
from typing import Any

from xlsxwriter import Workbook

PIECE = 1 << 18
AS_TEXT = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
# A date of its own would give every making other bytes.
MADE = datetime(2000, 1, 1)  # noqa: DTZ001  (Excel knows no zones)


def workbook(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> Iterator[bytes]:
    """Yield a workbook of one sheet; texts stay texts, amounts come as Decimal."""
    with TemporaryFile() as file:
        book = Workbook(file, {"constant_memory": True, **AS_TEXT})
        book.set_properties({"created": MADE})
        sheet, amount = book.add_worksheet("Lines"), book.add_format({"num_format": "0.00"})
        first = int(bool(columns))
        for n, head in enumerate(columns):
            sheet.write_string(0, n, head)
        for at, row in enumerate(rows, start=first):
            for n, value in enumerate(row):
                if isinstance(value, str):
                    if value:
                        sheet.write_string(at, n, value)
                else:
                    sheet.write_number(at, n, value, amount if _is_money(value) else None)
        book.close()
        file.seek(0)
        yield from iter(partial(file.read, PIECE), b"")


def _is_money(value: object) -> bool:
    return isinstance(value, Decimal)
