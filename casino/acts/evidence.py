"""What proves a hand for which a jackpot is claimed: the deck, the camera, witnesses, the seal."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from casino.acts.kinds import Text
from casino.limits import MAX_LINE_LENGTH
from casino.messages import Message, join, msg
from casino.refusals import BadInput

MINIMUM = 2


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Proof(Text):
    """A text that proves something, so it names somebody or something: "x" or "--" does not."""

    may_be_empty: bool = True

    def check(self, value: Any, field: str) -> Any:
        """Return the text in NFC. Raises BadInput below two letters or digits, too."""
        said = Text.check(self, value, field)
        if said and sum(character.isalnum() for character in said) < MINIMUM:
            raise BadInput(
                msg("Write at least {number} letters or digits.", number=MINIMUM), field=field
            )
        return said


Checker = Annotated[str, Proof()]
Witnesses = Annotated[str, Proof(max_length=MAX_LINE_LENGTH, free=True)]
Seal = Annotated[str, Proof(max_length=50)]
LongNote = Annotated[str, Text(max_length=500, may_be_empty=True, free=True)]
# What proves a hand, as what still lacks is said.
NEEDED = {
    "deck_checked_by": msg("who checked the deck"),
    "camera_at": msg("camera time"),
    "witnesses": msg("witnesses"),
    "seal_number": msg("deck seal number"),
}
# What a hand is not paid without, by the control profile: a club may have no cameras or seals.
ASKED = {"home": (), "club": ("deck_checked_by", "witnesses"), "casino": tuple(NEEDED)}


def lacking(proof: Mapping[str, Any], *, profile: str) -> list[str]:
    """Return what is still to be entered of a proof under a control profile, by its fields."""
    return [name for name in ASKED[profile] if not proof.get(name)]


def still_missing(proof: Mapping[str, Any], *, profile: str) -> Message:
    """Return what is still to be entered of a proof in words, nothing where it is whole."""
    return join(NEEDED[name] for name in lacking(proof, profile=profile))


def check_camera(camera_at: datetime | None, *, first: datetime, last: datetime) -> None:
    """Raise BadInput where a camera shows another time than one at which the hand was played."""
    if camera_at and not first <= camera_at <= last:
        raise BadInput(msg("This camera time is not that of the hand."), field="camera_at")
