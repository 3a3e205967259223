"""The end of a gaming day: what it still waits for, its close, its seal."""

from casino.office.closing.checklist import Line, Thing, blockers, checklist
from casino.office.closing.days import (
    DayNotReady,
    close_day,
    close_due_days,
    close_floor,
    seal_day,
)

__all__ = [
    "DayNotReady",
    "Line",
    "Thing",
    "blockers",
    "checklist",
    "close_day",
    "close_due_days",
    "close_floor",
    "seal_day",
]
