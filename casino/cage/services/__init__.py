"""What happens at the cage."""

from casino.cage.services.bags import (
    BagElsewhere,
    OwnBag,
    SealUsed,
    credit_bag,
    hand_over_bag,
    pack_bag,
)
from casino.cage.services.closing import (
    CountChanged,
    CountNeedsSecond,
    NeedsManager,
    NotCounted,
    NotYourShift,
    ReasonMissing,
    ask_close,
    close_shift,
    closing_signatures,
    force_close,
)
from casino.cage.services.club import OtherPieces, propose_pieces, rename_club
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import (
    DrawerNamed,
    DrawerTaken,
    TooMuch,
    add_drawer,
    fund_vault,
    redeem_chips,
    sell_chips,
    set_levels,
)
from casino.cage.services.handover import (
    NothingHandedOver,
    OwnHandOver,
    accept_drawer,
    ask_take_over,
    take_over,
)
from casino.cage.services.identity import NotIdentified, Standing, check_identified, standing
from casino.cage.services.opening import (
    DrawerWaits,
    FloatNeedsSecond,
    ask_open,
    float_needs,
    open_shift,
)
from casino.cage.services.payables import Due, ask_payment, identify, owe, pay_out
from casino.cage.services.reversals import (
    REVERSIBLE,
    NotReversible,
    ReversalNeedsSecond,
    ask_reversal,
    print_slip,
    reversal_needs,
    reverse_slip,
)
from casino.cage.services.slip_texts import WORDED, set_slip_text
from casino.cage.services.thresholds import NothingChanges, propose_thresholds
from casino.cage.services.vault import ChipsNotThere, ask_vault
from casino.cage.services.vault_count import VaultMoved, ask_vault_count

__all__ = [
    "REVERSIBLE",
    "WORDED",
    "BagElsewhere",
    "ChipsNotThere",
    "CountChanged",
    "CountNeedsSecond",
    "DrawerNamed",
    "DrawerTaken",
    "DrawerWaits",
    "Due",
    "FloatNeedsSecond",
    "NeedsManager",
    "NotCounted",
    "NotIdentified",
    "NotReversible",
    "NotYourShift",
    "NothingChanges",
    "NothingHandedOver",
    "OtherPieces",
    "OwnBag",
    "OwnHandOver",
    "ReasonMissing",
    "ReversalNeedsSecond",
    "SealUsed",
    "Standing",
    "TooMuch",
    "VaultMoved",
    "accept_drawer",
    "add_drawer",
    "ask_close",
    "ask_open",
    "ask_payment",
    "ask_reversal",
    "ask_take_over",
    "ask_vault",
    "ask_vault_count",
    "check_identified",
    "close_shift",
    "closing_signatures",
    "credit_bag",
    "float_needs",
    "force_close",
    "fund_vault",
    "hand_over_bag",
    "identify",
    "open_shift",
    "owe",
    "pack_bag",
    "pay_out",
    "print_slip",
    "propose_pieces",
    "propose_thresholds",
    "redeem_chips",
    "rename_club",
    "reversal_needs",
    "reverse_slip",
    "sell_chips",
    "set_levels",
    "set_slip_text",
    "standing",
    "submit_count",
    "take_over",
]
