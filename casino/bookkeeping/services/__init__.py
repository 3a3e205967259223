"""Writing: accounts mapped, batches made, files written, imports taken."""

from casino.bookkeeping.services.batches import ask_file, make_batch
from casino.bookkeeping.services.files import make_file
from casino.bookkeeping.services.imports import book_opening, bring_file, choose_columns, take, undo
from casino.bookkeeping.services.jobs import cancel, due, run
from casino.bookkeeping.services.mapping import map_account
from casino.bookkeeping.services.profiles import save_profile
from casino.bookkeeping.services.registers import ask_register

__all__ = [
    "ask_file",
    "ask_register",
    "book_opening",
    "bring_file",
    "cancel",
    "choose_columns",
    "due",
    "make_batch",
    "make_file",
    "map_account",
    "run",
    "save_profile",
    "take",
    "undo",
]
