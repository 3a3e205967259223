"""Chips that were wrongly booked at a seat, or paid for time: taken back, or put right."""

from datetime import timedelta

from django.db import IntegrityError

from cashgames import postings
from cashgames.models import ChipMove, Correction, Seat, TimeShare
from cashgames.queries import corrections as queries
from cashgames.services.correcting import Correcting, check_stands
from cashgames.services.correction_cash import (
    Cash,
    Kinds,
    cash_of,
    day_of,
    reverse_entry,
    signature_of,
)
from cashgames.services.desk import PaidWith, TableDesk, check_means, check_tender
from cashgames.services.places import SeatedElsewhere, SeatTaken, check_seat, free_seat
from cashgames.services.shared import SeatNo, held_session, refusal_of
from casino.acts.kinds import AmountOrZero, Id, Reason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.services.identity import check_identified, hold_for_sum
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger.queries.balances import balance_cents
from casino.ledger.services import Posted
from casino.messages import msg
from casino.players.models import PlayingPlace
from casino.players.services.places import take_place
from casino.refusals import BadInput, Refusal

Kind = ChipMove.Kind
IN, MOVED = {Kind.BUY_IN, Kind.TOP_UP}, {Kind.MOVED_OUT, Kind.MOVED_IN}
SPENT = {Kind.TIP, Kind.BAR}
TAKE_BACK, TAKE_BACK_LATE = "cashgames.take_back_chips", "cashgames.take_back_chips_large"
CORRECT, CORRECT_LATE = "cashgames.correct_chips", "cashgames.correct_chips_large"
LIVES = timedelta(days=7)


class KeptStack(Refusal):
    """A stack in safekeeping has a way of its own."""

    status = 409
    code = "TABLE-031"
    message = msg("A stack in safekeeping is not corrected here.")
    next_step = msg("Return it to a table or release it for payment, under Stacks in safekeeping.")


class BookedLater(Refusal):
    """What is taken back last was booked first."""

    status = 409
    code = "TABLE-032"
    message = msg("More was booked at this seat later.")
    next_step = msg("Reverse that first, the latest first, or correct the amount instead.")


class NobodySitsThere(Refusal):
    """A guest is seated again at an open table only."""

    status = 409
    code = "TABLE-028"
    message = msg("This table is closed, so the guest cannot be seated there again.")
    next_step = msg("Correct the amount instead.")


def taking_back_preview(
    stamp: Stamp, *, move_id: int, reason: str, shift_id: int | None, seat_no: int | None
) -> Preview:
    """Say what is taken back, who signs it, and what happens to the seat and the cash."""
    move = _standing(stamp, move_id)
    kinds = (None, TAKE_BACK, TAKE_BACK_LATE)
    return _preview(stamp, move, 0, paid_with="", shift_id=shift_id, kinds=kinds)


@signed(
    TAKE_BACK,
    asked_as="cashgames.ask_to_take_back_chips",
    preview=taking_back_preview,
    kinds={
        TAKE_BACK: msg("Reverse a chip movement"),
        TAKE_BACK_LATE: msg("Reverse a large chip movement or one of an earlier day"),
    },
    lives=LIVES,
    waits="What is put right after the night waits for the manager to come in.",
)
def take_back_chips(
    stamp: Stamp,
    *,
    move_id: Id,
    reason: Reason,
    shift_id: Id | None = None,
    seat_no: SeatNo | None = None,
) -> Correction:
    """
    Take back a buy-in, top-up, cash-out, tip, food and drink or table change that never was.

    A buy-in frees its seat; a cash-out seats its guest again, on seat_no where another sits there;
    a table change brings the guest back. shift_id: of who corrects cash, which goes back to the
    drawer it came from, or comes out of one's own where nobody works there.
    Source: CATALOGUE 3.14. Raises NotFound, CorrectedMeanwhile, KeptStack, BookedLater,
    NobodySitsThere, CashElsewhere, SeatTaken, SeatedElsewhere, PlaysElsewhere, NotEnough, and on
    another seat what check_seat raises.
    """
    move = _standing(stamp, move_id)
    correcting = _correcting(stamp, move, reason)
    rows = _rows(move)
    _undo_seat(stamp, rows, seat_no, reason)
    with correcting.at_tables(_changes(rows, -move.cents)):
        _reverse(correcting, move, cash_of(stamp, move.entry_id, shift_id))
    return correcting.keep(Correction.What.CHIPS)


def correction_preview(
    stamp: Stamp,
    *,
    move_id: int,
    cents: int,
    paid_with: PaidWith,
    reason: str,
    shift_id: int | None,
) -> Preview:
    """Say what was booked, what is right, who signs it, and where the cash lies."""
    move = _standing(stamp, move_id)
    _check_right(stamp, move, cents, paid_with)
    kinds = (None, CORRECT, CORRECT_LATE)
    return _preview(stamp, move, cents, paid_with=paid_with, shift_id=shift_id, kinds=kinds)


@signed(
    CORRECT,
    asked_as="cashgames.ask_to_correct_chips",
    preview=correction_preview,
    kinds={
        CORRECT: msg("Correct a chip movement"),
        CORRECT_LATE: msg("Correct a large chip movement or one of an earlier day"),
    },
    lives=LIVES,
    waits="What is put right after the night waits for the manager to come in.",
)
def correct_chips(
    stamp: Stamp,
    *,
    move_id: Id,
    cents: AmountOrZero,
    paid_with: PaidWith,
    reason: Reason,
    shift_id: Id | None = None,
) -> Correction:
    """
    Put the amount or the tender of chips at a seat right; the seat stays as it is.

    Source: CATALOGUE 3.14. Raises as take_back_chips, NothingChanges, MeansRefused, NotPayable,
    NotIdentified.
    """
    move = _standing(stamp, move_id)
    _check_right(stamp, move, cents, paid_with)
    correcting = _correcting(stamp, move, reason)
    rows = _rows(move)
    cash = cash_of(stamp, move.entry_id, shift_id)
    player_id = move.seat.player_id
    if more := _handed(cents, paid_with) > _handed(move.cents, move.paid_with):
        hold_for_sum(stamp, player_id=player_id)
    with correcting.at_tables(_changes(rows, cents - move.cents)):
        if move.kind in IN and _brings(stamp, cents, paid_with):
            posted = _book_right(correcting, move, cents, paid_with, shift_id)
            _reverse(correcting, move, cash)
        else:
            _reverse(correcting, move, cash)
            posted = _book_right(correcting, move, cents, paid_with, shift_id)
    if more:
        # The sum has the right amount already and the wrong one no longer.
        check_identified(stamp, player_id=player_id, cents=0)
    for row in rows:
        instead = ChipMove(
            seat=row.seat,
            kind=row.kind,
            cents=cents,
            paid_with=paid_with,
            short=row.kind == Kind.BUY_IN and cents < row.seat.session.min_buy_in_cents,
            at=row.at,
            entry_id=posted.entry_id if posted else None,
            instead_of=row,
        )
        correcting.head(instead)
        instead.save(force_insert=True)
    return correcting.keep(Correction.What.CHIPS)


def _standing(stamp: Stamp, move_id: int) -> ChipMove:
    """Hold a move of chips that stands, with its table. Raises NotFound, CorrectedMeanwhile."""
    sessions = {row.seat.session_id for row in _rows(queries.move(stamp.club_id, move_id))}
    for each in sorted(sessions):
        held_session(stamp, each)
    move = queries.move(stamp.club_id, move_id)
    check_stands(move)
    if move.kind in (Kind.REMOVED, Kind.RETURNED):
        raise KeptStack
    return move


def _rows(move: ChipMove) -> list[ChipMove]:
    """Return a move and, of a change of table, the other half: first what left."""
    if move.kind not in MOVED or move.entry_id is None:
        return [move]
    both = ChipMove.objects.filter(entry_id=move.entry_id, reverses=None)
    return list(both.select_related("seat__session").order_by("id"))


def _sign(row: ChipMove) -> int:
    return -1 if row.leaves else 1


def _changes(rows: list[ChipMove], cents: int) -> dict[int, int]:
    """Return by table how many chips it has more where each row is changed by so many cents."""
    return {row.seat.session_id: _sign(row) * cents for row in rows}


def _handed(cents: int, paid_with: str) -> int:
    """Return what is handed over in cash, at a drawer or as notes on the table."""
    return cents if paid_with in {ChipMove.PaidWith.CASH, ChipMove.PaidWith.TABLE} else 0


def _correcting(stamp: Stamp, move: ChipMove, reason: str) -> Correcting:
    session = move.seat.session
    return Correcting(stamp=stamp, session=session, concerns=day_of(move), reason=reason)


def _check_right(stamp: Stamp, move: ChipMove, cents: int, paid_with: PaidWith) -> None:
    """Raise NothingChanges, BadInput for what such a move cannot be, or NotPayable."""
    if (cents, paid_with) == (move.cents, move.paid_with):
        raise NothingChanges
    if not cents and move.kind != Kind.CASH_OUT:
        raise BadInput(msg("Reverse it if it never happened."), field="cents")
    allowed = {*IN, Kind.CASH_OUT} if paid_with == "cash" else set(Kind)
    if paid_with == "table":
        allowed = set(IN)
    if move.kind not in allowed:
        raise BadInput(msg("This is not paid that way."), field="paid_with")
    if move.kind in {*IN, *SPENT} or _handed(cents, paid_with):
        check_tender(stamp, cents, paid_with=paid_with)


def _book_right(
    correcting: Correcting, move: ChipMove, cents: int, paid_with: PaidWith, shift_id: int | None
) -> Posted | None:
    """Book a move as it truly was; a stack of nothing books nothing."""
    stamp, session_id = correcting.stamp, move.seat.session_id
    player_id = move.seat.player_id
    desk = TableDesk.of(stamp, move.seat.session, paid_with=paid_with, shift_id=shift_id)
    book = book_on(stamp.club_id, day_of(move))
    because = (book.why("decides.deviation", cents, reason=correcting.reason),)
    kind = Kind(move.kind)
    if kind in IN:
        check_means(stamp, paid_with)
        draft = postings.bought_in(
            session_id,
            cents,
            kind={Kind.BUY_IN: "bought_in", Kind.TOP_UP: "topped_up"}[kind],
            paid=desk.lines(cents),
            player_id=player_id,
            because=because,
        )
    elif kind == Kind.CASH_OUT:
        draft = postings.cashed_out(session_id, cents, paid=desk.lines(-cents), player_id=player_id)
    elif kind in SPENT:
        draft = postings.chips_spent(
            session_id, cents, purpose=kind.value, player_id=player_id, because=because
        )
    else:
        out, into = _rows(move)
        draft = postings.stack_moved(
            out.seat.session_id, cents, to_session_id=into.seat.session_id, player_id=player_id
        )
    return correcting.post(draft.numbered(desk.series_id)) if draft.lines else None


def _brings(stamp: Stamp, cents: int, paid_with: str) -> bool:
    """
    Return whether chips are there to be booked before the first booking is taken back.

    That order keeps the table from lacking them meanwhile; the other one, what guests hold.
    """
    return paid_with != "chips" or -balance_cents(stamp.club_id, "chips:floor") >= cents


def _reverse(correcting: Correcting, move: ChipMove, cash: Cash | None) -> None:
    """Take the entry of a move back, and its row; of a change of table both."""
    posted = None
    if move.entry_id:
        posted = reverse_entry(correcting, correcting.booked(move.entry_id), cash)
    for row in _rows(move):
        correcting.take_back(row, posted=posted, cents=-row.cents)


def _preview(
    stamp: Stamp,
    move: ChipMove,
    cents: int,
    *,
    paid_with: str,
    shift_id: int | None,
    kinds: Kinds,
) -> Preview:
    """Say what a move was and is. cents: 0 where it is taken back and no cash-out of nothing."""
    late = queries.is_over(stamp, day_of(move))
    handed = max(_handed(move.cents, move.paid_with), _handed(cents, paid_with))
    rows = _rows(move)
    after = {"cents": cents, "paid_with": paid_with} if paid_with else None
    return Preview(
        needs=signature_of(stamp, move, handed, late=late, shift_id=shift_id, kinds=kinds),
        content={
            "table": str(move.seat.session.table),
            "player": str(move.seat.player),
            "kind": move.kind,
            "seat_number": move.seat.number,
            "concerns": day_of(move).isoformat(),
            "before": {"cents": move.cents, "paid_with": move.paid_with},
            "after": after,
        },
        ahead={
            "day_state": queries.day_state(stamp.club_id, day_of(move)),
            **queries.chips_change(
                move.seat.session, _changes(rows, cents - move.cents)[move.seat.session_id]
            ),
            "result_change_cents": _result_change(move, cents),
            "seat_freed": not paid_with and move.kind == Kind.BUY_IN,
            "sits_again": not paid_with and move.kind in {Kind.CASH_OUT, *MOVED},
        },
    )


def _result_change(move: ChipMove, cents: int) -> int:
    """Return by how much the guest's night changes; tips and changes of table are none of it."""
    counts = move.kind in {*IN, Kind.CASH_OUT}
    return _sign(move) * (move.cents - cents) if counts else 0


def _undo_seat(stamp: Stamp, rows: list[ChipMove], seat_no: int | None, reason: str) -> None:
    """Let the seats be as if the move had never been."""
    kind = Kind(rows[0].kind)
    if kind == Kind.BUY_IN:
        _never_sat(stamp, rows[0], reason)
    elif kind == Kind.CASH_OUT:
        _sits_again(stamp, rows[0].seat, seat_no)
    elif kind in MOVED:
        out, into = rows
        _never_sat(stamp, into, reason)
        _sits_again(stamp, out.seat, seat_no)


def _never_sat(stamp: Stamp, first: ChipMove, reason: str) -> None:
    """Free a seat that was never taken. Raises BookedLater where more was booked at it."""
    seat = Seat.objects.select_for_update(no_key=True).get(id=first.seat_id)
    others = seat.moves.filter(ChipMove.STANDS).exclude(id=first.pk)
    shares = seat.time_shares.filter(TimeShare.STANDS)
    if others.exists() or shares.filter(paid_at__isnull=False).exists():
        raise BookedLater
    shares.filter(paid_at=None).update(waived=reason)
    if seat.left_at is None:
        free_seat(stamp, seat)
    seat.left_at = seat.sat_at
    seat.save(update_fields=["left_at"])


def _sits_again(stamp: Stamp, seat: Seat, seat_no: int | None) -> None:
    """
    Seat a guest again who never left; on another seat if it is free to take.

    Raises NobodySitsThere, SeatTaken, SeatedElsewhere, and what check_seat raises.
    """
    if seat.session.closed_at:
        raise NobodySitsThere
    try:
        if seat_no in (None, seat.number):
            Seat.objects.filter(id=seat.pk).update(left_at=None)
        else:
            book = book_on(stamp.club_id, stamp.gaming_day)
            check_seat(stamp, book, seat.session, player_id=seat.player_id, seat_no=seat_no)
            Seat.objects.create(
                session=seat.session,
                number=seat_no,
                player_id=seat.player_id,
                sat_at=stamp.at,
                act_id=stamp.act_id,
            )
    except IntegrityError as error:
        raise refusal_of(
            error,
            cashgames_one_player_a_seat=SeatTaken,
            cashgames_one_seat_a_player=SeatedElsewhere,
        ) from error
    kind, about = PlayingPlace.Kind.CASH, str(seat.session.table)
    take_place(stamp, player_id=seat.player_id, kind=kind, about=about)
