"""Tournaments: what was announced, who bought what, who went out, what was won."""

from tournaments.models.announced import (
    Announced,
    ChipStock,
    ScreenPicture,
    Series,
    StructureVersion,
    Template,
    TermsChange,
    Tournament,
)
from tournaments.models.days import Bag, DayEnd
from tournaments.models.dealing import Agreement, Deal
from tournaments.models.floor import (
    ChipChange,
    ChipCount,
    ChipRace,
    ClockMark,
    FloorTable,
    FloorUndo,
    Penalty,
    Presence,
    SeatDraw,
    SeatMove,
)
from tournaments.models.selling import Entry, Purchase, PurchaseRequest, Ticket
from tournaments.models.waitlist import WaitlistEntry
from tournaments.models.winning import (
    Bounty,
    EventSummary,
    FixedPool,
    Knockout,
    Prize,
    RoyalFlush,
    SeriesAward,
)

__all__ = [
    "Agreement",
    "Announced",
    "Bag",
    "Bounty",
    "ChipChange",
    "ChipCount",
    "ChipRace",
    "ChipStock",
    "ClockMark",
    "DayEnd",
    "Deal",
    "Entry",
    "EventSummary",
    "FixedPool",
    "FloorTable",
    "FloorUndo",
    "Knockout",
    "Penalty",
    "Presence",
    "Prize",
    "Purchase",
    "PurchaseRequest",
    "RoyalFlush",
    "ScreenPicture",
    "SeatDraw",
    "SeatMove",
    "Series",
    "SeriesAward",
    "StructureVersion",
    "Template",
    "TermsChange",
    "Ticket",
    "Tournament",
    "WaitlistEntry",
]
