"""
A table as one frozen object, from which page, paper, CSV, XLSX and the API are made.

Amounts are cents. What a column sums to is computed here, never by a page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from casino.messages import Message, msg
from casino.sheets.columns import Column

COLUMNS_UPRIGHT = 8
TOTAL = msg("Total")
MINUS = "\u2212"


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """
    A page that explains a line: its route, the ids of its address, its query.

    club: the slug of the club whose page it is, where that is not the reader's own.
    """

    route: str
    ids: tuple[Any, ...] = ()
    query: Mapping[str, Any] = field(default_factory=dict)
    club: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetRow:
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

    sums: what the columns sum to, where the lines are too many to be added up here. total: what
    the last line is called, None for no such line. sections: the lines of each value of the first
    column are summed, too.
    """

    columns: tuple[Column, ...]
    rows: Sequence[SheetRow]
    notes: tuple[Message, ...] = ()
    sums: tuple[Any, ...] | None = None
    total: Message | None = TOTAL
    sections: bool = False

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
        titles = {each.name: each.title.localized() for each in self.columns}
        signs = {True: MINUS, False: "+"}
        parts = [f"{signs[part[0] == '-']} {titles[part.removeprefix('-')]}" for part in column.of]
        return " ".join(parts).removeprefix("+ ")

    @property
    def totals(self) -> tuple[Any, ...] | None:
        """The sums of the summed columns, None where there is none."""
        if self.total is None or not any(column.summed for column in self.columns):
            return None
        return self.sums or self.sum_of(self.rows)

    def sum_of(self, rows: Sequence[SheetRow]) -> tuple[Any, ...]:
        """Return what the summed columns of some rows come to, None for the others."""
        return tuple(
            sum(row.cells[i] or 0 for row in rows) if column.summed else None
            for i, column in enumerate(self.columns)
        )
