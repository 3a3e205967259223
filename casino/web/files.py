"""
Files for accountants: UTF-8, comma, decimal point, ISO dates, CRLF, RFC 4180 (UX 6.1).

A text cell that a spreadsheet would take for a formula gets an apostrophe; amounts never do.
"""

import csv
import io
from collections.abc import Iterable

FORMULA = tuple("=+-@\t\r＝＋－＠")  # noqa: RUF001  (the full-width ones too)


def csv_file(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return a file of one heading and its rows."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue().encode()


def amount(cents: int | None) -> str:
    """Return cents as plain digits with two decimals, 1234.50; nothing for None."""
    if cents is None:
        return ""
    units, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{units}.{rest:02}"


def text(value: str) -> str:
    """Return a text cell that no spreadsheet runs."""
    return f"'{value}" if value.startswith(FORMULA) else value
