"""What somebody does about a tournament."""

from tournaments.services.announcing import (
    add_series,
    add_template,
    announce,
    may_mark_ranking,
    propose_structure,
)
from tournaments.services.bounties import propose_bounties
from tournaments.services.campaigns import propose_ticket
from tournaments.services.chips import change_chips, count_chips, race_chips
from tournaments.services.clock import pause_clock, resume_clock, set_clock
from tournaments.services.days import begin_day, end_day
from tournaments.services.deals import agree_to_deal, offer_deal, withdraw_word
from tournaments.services.knockouts import knock_out, undo_knockout
from tournaments.services.listing import admit_waiting, book_place, join_list, leave_list
from tournaments.services.moves import balance_tables, move_player
from tournaments.services.penalties import end_penalty, punish
from tournaments.services.pool import propose_pool
from tournaments.services.prizes import propose_prizes
from tournaments.services.refunds import (
    propose_cancel,
    propose_refund,
    refund_all,
    refund_cancelled,
)
from tournaments.services.royal_flush import claim_royal_flush
from tournaments.services.selling import sell_entry, sell_more
from tournaments.services.series_jackpot import propose_series_jackpot
from tournaments.services.starting import close_registration, start
from tournaments.services.summary import propose_summary
from tournaments.services.tables import (
    break_table,
    draw_again,
    draw_seats,
    open_tables,
    sit_down,
)
from tournaments.services.tickets import propose_clearing

__all__ = [
    "add_series",
    "add_template",
    "admit_waiting",
    "agree_to_deal",
    "announce",
    "balance_tables",
    "begin_day",
    "book_place",
    "break_table",
    "change_chips",
    "claim_royal_flush",
    "close_registration",
    "count_chips",
    "draw_again",
    "draw_seats",
    "end_day",
    "end_penalty",
    "join_list",
    "knock_out",
    "leave_list",
    "may_mark_ranking",
    "move_player",
    "offer_deal",
    "open_tables",
    "pause_clock",
    "propose_bounties",
    "propose_cancel",
    "propose_clearing",
    "propose_pool",
    "propose_prizes",
    "propose_refund",
    "propose_series_jackpot",
    "propose_structure",
    "propose_summary",
    "propose_ticket",
    "punish",
    "race_chips",
    "refund_all",
    "refund_cancelled",
    "resume_clock",
    "sell_entry",
    "sell_more",
    "set_clock",
    "sit_down",
    "start",
    "undo_knockout",
    "withdraw_word",
]
