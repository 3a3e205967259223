"""The seats of chips that are taken back: free again, or taken again by who never left."""

from cashgames.models import Absence, ChipMove, Seat, TimeShare
from cashgames.services.absence import go_on
from cashgames.services.places import SeatedElsewhere, SeatTaken, check_seat, free_seat
from cashgames.services.time_rake import let_go
from casino.db import refusing
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.players.models import PlayingPlace
from casino.players.services.places import take_place
from casino.refusals import Conflict

Kind = ChipMove.Kind
BRINGS = {Kind.BUY_IN, Kind.RETURNED, Kind.MOVED_IN}


class BookedLater(Conflict):
    """What is taken back last was booked first."""

    code = "TABLE-032"
    message = msg("More was booked at this seat later.")
    next_step = msg("Reverse that first, the latest first, or correct the amount instead.")


class NobodySitsThere(Conflict):
    """A guest is seated again at an open table only."""

    code = "TABLE-028"
    message = msg("This table is closed, so the guest cannot be seated there again.")
    next_step = msg("Correct the amount instead.")


def check_undoable(rows: list[ChipMove]) -> None:
    """Raise BookedLater, NobodySitsThere where no seat can be as if the move had never been."""
    for row in rows:
        if row.kind in BRINGS:
            _check_last(row)
        elif row.kind in {Kind.CASH_OUT, Kind.REMOVED, Kind.MOVED_OUT}:
            _check_open(row.seat)


def _check_last(first: ChipMove) -> None:
    at_seat = {"seat__in": _stay(first.seat)}
    others = ChipMove.objects.filter(ChipMove.STANDS, **at_seat).exclude(id=first.pk)
    paid = TimeShare.objects.filter(TimeShare.STANDS, **at_seat, paid_at__isnull=False)
    if others.exists() or paid.exists():
        raise BookedLater


def _stay(seat: Seat) -> list[Seat]:
    """Return a seat and those that its guest changed to at the table, up to the next buy-in."""
    stay = [seat]
    where = {"session_id": seat.session_id, "player_id": seat.player_id, "id__gt": seat.pk}
    brought = ChipMove.objects.filter(ChipMove.STANDS, kind__in=BRINGS)
    for following in Seat.objects.filter(**where).order_by("id"):
        if brought.filter(seat=following).exists():
            break
        stay.append(following)
    return stay


def _check_open(seat: Seat) -> None:
    if seat.session.closed_at:
        raise NobodySitsThere


def undo_seat(stamp: Stamp, rows: list[ChipMove], seat_no: int | None, reason: str) -> None:
    """Let the seats be as if the move had never been."""
    kind = Kind(rows[0].kind)
    if kind in {Kind.BUY_IN, Kind.RETURNED}:
        _never_sat(stamp, rows[0], reason)
    elif kind in {Kind.CASH_OUT, Kind.REMOVED}:
        _sits_again(stamp, rows[0].seat, seat_no)
    elif kind in {Kind.MOVED_OUT, Kind.MOVED_IN}:
        out, into = rows
        away = into.seat.absences.filter(ended_at=None).first()
        _never_sat(stamp, into, reason)
        seat = _sits_again(stamp, out.seat, seat_no)
        if away:
            _away_again(stamp, away, seat)


def _away_again(stamp: Stamp, away: Absence, seat: Seat) -> None:
    """Let somebody who was moved while away be away where they were."""
    moved = seat.absences.filter(ended=Absence.Ended.MOVED, since=away.since)
    if moved.update(ended_at=None, ended=""):
        Absence.objects.filter(pk=away.pk).update(ended=Absence.Ended.MOVED)
    else:
        go_on(stamp, away, seat)


def _never_sat(stamp: Stamp, first: ChipMove, reason: str) -> None:
    """Free a seat that was never taken. Raises BookedLater where more was booked at it."""
    hold(Seat, first.seat_id)
    _check_last(first)
    for seat in _stay(first.seat):
        let_go(stamp, seat.time_shares.filter(TimeShare.STANDS, paid_at=None), reason)
        if seat.left_at is None:
            free_seat(stamp, seat)
        seat.left_at = seat.sat_at
        seat.save(update_fields=["left_at"])


def _sits_again(stamp: Stamp, seat: Seat, seat_no: int | None) -> Seat:
    """
    Seat a guest again who never left; on another seat if it is free to take.

    Raises NobodySitsThere, SeatTaken, SeatedElsewhere, and what check_seat raises.
    """
    _check_open(seat)
    with refusing(
        cashgames_one_player_a_seat=SeatTaken, cashgames_one_seat_a_player=SeatedElsewhere
    ):
        if seat_no in (None, seat.number):
            Seat.objects.filter(id=seat.pk).update(left_at=None)
            taken = seat
        else:
            book = book_on(stamp.club_id, stamp.gaming_day)
            check_seat(stamp, book, seat.session, player_id=seat.player_id, seat_no=seat_no)
            taken = Seat.objects.create(
                session=seat.session,
                number=seat_no,
                player_id=seat.player_id,
                sat_at=stamp.at,
                act_id=stamp.act_id,
            )
    kind, about = PlayingPlace.Kind.CASH, str(seat.session.table)
    take_place(stamp, player_id=seat.player_id, kind=kind, about=about)
    return taken
