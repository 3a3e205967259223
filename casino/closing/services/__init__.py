"""The end of a gaming day and of a period: what waits, closes, seals, numbered documents."""

from casino.closing.services.checklist import ChecklistLine, Thing, blockers, checklist
from casino.closing.services.days import (
    DayNotReady,
    close_day,
    close_due_days,
    close_floor,
    seal_day,
)
from casino.closing.services.documents import days_without_document, document_day
from casino.closing.services.late import book_late_entry
from casino.closing.services.periods import (
    PeriodClosed,
    PeriodNotReady,
    close_period,
    periods_to_close,
)

__all__ = [
    "ChecklistLine",
    "DayNotReady",
    "PeriodClosed",
    "PeriodNotReady",
    "Thing",
    "blockers",
    "book_late_entry",
    "checklist",
    "close_day",
    "close_due_days",
    "close_floor",
    "close_period",
    "days_without_document",
    "document_day",
    "periods_to_close",
    "seal_day",
]
