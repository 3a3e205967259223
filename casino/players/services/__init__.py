"""Writing guests: what is known of them, where they play, who may not, and who is one person."""

from casino.players.services.duplicates import merge_players
from casino.players.services.erasing import InUse, anonymise_player, forget_unused
from casino.players.services.guests import (
    Gone,
    KnownAlready,
    OwnWishStands,
    add_player,
    change_player,
    check_guest,
    exclude_player,
    see_identity,
)
from casino.players.services.places import (
    PlaysElsewhere,
    check_place,
    keep_apart,
    leave_place,
    let_together,
    take_place,
    take_places,
)
from casino.players.services.terms import change_terms

__all__ = [
    "Gone",
    "InUse",
    "KnownAlready",
    "OwnWishStands",
    "PlaysElsewhere",
    "add_player",
    "anonymise_player",
    "change_player",
    "change_terms",
    "check_guest",
    "check_place",
    "exclude_player",
    "forget_unused",
    "keep_apart",
    "leave_place",
    "let_together",
    "merge_players",
    "see_identity",
    "take_place",
    "take_places",
]
