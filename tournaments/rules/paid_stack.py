"""The stack of who has paid and is not at the table: in play or not, and what it posts."""

from dataclasses import dataclass
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.tournaments import PaidStack
from tournaments.rules.verdict import grounds

State = Literal["not_in_play", "in_play", "removed"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PaidStackState:
    """What becomes of a stack; posts: blinds and antes are taken from it. The money stays."""

    state: State
    posts: bool
    because: tuple[Because, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RemovalVerdict:
    """Whether the stack of who never came leaves the tournament, its player being out."""

    allowed: bool
    code: Literal["removed", "stays_in_play", "late_registration_open", "has_come"]
    because: tuple[Because, ...]


def removal(
    book: RuleBook, *, has_come: bool, somebody_waits: bool, late_registration: bool
) -> RemovalVerdict:
    """
    Return whether a no-show is put out: at the end of late registration, unless the stack plays on.

    Source: OLY-3.4.5, OLY-3.4.6, VOO-T13, IMG-T3, IMG-T4, HOME-9, AMB-76.
    """
    found = paid_stack(
        book,
        has_come=has_come,
        somebody_waits=somebody_waits,
        late_registration=late_registration,
    )
    code: Literal["removed", "stays_in_play", "late_registration_open", "has_come"] = "removed"
    if has_come:
        code = "has_come"
    elif late_registration:
        code = "late_registration_open"
    elif found.state == "in_play":
        code = "stays_in_play"
    return RemovalVerdict(allowed=code == "removed", code=code, because=found.because)


def paid_stack(
    book: RuleBook, *, has_come: bool, somebody_waits: bool, late_registration: bool
) -> PaidStackState:
    """
    Return how a stack stands whose player is away.

    has_come: he has sat there before. somebody_waits: for a place. Nothing is refunded.

    Source: OLY-3.4.5, OLY-3.4.6, OLY-3.4.11, VOO-T13, VOO-T15, IMG-T3, IMG-T4, IMG-T11, HOME-9,
    HOME-12, AMB-76.
    """
    state, cited = _state(
        book, has_come=has_come, waits=somebody_waits, late_registration=late_registration
    )
    return PaidStackState(
        state=state, posts=state == "in_play", because=grounds(book, state, *cited, "AMB-76")
    )


def _state(
    book: RuleBook, *, has_come: bool, waits: bool, late_registration: bool
) -> tuple[State, tuple[str, ...]]:
    """Return the state and the values that decide it."""
    rule = book.paid_stack or PaidStack(away_blinds="posted")
    state: State = "in_play"
    if has_come:
        cited: tuple[str, ...] = ("paid_stack.away_blinds",)
    elif rule.removed and not late_registration:
        state, cited = "removed", ("paid_stack.removed",)
    elif book.tournament.no_show != "enters_with_player":
        cited = ("tournament.no_show", "paid_stack.blinds")
    elif waits and rule.waiting_list:
        cited = ("paid_stack.waiting_list", "paid_stack.away_blinds")
    else:
        state, cited = "not_in_play", ("tournament.no_show",)
    return state, cited
