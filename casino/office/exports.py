"""
Files for accountants: UTF-8, comma, decimal point, ISO dates, CRLF, RFC 4180 (UX 6.1).

A text cell that a spreadsheet would take for a formula gets an apostrophe; amounts never do.
"""

import csv
import io
from collections.abc import Iterable

from casino.office.reports.day import DayReport

FORMULA = tuple("=+-@\t\r＝＋－＠")  # noqa: RUF001  (the full-width ones too)
DAY_COLUMNS = (
    "venue",
    "gaming_day",
    "section",
    "item",
    "quantity",
    "opening",
    "debit",
    "credit",
    "amount",
    "account_code",
    "note",
)


def day_csv(report: DayReport) -> bytes:
    """Return the report of a day as a file; its account lines' amounts sum to zero."""
    rows = (
        (
            text(report.club.name),
            report.day.isoformat(),
            section.name,
            text(row.item),
            "" if row.quantity is None else row.quantity,
            amount(row.opening_cents),
            amount(row.debit_cents),
            amount(row.credit_cents),
            amount(row.amount_cents),
            row.account_code,
            text(row.note),
        )
        for section in report.sections
        for row in section.rows
    )
    return _csv(DAY_COLUMNS, rows)


def amount(cents: int | None) -> str:
    """Return cents as plain digits with two decimals, 1234.50; nothing for None."""
    if cents is None:
        return ""
    units, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{units}.{rest:02}"


def text(value: str) -> str:
    """Return a text cell that no spreadsheet runs."""
    return f"'{value}" if value.startswith(FORMULA) else value


def _csv(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue().encode()
