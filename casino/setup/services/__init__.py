"""Opening a club by a plan, and the word that lets somebody write the first plan on pages."""

from casino.setup.services.opening import (
    ClubThere,
    Opened,
    one_time_password,
    open_by_plan,
    try_plan,
)
from casino.setup.services.word import new_word, use_word

__all__ = [
    "ClubThere",
    "Opened",
    "new_word",
    "one_time_password",
    "open_by_plan",
    "try_plan",
    "use_word",
]
