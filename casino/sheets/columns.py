"""The columns of a table: what a cell of each holds, and how it is named in a file."""

from dataclasses import dataclass
from typing import Literal

from casino.messages import Message, msg, verbatim

WHEN, WHAT, GAMING_DAY = msg("When"), msg("What"), msg("Gaming day")

Kind = Literal[
    "text", "game", "event", "operation", "day", "period", "instant", "count", "minutes", "points",
    "cents",
]  # fmt: skip
NONE = verbatim("")
UNITS = {"cents": "cents", "minutes": "minutes", "points": "x100"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """
    A column: `name` in a file, `title` on a page; what is a file alone has none.

    summed: its sum stands below; drawn: the chart shows it. None in a cell: nothing is known.
    of: the columns of its row that it is the sum of, those with a minus taken off. unit: its own
    currency, which its title says.
    """

    name: str
    title: Message = NONE
    kind: Kind = "text"
    summed: bool = False
    drawn: bool = False
    of: tuple[str, ...] = ()
    unit: str = ""

    @property
    def key(self) -> str:
        """Its name for programs, with the unit last."""
        return f"{self.name}_{UNITS[self.kind]}" if self.kind in UNITS else self.name

    @property
    def is_number(self) -> bool:
        """Whether its cells stand to the right."""
        return self.kind in {"count", "minutes", "points", "cents"}

    @property
    def is_hundredths(self) -> bool:
        """Whether its cells are hundredths of what people read."""
        return self.kind in {"cents", "points"}


def cents(
    name: str, title: Message, *, summed: bool = True, drawn: bool = False, of: str = ""
) -> Column:
    """Return a column of money; of: names of columns, as `opening in -out`."""
    parts = tuple(of.split())
    return Column(name=name, title=title, kind="cents", summed=summed, drawn=drawn, of=parts)


def count(name: str, title: Message, *, summed: bool = True, of: str = "") -> Column:
    """Return a column of whole numbers; of: as that of `cents`."""
    return Column(name=name, title=title, kind="count", summed=summed, of=tuple(of.split()))


def instant(name: str = "at", title: Message = WHEN) -> Column:
    """Return a column of instants."""
    return Column(name=name, title=title, kind="instant")


def event(name: str = "event", title: Message = WHAT) -> Column:
    """Return a column of what happened."""
    return Column(name=name, title=title, kind="event")


def day(name: str = "gaming_day", title: Message = GAMING_DAY) -> Column:
    """Return a column of gaming days."""
    return Column(name=name, title=title, kind="day")


def period(name: str, title: Message) -> Column:
    """Return a column of days, months, quarters and years: 2026-10-30, 2026-10, 2026Q4, 2026."""
    return Column(name=name, title=title, kind="period")


def text(name: str, title: Message) -> Column:
    """Return a column of words."""
    return Column(name=name, title=title)


def of_file(names: str) -> tuple[Column, ...]:
    """Return the columns of a file: their names, and the kind where it matters, `prize:cents`."""
    kinds: dict[str, Kind] = {"": "text", "cents": "cents", "points": "points"}
    parts = (each.partition(":") for each in names.split())
    return tuple(Column(name=name, kind=kinds[kind]) for name, _, kind in parts)
