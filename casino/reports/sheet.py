"""
A report as one frozen object, from which page, paper, CSV, XLSX and the API are made.

Amounts are cents. What a column sums to is computed here, never by a page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any, Literal
from zoneinfo import ZoneInfo

from casino.clock import day_bounds, gaming_day
from casino.reports.columns import Column
from casino.words import Said

# A wall-clock time of the club, as an address says it.
LOCAL = "%Y-%m-%dT%H:%M"
COLUMNS_UPRIGHT = 8
MINUS = "\u2212"


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """A page that explains a line: its route, the ids of its address, its query."""

    route: str
    ids: tuple[Any, ...] = ()
    query: Mapping[str, Any] = field(default_factory=dict)


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
    """
    Columns and lines; notes: what a reader has to know of them.

    sums: what the columns sum to, where the lines are too many to be added up here.
    """

    columns: tuple[Column, ...]
    rows: Sequence[Row]
    notes: tuple[Said, ...] = ()
    sums: tuple[Any, ...] | None = None

    @property
    def is_wide(self) -> bool:
        """Whether it needs paper on its side."""
        return len(self.columns) > COLUMNS_UPRIGHT

    @property
    def drawn(self) -> int | None:
        """The place of the column that the chart shows, None without a chart."""
        return next((i for i, column in enumerate(self.columns) if column.drawn), None)

    def formula(self, column: Column) -> str:
        """Return what a column is the sum of in each row, in words; empty where it is none."""
        titles = {each.name: each.title for each in self.columns}
        signs = {True: MINUS, False: "+"}
        parts = [f"{signs[part[0] == '-']} {titles[part.removeprefix('-')]}" for part in column.of]
        return " ".join(parts).removeprefix("+ ")

    @property
    def totals(self) -> tuple[Any, ...] | None:
        """The sums of the summed columns, None where there is none."""
        if not any(column.summed for column in self.columns):
            return None
        return self.sums or tuple(
            sum(row.cells[i] or 0 for row in self.rows) if column.summed else None
            for i, column in enumerate(self.columns)
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """
    What is asked of a report: gaming days, both included, and how its lines are grouped.

    since, until: the instants at which the first day opens and the last one closes. as_of: an
    instant, for a report that has one; known_at: what was written down later is left out.
    code, ref: of which accounts; only: of which table, game, hour or dealer; country: whose taxes.
    shift: of the hours of which shift; since and until are then when it opened and closed.
    before: what happened from that instant on is left out.
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
    code: str = ""
    ref: int | None = None
    only: str = ""
    country: str = ""
    shift: int | None = None
    before: datetime | None = None

    def day_of(self, at: datetime) -> date:
        """Return the gaming day of an instant."""
        return gaming_day(at, timezone=self.timezone, closes_at=self.closes_at)

    @property
    def known(self) -> dict[str, str]:
        """Return what a link says of what was known when, on the club's clock."""
        return {"known_at": self.local(self.known_at)} if self.known_at else {}

    def local(self, at: datetime) -> str:
        """Return an instant as an address says it."""
        return at.astimezone(ZoneInfo(self.timezone)).strftime(LOCAL)

    def opens(self, day: date) -> datetime:
        """Return the instant at which a gaming day opens."""
        return day_bounds(day, timezone=self.timezone, closes_at=self.closes_at)[0]


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """
    A report that can be asked for.

    ways: how its lines can be grouped, the first unless asked; span: whether it is asked for days,
    for an instant, or for a guest and days.
    asks: what else it can be asked by name, as in `Asked`; each can be asked known_at an instant.
    """

    name: str
    title: Said
    question: Said
    group: Said
    make: Callable[[Asked], Sheet]
    ways: tuple[tuple[str, Said], ...] = ()
    span: Literal["days", "instant", "guest"] = "days"
    asks: tuple[Literal["code", "ref", "only", "country", "shift", "before"], ...] = ()

    @property
    def route(self) -> str:
        """The name of its address in the API, under which the permissions know it."""
        return f"api-report-{self.name}"


def entry(entry_id: int | None) -> Link | None:
    """Return the link to an entry: its rule, inputs, lines and people."""
    return Link(route="entry", ids=(entry_id,)) if entry_id else None


def lines_of(asked: Asked, code: str, **more: Any) -> Link:
    """Return the link to the ledger's lines of a code on the days that are asked for."""
    query = {"first": asked.first, "last": asked.last, "code": code} | more
    return Link(route="report", ids=("ledger",), query=query | asked.known)
