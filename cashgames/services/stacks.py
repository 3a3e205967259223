"""Stacks in safekeeping: given back at a table, or released to be paid at the desk."""

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver

from cashgames import postings
from cashgames.models import ChipMove, HeldStack, Session
from cashgames.queries.absence import held_stack
from cashgames.rules.buy_in import buy_in_verdict
from cashgames.services.places import check_free_to_play, check_seat, check_turn, take_seat
from cashgames.services.seats import accept, left_before, limits_of
from cashgames.services.shared import SeatNo, running_session
from casino.acts.kinds import Id
from casino.acts.runner import act
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.payables import Due, owe
from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.queries.lapsed import not_lapsed
from casino.messages import msg
from casino.money import format_cents
from casino.players.queries import main_card
from casino.players.services.erasing import StillHeld, guest_leaves
from casino.refusals import Conflict


@receiver(guest_leaves)
def keep_owner(sender: Any, *, club_id: int, player_ids: Collection[int], **_: Any) -> None:
    """Let nobody be erased whose stack is kept and did not lapse. Raises StillHeld."""
    kept = HeldStack.objects.filter(player__in=player_ids, settled_at=None)
    if not_lapsed(club_id, "safekeeping", kept.values_list("id", flat=True)):
        raise StillHeld.of(msg("Stack in safekeeping"), page="stacks")


# What is left to a guest whose kept stack is no buy-in.
RELEASE = msg("Release the stack to payment: the desk pays it, and the guest buys in again.")


class StackSettled(Conflict):
    """A kept stack goes back or out once."""

    code = "AWAY-004"
    message = msg("This stack has already been returned or paid out.")


@act("cashgames.give_back")
def give_back(stamp: Stamp, *, stack_id: Id, session_id: Id, seat_no: SeatNo) -> ChipMove:
    """
    Give a kept stack back to its player at a table, whole; by the rules of a buy-in if need be.

    Where the book says that the player gets it back, it may be below the minimum or above the
    maximum.

    Source: IMG-C18, OLY-2.26, AMB-110, AMB-120. Raises NotFound, StackSettled, SomebodyWaits,
    BuyInRefused, KeptFromPlay, and what keeps the player from the seat.
    """
    session = running_session(stamp, session_id)
    stack = _held(stamp, stack_id)
    book = book_on(stamp.club_id, stamp.gaming_day)
    player_id = main_card(stack.player_id)
    check_turn(book, session, player_id=player_id)
    check_seat(stamp, book, session, player_id=player_id, seat_no=seat_no)
    check_free_to_play(stamp, player_id)
    because = _admitted(stamp, book, session, stack, player_id=player_id)
    seat = take_seat(stamp, session, player_id=player_id, seat_no=seat_no)
    draft = postings.stack_returned(
        session_id,
        stack.cents,
        stack_id=stack.pk,
        player_id=player_id,
        because=because,
    )
    posted = ledger.post_entry(stamp, draft)
    restore_lapsed(stamp, "safekeeping", stack.pk, seq=2)
    _settle(stamp, stack)
    return ChipMove.objects.create(
        seat=seat,
        kind=ChipMove.Kind.RETURNED,
        cents=stack.cents,
        paid_with=ChipMove.PaidWith.CHIPS,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        entry_id=posted.entry_id,
        act_id=stamp.act_id,
    )


def _admitted(
    stamp: Stamp, book: RuleBook, session: Session, stack: HeldStack, *, player_id: int
) -> tuple[Because, ...]:
    """Return why a kept stack may come back to a table. Raises BuyInRefused."""
    if book.absence and (how := book.absence.kept_stack):
        return (book.why("absence.kept_stack", how, cents=stack.cents),)
    verdict = buy_in_verdict(
        book,
        limits_of(session),
        cents=stack.cents,
        left_before=left_before(stamp, session, player_id),
    )
    accept(verdict, RELEASE)
    return verdict.because


@act(
    "cashgames.release_stack",
    replay=lambda stamp, stack_id: held_stack(stamp.club_id, stack_id),
)
def release_stack(stamp: Stamp, *, stack_id: Id) -> HeldStack:
    """
    Let a kept stack be paid out: from now on it is a payment due at the desk.

    Source: AMB-120. Raises NotFound, StackSettled.
    """
    stack = _held(stamp, stack_id)
    about = f"{stack.session.table}, {format_cents(stack.cents)}"
    due = Due(kind=postings.STACK_DUE, about=about, cents=stack.cents, player_id=stack.player_id)
    owed = owe(stamp, [due])[0]
    draft = postings.stack_released(
        stack.cents, stack_id=stack.pk, payable_id=owed.pk, player_id=stack.player_id
    )
    ledger.post_entry(stamp, draft)
    restore_lapsed(stamp, "safekeeping", stack.pk, seq=2)
    _settle(stamp, stack)
    return stack


def _held(stamp: Stamp, stack_id: int) -> HeldStack:
    """Hold a stack that is still kept. Raises NotFound, StackSettled."""
    held_stack(stamp.club_id, stack_id)
    hold(HeldStack, stack_id)
    stack = held_stack(stamp.club_id, stack_id)
    if stack.settled_at:
        raise StackSettled
    return stack


def _settle(stamp: Stamp, stack: HeldStack) -> None:
    stack.settled_at, stack.settled_act_id = stamp.at, stamp.act_id
    stack.save(update_fields=["settled_at", "settled_act_id"])
