"""What the supervisor imposes at a cash table: a warning, time away, the end of the game."""

from collections.abc import Collection
from typing import Any, Literal

from django.dispatch import receiver

from cashgames.models import Absence, Penalty
from cashgames.queries import penalties as queries
from cashgames.services.seats import seat_of
from cashgames.services.shared import running_session
from casino.acts.kinds import Id, Reason
from casino.acts.runner import act
from casino.house.floor import Breach
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.players import rules
from casino.players.services.penalties import MILDER, Minutes, imposed, penalties_of_guest
from casino.players.services.rulings import check_decides
from casino.refusals import Conflict


class HarderThanBook(Conflict):
    """The supervisor may be milder than the book; harder where it says so (OLY-1.53, VOO-G5)."""

    code = "TABLE-037"
    message = MILDER


class PenaltyTakenBack(Conflict):
    """A penalty is taken back once."""

    code = "TABLE-038"
    message = msg("This penalty was already taken back.")


@act("cashgames.punish")
def punish(
    stamp: Stamp,
    *,
    session_id: Id,
    player_id: Id,
    breach: Breach,
    reason: Reason,
    measure: Literal["warning", "away", "out"] | None = None,
    minutes: Minutes | None = None,
) -> Penalty:
    """
    Impose what the book has for a breach of the gaming day, or something milder.

    Who is sent away is absent from the seat, who is put out cashes out and sits down at no table
    of this day. measure: None as the book has it, harder where the book leaves it to the floor, any
    where it names none; minutes: None as the book has it.
    Source: OLY-1.5, OLY-1.34, OLY-1.43, OLY-1.53, OLY-1.54, VOO-G5, VOO-G24, VOO-G26, IMG-G10,
    IMG-G55, HOME-44, ONL-14, AMB-118.
    Raises NotFound, TableClosed, NotSeated, HarderThanBook, NoPenalties, BadInput.
    """
    running_session(stamp, session_id)
    seat = seat_of(session_id, player_id)
    book = book_on(stamp.club_id, stamp.gaming_day)
    earlier: Any = queries.penalties_before(player_id, stamp.gaming_day)
    made = Penalty.objects.create(
        seat=seat,
        gaming_day=stamp.gaming_day,
        **imposed(
            stamp,
            book,
            at="cash",
            breach=breach,
            reason=reason,
            measure=measure,
            minutes=minutes,
            provided=lambda each: rules.penalty(book, at="cash", breach=each, earlier=earlier),
            too_hard=HarderThanBook,
        ),
    )
    if made.measure == Penalty.Measure.AWAY:
        # Who was away is back, or is sent away anew.
        back = seat.absences.filter(ended_at=None)
        back.update(ended_at=stamp.at, ended=Absence.Ended.BACK)
        Absence.objects.create(
            seat=seat,
            since=stamp.at,
            gaming_day=stamp.gaming_day,
            permission=False,
            breaks_used=0,
            penalty=made,
            act_id=stamp.act_id,
        )
    return made


@act("cashgames.take_back_penalty")
def take_back_penalty(stamp: Stamp, *, table_penalty_id: Id, reason: Reason) -> Penalty:
    """
    Take back a penalty that was noted by mistake, for the wrong guest say: it counts no more.

    Where who decides on departures from the rules may. Who is away by it is at the seat.
    Source: OLY-0.1, OLY-1.53, VOO-G37, IMG-G59, HOME-44.
    Raises NotFound, NotYoursToDecide, PenaltyTakenBack.
    """
    queries.penalty(stamp.club_id, table_penalty_id)
    check_decides(stamp, "deviation")
    made = hold(Penalty, table_penalty_id)
    if made.taken_back_at:
        raise PenaltyTakenBack
    made.taken_back_at, made.taken_back_by_id = stamp.at, stamp.person_id
    made.taken_back_reason = reason
    made.save(update_fields=["taken_back_at", "taken_back_by", "taken_back_reason"])
    away = made.absences.filter(ended_at=None)
    away.update(ended_at=stamp.at, ended=Absence.Ended.VOID)
    return made


@receiver(penalties_of_guest)
def standing_at_tables(
    sender: Any, *, player_ids: Collection[int], **_: Any
) -> list[tuple[str, Penalty]]:
    """Return what was imposed at cash tables, with the table."""
    stands = Penalty.objects.filter(seat__player__in=player_ids, taken_back_at=None)
    rows = stands.select_related("seat__session__table", "imposed_by")
    return [(str(each.seat.session.table), each) for each in rows]
