"""Reading who is away, what becomes of the seat, and which stacks are kept."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from cashgames.models import Absence, HeldStack, Seat, Session, WaitlistEntry
from cashgames.postings import STACK_DUE
from cashgames.queries.waiting import list_of, waiting_line
from cashgames.rules.absence import LOSES_SEAT, SeatState, granted_minutes, seat_state
from casino.cage.queries.due import acts_due
from casino.db import asked_once
from casino.house.rulebook import RuleBook
from casino.kept_sql import kept_sql
from casino.messages import msg
from casino.refusals import NotFound


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsentSeat:
    """
    What the book says of a seat left alone, at one instant.

    late_at: when a permitted break or a penalty is or was over; removal_at: when the stack goes,
    None if never.
    """

    absence: Absence
    state: SeatState
    late_at: datetime
    removal_at: datetime | None
    at: datetime

    @property
    def late(self) -> bool:
        """Whether the break is over, or there was none."""
        return self.at >= self.late_at

    @property
    def serves(self) -> bool:
        """Whether a penalty keeps the guest away: its minutes, or until the round is over."""
        sent = self.absence.penalty
        return bool(sent and (sent.lasts(self.at) or sent.rounds))

    @property
    def because(self) -> list[Any]:
        """Why the guest is away, or of the state that the seat is in."""
        sent = self.absence.penalty
        return sent.because if sent and self.serves and not self.due else [*self.state.because]

    @property
    def loses_seat(self) -> bool:
        """Whether the book lets the seat go now; the floor may have decided otherwise."""
        return self.state.state in LOSES_SEAT

    @property
    def due(self) -> bool:
        """Whether the floor has to decide."""
        return self.loses_seat and not self.absence.stays


@asked_once
@kept_sql
def absences(session_id: int) -> QuerySet[Absence]:
    """Return who is away from a table, by seat."""
    away = Absence.objects.filter(seat__session_id=session_id, ended_at=None)
    return away.select_related("seat__player", "penalty").order_by("seat__number")


def latest_break(seat: Seat) -> Absence | None:
    """Return the latest break of a seat that is taken back alone, None without any."""
    breaks = seat.absences.filter(penalty=None).exclude(ended=Absence.Ended.VOID)
    latest = breaks.order_by("-id").first()
    return latest if latest and latest.ended in {"", Absence.Ended.BACK} else None


def absent_seats(session: Session, book: RuleBook, *, at: datetime) -> list[AbsentSeat]:
    """Return what the book says of each seat left alone at a table (AMB-119)."""
    away = absences(session.pk)
    waits = bool(away) and somebody_waits(session)
    return [absent_seat(each, book, at=at, waits=waits) for each in away]


def absent_seat(absence: Absence, book: RuleBook, *, at: datetime, waits: bool) -> AbsentSeat:
    """Return what the book says of one seat left alone: nothing happens where it says nothing."""

    sent, rule = absence.penalty, book.absence
    # A round has no minutes: the seat is kept as in a permitted break.
    granted: dict[str, Any] = {
        "permission": absence.permission or bool(sent and sent.rounds),
        "breaks_used": absence.breaks_used,
        "sent_minutes": sent.minutes if sent else 0,
    }
    state = SeatState(state="sitting_out", removal_minute=None, because=())
    if rule:
        minutes = int((at - absence.since).total_seconds()) // 60
        state = seat_state(book, minutes_absent=minutes, waiting_list=waits, **granted)
    late = granted_minutes(rule, **granted) if rule else granted["sent_minutes"]
    removal = state.removal_minute
    return AbsentSeat(
        absence=absence,
        state=state,
        late_at=absence.since + timedelta(minutes=late),
        removal_at=None if removal is None else absence.since + timedelta(minutes=removal),
        at=at,
    )


def somebody_waits(session: Session) -> bool:
    """Return whether the list of a session's game shows somebody who was not called."""
    waits_for = list_of(session)
    line = waiting_line(waits_for.pk) if waits_for else []
    return any(one.state == WaitlistEntry.State.WAITING for one in line)


def held_stacks(club_id: int) -> list[HeldStack]:
    """Return the stacks in safekeeping, the oldest first."""
    held = HeldStack.objects.filter(session__club_id=club_id, settled_at=None)
    return list(held.select_related("player", "session__table").order_by("removed_at", "id"))


def released_stacks(club_id: int) -> list[HeldStack]:
    """Return the stacks that are due at the desk and not paid yet, the oldest first."""
    due = acts_due(club_id, kind=STACK_DUE)
    released = HeldStack.objects.filter(session__club_id=club_id, settled_act_id__in=due)
    return list(released.select_related("player", "session__table").order_by("settled_at", "id"))


def held_stack(club_id: int, stack_id: int) -> HeldStack:
    """Return a stack that is or was in safekeeping. Raises NotFound."""
    stacks = HeldStack.objects.select_related("player", "session__table")
    found = stacks.filter(session__club_id=club_id, id=stack_id).first()
    if found is None:
        raise NotFound(msg("This club holds no such stack."), field="stack_id")
    return found
