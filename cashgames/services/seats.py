"""Seats, buy-ins, top-ups and cash-outs."""

from cashgames import postings
from cashgames.models import ChipMove, Seat, Session
from cashgames.queries import tables
from cashgames.queries.tables import chips_cents, last_cash_out, short_buy_ins
from cashgames.rules.buy_in import (
    BuyInVerdict,
    LeftBefore,
    Limits,
    buy_in_verdict,
    top_up_verdict,
)
from cashgames.services.desk import DeskMeans, PaidWith, TableDesk, check_means, moved_chips
from cashgames.services.over_short import Kinds, keep_over_short, needed_signature
from cashgames.services.places import check_seat, check_turn, free_seat, take_seat
from cashgames.services.shared import SeatNo, running_session
from casino.acts.kinds import Amount, AmountOrZero, Id, Note
from casino.acts.permission import check_allowed
from casino.acts.runner import act
from casino.approvals.signed import Preview, signed
from casino.cage.services.redemptions import redemption_sum, said
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import Message, msg
from casino.money import format_cents
from casino.refusals import Refusal

SECOND, MANAGER = "cashgames.cash_out", "cashgames.cash_out_large"
KINDS = {"one": None, "second": SECOND, "manager": MANAGER}
OVER = Kinds("cashgames.cash_out_over", "cashgames.cash_out_over_large")
# Who signs a cash-out, the strictest last.
SIGNED = {
    SECOND: msg("Cash-out"),
    OVER.second: msg("Cash-out above the table's chips"),
    MANAGER: msg("Cash-out: large amount"),
    OVER.manager: msg("Cash-out above the table's chips, above limit"),
}
# What a supervisor may decide otherwise, with a reason; the other limits are the table's own.
DEVIATIONS = {"must_return_with_same_amount"}
WORDS = {
    "hand_in_progress": msg("Chips can only be added between hands."),
    "above_maximum": msg("That is above the table maximum."),
    "below_minimum": msg("That is below the table minimum."),
    "must_return_with_same_amount": msg(
        "A player who returns this soon must bring the full amount they left with."
    ),
    "short_buy_in_used": msg("The player has already used the short buy-in of this gaming day."),
    "supervisor_required": msg("A short buy-in needs supervisor approval."),
}
# What remains to be done where no other amount helps.
INSTEAD = {
    "hand_in_progress": msg("Wait until the hand is over."),
    "supervisor_required": msg(
        "Ask the supervisor, or ask the guest to buy in for the table minimum."
    ),
}


class NotSeated(Refusal):
    """The player does not sit at this table."""

    status = 409
    code = "TABLE-005"
    message = msg("This player does not sit at this table.")


class BuyInRefused(Refusal):
    """The rule book refuses that amount."""

    status = 422
    code = "TABLE-007"


@act("cashgames.seat_player")
def seat_player(
    stamp: Stamp,
    *,
    session_id: Id,
    seat_no: SeatNo,
    player_id: Id,
    cents: Amount,
    paid_with: PaidWith,
    shift_id: Id | None = None,
    supervisor_approved: bool = False,
    deviation: Note = "",
) -> ChipMove:
    """
    Seat a player with a buy-in, paid in cash at the actor's drawer, with chips brought along or
    with notes laid on the table.

    supervisor_approved: the buy-in is short. deviation: why a player comes back within the hour
    with another amount; the reason is kept with the entry for good (OLY-0.1). Both are the floor's
    word.
    Source: OLY-2.3, OLY-2.6, OLY-2.9 to OLY-2.11, OLY-2.20, OLY-2.26, AMB-110, AMB-111, AMB-118.
    Raises NotFound, TableClosed, MeansRefused, SomebodyWaits, what keeps the player from the seat
    (check_seat), SeatedElsewhere, BuyInRefused, ShiftNotOpen, NotIdentified, NotEnough;
    NotAllowed: a word that is not the floor's.
    """
    session = running_session(stamp, session_id)
    if supervisor_approved or deviation:
        check_allowed(stamp, "cashgames.seat_player.with_word")
    book = book_on(stamp.club_id, stamp.gaming_day)
    check_means(stamp, paid_with)
    check_turn(book, session, player_id=player_id)
    check_seat(stamp, book, session, player_id=player_id, seat_no=seat_no)
    verdict = buy_in_verdict(
        book,
        limits_of(session),
        cents=cents,
        left_before=left_before(stamp, session_id, player_id),
        short_buy_ins_used=short_buy_ins(stamp.club_id, player_id, stamp.gaming_day),
        supervisor_approved=supervisor_approved,
    )
    because = verdict.because
    if deviation and verdict.code in DEVIATIONS:
        because += (book.why("decides.deviation", cents, reason=deviation),)
    else:
        accept(verdict)
    seat = take_seat(stamp, session, player_id=player_id, seat_no=seat_no)
    desk = TableDesk.of(stamp, session, paid_with=paid_with, shift_id=shift_id)
    desk.check_payable(stamp, cents)
    desk.check_identified(stamp, player_id=player_id, cents=cents)
    draft = postings.bought_in(
        session_id,
        cents,
        kind="bought_in",
        paid=desk.lines(cents),
        player_id=player_id,
        because=because,
    )
    return moved_chips(
        stamp,
        seat=seat,
        kind=ChipMove.Kind.BUY_IN,
        draft=draft,
        desk=desk,
        short=verdict.code == "short_buy_in",
    )


@act("cashgames.top_up")
def top_up(
    stamp: Stamp,
    *,
    session_id: Id,
    player_id: Id,
    cents: Amount,
    stack_cents: AmountOrZero,
    paid_with: PaidWith,
    shift_id: Id | None = None,
    in_hand: bool = False,
) -> ChipMove:
    """
    Add chips to a player's stack between hands; stack and top-up within the table's maximum.

    Source: OLY-2.19, AMB-116. Raises as seat_player, and NotSeated.
    """
    session = running_session(stamp, session_id)
    seat = seat_of(session_id, player_id)
    check_means(stamp, paid_with)
    verdict = top_up_verdict(
        book_on(stamp.club_id, stamp.gaming_day),
        limits_of(session),
        cents=cents,
        stack_cents=stack_cents,
        in_hand=in_hand,
    )
    accept(verdict)
    desk = TableDesk.of(stamp, session, paid_with=paid_with, shift_id=shift_id)
    desk.check_payable(stamp, cents)
    desk.check_identified(stamp, player_id=player_id, cents=cents)
    draft = postings.bought_in(
        session_id,
        cents,
        kind="topped_up",
        paid=desk.lines(cents),
        player_id=player_id,
        because=verdict.because,
    )
    return moved_chips(stamp, seat=seat, kind=ChipMove.Kind.TOP_UP, draft=draft, desk=desk)


class StackOver(Refusal):
    """A guest is paid what lies in front of him; what the books lack is booked with a reason."""

    status = 409
    code = "TABLE-026"
    source = "AMB-117"
    next_step = msg("Count the stack again. If it is right, give a reason: the rest is booked.")


def cash_out_preview(
    stamp: Stamp,
    *,
    session_id: int,
    player_id: int,
    cents: int,
    paid_with: DeskMeans,
    shift_id: int | None,
    reason: str,
) -> Preview:
    """
    Say who leaves which table with what, and who signs it.

    Signed is what a drawer pays from the club's amounts on, and what a stack is more than the
    table's books. Raises StackOver.
    """
    if stamp.act_id:
        session = running_session(stamp, session_id)
    else:
        session = tables.session(stamp.club_id, session_id)
    seat = seat_of(session_id, player_id)
    content: dict[str, object] = {"table": str(session.table), "player": str(seat.player)}
    needs, ahead = [], {}
    if cents > (held := chips_cents(session)):
        _check_reason(reason, cents=cents, held=held)
        needs.append(needed_signature(stamp, cents - held, OVER))
        content |= {"by_the_books_cents": held, "over_cents": cents - held}
    desk = TableDesk.of(stamp, session, paid_with=paid_with, shift_id=shift_id)
    desk.check_payable(stamp, cents)
    if paid_with != "chips" and cents:
        assert desk.series_id
        desk.check_identified(stamp, player_id=player_id, cents=cents)
        before = redemption_sum(
            stamp, drawer_id=desk.ref, series_id=desk.series_id, player_id=player_id, cents=cents
        )
        needs.append(KINDS[before.needs])
        ahead = said(before, player_id=player_id, cents=cents)
    return Preview(
        needs=max(filter(None, needs), key=list(SIGNED).index, default=None),
        content=content,
        reason=reason or f"{format_cents(cents)}: {seat.player}",
        ahead=ahead,
    )


@signed(
    "cashgames.cash_out",
    asked_as="cashgames.ask_cash_out",
    preview=cash_out_preview,
    kinds=SIGNED,
)
def cash_out(
    stamp: Stamp,
    *,
    session_id: Id,
    player_id: Id,
    cents: AmountOrZero,
    paid_with: DeskMeans,
    shift_id: Id | None = None,
    reason: Note = "",
) -> ChipMove:
    """
    Let a player leave the seat with a stack, in chips or paid in cash at the actor's drawer.

    cents may be 0: the stack is lost. reason: why more lies there than the table holds by the
    books; what is more is booked as over and the stack paid whole, signed as a count is. Cash from
    the club's amounts on is signed like a redemption.
    Source: AMB-117. Raises NotSeated, TableClosed, StackOver, NotEnough (in the drawer),
    ShiftNotOpen, NotIdentified.
    """
    session = running_session(stamp, session_id)
    seat = seat_of(session_id, player_id)
    if cents > chips_cents(session):
        keep_over_short(
            stamp, session, counted_cents=cents, reason=reason, player_id=player_id, seq=2
        )
    desk = TableDesk.of(stamp, session, paid_with=paid_with, shift_id=shift_id)
    draft = postings.cashed_out(session_id, cents, paid=desk.lines(-cents), player_id=player_id)
    free_seat(stamp, seat)
    return moved_chips(stamp, seat=seat, kind=ChipMove.Kind.CASH_OUT, draft=draft, desk=desk)


def _check_reason(reason: str, *, cents: int, held: int) -> None:
    if not reason:
        raise StackOver(
            msg(
                "This stack is {over} more than the table holds by the books ({held}).",
                over=format_cents(cents - held),
                held=format_cents(held),
            ),
            field="reason",
        )


def seat_of(session_id: int, player_id: int) -> Seat:
    """Return where a player sits at a table. Raises NotSeated."""
    seat = Seat.objects.filter(session_id=session_id, player_id=player_id, left_at=None).first()
    if seat is None:
        raise NotSeated(field="player_id")
    return seat


def limits_of(session: Session) -> Limits:
    """Return the table's limits of a buy-in."""
    return Limits(min_cents=session.min_buy_in_cents, max_cents=session.max_buy_in_cents)


def left_before(stamp: Stamp, session_id: int, player_id: int) -> LeftBefore | None:
    """Return how the player last left this table, if at all (OLY-2.26)."""
    left = last_cash_out(session_id, player_id)
    if left is None:
        return None
    seconds = int((stamp.at - left.at).total_seconds())
    return LeftBefore(cents=left.cents, seconds_ago=seconds, same_table=True)


def accept(verdict: BuyInVerdict) -> None:
    """Raise BuyInRefused, with what is allowed, unless the rules accept an amount."""
    if verdict.accepted:
        return
    raise BuyInRefused(
        WORDS[verdict.code],
        field="cents",
        source=verdict.because[0].rule,
        next_step=INSTEAD.get(verdict.code) or _allowed(verdict),
    )


def _allowed(verdict: BuyInVerdict) -> Message:
    low, high = format_cents(verdict.allowed_min_cents), format_cents(verdict.allowed_max_cents)
    if verdict.allowed_min_cents > verdict.allowed_max_cents:
        return msg("This stack cannot take more chips.")
    if low == high:
        return msg("Allowed: {low}.", low=low)
    return msg("Allowed: {low} to {high}.", low=low, high=high)
