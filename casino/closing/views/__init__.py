"""The accountant's pages: gaming days, closings, late entries."""

from casino.closing.views.closings import close_period, closing, closings
from casino.closing.views.days import close_floor, day, day_file, days, journal_file, seal_day
from casino.closing.views.late import ask_late_entry, late_entries

__all__ = [
    "ask_late_entry",
    "close_floor",
    "close_period",
    "closing",
    "closings",
    "day",
    "day_file",
    "days",
    "journal_file",
    "late_entries",
    "seal_day",
]
