"""The report of a gaming day as a file."""

from casino.closing.reports import DayReport
from casino.web.files import amount, csv_file, text

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
    return csv_file(DAY_COLUMNS, rows)
