"""Stacks that were wrongly taken to safekeeping, or wrongly given back at a table."""

from cashgames import postings
from cashgames.models import Absence, ChipMove, HeldStack
from cashgames.services.correcting import Correcting
from casino.cage.services.lapses import restore_lapsed
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.services import Posted
from casino.messages import msg
from casino.refusals import Conflict

REMOVED, RETURNED = ChipMove.Kind.REMOVED, ChipMove.Kind.RETURNED
MOVED_OUT = ChipMove.Kind.MOVED_OUT
KEPT = {REMOVED, RETURNED}


class StackLeft(Conflict):
    """A stack that went on from safekeeping is taken back the way it went."""

    code = "TABLE-031"
    message = msg("This stack has left safekeeping since.")
    next_step = msg("Reverse its return at the table first.")


def hold_kept(move: ChipMove) -> None:
    """Hold the stack of a move for this transaction, so that it is not returned meanwhile."""
    if stack := _stack_of(move):
        hold(HeldStack, stack.pk)


def kept_rows(move: ChipMove) -> list[ChipMove]:
    """Return a move to or from safekeeping with its other half, if any: first what left."""
    stack = _stack_of(move)
    returned = _standing(stack.settled_act_id, RETURNED) if stack else None
    removed = _standing(stack.act_id, REMOVED) if stack else None
    return [removed, returned] if removed and returned else [move]


def check_kept(move: ChipMove, *, taking_back: bool) -> None:
    """Raise StackLeft for a stack that was released; taken back, for one at a table too."""
    stack = _stack_of(move) if move.kind == REMOVED else None
    if stack is None or stack.settled_act_id in {None, *_acts(move)}:
        return
    if _standing(stack.settled_act_id, RETURNED) is None:
        raise StackLeft(
            next_step=msg("Reverse its release first: then it is in safekeeping again."),
            next_page="release-take-back",
            about={"stack_id": stack.pk},
        )
    if taking_back:
        raise StackLeft


def uncounted_cents(rows: list[ChipMove], cents: int) -> int:
    """
    Return how much more left a table than was counted at first, where it is closed by now.

    At an open one it is missing at the close; a closed one is not counted again.
    """
    first = rows[0]
    if first.kind not in {REMOVED, MOVED_OUT} or not first.seat.session.closed_at:
        return 0
    while first.instead_of:
        first = first.instead_of  # type: ignore[assignment]
    return max(cents - first.cents, 0)


def undo_kept(stamp: Stamp, move: ChipMove) -> None:
    """Let a stack be where it was before a move: kept again, or at its seat, away as before."""
    back = move.kind == REMOVED
    if stack := _stack_of(move):
        stack.settled_at = stamp.at if back else None
        stack.settled_act_id = stamp.act_id if back else None
        stack.save(update_fields=["settled_at", "settled_act_id"])
    if back:
        away = Absence.objects.filter(seat_id=move.seat_id, seat__left_at=None)
        away.filter(ended=Absence.Ended.REMOVED).update(ended_at=None, ended="")


def book_kept(correcting: Correcting, rows: list[ChipMove], cents: int) -> list[Posted | None]:
    """Book a stack of so many cents where it was taken to safekeeping, and where it came back."""
    stamp, stack = correcting.stamp, _stack_of(rows[0])
    if stack is None and cents:
        stack = _kept(stamp, rows[0], cents)
    if stack is None:
        return [None for _ in rows]
    if cents:
        stack.cents = cents
    if len(rows) == 1:
        # Of a stack of nothing nothing is kept any more.
        stack.settled_at, stack.settled_act_id = (None, None) if cents else (stamp.at, stamp.act_id)
    stack.save(update_fields=["cents", "settled_at", "settled_act_id"])
    return [_book(correcting, row, stack, cents) for row in rows]


def restore_kept(correcting: Correcting, move: ChipMove) -> None:
    """Give back what had lapsed of a stack of which less is kept by now."""
    stack = _stack_of(move) if move.kind in KEPT else None
    if stack:
        restore_lapsed(correcting.stamp, "safekeeping", stack.pk, seq=correcting.next_seq())


def _book(correcting: Correcting, row: ChipMove, stack: HeldStack, cents: int) -> Posted | None:
    session_id, player_id = row.seat.session_id, stack.player_id
    if row.kind == REMOVED:
        draft = postings.stack_removed(session_id, cents, stack_id=stack.pk, player_id=player_id)
    else:
        book = book_on(correcting.stamp.club_id, correcting.concerns)
        why = book.why("decides.deviation", cents, reason=correcting.reason)
        draft = postings.stack_returned(
            session_id, cents, stack_id=stack.pk, player_id=player_id, because=(why,)
        )
    return correcting.post(draft) if draft.lines else None


def _kept(stamp: Stamp, row: ChipMove, cents: int) -> HeldStack:
    """Keep a stack that was booked as nothing."""
    stack = HeldStack.objects.create(
        session_id=row.seat.session_id,
        player_id=row.seat.player_id,
        cents=cents,
        removed_at=row.at,
        act_id=stamp.act_id,
    )
    currency = Club.objects.get(id=stamp.club_id).currency
    ledger.open_account(stamp.club_id, "safekeeping", ref=stack.pk, currency=currency)
    return stack


def _stack_of(row: ChipMove) -> HeldStack | None:
    """Return the stack that a move brought to safekeeping or out of it; None: nothing was there."""
    which = "act_id" if row.kind == REMOVED else "settled_act_id"
    return HeldStack.objects.filter(**{f"{which}__in": _acts(row)}).first()


def _acts(row: ChipMove) -> set[int]:
    """Return the act of a row and those of the rows that it stands for."""
    acts = {row.act_id}
    while row.instead_of:
        row = row.instead_of  # type: ignore[assignment]
        acts.add(row.act_id)
    return acts


def _standing(act_id: int | None, kind: str) -> ChipMove | None:
    """Return what stands by now for the move that an act booked."""
    found = ChipMove.objects.filter(act_id=act_id or 0, kind=kind, reverses=None)
    row = found.select_related("seat__session__table", "seat__player", "entry").first()
    while row and row.replaced_by:
        row = row.replaced_by
    return row if row and row.stands else None
