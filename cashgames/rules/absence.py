"""What becomes of the seat and the stack of a player who is away."""

from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Absence
from casino.refusals import Refusal


class NoAbsenceRule(Refusal):
    """The book says nothing about seats left alone."""

    code = "house_has_no_absence_rule"
    message = "This house has no rule for absent players."


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatState:
    """The state of the seat; removal_minute: when the stack goes, None if it never does."""

    state: str
    removal_minute: int | None
    because: tuple[Because, ...]


def seat_state(
    book: RuleBook,
    *,
    minutes_absent: int,
    permission: bool,
    breaks_used: int,
    waiting_list: bool,
) -> SeatState:
    """
    Return the state of a seat whose player has been away for some whole minutes.

    Intervals are half open: minute 30 is late. Raises NoAbsenceRule.

    Source: OLY-2.22, OLY-2.23, VOO-C21, IMG-C11, IMG-C18, AMB-112, AMB-118, AMB-119.
    """
    rule = book.absence
    if rule is None:
        raise NoAbsenceRule(field="house")
    granted = _granted_minutes(rule, permission=permission, breaks_used=breaks_used)
    held = rule.waiting_minutes if waiting_list else rule.free_minutes
    removal = None if held is None else granted + held
    if removal is not None and minutes_absent >= removal:
        state, cited = "stack_removed", "waiting_minutes" if waiting_list else "free_minutes"
    elif minutes_absent < granted:
        state, cited = rule.break_state, "break_minutes"
    elif waiting_list:
        state, cited = rule.waiting_state, "waiting_state"
    else:
        state, cited = rule.free_state, "free_state"
    why = book.why(
        f"absence.{cited}",
        state,
        minutes_absent=minutes_absent,
        granted_minutes=granted,
        waiting_list=waiting_list,
    )
    return SeatState(state=state, removal_minute=removal, because=(why,))


def _granted_minutes(rule: Absence, *, permission: bool, breaks_used: int) -> int:
    if rule.break_needs_permission and not permission:
        return 0
    used_up = rule.breaks_per_day is not None and breaks_used >= rule.breaks_per_day
    return 0 if used_up else rule.break_minutes
