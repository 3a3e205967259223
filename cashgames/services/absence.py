"""Players away from the table: breaks, what falls due, and what the floor decides then."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Literal
from uuid import uuid5

import structlog
from django.db import DatabaseError
from django.db.models import F, QuerySet

from cashgames import postings
from cashgames.models import Absence, ChipMove, HeldStack, Seat
from cashgames.queries.absence import AbsentSeat, absent_seat, latest_break, somebody_waits
from cashgames.rules.absence import NoAbsenceRule
from cashgames.services.over_short import check_on_table
from cashgames.services.places import free_seat
from cashgames.services.seats import seat_of
from cashgames.services.shared import running_session
from casino.acts.kinds import AmountOrZero, Id, Reason
from casino.acts.permission import can_perform, check_allowed
from casino.acts.runner import act
from casino.cage.services.amounts import check_counted
from casino.clock import local_time
from casino.house.keys import namespace
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import msg
from casino.players.queries import card_ids
from casino.refusals import Conflict, Refusal

log = structlog.get_logger()
# Keys of the job: the same finding of the same absence always makes the same key.
FOUND = namespace("2f0dd0b5-6e0f-4a0c-9f0f-3c8f2f1a7d10")


# What goes on elsewhere, and what never was, is no break of the day.
UNCOUNTED = (Absence.Ended.MOVED, Absence.Ended.VOID)


class AwayAlready(Conflict):
    """A player is away once at a time."""

    code = "AWAY-001"
    message = msg("This player is already away.")
    next_step = msg("Record the return first.")
    next_page = "back"


class NotAway(Conflict):
    """The player is at the table."""

    code = "AWAY-002"
    message = msg("This player is not away.")
    next_step = msg("Check the table again.")
    next_page = "session"


class NotDue(Conflict):
    """The book still keeps the seat."""

    code = "AWAY-003"


class PenaltyLasts(Conflict):
    """Who was sent away is back when the time is over, or when the supervisor lets them."""

    code = "AWAY-007"
    next_step = msg("Wait until then, or let the supervisor record the return.")


@act("cashgames.leave_seat")
def leave_seat(stamp: Stamp, *, session_id: Id, player_id: Id, permission: bool = False) -> Absence:
    """
    Note that a player leaves the seat for a while, the stack staying there.

    permission: the supervisor's. A second permitted break of the day counts as none.
    Source: OLY-2.22, VOO-C21, IMG-C11, AMB-112, AMB-118.
    Raises NotAllowed (a permission of the desk's), NotFound, TableClosed, NotSeated,
    NoAbsenceRule, AwayAlready.
    """
    if permission:
        check_allowed(stamp, "cashgames.leave_seat.permitted")
    running_session(stamp, session_id)
    if book_on(stamp.club_id, stamp.gaming_day).absence is None:
        raise NoAbsenceRule(field="house")
    seat = seat_of(session_id, player_id)
    if seat.absences.filter(ended_at=None).exists():
        raise AwayAlready(field="player_id")
    before = _of_day(player_id, stamp.gaming_day).filter(permission=True)
    absence = Absence(
        seat=seat,
        since=stamp.at,
        gaming_day=stamp.gaming_day,
        permission=permission,
        breaks_used=before.exclude(ended__in=UNCOUNTED).count(),
        act_id=stamp.act_id,
    )
    absence.save()
    return absence


@act("cashgames.come_back")
def come_back(stamp: Stamp, *, session_id: Id, player_id: Id) -> Absence:
    """
    Note that a player is back at the seat; before the time of a penalty is over the floor does.

    Source: OLY-1.53, VOO-G5, IMG-G55.
    Raises NotFound, TableClosed, NotSeated, NotAway, PenaltyLasts.
    """
    session = running_session(stamp, session_id)
    absence = _away(session_id, player_id)
    if sent := absence.penalty:
        if sent.lasts(stamp.at) and not can_perform(stamp, "cashgames.punish"):
            assert sent.until
            until = local_time(sent.until, "%H:%M", timezone=session.club.timezone)
            raise PenaltyLasts(msg("This guest was sent away until {until}.", until=until))
        sent.served_at = stamp.at
        sent.save(update_fields=["served_at"])
    _end(stamp, absence, Absence.Ended.BACK)
    return absence


@act("cashgames.take_back_absence")
def take_back_absence(stamp: Stamp, *, session_id: Id, player_id: Id, reason: Reason) -> Absence:
    """
    Take back the latest absence of a player, who never went away: it counts as no break.

    It may have ended by now, by the return alone; a penalty is taken back by itself.
    Source: OLY-2.22, AMB-112. Raises NotFound, TableClosed, NotSeated, NotAway.
    """
    running_session(stamp, session_id)
    seat = seat_of(session_id, player_id)
    absence = latest_break(seat)
    if absence is None:
        raise NotAway(field="player_id")
    absence.ended_at, absence.ended = absence.ended_at or stamp.at, Absence.Ended.VOID
    absence.save(update_fields=["ended_at", "ended"])
    if absence.permission:
        later = _of_day(player_id, absence.gaming_day).filter(since__gt=absence.since)
        later.filter(breaks_used__gt=0).update(breaks_used=F("breaks_used") - 1)
    return absence


@act("cashgames.let_stay")
def let_stay(stamp: Stamp, *, session_id: Id, player_id: Id, reason: Reason) -> Absence:
    """
    Let a stack lie although the book lets the seat go; the supervisor says why.

    Source: OLY-0.1, OLY-2.23. Raises NotFound, NotAway, NotDue.
    """
    absence = _due(stamp, session_id, player_id).absence
    absence.stays, absence.decided_by_id = reason, stamp.person_id
    absence.save(update_fields=["stays", "decided_by"])
    return absence


@act("cashgames.remove_stack")
def remove_stack(stamp: Stamp, *, session_id: Id, player_id: Id, cents: AmountOrZero) -> ChipMove:
    """
    Take an absent player's stack to safekeeping, counted, and free the seat.

    The hour for coming back runs from now. cents may be 0: nothing lay there any more.
    Source: OLY-2.23, VOO-C21, IMG-C18, AMB-120. Raises NotFound, NotAway, NotDue,
    NotPayable, MoreThanBooked.
    """
    absence = _due(stamp, session_id, player_id).absence
    check_counted(stamp, cents)
    check_on_table(absence.seat.session, cents)
    _end(stamp, absence, Absence.Ended.REMOVED)
    free_seat(stamp, absence.seat)
    move = ChipMove(
        seat=absence.seat,
        kind=ChipMove.Kind.REMOVED,
        cents=cents,
        paid_with=ChipMove.PaidWith.CHIPS,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        act_id=stamp.act_id,
    )
    if cents:
        stack = HeldStack.objects.create(
            session_id=session_id,
            player_id=player_id,
            cents=cents,
            removed_at=stamp.at,
            act_id=stamp.act_id,
        )
        currency = Club.objects.get(id=stamp.club_id).currency
        ledger.open_account(stamp.club_id, "safekeeping", ref=stack.pk, currency=currency)
        draft = postings.stack_removed(session_id, cents, stack_id=stack.pk, player_id=player_id)
        move.entry_id = ledger.post_entry(stamp, draft).entry_id
    move.save()
    return move


def find_due_absences(now: datetime) -> int:
    """
    Note which breaks are over and which seats the book lets go; return how many were new.

    Any number of workers may ask at once: each finding has one key.
    Source: OLY-2.22, OLY-2.23, AMB-119.
    """
    found = 0
    away = Absence.objects.filter(ended_at=None).select_related("seat__session__club")
    for absence in away.order_by("id"):
        try:
            found += sum(_note_findings(absence, now))
        except (Refusal, DatabaseError):
            log.exception("an absence could not be looked at", absence=absence.pk)
    return found


@act("cashgames.note_due", replay=lambda *_, **__: False)
def note_due(stamp: Stamp, *, absence_id: Id, what: Literal["late", "due"]) -> bool:
    """Note the first time that a break was over (late) or a seat could go (due); True if new."""
    still = Absence.objects.filter(id=absence_id, ended_at=None)
    return bool(still.update(**{f"{what}_at": stamp.at}))


def _note_findings(absence: Absence, now: datetime) -> Iterator[bool]:
    club = absence.seat.session.club
    for what in _findings(absence, club, now):
        key = uuid5(FOUND, f"{absence.pk} {what}")
        stamp = club_stamp(club, at=now, actor_id=None, key=key)
        yield note_due(stamp, absence_id=absence.pk, what=what)


def _findings(absence: Absence, club: Club, now: datetime) -> Iterator[Literal["late", "due"]]:
    session = absence.seat.session
    book = book_on(club.pk, club_stamp(club, at=now, actor_id=None).gaming_day)
    waits = somebody_waits(session)
    seen = absent_seat(absence, book, at=now, waits=waits)
    if seen.late and absence.late_at is None:
        yield "late"
    if seen.due and absence.due_at is None:
        yield "due"


def go_on(stamp: Stamp, away: Absence, seat: Seat) -> None:
    """Let an absence go on where the stack was moved to, as a step of the act that moves it."""
    Absence.objects.filter(pk=away.pk).update(ended=Absence.Ended.MOVED)
    Absence.objects.create(
        seat=seat,
        since=away.since,
        gaming_day=away.gaming_day,
        permission=away.permission,
        breaks_used=away.breaks_used,
        late_at=away.late_at,
        due_at=away.due_at,
        stays=away.stays,
        penalty_id=away.penalty_id,
        decided_by_id=away.decided_by_id,
        act_id=stamp.act_id,
    )


def _of_day(player_id: int, gaming_day: date) -> QuerySet[Absence]:
    """Return the absences of a person on a gaming day, by any card."""
    return Absence.objects.filter(seat__player__in=card_ids(player_id), gaming_day=gaming_day)


def _away(session_id: int, player_id: int) -> Absence:
    seat = seat_of(session_id, player_id)
    absence = seat.absences.filter(ended_at=None).first()
    if absence is None:
        raise NotAway(field="player_id")
    return absence


def _due(stamp: Stamp, session_id: int, player_id: int) -> AbsentSeat:
    """Return an absence that the book lets end now. Raises NotAway, NotDue."""
    session = running_session(stamp, session_id)
    book = book_on(stamp.club_id, stamp.gaming_day)
    waits = somebody_waits(session)
    seen = absent_seat(_away(session_id, player_id), book, at=stamp.at, waits=waits)
    if not seen.loses_seat:
        left = _minutes_left(seen)
        raise NotDue(
            msg("The rules still hold this seat for the player."),
            source=next((why.rule for why in seen.state.because), None),
            next_step=msg("Wait another {left} min or record the return.", left=left)
            if left
            else None,
            next_page="back",
        )
    return seen


def _minutes_left(seen: AbsentSeat) -> int:
    if seen.removal_at is None:
        return 0
    return -(-int((seen.removal_at - seen.at).total_seconds()) // 60)


def _end(stamp: Stamp, absence: Absence, how: Absence.Ended) -> None:
    absence.ended_at, absence.ended = stamp.at, how
    absence.save(update_fields=["ended_at", "ended"])
