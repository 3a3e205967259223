"""What an examination of the installation finds."""

from dataclasses import dataclass
from enum import IntEnum

from casino.messages import Message, msg


class Level(IntEnum):
    """How bad it is: also the exit status that monitoring reads."""

    OK = 0
    WARNING = 1
    CRITICAL = 2

    @property
    def label(self) -> Message:
        """The word for it."""
        return LABELS[self]


LABELS = {
    Level.OK: msg("in order"),
    Level.WARNING: msg("to be looked at"),
    Level.CRITICAL: msg("act now"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """
    What was found of a part; about: which one of several, a duty, a folder or a club.

    value: the figure behind it, for those that draw it: seconds, bytes, a count.
    """

    part: str
    level: Level
    said: Message
    about: str = ""
    value: float | None = None

    @property
    def where(self) -> str:
        """The part, and which one of several: the same words in every language."""
        return f"{self.part} {self.about}".strip()

    @property
    def name(self) -> str:
        """The same for the same matter each time it is looked at."""
        return f"{self.part}:{self.about}" if self.about else self.part


def graded(value: float, warning: float, critical: float) -> Level:
    """Return how bad a figure is that should be small."""
    if value > critical:
        return Level.CRITICAL
    return Level.WARNING if value > warning else Level.OK


def jumped(seconds: int) -> Message:
    """Return what a clock that jumped stops, and what is to be done."""
    return msg(
        "The clock jumped by {minutes} min: nothing closes by itself until it is right again, or"
        " script/manage trust_clock says that it is right now.",
        minutes=round(seconds / 60),
    )
