"""Players who change seat or table with their stacks: no cash moves, the session goes on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Annotated

from cashgames import postings
from cashgames.models import ChipMove, Seat, Session
from cashgames.queries import tables
from cashgames.queries.waiting import free_seats
from cashgames.rules import seating as rules
from cashgames.services.absence import go_on
from cashgames.services.over_short import check_on_table
from cashgames.services.places import (
    SomebodyWaits,
    check_seat,
    check_turn,
    free_seat,
    take_seat,
)
from cashgames.services.seats import seat_of
from cashgames.services.shared import MAX_SEATS, SeatNo, running_session
from cashgames.services.waiting import pass_list
from casino.acts.arguments import Record
from casino.acts.kinds import Amount, AmountOrZero, Id, Note, OneOf, Several
from casino.acts.runner import act
from casino.cage.services.amounts import check_counted
from casino.cards import DECK, Card
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import msg
from casino.refusals import BadInput, Conflict


class NotMoved(Conflict):
    """Who decides about a change of seat stands in the book."""

    code = "TABLE-020"
    message = msg("The other players have not agreed to this seat change.")
    next_step = msg("Ask them, or leave the player in the seat.")


class NotTheLast(Conflict):
    """Of the tables with the same blinds the one that started last is broken."""

    code = "TABLE-022"


@dataclass(frozen=True, kw_only=True, slots=True)
class Stack:
    """A player's stack, counted."""

    player_id: Id
    cents: Amount


@act("cashgames.move_player")
def move_player(
    stamp: Stamp,
    *,
    session_id: Id,
    player_id: Id,
    to_session_id: Id,
    seat_no: SeatNo,
    stack_cents: AmountOrZero = 0,
    others_agree: bool = False,
    reason: Note = "",
) -> Seat:
    """
    Move a player to another seat, or with the stack to another table; the supervisor decides.

    Who is away stays away: the minutes run on, whatever the floor decided of the seat counts.
    stack_cents: what goes along to another table. others_agree: where the book asks the players.
    reason: why others are passed who wait for another game or blinds; their list shows it.
    Source: OLY-1.52, OLY-2.3, OLY-2.6, OLY-2.34, VOO-C10, IMG-C7. Raises NotFound, TableClosed,
    NotSeated, NotMoved, SomebodyWaits, NotPayable, MoreThanBooked, and what keeps the player from
    the seat.
    """
    book = book_on(stamp.club_id, stamp.gaming_day)
    verdict = rules.change_verdict(book, supervisor=True, others_agree=others_agree)
    if not verdict.allowed:
        raise NotMoved(field="others_agree", source=verdict.because[0].rule)
    held = {one: running_session(stamp, one) for one in sorted({session_id, to_session_id})}
    if session_id != to_session_id and not stack_cents:
        raise BadInput(msg("Count the stack that moves with the player."), field="stack_cents")
    seat = seat_of(session_id, player_id)
    _keep_turn(stamp, seat, held[to_session_id], reason)
    return _move(stamp, seat, held[to_session_id], seat_no, stack_cents=stack_cents, seq=1)


def _keep_turn(stamp: Stamp, seat: Seat, to: Session, reason: str) -> None:
    """Let who waits for another game sit first, or keep why not. Raises SomebodyWaits."""
    if seat.session.same_game(to):
        return
    try:
        check_turn(book_on(stamp.club_id, stamp.gaming_day), to, player_id=seat.player_id)
    except SomebodyWaits as waits:
        if not reason:
            raise SomebodyWaits(
                waits.message,
                field="reason",
                source=waits.source,
                next_step=msg("Enter a reason, or add the guest to the list."),
                next_page=waits.next_page,
            ) from waits
        pass_list(stamp, to, player_id=seat.player_id, reason=reason)


@act("cashgames.break_table")
def break_table(
    stamp: Stamp,
    *,
    session_id: Id,
    stacks: Annotated[list[Stack], Several(of=Record(shape=Stack), maximum=MAX_SEATS)],
    cards: Annotated[Sequence[str], Several(of=OneOf(words=tuple(DECK)), maximum=MAX_SEATS)] = (),
) -> list[Seat]:
    """
    Break a table: its players go with their stacks to the free seats of the others of that game.

    stacks: of each player. cards: one for each player, by seat, AS for the ace of spades, where
    too few seats are free; who has no seat stays until the stack is cashed out.
    Source: OLY-2.27, OLY-2.28, OLY-2.35. Raises NotFound, TableClosed, NoTableToBreak,
    NotTheLast, BadInput, NotPayable, MoreThanBooked, and what keeps a player from the seat.
    """
    alike = _alike(stamp, session_id)
    here = alike.pop(session_id)
    broken = _broken(stamp, here, list(alike.values()), [DECK[card] for card in cards])
    free = free_seats(list(alike.values()), book_on(stamp.club_id, stamp.gaming_day))
    counted = {stack.player_id: stack.cents for stack in stacks}
    seats = {str(seat.player_id): seat for seat in tables.seats(session_id)}
    moved = []
    for seq, player, (to_id, seat_no) in zip(count(1), broken.seated, free, strict=False):
        seat = seats[player]
        if seat.player_id not in counted:
            said = msg("Enter the stack of {player}.", player=seat.player)
            raise BadInput(said, field="stacks")
        stack_cents = counted[seat.player_id]
        moved.append(_move(stamp, seat, alike[to_id], seat_no, stack_cents=stack_cents, seq=seq))
    return moved


def _alike(stamp: Stamp, session_id: int) -> dict[int, Session]:
    """Hold the open tables of one game and blinds, a table among them, in one order."""
    asked = tables.session(stamp.club_id, session_id)
    alike = [
        session.pk for session in tables.open_sessions(stamp.club_id) if session.same_game(asked)
    ]
    return {one: running_session(stamp, one) for one in sorted({session_id, *alike})}


def _broken(
    stamp: Stamp, here: Session, others: list[Session], cards: Sequence[Card]
) -> rules.Broken:
    """Return who of a table goes at once and who waits. Raises NoTableToBreak, NotTheLast."""
    book = book_on(stamp.club_id, stamp.gaming_day)
    order = sorted([here, *others], key=lambda session: (session.opened_at, session.pk))
    blinds = (here.small_blind_cents, here.big_blind_cents)
    broken = rules.break_table(
        book,
        [
            rules.OpenTable(
                name=str(session.pk),
                blinds_cents=blinds,
                opened_no=number,
                players=tuple(str(seat.player_id) for seat in tables.seats(session.pk)),
            )
            for number, session in enumerate(order)
        ],
        blinds_cents=blinds,
        free_seats=len(free_seats(others, book)),
        cards=cards,
    )
    if broken.table != str(here.pk):
        last = order[-1].table
        raise NotTheLast(
            msg("{last} started last and is the table to break.", last=last),
            source=broken.because[0].rule,
            next_step=msg("Break {last}.", last=last),
            next_page="table-break",
            about={"session_id": order[-1].pk},
        )
    return broken


def _move(
    stamp: Stamp,
    seat: Seat,
    to: Session,
    seat_no: int,
    *,
    stack_cents: int,
    seq: int,
) -> Seat:
    """Move one player; between tables the stack moves on the ledger, too."""
    book = book_on(stamp.club_id, stamp.gaming_day)
    check_seat(stamp, book, to, player_id=seat.player_id, seat_no=seat_no)
    away = seat.absences.filter(ended_at=None).first()
    free_seat(stamp, seat)
    taken = take_seat(stamp, to, player_id=seat.player_id, seat_no=seat_no)
    if away:
        go_on(stamp, away, taken)
    if seat.session_id != to.pk:
        check_counted(stamp, stack_cents, field="stack_cents")
        check_on_table(seat.session, stack_cents, field="stack_cents")
        draft = postings.stack_moved(
            seat.session_id, stack_cents, to_session_id=to.pk, player_id=seat.player_id
        )
        posted = ledger.post_entry(stamp, draft, seq=seq)
        for where, kind in ((seat, ChipMove.Kind.MOVED_OUT), (taken, ChipMove.Kind.MOVED_IN)):
            ChipMove.objects.create(
                seat=where,
                kind=kind,
                cents=stack_cents,
                paid_with=ChipMove.PaidWith.CHIPS,
                at=stamp.at,
                gaming_day=stamp.gaming_day,
                entry_id=posted.entry_id,
                act_id=stamp.act_id,
            )
    return taken
