"""The commands of the cash room."""

from cashgames.services.hands import rake_hand
from cashgames.services.seats import cash_out, seat_player, top_up
from cashgames.services.tables import add_table, close_session, open_session

__all__ = [
    "add_table",
    "cash_out",
    "close_session",
    "open_session",
    "rake_hand",
    "seat_player",
    "top_up",
]
