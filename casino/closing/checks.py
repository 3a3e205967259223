"""Figures of a gaming day that two sources say, and that must agree. Cents."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from cashgames.queries.tables import SessionTake
from casino.cage.models import Payable
from casino.countroom.models import Box
from casino.ledger.queries.rows import Turnover
from casino.messages import Message, msg
from tournaments.queries.pools import POOLS, day_check

LEDGER = ("ledger", "")


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """
    Two figures of the same thing that must agree.

    is_told: whether the reader is told the figures, too, or only that they agree; left, right: the
    report behind each figure, and the accounts it is asked for.
    """

    title: Message
    left_cents: int
    right_cents: int
    left: tuple[str, str] = LEDGER
    right: tuple[str, str] = LEDGER
    is_told: bool = True

    @property
    def agrees(self) -> bool:
        return self.left_cents == self.right_cents

    @property
    def sides(self) -> tuple[tuple[int, str, str], ...]:
        """Each figure, the report behind it, the accounts that it is asked for."""
        return (self.left_cents, *self.left), (self.right_cents, *self.right)

    @property
    def told_left_cents(self) -> int | None:
        """The first figure as the reader is told it."""
        return self.left_cents if self.is_told else None

    @property
    def told_right_cents(self) -> int | None:
        """The second one."""
        return self.right_cents if self.is_told else None


def figures_of_day(
    turnovers: list[Turnover],
    opened: Mapping[str, int],
    takes: list[SessionTake],
    boxes: list[Box],
    *,
    put_right_cents: int,
    is_told: bool,
) -> tuple[Check, ...]:
    """
    Return the figures of the day that the tables and the ledger say.

    opened: what opening balances put on accounts, which no table earned; put_right_cents: the rake
    that two people moved between it and pools.
    """

    def credited(code: str) -> int:
        moved = sum(t.credit_cents - t.debit_cents for t in turnovers if t.account.code == code)
        return moved + opened.get(code, 0)

    return (
        Check(
            title=msg("Debits and credits of the day"),
            left_cents=sum(t.debit_cents for t in turnovers),
            right_cents=sum(t.credit_cents for t in turnovers),
            is_told=is_told,
        ),
        Check(
            title=msg("All accounts together"),
            left_cents=sum(t.closing_cents for t in turnovers),
            right_cents=0,
        ),
        Check(
            title=msg("Rake of hands and boxes, and rake in the ledger"),
            left_cents=sum(take.rake_cents for take in takes)
            + sum(box.counted_cents or 0 for box in boxes if box.fee == Box.Fee.RAKE)
            + put_right_cents,
            right_cents=credited("income:rake"),
            left=("takings", ""),
            right=("ledger", "income:rake"),
        ),
        Check(
            title=msg("Time rake paid and in boxes, and time rake in the ledger"),
            left_cents=sum(take.time_rake_cents for take in takes)
            + sum(box.counted_cents or 0 for box in boxes if box.fee == Box.Fee.TIME),
            right_cents=credited("income:time-rake"),
            left=("takings", ""),
            right=("ledger", "income:time-rake"),
        ),
    )


def due_check(turnovers: list[Turnover], due: list[Payable]) -> Check:
    """Compare the payments due with what the ledger owes by name."""
    owed = sum(t.closing_cents for t in turnovers if t.account.code == "payable")
    return Check(
        title=msg("Payments due, and what the ledger owes by name"),
        left_cents=sum(each.cents for each in due),
        right_cents=-owed,
        left=("liabilities", "payable"),
        right=("liabilities", "payable"),
    )


def tournament_check(club_id: int, day: date) -> Check:
    """Compare what tournaments sold and awarded with what their accounts did (invariant 2)."""
    left, right = day_check(club_id, day)
    return Check(
        title=msg("Tournament tickets less awards, and fees and pools in the ledger"),
        left_cents=left,
        right_cents=right,
        left=("ledger", ",".join(sorted(POOLS))),
        right=("ledger", ",".join(sorted(POOLS))),
    )
