"""The cash of a booking that is corrected: in which drawer it lies, who signs for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cashgames import postings
from cashgames.services.correcting import Correcting
from casino.acts.permission import can_perform
from casino.cage.models import Drawer, Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import ShiftNotOpen, open_shifts, shift, working_shift
from casino.cage.rules import reversal_signatures
from casino.cage.services.identity import hold_for_sum, is_own_new_identity
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.documents import entry
from casino.ledger.queries.rows import EntryRow
from casino.ledger.services import Posted
from casino.messages import msg
from casino.refusals import Conflict

Kinds = tuple[None, str, str]
ASK_AGAIN = msg("Refuse it. A cashier with an open shift asks again, on the table's page.")


class CashElsewhere(Conflict):
    """Cash comes out of the drawer into which it went, while somebody works there."""

    code = "TABLE-029"
    message = msg("This was paid in cash: it is corrected at a drawer.")
    next_step = msg("A cashier with an open shift corrects it on the table's page.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Cash:
    """Where the cash of a booking lies: its drawer, and the drawer of who corrects it."""

    drawer_id: int
    at_desk: Shift

    @property
    def moves(self) -> bool:
        """Whether it comes out of another drawer: nobody works at the first one."""
        return self.drawer_id != self.at_desk.drawer_id


def reverse_entry(correcting: Correcting, first: EntryRow, cash: Cash | None) -> Posted:
    """
    Take an entry back line by line; where nobody works at its drawer the cash is one's own.

    Then it goes from the one drawer to the other, so that the first holds what it was left with.
    """
    if cash is None:
        return correcting.reverse(first)
    if not cash.moves:
        return correcting.reverse(first, series=cash.at_desk.drawer.series_id)
    back = -first.cents_on("cash:drawer")
    between = postings.cash_between(
        -back, from_id=cash.at_desk.drawer_id, to_id=cash.drawer_id, memo=correcting.reason
    ).numbered(cash.at_desk.drawer.series_id)
    with _opened(correcting.stamp, cash.drawer_id):
        if back < 0:
            correcting.post(between)
        posted = correcting.reverse(first)
        if back > 0:
            correcting.post(between)
    return posted


@contextmanager
def _opened(stamp: Stamp, drawer_id: int) -> Iterator[None]:
    """Let the account of a drawer at which nobody works take entries; no shift opens meanwhile."""
    list(Drawer.objects.select_for_update().filter(club_id=stamp.club_id, id=drawer_id))
    if any(each.drawer_id == drawer_id for each in open_shifts(stamp.club_id)):
        raise CashElsewhere
    ledger.set_account_open(stamp.club_id, "cash:drawer", ref=drawer_id, is_open=True)
    yield
    ledger.set_account_open(stamp.club_id, "cash:drawer", ref=drawer_id, is_open=False)


def cash_of(stamp: Stamp, entry_id: int | None, shift_id: int | None) -> Cash | None:
    """
    Return where the cash of an entry lies and who corrects it, None where none moved.

    Raises CashElsewhere, NotFound, ShiftNotOpen.
    """
    found = entry(stamp.club_id, entry_id) if entry_id else None
    drawers = [line.ref for line in found.lines if line.code == "cash:drawer"] if found else []
    if not drawers:
        return None
    working = {each.drawer_id: each for each in open_shifts(stamp.club_id)}
    there = working.get(drawers[0])
    own = _own_shift(stamp, shift_id) if shift_id else None
    if there and (own is None or own.pk != there.pk):
        raise CashElsewhere(
            msg("That cash is in {drawer}.", drawer=there.drawer),
            field="shift_id",
            next_step=msg("{cashier} corrects it at that drawer.", cashier=there.cashier),
        )
    if own is None:
        raise CashElsewhere(field="shift_id")
    return Cash(drawer_id=drawers[0], at_desk=own)


def _own_shift(stamp: Stamp, shift_id: int) -> Shift:
    """Return the open shift of who asked; whoever signs handles no cash. Raises as cash_of."""
    try:
        return working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    except ShiftNotOpen as error:
        if not stamp.proposal_id:
            raise
        asked_at = shift(stamp.club_id, shift_id).drawer
        raise CashElsewhere(
            msg("The shift at {drawer} that asked for this has been closed.", drawer=asked_at),
            field="shift_id",
            next_step=ASK_AGAIN,
        ) from error


def floor_signature(stamp: Stamp, *, late: bool, kinds: Kinds) -> str | None:
    """Return who signs where no cash moves: on its day the floor decides, alone."""
    alone, second, large = kinds
    floor = alone if can_perform(stamp, "cashgames.take_back_chips.by_floor") else second
    return large if late else floor


def signature_of(
    stamp: Stamp,
    cash_cents: int,
    *,
    entry_id: int | None,
    act_id: int | None,
    late: bool,
    shift_id: int | None,
    kinds: Kinds,
) -> str | None:
    """Return who signs: of cash as a slip's reversal; of chips the floor decides on its day."""
    alone, second, large = kinds
    if not cash_cents:
        return floor_signature(stamp, late=late, kinds=kinds)
    cash = cash_of(stamp, entry_id, shift_id)
    own = cash is not None and not cash.moves and (act_id or 0) > cash.at_desk.act_id
    signs = reversal_signatures(
        cash_cents, own_shift=own, same_day=not late, thresholds=thresholds(stamp.club_id)
    )
    return {"one": alone, "second": second, "manager": large}[signs]


def looks_at_identity(stamp: Stamp, *, player_id: int, more_cents: int) -> bool:
    """
    Return whether somebody else looks at the ID of a guest who is paid more: who pays entered it.

    Source: DESIGN 12.4.
    """
    if more_cents <= 0:
        return False
    if stamp.act_id:
        hold_for_sum(stamp, player_id=player_id)
    return is_own_new_identity(stamp, player_id=player_id, cents=more_cents)
