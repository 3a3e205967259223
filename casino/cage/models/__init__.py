"""Drawers, shifts, counts, slips, payments due, the vault."""

from casino.cage.models.club import ClubChange, PaymentThresholds
from casino.cage.models.desk import (
    Count,
    CountCorrection,
    CountLine,
    Drawer,
    HandOver,
    Shift,
    ShiftNote,
)
from casino.cage.models.payables import (
    Payable,
    Payment,
)
from casino.cage.models.reported import CashReported
from casino.cage.models.slips import (
    SlipPrint,
    SlipText,
)
from casino.cage.models.vault import (
    Bag,
    VaultCount,
    VaultCountLine,
    VaultMove,
    VaultMoveLine,
)

__all__ = [
    "Bag",
    "CashReported",
    "ClubChange",
    "Count",
    "CountCorrection",
    "CountLine",
    "Drawer",
    "HandOver",
    "Payable",
    "Payment",
    "PaymentThresholds",
    "Shift",
    "ShiftNote",
    "SlipPrint",
    "SlipText",
    "VaultCount",
    "VaultCountLine",
    "VaultMove",
    "VaultMoveLine",
]
