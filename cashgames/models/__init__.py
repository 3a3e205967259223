"""What the cash room keeps."""

from cashgames.models.absence import Absence, HeldStack
from cashgames.models.changes import TableChange
from cashgames.models.corrections import Correction, Settled
from cashgames.models.over_short import OverShort
from cashgames.models.penalties import Penalty
from cashgames.models.tables import ChipMove, Hand, Seat, Session, Table
from cashgames.models.time_rake import TimePeriod, TimeShare
from cashgames.models.waiting import WaitingList, WaitingMove, WaitlistEntry

__all__ = [
    "Absence",
    "ChipMove",
    "Correction",
    "Hand",
    "HeldStack",
    "OverShort",
    "Penalty",
    "Seat",
    "Session",
    "Settled",
    "Table",
    "TableChange",
    "TimePeriod",
    "TimeShare",
    "WaitingList",
    "WaitingMove",
    "WaitlistEntry",
]
