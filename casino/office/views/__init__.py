"""The accountant's pages: days, figures, closings, late entries; calculators and the board."""

from casino.office.views.books import (
    account,
    accounts,
    board,
    calculator,
    calculators,
    close_floor,
    day,
    day_file,
    days,
    entry,
    journal_file,
    seal_day,
)
from casino.office.views.closings import close_period, closing, closings
from casino.office.views.late import ask_late_entry, late_entries

__all__ = [
    "account",
    "accounts",
    "ask_late_entry",
    "board",
    "calculator",
    "calculators",
    "close_floor",
    "close_period",
    "closing",
    "closings",
    "day",
    "day_file",
    "days",
    "entry",
    "journal_file",
    "late_entries",
    "seal_day",
]
