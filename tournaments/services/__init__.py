"""What somebody does about a tournament."""

from tournaments.services.announcing import (
    add_series,
    add_template,
    announce,
    change_structure,
)
from tournaments.services.bounties import collect_bounties
from tournaments.services.campaigns import give_ticket
from tournaments.services.chips import AtSeat, AtTable, change_chips, count_chips, race_chips
from tournaments.services.clock import pause_clock, resume_clock, set_clock
from tournaments.services.days import begin_day, end_day
from tournaments.services.deals import Share, agree_to_deal, offer_deal, withdraw_word
from tournaments.services.importing import import_result
from tournaments.services.knockouts import Out, knock_out, undo_knockout
from tournaments.services.listing import admit_waiting, book_place, join_list, leave_list
from tournaments.services.moves import balance_tables, move_player
from tournaments.services.penalties import end_penalty, punish
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.refunds import (
    cancel_tournament,
    refund_all,
    refund_cancelled,
    refund_entry,
)
from tournaments.services.royal_flush import Holder, pay_royal_flush
from tournaments.services.selling import sell_entry, sell_more
from tournaments.services.series_jackpot import Winner, pay_series_jackpot
from tournaments.services.shared import ChipsOf
from tournaments.services.starting import close_registration, start
from tournaments.services.summary import sign_summary
from tournaments.services.tables import (
    break_table,
    draw_again,
    draw_seats,
    open_tables,
    sit_down,
)
from tournaments.services.tickets import clear_ticket

__all__ = [
    "AtSeat",
    "AtTable",
    "ChipsOf",
    "Holder",
    "Out",
    "Share",
    "Winner",
    "add_series",
    "add_template",
    "admit_waiting",
    "agree_to_deal",
    "announce",
    "award_prizes",
    "balance_tables",
    "begin_day",
    "book_place",
    "break_table",
    "cancel_tournament",
    "change_chips",
    "change_structure",
    "clear_ticket",
    "close_registration",
    "collect_bounties",
    "count_chips",
    "draw_again",
    "draw_seats",
    "end_day",
    "end_penalty",
    "fix_pool",
    "give_ticket",
    "import_result",
    "join_list",
    "knock_out",
    "leave_list",
    "move_player",
    "offer_deal",
    "open_tables",
    "pause_clock",
    "pay_royal_flush",
    "pay_series_jackpot",
    "punish",
    "race_chips",
    "refund_all",
    "refund_cancelled",
    "refund_entry",
    "resume_clock",
    "sell_entry",
    "sell_more",
    "set_clock",
    "sign_summary",
    "sit_down",
    "start",
    "undo_knockout",
    "withdraw_word",
]
