"""What proves a hand for which a jackpot is claimed: the deck, the camera, witnesses, the seal."""

from collections.abc import Mapping
from typing import Annotated, Any

from casino.acts.kinds import Text
from casino.messages import Message, join, msg

Checker = Annotated[str, Text(may_be_empty=True)]
Seal = Annotated[str, Text(max_length=50, may_be_empty=True)]
LongNote = Annotated[str, Text(max_length=500, may_be_empty=True, free=True)]
# What a hand is not paid without, as what still lacks is said.
NEEDED = {
    "deck_checked_by": msg("who checked the deck"),
    "camera_at": msg("camera time"),
    "witnesses": msg("witnesses"),
    "seal_number": msg("deck seal number"),
}


def lacking(proof: Mapping[str, Any]) -> list[str]:
    """Return what is still to be entered of a proof, by its fields."""
    return [name for name in NEEDED if not proof.get(name)]


def still_missing(proof: Mapping[str, Any]) -> Message:
    """Return what is still to be entered of a proof in words, nothing where it is whole."""
    return join(NEEDED[name] for name in lacking(proof))
