"""Seats, buy-ins and top-ups."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from cashgames import postings
from cashgames.models import ChipMove, Seat, Session
from cashgames.queries.leaving import last_leaving
from cashgames.queries.tables import short_buy_ins
from cashgames.rules.buy_in import (
    BuyInVerdict,
    LeftBefore,
    Limits,
    buy_in_verdict,
    top_up_verdict,
)
from cashgames.rules.chips import least_stack_verdict
from cashgames.services.desk import (
    PaidWith,
    TableDesk,
    check_means,
    moved_chips,
)
from cashgames.services.places import check_free_to_play, check_seat, check_turn, take_seat
from cashgames.services.shared import SeatNo, running_session
from casino.acts.kinds import Amount, AmountOrZero, Id, Note
from casino.acts.permission import check_allowed
from casino.approvals.signed import Preview, signed
from casino.cage.services.amounts import sale_kind
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.kept_sql import kept_sql
from casino.ledger.entries import Draft
from casino.messages import Message, msg
from casino.money import format_cents
from casino.names import guest
from casino.players.queries import admitted_player, main_card
from casino.refusals import Conflict, Refusal

BUY_IN, TOP_UP = "cashgames.seat_player", "cashgames.top_up"
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
    "too_few_chips": msg("Cards are dealt only to a stack of at least a minimum bet."),
}
# What remains to be done where no other amount helps.
INSTEAD = {
    "hand_in_progress": msg("Wait until the hand is over."),
    "supervisor_required": msg(
        "Ask the supervisor, or ask the guest to buy in for the table minimum."
    ),
}


class NotSeated(Conflict):
    """The player does not sit at this table."""

    code = "TABLE-005"
    message = msg("This player does not sit at this table.")


class BuyInRefused(Refusal):
    """The rule book refuses that amount."""

    code = "TABLE-007"


@dataclass(frozen=True, kw_only=True, slots=True)
class Bought:
    """Chips that somebody may buy at a table: what is posted, where it is paid."""

    session: Session
    player_id: int
    cents: int
    draft: Draft
    desk: TableDesk
    short: bool = False


def seat_preview(stamp: Stamp, **typed: Any) -> Preview:
    """Say who buys in at which table. Raises as the act."""
    return _preview(_buy_in(stamp, **typed), reason=typed["deviation"])


def buy_in_signature(stamp: Stamp, *, cents: int, paid_with: PaidWith, **_: Any) -> str | None:
    """
    Return the signature of a buy-in: cash at a drawer is a sale.

    Notes on the table go into its box before the dealer, and two count that; chips are no money.
    """
    return sale_kind(stamp, cents, BUY_IN) if paid_with == "cash" else None


@signed(
    BUY_IN,
    asked_as="cashgames.ask_buy_in",
    preview=seat_preview,
    kinds={BUY_IN: msg("Buy-in")},
    signs=buy_in_signature,
    latest_of=("session_id", "player_id"),
)
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
    Seat a player with a buy-in in cash at the actor's drawer, in chips or in notes on the table.

    supervisor_approved: the buy-in is short. deviation: why a player comes back within the hour
    with another amount; the reason is kept with the entry for good (OLY-0.1). Both are the floor's
    word. Cash at a drawer from the club's amount on is signed as a sale of chips.
    Source: OLY-2.3, OLY-2.6, OLY-2.9 to OLY-2.11, OLY-2.20, OLY-2.26, AMB-110, AMB-111, AMB-118,
    DESIGN 12.4.
    Raises NotFound, TableClosed, MeansRefused, SomebodyWaits, what keeps the player from the seat
    (check_seat), KeptFromPlay, SeatedElsewhere, BuyInRefused, ShiftNotOpen, NotIdentified,
    NotEnough, NotAllowed.
    """
    found = _buy_in(
        stamp,
        session_id=session_id,
        seat_no=seat_no,
        player_id=player_id,
        cents=cents,
        paid_with=paid_with,
        shift_id=shift_id,
        supervisor_approved=supervisor_approved,
        deviation=deviation,
    )
    seat = take_seat(stamp, found.session, player_id=player_id, seat_no=seat_no)
    return moved_chips(
        stamp,
        seat=seat,
        kind=ChipMove.Kind.BUY_IN,
        draft=found.draft,
        desk=found.desk,
        short=found.short,
    )


def _buy_in(
    stamp: Stamp,
    *,
    session_id: int,
    seat_no: int,
    player_id: int,
    cents: int,
    paid_with: PaidWith,
    shift_id: int | None,
    supervisor_approved: bool,
    deviation: str,
) -> Bought:
    session = running_session(stamp, session_id)
    if supervisor_approved or deviation:
        check_allowed(stamp, "cashgames.seat_player.with_word")
    book = book_on(stamp.club_id, stamp.gaming_day)
    check_means(stamp, paid_with)
    check_turn(book, session, player_id=player_id)
    check_seat(stamp, book, session, player_id=player_id, seat_no=seat_no)
    check_free_to_play(stamp, player_id)
    verdict = buy_in_verdict(
        book,
        limits_of(session),
        cents=cents,
        left_before=left_before(stamp, session, player_id),
        short_buy_ins_used=short_buy_ins(stamp.club_id, player_id, stamp.gaming_day),
        supervisor_approved=supervisor_approved,
    )
    check_least(book, session, stack_cents=cents)
    because = verdict.because
    if deviation and verdict.code in DEVIATIONS:
        because += (book.why("decides.deviation", cents, reason=deviation),)
    else:
        accept(verdict)
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
    return Bought(
        session=session,
        player_id=player_id,
        cents=cents,
        draft=draft,
        desk=desk,
        short=verdict.code == "short_buy_in",
    )


def _preview(found: Bought, *, reason: str = "") -> Preview:
    return Preview(
        content={"table": str(found.session.table), "player": guest(found.player_id)},
        reason=reason or f"{format_cents(found.cents)}: {found.session.table}",
    )


def top_up_signature(stamp: Stamp, *, cents: int, paid_with: PaidWith, **_: Any) -> str | None:
    """Return the signature of a top-up, as that of a buy-in."""
    return sale_kind(stamp, cents, TOP_UP) if paid_with == "cash" else None


def top_up_preview(stamp: Stamp, **typed: Any) -> Preview:
    """Say who tops up at which table. Raises as the act."""
    return _preview(_topped_up(stamp, **typed))


@signed(
    TOP_UP,
    asked_as="cashgames.ask_top_up",
    preview=top_up_preview,
    kinds={TOP_UP: msg("Top-up")},
    signs=top_up_signature,
)
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

    Cash at a drawer from the club's amount on is signed as a sale of chips.
    Source: OLY-2.19, AMB-116, DESIGN 12.4. Raises as seat_player, and NotSeated.
    """
    found = _topped_up(
        stamp,
        session_id=session_id,
        player_id=player_id,
        cents=cents,
        stack_cents=stack_cents,
        paid_with=paid_with,
        shift_id=shift_id,
        in_hand=in_hand,
    )
    seat = seat_of(session_id, player_id)
    return moved_chips(
        stamp, seat=seat, kind=ChipMove.Kind.TOP_UP, draft=found.draft, desk=found.desk
    )


def _topped_up(
    stamp: Stamp,
    *,
    session_id: int,
    player_id: int,
    cents: int,
    stack_cents: int,
    paid_with: PaidWith,
    shift_id: int | None,
    in_hand: bool,
) -> Bought:
    session = running_session(stamp, session_id)
    seat_of(session_id, player_id)
    admitted_player(stamp.club_id, main_card(player_id), gaming_day=stamp.gaming_day)
    check_means(stamp, paid_with)
    book = book_on(stamp.club_id, stamp.gaming_day)
    verdict = top_up_verdict(
        book,
        limits_of(session),
        cents=cents,
        stack_cents=stack_cents,
        in_hand=in_hand,
    )
    accept(verdict)
    check_least(book, session, stack_cents=stack_cents + cents)
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
    return Bought(session=session, player_id=player_id, cents=cents, draft=draft, desk=desk)


def seat_of(session_id: int, player_id: int) -> Seat:
    """Return where a player sits at a table. Raises NotSeated."""
    for seat in _seats_of(session_id, player_id):
        return seat
    raise NotSeated(field="player_id")


@kept_sql
def _seats_of(session_id: int, player_id: int) -> QuerySet[Seat]:
    return Seat.objects.filter(session_id=session_id, player_id=player_id, left_at=None)


def limits_of(session: Session) -> Limits:
    """Return the table's limits of a buy-in."""
    return Limits(min_cents=session.min_buy_in_cents, max_cents=session.max_buy_in_cents)


def left_before(stamp: Stamp, session: Session, player_id: int) -> LeftBefore | None:
    """Return how the player last left this table, if at all (OLY-2.26)."""
    left = last_leaving(session.table_id, player_id)
    if left is None:
        return None
    at, cents = left
    seconds = int((stamp.at - at).total_seconds())
    return LeftBefore(cents=cents, seconds_ago=seconds, same_table=True)


def accept(verdict: BuyInVerdict, instead: Message | None = None) -> None:
    """Raise BuyInRefused, with what is allowed or instead, unless the rules accept an amount."""
    if verdict.accepted:
        return
    raise BuyInRefused(
        WORDS[verdict.code],
        field="cents",
        source=verdict.because[0].rule,
        next_step=instead or INSTEAD.get(verdict.code) or _allowed(verdict),
    )


def check_least(book: RuleBook, session: Session, *, stack_cents: int) -> None:
    """Raise BuyInRefused for a stack to which no cards are dealt (OLY-2.14, VOO-C13)."""
    least = session.big_blind_cents
    verdict = least_stack_verdict(book, stack_cents=stack_cents, least_bet_cents=least)
    if not verdict.allowed:
        raise BuyInRefused(
            WORDS[verdict.code],
            field="cents",
            source=verdict.because[0].rule,
            next_step=msg("Bring the stack to at least {least}.", least=format_cents(least)),
        )


def _allowed(verdict: BuyInVerdict) -> Message:
    low, high = format_cents(verdict.allowed_min_cents), format_cents(verdict.allowed_max_cents)
    if verdict.allowed_min_cents > verdict.allowed_max_cents:
        return msg("This stack cannot take more chips.")
    if low == high:
        return msg("Allowed: {low}.", low=low)
    return msg("Allowed: {low} to {high}.", low=low, high=high)
