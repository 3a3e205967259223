"""A player leaves the seat with the stack."""

from cashgames import postings
from cashgames.models import ChipMove
from cashgames.queries import tables
from cashgames.queries.tables import chips_cents
from cashgames.services.desk import DeskMeans, TableDesk, moved_chips
from cashgames.services.over_short import Kinds, keep_over_short, needed_signature
from cashgames.services.places import free_seat
from cashgames.services.seats import seat_of
from cashgames.services.shared import running_session
from casino.acts.kinds import AmountOrZero, Id, Note
from casino.approvals.signed import Preview, signed
from casino.cage.services.redemptions import redemption_sum, said
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.money import format_cents
from casino.names import guest
from casino.refusals import Conflict

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


class StackOver(Conflict):
    """A guest is paid what lies in front of him; what the books lack is booked with a reason."""

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
    seat_of(session_id, player_id)
    content: dict[str, object] = {"table": str(session.table), "player": guest(player_id)}
    needs, ahead = [], {}
    if cents > (held := chips_cents(session)):
        _check_reason(reason, cents=cents, held=held)
        needs.append(needed_signature(stamp, session, cents - held, OVER))
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
        reason=reason or f"{format_cents(cents)}: {session.table}",
        ahead=ahead,
    )


@signed(
    "cashgames.cash_out",
    asked_as="cashgames.ask_cash_out",
    preview=cash_out_preview,
    kinds=SIGNED,
    latest_of=("session_id", "player_id"),
    counted=True,
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
