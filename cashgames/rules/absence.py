"""What becomes of the seat and the stack of a player who is away."""

from dataclasses import dataclass
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Absence
from casino.messages import msg
from casino.refusals import Refusal

# States in which the book lets the seat go; whether it goes is the supervisor's decision.
LOSES_SEAT = frozenset({"stack_removed", "may_lose_seat"})


class NoAbsenceRule(Refusal):
    """The book says nothing about seats left alone."""

    code = "house_has_no_absence_rule"
    message = msg("This club's rules say nothing about absent players.")


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
    took_chips: bool = False,
    sent_minutes: int = 0,
) -> SeatState:
    """
    Return the state of a seat whose player has been away for some whole minutes.

    breaks_used: of this gaming day; took_chips: no stack lies at the seat; sent_minutes: for which
    the floor sent the player away. Intervals are half open: minute 30 is late. Raises
    NoAbsenceRule.

    Source: OLY-2.22, OLY-2.23, VOO-C21, IMG-C11, IMG-C18, IMG-C19, AMB-112, AMB-118, AMB-119.
    """
    rule = book.absence
    if rule is None:
        raise NoAbsenceRule(field="house")
    if took_chips and rule.took_chips:
        why = book.why("absence.took_chips", rule.took_chips)
        return SeatState(state=rule.took_chips, removal_minute=0, because=(why,))
    granted = granted_minutes(
        rule, permission=permission, breaks_used=breaks_used, sent_minutes=sent_minutes
    )
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
    again = granted < granted_minutes(rule, permission=permission, breaks_used=0)
    used = (book.why("AMB-112", granted, breaks_used=breaks_used),) if again else ()
    return SeatState(state=state, removal_minute=removal, because=(*used, why))


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsentCards:
    """
    What becomes of the cards and blinds of a stack whose player is away.

    dealt: cards are dealt to it, so it counts as a player; live: it can still win the pot.
    """

    dealt: bool
    live: bool
    cards: str
    blinds: str
    because: tuple[Because, ...]


def absent_cards(
    book: RuleBook,
    *,
    at: Literal["cash", "tournament"],
    big_blind: bool = False,
    back_before_turn: bool = False,
) -> AbsentCards:
    """
    Return what becomes of an absent player's cards. Raises NoAbsenceRule.

    back_before_turn: the player sat down before it was his turn; an absent big blind who was never
    asked for a decision cannot win the showdown either.

    Source: OLY-1.8, OLY-1.9, OLY-2.24, OLY-2.25, VOO-C14, IMG-C11, AMB-10.
    """
    rule = book.absent_hand
    if rule is None:
        raise NoAbsenceRule(field="house")
    cards = rule.cash if at == "cash" else rule.tournament
    dealt = book.floor.deals_to_absent if at == "cash" else True
    live = dealt and cards == "removed_at_turn" and back_before_turn
    because = [book.why(f"absent_hand.{at}", cards, at=at)]
    if big_blind and not live and not rule.big_blind_wins:
        because.append(book.why("absent_hand.big_blind_wins", live))
    because.append(book.why("absent_hand.blinds", rule.blinds))
    return AbsentCards(
        dealt=dealt, live=live, cards=cards, blinds=rule.blinds, because=tuple(because)
    )


def granted_minutes(
    rule: Absence, *, permission: bool, breaks_used: int, sent_minutes: int = 0
) -> int:
    """
    Return how long a seat is kept like in a break, for as long as a penalty lasts at any rate.

    Source: OLY-2.22, OLY-1.53, VOO-C21, VOO-G5, IMG-C11, IMG-G55, AMB-112.
    """
    used_up = rule.breaks_per_day is not None and breaks_used >= rule.breaks_per_day
    refused = rule.break_needs_permission and not permission
    return max(sent_minutes, 0 if refused or used_up else rule.break_minutes)
