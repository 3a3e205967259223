"""Chips that leave the table for food, drink and tips, and notes that leave a table's bank."""

from typing import Literal

from cashgames import postings, queries
from cashgames.models import ChipMove, Session
from cashgames.rules.chips import Move, move_verdict
from cashgames.services.desk import Desk, first_move, moved_chips
from cashgames.services.seats import seat_of
from cashgames.services.shared import running_session
from casino.cage.queries import working_shift
from casino.db import command
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger_queries
from casino.ledger import services as ledger
from casino.refusals import BadInput, Refusal
from casino.words import say

Purpose = Literal["tip", "bar"]
MOVES: dict[Purpose, Move] = {"tip": "tip", "bar": "food_and_drink"}


class NotOffTheTable(Refusal):
    """During the game chips leave the table only for what the book names."""

    status = 409
    code = "TABLE-019"
    message = say("In this house no chips leave the table for that.")
    next_step = say("Let the guest pay in cash.")


class NoNotes(Refusal):
    """There is nothing in the table's bank."""

    status = 409
    code = "TABLE-021"
    message = say("No notes lie in the bank of this table.")


@command
def spend_chips(
    stamp: Stamp, *, session_id: int, player_id: int, cents: int, purpose: Purpose
) -> ChipMove:
    """
    Take chips off a stack for food and drink, or as a tip; the house keeps them for the bar or
    the staff.

    Source: OLY-2.19, IMG-G57, HOME-1. Raises NotFound, TableClosed, NotSeated, NotOffTheTable,
    NotEnough.
    """
    if cents <= 0:
        raise BadInput(say("An amount is above zero."), field="cents")
    act = ledger.act(
        stamp,
        "cashgames.spend_chips",
        session_id=session_id,
        player_id=player_id,
        cents=cents,
        purpose=purpose,
    )
    if act.replayed:
        return first_move(act)
    session = running_session(stamp, session_id)
    seat = seat_of(session_id, player_id)
    verdict = move_verdict(
        book_on(stamp.club_id, stamp.gaming_day), move=MOVES[purpose], in_hand=False
    )
    if not verdict.allowed:
        raise NotOffTheTable(source=verdict.because[0].rule)
    currency = Club.objects.get(id=stamp.club_id).currency
    code = postings.SPENT_ON[purpose]
    ledger.open_account(stamp.club_id, code, currency=currency)
    return moved_chips(
        stamp,
        act,
        seat=seat,
        kind=ChipMove.Kind(purpose),
        draft=postings.chips_spent(
            session_id, cents, purpose=purpose, player_id=player_id, because=verdict.because
        ),
        desk=Desk.of(stamp, session, paid_with="chips", shift_id=None),
    )


@command
def bring_notes(stamp: Stamp, *, session_id: int, shift_id: int) -> ledger.Posted:
    """
    Bring all notes of a table's bank to the actor's drawer, with a slip.

    One person: nothing can go unseen, for the drawer owes the whole amount by the books and its
    blind count names what is missing. Where the notes are to be counted twice, send a credit.
    Source: IMG-C4. Raises NotFound, ShiftNotOpen, NoNotes.
    """
    act = ledger.act(stamp, "cashgames.bring_notes", session_id=session_id, shift_id=shift_id)
    if act.replayed:
        first = ledger_queries.act_entries(stamp.club_id, act.id)[0]
        return ledger.Posted(act_id=act.id, entry_id=first.id, number=first.number, replayed=True)
    session: Session = running_session(stamp, session_id)
    shift = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    cents = queries.table_bank_cents(session)
    if not cents:
        raise NoNotes
    draft = postings.notes_brought(session_id, cents, drawer_id=shift.drawer_id)
    return ledger.post(stamp, act, draft, series=shift.drawer.series_id)
