"""The commands of the cash room."""

from cashgames.services.absence import (
    come_back,
    find_due_absences,
    leave_seat,
    let_stay,
    remove_stack,
)
from cashgames.services.hands import rake_hand
from cashgames.services.moves import Stack, break_table, move_player
from cashgames.services.seats import cash_out, seat_player, top_up
from cashgames.services.spending import bring_notes, spend_chips
from cashgames.services.stacks import give_back, release_stack
from cashgames.services.tables import add_table, close_session, open_session
from cashgames.services.terms import change_game, change_limits, raise_cap
from cashgames.services.time_rake import (
    collect_time_rake,
    find_due_time_rake,
    pay_share,
    plan_time_rake,
    waive_share,
)
from cashgames.services.waiting import (
    call_waiting,
    join_list,
    leave_list,
    move_waiting,
    note_no_show,
)

__all__ = [
    "Stack",
    "add_table",
    "break_table",
    "bring_notes",
    "call_waiting",
    "cash_out",
    "change_game",
    "change_limits",
    "close_session",
    "collect_time_rake",
    "come_back",
    "find_due_absences",
    "find_due_time_rake",
    "give_back",
    "join_list",
    "leave_list",
    "leave_seat",
    "let_stay",
    "move_player",
    "move_waiting",
    "note_no_show",
    "open_session",
    "pay_share",
    "plan_time_rake",
    "raise_cap",
    "rake_hand",
    "release_stack",
    "remove_stack",
    "seat_player",
    "spend_chips",
    "top_up",
    "waive_share",
]
