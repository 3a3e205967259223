"""The report of a gaming day as a file."""

from casino.closing.reports import DayReport
from casino.sheets.columns import of_file
from casino.sheets.files import csv_file

DAY_COLUMNS = of_file(
    "venue gaming_day section item quantity opening:cents debit:cents credit:cents "
    "amount:cents account_code note"
)


def day_csv(report: DayReport) -> bytes:
    """Return the report of a day as a file; its account lines' amounts sum to zero."""
    rows = (
        (
            report.club.name,
            report.day,
            section.name,
            row.item,
            "" if row.quantity is None else row.quantity,
            row.opening_cents,
            row.debit_cents,
            row.credit_cents,
            row.amount_cents,
            row.account_code,
            row.note,
        )
        for section in report.sections
        for row in section.rows
    )
    return csv_file(DAY_COLUMNS, rows)
