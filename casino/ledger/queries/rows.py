"""What the ledger's queries return: frozen rows, cents, debit positive."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from casino.ledger.chart import account_name
from casino.ledger.entries import Draft, DraftLine


@dataclass(frozen=True, kw_only=True, slots=True)
class AccountRow:
    """An account and what it holds; debit positive. moved_on: the latest gaming day that did."""

    id: int
    code: str
    ref: int
    cents: int
    is_open: bool = True
    moved_on: date | None = None
    own_name: str = ""

    @property
    def name(self) -> str:
        """Its own name, else the chart's words for it."""
        return self.own_name or account_name(self.code)


@dataclass(frozen=True, kw_only=True, slots=True)
class LineRow:
    """One line of an entry with its account."""

    account_id: int
    code: str
    ref: int
    cents: int
    own_name: str = ""

    @property
    def name(self) -> str:
        """Its own name, else the chart's words for it."""
        return self.own_name or account_name(self.code)

    @property
    def debit_cents(self) -> int:
        """The debit, or 0."""
        return max(self.cents, 0)

    @property
    def credit_cents(self) -> int:
        """The credit, or 0."""
        return max(-self.cents, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryRow:
    """An entry as a page or a file shows it. `because`: list of rule, says, inputs, result."""

    id: int
    act_id: int
    kind: str
    gaming_day: date
    happened_at: datetime
    recorded_at: datetime
    adjustment: bool
    currency: str
    player_id: int | None
    actor_id: int | None
    operation: str
    memo: str
    because: list[dict[str, Any]]
    series_id: int | None
    number: int | None
    reverses_id: int | None
    reversed_by_id: int | None
    lines: tuple[LineRow, ...]

    @property
    def draft(self) -> Draft:
        """The event as it was before it was posted."""
        lines = tuple(DraftLine(code=row.code, ref=row.ref, cents=row.cents) for row in self.lines)
        return Draft(kind=self.kind, lines=lines, player_id=self.player_id)

    def cents_on(self, code: str) -> int:
        """Return what the entry moves on accounts of a code; debit positive."""
        return sum(line.cents for line in self.lines if line.code == code)


@dataclass(frozen=True, kw_only=True, slots=True)
class DayRow:
    """A gaming day and how far it is: open, closed or sealed."""

    day: date
    state: str
    opens_at: datetime
    closes_at: datetime
    fixed_until: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CloseRow:
    """An instant at which levels were fixed; kind "early" or "daily"."""

    id: int
    day: date
    at: datetime
    kind: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Turnover:
    """What an account had, moved and holds over a gaming day; closing debit positive."""

    account: AccountRow
    opening_cents: int
    debit_cents: int
    credit_cents: int

    @property
    def closing_cents(self) -> int:
        """Opening plus debits minus credits."""
        return self.opening_cents + self.debit_cents - self.credit_cents
