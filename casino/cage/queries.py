"""Reading the cage: shifts, slips, and what a drawer should hold."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, Sum
from django.db.models.expressions import F

from casino.cage.models import Count, CountLine, Drawer, Shift
from casino.cage.rules import Tally
from casino.ledger import queries as ledger
from casino.ledger.queries import EntryRow
from casino.refusals import NotFound, Refusal

MOST_SLIPS = 1_000_000
CASH_ONLY = {"cage.float_issued", "cage.drawer_emptied", "cage.drawer_counted"}


class ShiftNotOpen(Refusal):
    """Money moves at the desk only in an open shift of one's own."""

    status = 409
    code = "CAGE-001"
    message = "This shift is not open."
    next_step = "Open a shift on a drawer."


@dataclass(frozen=True, kw_only=True, slots=True)
class ShiftTally:
    """Cash and chips of a shift: what should be there and what was counted."""

    cash: Tally
    chips: Tally


def drawers(club_id: int) -> list[Drawer]:
    """Return the club's drawers, by name."""
    return list(Drawer.objects.filter(club_id=club_id).order_by("name", "id"))


def drawer(club_id: int, drawer_id: int) -> Drawer:
    """Return a drawer of the club. Raises NotFound."""
    found = Drawer.objects.filter(club_id=club_id, id=drawer_id).first()
    if found is None:
        raise NotFound("There is no such drawer in this club.", field="drawer_id")
    return found


def shift(club_id: int, shift_id: int) -> Shift:
    """Return a shift of the club with its drawer. Raises NotFound."""
    found = Shift.objects.select_related("drawer").filter(club_id=club_id, id=shift_id).first()
    if found is None:
        raise NotFound("There is no such shift in this club.", field="shift_id")
    return found


def working_shift(club_id: int, shift_id: int, *, cashier_id: int | None) -> Shift:
    """
    Return the cashier's own open shift. Raises NotFound, ShiftNotOpen.

    That it is still open when money moves is the drawer account's business: it closes with it.
    """
    found = shift(club_id, shift_id)
    if found.state != Shift.State.OPEN:
        raise ShiftNotOpen
    if found.cashier_id != cashier_id:
        raise ShiftNotOpen("This shift belongs to another cashier.")
    return found


def open_shift_of(user_id: int, club_id: int) -> Shift | None:
    """Return the shift that a cashier has not closed yet, or None."""
    running = Shift.objects.filter(club_id=club_id, cashier_id=user_id).exclude(state="closed")
    return running.select_related("drawer").first()


def open_shifts(club_id: int, *, day: date | None = None) -> list[Shift]:
    """Return the shifts not closed yet, or those opened up to a gaming day."""
    running = Shift.objects.filter(club_id=club_id).exclude(state=Shift.State.CLOSED)
    if day:
        running = running.filter(gaming_day__lte=day)
    return list(running.select_related("drawer", "cashier").order_by("opened_at", "id"))


def shifts_on(club_id: int, day: date) -> list[Shift]:
    """Return the shifts opened on a gaming day."""
    found = Shift.objects.filter(club_id=club_id, gaming_day=day)
    return list(found.select_related("drawer", "cashier").order_by("opened_at", "id"))


def slips(shift: Shift, *, limit: int = 10) -> list[EntryRow]:
    """Return the latest slips of a shift, latest first."""
    return ledger.slips(
        shift.club_id,
        shift.drawer.series_id,
        since=shift.opened_at,
        until=shift.closed_at,
        limit=limit,
    )


def slip(club_id: int, entry_id: int) -> EntryRow:
    """Return a numbered entry of the club. Raises NotFound."""
    found = ledger.entry(club_id, entry_id)
    if found is None or found.number is None:
        raise NotFound("There is no such slip in this club.")
    return found


def drawer_of_series(club_id: int, series_id: int) -> Drawer | None:
    """Return the drawer that numbers its slips in a series."""
    return Drawer.objects.filter(club_id=club_id, series_id=series_id).first()


def over_short_cents(shift: Shift) -> int:
    """Return what was posted as over (positive) or short at the shift's count."""
    return -sum(
        slip.cents_on("expense:over-short")
        for slip in slips(shift, limit=MOST_SLIPS)
        if slip.kind == "cage.drawer_counted"
    )


def tally(shift: Shift) -> ShiftTally:
    """
    Return what the drawer should hold and what was counted last, in cash and in chips.

    Chips leave a drawer when cash comes in for them, and come back when cash goes out.
    """
    moved = [
        slip.cents_on("cash:drawer")
        for slip in slips(shift, limit=MOST_SLIPS)
        if slip.kind not in CASH_ONLY
    ]
    came_in = sum(cents for cents in moved if cents > 0)
    went_out = -sum(cents for cents in moved if cents < 0)
    return ShiftTally(
        cash=Tally(
            opening_cents=_counted(shift, "opening", "cash"),
            in_cents=came_in,
            out_cents=went_out,
            counted_cents=_counted(shift, "closing", "cash"),
        ),
        chips=Tally(
            opening_cents=_counted(shift, "opening", "chips"),
            in_cents=went_out,
            out_cents=came_in,
            counted_cents=_counted(shift, "closing", "chips"),
        ),
    )


def _counted(shift: Shift, moment: str, medium: str) -> int:
    """Return the value of the latest count of a moment."""
    latest = Count.objects.filter(shift=shift, moment=moment).order_by("-id").first()
    if latest is None:
        return 0
    lines = CountLine.objects.filter(count=latest, medium=medium)
    return lines.aggregate(cents=Sum(F("cents") * F("quantity")))["cents"] or 0


def count_lines(shift: Shift, moment: str) -> list[CountLine]:
    """Return the latest count of a moment, largest pieces first."""
    latest = Count.objects.filter(shift=shift, moment=moment).order_by("-id").first()
    where = Q(count=latest) if latest else Q(pk=None)
    return list(CountLine.objects.filter(where).order_by("medium", "-cents"))
