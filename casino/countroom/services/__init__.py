"""What the count room does: boxes counted and settled; fills and credits of the table banks."""

from casino.countroom.services.boxes import change_dealer, count_box, settle_table, take_box
from casino.countroom.services.transfers import (
    ask_fill,
    confirm_credit,
    confirm_fill,
    issue_fill,
    name_missing,
    send_credit,
    void_fill,
)

__all__ = [
    "ask_fill",
    "change_dealer",
    "confirm_credit",
    "confirm_fill",
    "count_box",
    "issue_fill",
    "name_missing",
    "send_credit",
    "settle_table",
    "take_box",
    "void_fill",
]
