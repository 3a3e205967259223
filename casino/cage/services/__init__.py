"""What happens at the cage."""

from casino.cage.services.closing import (
    NeedsManager,
    NotCounted,
    NotYourShift,
    ReasonMissing,
    close_shift,
    closing_signatures,
    force_close,
)
from casino.cage.services.club import change_pieces, rename_club
from casino.cage.services.counts import submit_count
from casino.cage.services.deposits import (
    BagElsewhere,
    OwnBag,
    SealUsed,
    confirm_credit,
    dispatch_deposit,
    prepare_deposit,
)
from casino.cage.services.desk import (
    DrawerNamed,
    DrawerTaken,
    add_drawer,
    fund_vault,
    note_shift,
    redeem_chips,
    sell_chips,
    set_levels,
)
from casino.cage.services.handover import (
    NothingHandedOver,
    OwnHandOver,
    accept_drawer,
    take_over,
)
from casino.cage.services.identity import GuestStanding, NotIdentified, check_identified, standing
from casino.cage.services.opening import (
    DrawerWaits,
    float_needs,
    open_shift,
)
from casino.cage.services.payables import Due, identify, owe, pay_out
from casino.cage.services.reversals import (
    REVERSIBLE,
    NotReversible,
    print_slip,
    reversal_needs,
    reverse_slip,
)
from casino.cage.services.slip_texts import WORDED, set_slip_text
from casino.cage.services.thresholds import change_thresholds
from casino.cage.services.vault import ChipsNotThere, move_vault
from casino.cage.services.vault_count import count_vault

__all__ = [
    "REVERSIBLE",
    "WORDED",
    "BagElsewhere",
    "ChipsNotThere",
    "DrawerNamed",
    "DrawerTaken",
    "DrawerWaits",
    "Due",
    "GuestStanding",
    "NeedsManager",
    "NotCounted",
    "NotIdentified",
    "NotReversible",
    "NotYourShift",
    "NothingHandedOver",
    "OwnBag",
    "OwnHandOver",
    "ReasonMissing",
    "SealUsed",
    "accept_drawer",
    "add_drawer",
    "change_pieces",
    "change_thresholds",
    "check_identified",
    "close_shift",
    "closing_signatures",
    "confirm_credit",
    "count_vault",
    "dispatch_deposit",
    "float_needs",
    "force_close",
    "fund_vault",
    "identify",
    "move_vault",
    "note_shift",
    "open_shift",
    "owe",
    "pay_out",
    "prepare_deposit",
    "print_slip",
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
