"""Chips that were wrongly booked at a seat, or paid for time: taken back, or put right."""

from cashgames import postings
from cashgames.models import ChipMove, Correction
from cashgames.queries import corrections as queries
from cashgames.queries.board import on_terms_of
from cashgames.services.correcting import (
    CorrectedMeanwhile,
    Correcting,
    check_stands,
    corrects,
    day_of,
)
from cashgames.services.correction_cash import (
    Cash,
    Kinds,
    cash_of,
    looks_at_identity,
    reverse_entry,
    signature_of,
)
from cashgames.services.desk import PaidWith, TableDesk, check_means, check_tender
from cashgames.services.over_short import keep_over_short, over_of, sum_signatures, take_back_over
from cashgames.services.seat_corrections import check_undoable, undo_seat
from cashgames.services.shared import SeatNo, held_session
from cashgames.services.stack_corrections import (
    KEPT,
    book_kept,
    check_kept,
    hold_kept,
    kept_rows,
    restore_kept,
    uncounted_cents,
    undo_kept,
)
from casino.acts.kinds import AmountOrZero, Id, Reason
from casino.approvals.signed import NothingChanges, Preview
from casino.cage.queries.shifts import shift
from casino.cage.services.identity import check_identified, hold_for_sum
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger.queries.balances import balance_cents
from casino.ledger.services import Posted
from casino.messages import msg
from casino.names import guest
from casino.refusals import BadInput

Kind = ChipMove.Kind
IN, MOVED = {Kind.BUY_IN, Kind.TOP_UP}, {Kind.MOVED_OUT, Kind.MOVED_IN}
TAKE_BACK, TAKE_BACK_LATE = "cashgames.take_back_chips", "cashgames.take_back_chips_large"
CORRECT, CORRECT_LATE = "cashgames.correct_chips", "cashgames.correct_chips_large"


def taking_back_preview(
    stamp: Stamp, *, move_id: int, reason: str, shift_id: int | None, seat_no: int | None
) -> Preview:
    """Say what is taken back, who signs it, and what happens to the seat and the cash."""
    move = _standing(stamp, move_id)
    check_kept(move, taking_back=True)
    check_undoable(_rows(move, taking_back=True))
    kinds = (None, TAKE_BACK, TAKE_BACK_LATE)
    return _preview(stamp, move, 0, paid_with="", shift_id=shift_id, kinds=kinds)


@corrects(
    TAKE_BACK,
    asked_as="cashgames.ask_to_take_back_chips",
    preview=taking_back_preview,
    kinds={
        TAKE_BACK: msg("Reverse a chip movement"),
        TAKE_BACK_LATE: msg("Reverse a large chip movement or one of an earlier day"),
    },
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
    Take back chips that never came to a seat or left it: each kind of movement.

    A buy-in frees its seat; a cash-out seats its guest again, on seat_no where another sits there;
    a table change brings the guest back; a stack taken to safekeeping lies at its seat again, one
    given back is kept again. shift_id: of who corrects cash, which goes back to the
    drawer it came from, or comes out of one's own where nobody works there.
    Source: CATALOGUE 3.14. Raises NotFound, CorrectedMeanwhile, StackLeft, BookedLater,
    NobodySitsThere, CashElsewhere, SeatTaken, SeatedElsewhere, PlaysElsewhere, NotEnough, and on
    another seat what check_seat raises.
    """
    move = _standing(stamp, move_id)
    check_kept(move, taking_back=True)
    correcting = _correcting(stamp, move, reason)
    rows = _rows(move, taking_back=True)
    undo_seat(stamp, rows, seat_no, reason)
    if move.kind in KEPT:
        undo_kept(stamp, move)
    with correcting.at_tables(_changes(rows, -move.cents)):
        _reverse(correcting, rows, cash_of(stamp, move.entry_id, shift_id))
    restore_kept(correcting, move)
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


@corrects(
    CORRECT,
    asked_as="cashgames.ask_to_correct_chips",
    preview=correction_preview,
    kinds={
        CORRECT: msg("Correct a chip movement"),
        CORRECT_LATE: msg("Correct a large chip movement or one of an earlier day"),
    },
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

    A stack that was kept and given back is put right at both ends.
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
            posted = _book_right(correcting, rows, cents, paid_with, shift_id)
            _reverse(correcting, rows, cash)
        else:
            _reverse(correcting, rows, cash)
            posted = _book_right(correcting, rows, cents, paid_with, shift_id)
    if more:
        # The sum has the right amount already and the wrong one no longer.
        check_identified(stamp, player_id=player_id, cents=0)
    for row, entry in zip(rows, posted, strict=True):
        instead = ChipMove(
            seat=row.seat,
            kind=row.kind,
            cents=cents,
            paid_with=paid_with,
            short=row.kind == Kind.BUY_IN and cents < _least_cents(row),
            at=row.at,
            entry_id=entry.entry_id if entry else None,
            instead_of=row,
        )
        correcting.head(instead)
        instead.save(force_insert=True)
    restore_kept(correcting, move)
    return correcting.keep(Correction.What.CHIPS)


def _least_cents(row: ChipMove) -> int:
    return on_terms_of(row.seat.session, row.at).min_buy_in_cents


def _standing(stamp: Stamp, move_id: int) -> ChipMove:
    """Hold a move of chips that stands, with its table. Raises NotFound, CorrectedMeanwhile."""
    sessions = {row.seat.session_id for row in _rows(queries.move(stamp.club_id, move_id))}
    for each in sorted(sessions):
        held_session(stamp, each)
    move = queries.move(stamp.club_id, move_id)
    check_stands(move)
    if stamp.act_id and move.kind in KEPT:
        hold_kept(move)
    if not sessions.issuperset(row.seat.session_id for row in _rows(move)):
        raise CorrectedMeanwhile
    return move


def _rows(move: ChipMove, *, taking_back: bool = False) -> list[ChipMove]:
    """
    Return a move and its other half, if any: first what left.

    A change of table has one, and a stack that was kept and given back, which is taken back alone.
    """
    if move.kind in KEPT:
        return [move] if taking_back else kept_rows(move)
    if move.kind not in MOVED or move.entry_id is None:
        return [move]
    both = ChipMove.objects.filter(entry_id=move.entry_id, reverses=None)
    return list(both.select_related("seat__session").order_by("id"))


def _sign(row: ChipMove) -> int:
    return -1 if row.leaves else 1


def _changes(rows: list[ChipMove], cents: int) -> dict[int, int]:
    """Return by table how many chips it has more where each row is changed by so many cents."""
    over = _over_change(rows[0], rows[0].cents + cents)
    changes: dict[int, int] = {}
    for row in rows:
        at = row.seat.session_id
        changes[at] = changes.get(at, 0) + _sign(row) * cents + over
    return changes


def _over_change(move: ChipMove, cents: int) -> int:
    """Return how much more is over at the table where a move is of so many cents."""
    over = over_of(move)
    return max(0, cents - over.expected_cents) - over.over_cents if over else 0


def _handed(cents: int, paid_with: str) -> int:
    """Return what is handed over in cash, at a drawer or as notes on the table."""
    return cents if paid_with in {ChipMove.PaidWith.CASH, ChipMove.PaidWith.TABLE} else 0


def _correcting(stamp: Stamp, move: ChipMove, reason: str) -> Correcting:
    session = move.seat.session
    return Correcting(stamp=stamp, session=session, concerns=day_of(move), reason=reason)


def _check_right(stamp: Stamp, move: ChipMove, cents: int, paid_with: PaidWith) -> None:
    """Raise NothingChanges, BadInput for what such a move cannot be, NotPayable, or StackLeft."""
    check_kept(move, taking_back=False)
    if (cents, paid_with) == (move.cents, move.paid_with):
        raise NothingChanges
    if not cents and move.kind not in {Kind.CASH_OUT, *KEPT}:
        raise BadInput(msg("Reverse it if it never happened."), field="cents")
    allowed = {*IN, Kind.CASH_OUT} if paid_with == "cash" else set(Kind)
    if paid_with == "table":
        allowed = set(IN)
    if move.kind not in allowed:
        raise BadInput(msg("This is not paid that way."), field="paid_with")
    check_tender(stamp, cents, paid_with=paid_with)


def _book_right(
    correcting: Correcting,
    rows: list[ChipMove],
    cents: int,
    paid_with: PaidWith,
    shift_id: int | None,
) -> list[Posted | None]:
    """Book rows as they truly were; a stack of nothing books nothing."""
    move = rows[0]
    if move.kind in KEPT:
        return book_kept(correcting, rows, cents)
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
        over = over_of(move)
        if over and cents > over.expected_cents:
            keep_over_short(
                stamp,
                move.seat.session,
                counted_cents=cents,
                reason=correcting.reason,
                player_id=player_id,
                expected_cents=over.expected_cents,
                seq=correcting.next_seq(),
            )
        draft = postings.cashed_out(session_id, cents, paid=desk.lines(-cents), player_id=player_id)
    elif kind in ChipMove.SPENT:
        draft = postings.chips_spent(
            session_id, cents, purpose=kind.value, player_id=player_id, because=because
        )
    else:
        out, into = rows
        draft = postings.stack_moved(
            out.seat.session_id, cents, to_session_id=into.seat.session_id, player_id=player_id
        )
    posted = correcting.post(draft.numbered(desk.series_id)) if draft.lines else None
    return [posted for _ in rows]


def _brings(stamp: Stamp, cents: int, paid_with: str) -> bool:
    """
    Return whether chips are there to be booked before the first booking is taken back.

    That order keeps the table from lacking them meanwhile; the other one, what guests hold.
    """
    return paid_with != "chips" or -balance_cents(stamp.club_id, "chips:floor") >= cents


def _reverse(correcting: Correcting, rows: list[ChipMove], cash: Cash | None) -> None:
    """Take back the entries of rows, the last one first, the rows, and what was over too."""
    posted: dict[int | None, Posted | None] = {None: None}
    for row in reversed(rows):
        if row.entry_id not in posted:
            posted[row.entry_id] = reverse_entry(
                correcting, correcting.booked(row.entry_id or 0), cash
            )
    for row in rows:
        correcting.take_back(row, posted=posted[row.entry_id], cents=-row.cents)
    if over := over_of(rows[0]):
        take_back_over(correcting, over)


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
    if shift_id:
        shift(stamp.club_id, shift_id)
    rows = _rows(move, taking_back=not paid_with)
    late = any(queries.is_over(stamp, day_of(row)) for row in rows)
    booked, right = _handed(move.cents, move.paid_with), _handed(cents, paid_with)
    more_cents = right - booked if move.kind == Kind.CASH_OUT else 0
    looks = looks_at_identity(stamp, player_id=move.seat.player_id, more_cents=more_cents)
    over = _over_change(move, cents)
    spent_cents = cents - move.cents if move.kind in ChipMove.SPENT else 0
    off_cents = over + uncounted_cents(rows, cents)
    signs = sum_signatures(stamp, move.seat.session, off_cents, spent_cents=spent_cents)
    needs = (
        signature_of(
            stamp,
            max(booked, right),
            entry_id=move.entry_id,
            act_id=move.act_id,
            late=late,
            shift_id=shift_id,
            kinds=kinds,
        ),
        dict(zip(("one", "second", "manager"), kinds, strict=True))[signs],
        kinds[1] if looks else None,
    )
    after = {"cents": cents, "paid_with": paid_with} if paid_with else None
    return Preview(
        needs=max(needs, key=kinds.index),
        content={
            "table": str(move.seat.session.table),
            "player": guest(move.seat.player_id),
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
            "own_new_identity": looks,
            "over_short_change_cents": over,
            "result_change_cents": _result_change(rows, cents),
            "seat_freed": not paid_with and move.kind in {Kind.BUY_IN, Kind.RETURNED},
            "sits_again": not paid_with and move.kind in {Kind.CASH_OUT, Kind.REMOVED, *MOVED},
        },
    )


def _result_change(rows: list[ChipMove], cents: int) -> int:
    """Return by how much the guest's night changes; tips and changes of table are none of it."""
    counts = {*IN, Kind.CASH_OUT, *KEPT}
    return sum(_sign(row) * (row.cents - cents) for row in rows if row.kind in counts)
