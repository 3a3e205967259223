"""What happens at the cage."""

from casino.cage.services.desk import (
    REVERSIBLE,
    DrawerNamed,
    DrawerTaken,
    NotCounted,
    NotReversible,
    ReasonMissing,
    TooMuch,
    add_drawer,
    bank_cash,
    close_shift,
    fund_vault,
    open_shift,
    redeem_chips,
    reverse_slip,
    sell_chips,
    submit_count,
)
from casino.cage.services.identity import NotIdentified, Standing, check_identified, standing
from casino.cage.services.payables import Due, ask_payment, identify, owe, pay_out
from casino.cage.services.thresholds import propose_thresholds

__all__ = [
    "REVERSIBLE",
    "DrawerNamed",
    "DrawerTaken",
    "Due",
    "NotCounted",
    "NotIdentified",
    "NotReversible",
    "ReasonMissing",
    "Standing",
    "TooMuch",
    "add_drawer",
    "ask_payment",
    "bank_cash",
    "check_identified",
    "close_shift",
    "fund_vault",
    "identify",
    "open_shift",
    "owe",
    "pay_out",
    "propose_thresholds",
    "redeem_chips",
    "reverse_slip",
    "sell_chips",
    "standing",
    "submit_count",
]
