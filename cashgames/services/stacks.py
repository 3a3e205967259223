"""Stacks in safekeeping: given back at a table, or released to be paid at the desk."""

from cashgames import postings, queries
from cashgames.models import ChipMove, HeldStack
from cashgames.rules.buy_in import buy_in_verdict
from cashgames.services.desk import first_move
from cashgames.services.places import check_seat, check_turn, take_seat
from cashgames.services.seats import accept, left_before, limits_of
from cashgames.services.shared import running_session
from casino.cage.services import Due, owe
from casino.db import command
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.money import format_cents
from casino.refusals import Refusal
from casino.words import say


class StackSettled(Refusal):
    """A kept stack goes back or out once."""

    status = 409
    code = "AWAY-004"
    message = say("This stack was given back or released before.")


@command
def give_back(stamp: Stamp, *, stack_id: int, session_id: int, seat_no: int) -> ChipMove:
    """
    Give a kept stack back to its player at a table, whole, under the rules of a buy-in.

    Source: IMG-C18, OLY-2.26, AMB-110, AMB-120. Raises NotFound, StackSettled, SomebodyWaits,
    BuyInRefused, and what keeps the player from the seat.
    """
    where = {"session_id": session_id, "seat_no": seat_no}
    act = ledger.act(stamp, "cashgames.give_back", stack_id=stack_id, **where)
    if act.replayed:
        return first_move(act)
    session = running_session(stamp, session_id)
    stack = _held(stamp, stack_id)
    book = book_on(stamp.club_id, stamp.gaming_day)
    check_turn(book, session, player_id=stack.player_id)
    check_seat(stamp, book, session, player_id=stack.player_id, seat_no=seat_no)
    verdict = buy_in_verdict(
        book,
        limits_of(session),
        cents=stack.cents,
        left_before=left_before(stamp, session_id, stack.player_id),
    )
    accept(verdict)
    seat = take_seat(stamp, act, session, player_id=stack.player_id, seat_no=seat_no)
    draft = postings.stack_returned(
        session_id,
        stack.cents,
        stack_id=stack.pk,
        player_id=stack.player_id,
        because=verdict.because,
    )
    _settle(stamp, act, stack)
    return ChipMove.objects.create(
        seat=seat,
        kind=ChipMove.Kind.RETURNED,
        cents=stack.cents,
        paid_with=ChipMove.PaidWith.CHIPS,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        entry_id=ledger.post(stamp, act, draft).entry_id,
        act_id=act.id,
    )


@command
def release_stack(stamp: Stamp, *, stack_id: int) -> HeldStack:
    """
    Let a kept stack be paid out: from now on it is a payment due at the desk.

    Source: AMB-120. Raises NotFound, StackSettled.
    """
    act = ledger.act(stamp, "cashgames.release_stack", stack_id=stack_id)
    if act.replayed:
        return queries.held_stack(stamp.club_id, stack_id)
    stack = _held(stamp, stack_id)
    about = f"{stack.session.table}, {format_cents(stack.cents)}"
    due = Due(kind="cashgames.stack", about=about, cents=stack.cents, player_id=stack.player_id)
    owed = owe(stamp, act, [due])[0]
    draft = postings.stack_released(
        stack.cents, stack_id=stack.pk, payable_id=owed.pk, player_id=stack.player_id
    )
    ledger.post(stamp, act, draft)
    _settle(stamp, act, stack)
    return stack


def _held(stamp: Stamp, stack_id: int) -> HeldStack:
    """Hold a stack that is still kept. Raises NotFound, StackSettled."""
    queries.held_stack(stamp.club_id, stack_id)
    HeldStack.objects.select_for_update(no_key=True).get(id=stack_id)
    stack = queries.held_stack(stamp.club_id, stack_id)
    if stack.settled_at:
        raise StackSettled
    return stack


def _settle(stamp: Stamp, act: ledger.Act, stack: HeldStack) -> None:
    stack.settled_at, stack.settled_act_id = stamp.at, act.id
    stack.save(update_fields=["settled_at", "settled_act_id"])
