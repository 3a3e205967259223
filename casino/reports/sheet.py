"""
A report as one frozen object, from which page, paper, CSV, XLSX and the API are made.

Amounts are cents. What a column sums to is computed here, never by a page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any, Literal

from casino.clock import gaming_day

Kind = Literal["text", "game", "event", "day", "instant", "count", "minutes", "cents"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """
    A column: `name` in a file, `title` on a page.

    summed: its sum stands below; drawn: the chart shows it. None in a cell: nothing is known.
    """

    name: str
    title: str
    kind: Kind = "text"
    summed: bool = False
    drawn: bool = False

    @property
    def key(self) -> str:
        """Its name for programs, with the unit last."""
        return f"{self.name}_{self.kind}" if self.kind in {"cents", "minutes"} else self.name

    @property
    def is_number(self) -> bool:
        """Whether its cells stand to the right."""
        return self.kind in {"count", "minutes", "cents"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """A page that explains a line: its route, the ids of its address, its query."""

    route: str
    ids: tuple[Any, ...] = ()
    query: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """
    A line: a value for each column, and what its figures are made of.

    why: the page behind its name and figures; links: those of single columns, by their names.
    """

    cells: tuple[Any, ...]
    why: Link | None = None
    links: Mapping[str, Link] = field(default_factory=dict)

    def link(self, column: Column, place: int) -> Link | None:
        """Return the page behind the cell of a column, which stands at a place."""
        leads = place == 0 or (column.is_number and self.cells[place] is not None)
        return self.links.get(column.name, self.why if leads else None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """Columns and lines; notes: what a reader has to know of them."""

    columns: tuple[Column, ...]
    rows: Sequence[Row]
    notes: tuple[str, ...] = ()

    @property
    def totals(self) -> tuple[Any, ...] | None:
        """The sums of the summed columns, None where there is none."""
        if not any(column.summed for column in self.columns):
            return None
        return tuple(
            sum(row.cells[i] or 0 for row in self.rows) if column.summed else None
            for i, column in enumerate(self.columns)
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """
    What is asked of a report: gaming days, both included, and how its lines are grouped.

    since, until: the instants at which the first day opens and the last one closes. as_of: an
    instant, for a report that has one; known_at: what was written down later is left out.
    """

    club_id: int
    timezone: str
    closes_at: time
    first: date
    last: date
    since: datetime
    until: datetime
    by: str = ""
    as_of: datetime | None = None
    known_at: datetime | None = None
    player_id: int | None = None

    def day_of(self, at: datetime) -> date:
        """Return the gaming day of an instant."""
        return gaming_day(at, timezone=self.timezone, closes_at=self.closes_at)


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """
    A report that can be asked for.

    ways: how its lines can be grouped, the first unless asked; span: whether it is asked for days,
    for an instant, or for a guest and days. personal: only who may see guests may see it.
    """

    name: str
    title: str
    question: str
    group: str
    make: Callable[[Asked], Sheet]
    ways: tuple[tuple[str, str], ...] = ()
    span: Literal["days", "instant", "guest"] = "days"
    personal: bool = False


def cents(name: str, title: str, *, summed: bool = True, drawn: bool = False) -> Column:
    """Return a column of money."""
    return Column(name=name, title=title, kind="cents", summed=summed, drawn=drawn)


def count(name: str, title: str, *, summed: bool = True) -> Column:
    """Return a column of whole numbers."""
    return Column(name=name, title=title, kind="count", summed=summed)


def day(name: str = "gaming_day", title: str = "Gaming day") -> Column:
    """Return a column of gaming days."""
    return Column(name=name, title=title, kind="day")


def text(name: str, title: str) -> Column:
    """Return a column of words."""
    return Column(name=name, title=title)
