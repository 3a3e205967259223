"""What the cash room keeps."""

from cashgames.models.tables import ChipMove, Hand, Seat, Session, Table
from cashgames.models.waiting import Waiting, WaitingList, WaitingMove

__all__ = [
    "ChipMove",
    "Hand",
    "Seat",
    "Session",
    "Table",
    "Waiting",
    "WaitingList",
    "WaitingMove",
]
