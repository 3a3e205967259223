"""Chips that leave the table for food, drink and tips, and notes that leave a table's bank."""

from typing import Literal

from cashgames import postings
from cashgames.models import ChipMove, Session
from cashgames.queries.tables import table_bank_cents
from cashgames.rules.chips import Move, move_verdict
from cashgames.services.desk import TableDesk, moved_chips
from cashgames.services.over_short import check_on_table, sum_signatures, unsigned_cents
from cashgames.services.seats import seat_of
from cashgames.services.shared import running_session
from casino.acts.kinds import Amount, Id
from casino.acts.runner import act
from casino.approvals.signed import Preview, signed
from casino.cage.queries.shifts import working_shift
from casino.cage.services.amounts import check_payable
from casino.house.because import Because
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.services import Posted
from casino.messages import msg
from casino.money import format_cents
from casino.names import guest
from casino.refusals import Conflict

Purpose = Literal["tip", "bar"]
SPEND = "cashgames.spend_chips"
MOVES: dict[Purpose, Move] = {"tip": "tip", "bar": "food_and_drink"}


class NotOffTheTable(Conflict):
    """During the game chips leave the table only for what the book names."""

    code = "TABLE-019"
    message = msg("In this club chips do not leave the table for that.")
    next_step = msg("Ask the guest to pay in cash.")


class NoNotes(Conflict):
    """There is nothing in the table's bank."""

    code = "TABLE-021"
    message = msg("The table float holds no cash.")


def spending_preview(
    stamp: Stamp, *, session_id: int, player_id: int, cents: int, purpose: Purpose
) -> Preview:
    """
    Say whose chips go for what, and who signs it.

    No slip shows that a guest gave them: they are one sum with the table's differences of the day.
    """
    session = running_session(stamp, session_id)
    seat_of(session_id, player_id)
    _why(stamp, session, cents, purpose)
    alone = sum_signatures(stamp, session, 0, spent_cents=cents) == "one"
    return Preview(
        needs=None if alone else SPEND,
        content={"table": str(session.table), "player": guest(player_id)},
        reason=f"{format_cents(cents)}: {session.table}"[:200],
        ahead={"unsigned_today_cents": unsigned_cents(stamp, session) + cents},
    )


@signed(
    SPEND,
    asked_as="cashgames.ask_spending",
    preview=spending_preview,
    kinds={SPEND: msg("Tip or food and drink")},
)
def spend_chips(
    stamp: Stamp, *, session_id: Id, player_id: Id, cents: Amount, purpose: Purpose
) -> ChipMove:
    """
    Take chips off a stack for food and drink, or as a tip; the house keeps them for the bar or
    the staff. Much of it on a day, with the table's over/short, is signed by a second person.

    Source: OLY-2.19, IMG-G57, HOME-1. Raises NotFound, TableClosed, NotSeated, NotOffTheTable,
    MoreThanBooked.
    """
    session = running_session(stamp, session_id)
    seat = seat_of(session_id, player_id)
    because = _why(stamp, session, cents, purpose)
    currency = Club.objects.get(id=stamp.club_id).currency
    code = postings.SPENT_ON[purpose]
    ledger.open_account(stamp.club_id, code, currency=currency)
    return moved_chips(
        stamp,
        seat=seat,
        kind=ChipMove.Kind(purpose),
        draft=postings.chips_spent(
            session_id, cents, purpose=purpose, player_id=player_id, because=because
        ),
        desk=TableDesk.of(stamp, session, paid_with="chips", shift_id=None),
    )


def _why(stamp: Stamp, session: Session, cents: int, purpose: Purpose) -> tuple[Because, ...]:
    """Return what allows chips to leave the table. Raises NotOffTheTable, MoreThanBooked."""
    book = book_on(stamp.club_id, stamp.gaming_day)
    verdict = move_verdict(book, move=MOVES[purpose], in_hand=False)
    if not verdict.allowed:
        raise NotOffTheTable(source=verdict.because[0].rule)
    check_on_table(session, cents)
    check_payable(stamp, cents, with_=("chips",))
    return verdict.because


@act("cashgames.bring_notes")
def bring_notes(stamp: Stamp, *, session_id: Id, shift_id: Id) -> Posted:
    """
    Bring all notes of a table's bank to the actor's drawer, with a slip.

    One person: nothing can go unseen, for the drawer owes the whole amount by the books and its
    blind count names what is missing. Where the notes are to be counted twice, send a credit.
    Source: IMG-C4. Raises NotFound, ShiftNotOpen, NoNotes.
    """
    session = running_session(stamp, session_id)
    shift = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    cents = table_bank_cents(session)
    if not cents:
        raise NoNotes
    draft = postings.notes_brought(session_id, cents, drawer_id=shift.drawer_id)
    return ledger.post_entry(stamp, draft.numbered(shift.drawer.series_id))
