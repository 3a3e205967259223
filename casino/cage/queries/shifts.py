"""Drawers, shifts on them, how they were handed over, what was counted."""

from datetime import date
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from casino.approvals.queries import own_hands
from casino.cage.models import Count, CountLine, Drawer, HandOver, Shift, ShiftNote
from casino.cage.queries.amounts import AMOUNTS
from casino.cage.rules import Thresholds
from casino.clock import local_time
from casino.db import asked_once, by_name, row_of
from casino.kept_sql import kept_sql
from casino.ledger.queries.documents import given
from casino.messages import msg
from casino.refusals import Conflict, NotFound

# Plain SQL: each sale asks this, and the ORM takes five times as long to say it.
SHIFT = by_name(
    Shift,
    "s",
    """
SELECT s.*, row_to_json(d) AS at, row_to_json(t) AS amounts
FROM cage_shift s JOIN cage_drawer d ON d.id = s.drawer_id
LEFT JOIN cage_paymentthresholds t ON t.club_id = s.club_id
WHERE s.club_id = %s AND s.id = %s
""",
)
OF_DRAWER = [each.attname for each in Drawer._meta.concrete_fields]  # noqa: SLF001


class ShiftNotOpen(Conflict):
    """Money moves at the desk only in an open shift of one's own."""

    code = "CAGE-001"
    message = msg("This shift is not open.")
    next_step = msg("Open a shift on a drawer.")
    next_page = "shift-open"


def drawers(club_id: int) -> list[Drawer]:
    return list(Drawer.objects.filter(club_id=club_id).order_by("name", "id"))


def drawers_in_use(club_id: int) -> list[Drawer]:
    """Return the drawers at which a shift may open, by name."""
    return [each for each in drawers(club_id) if each.retired_at is None]


def drawers_called(club_id: int, name: str) -> set[int]:
    """Return the row of slip numbers of each drawer that was ever renamed to a name."""
    ids = [each["drawer_id"] for each in given(club_id, "cage.rename_drawer", name=name)]
    return set(Drawer.objects.filter(id__in=ids).values_list("series_id", flat=True))


def drawer(club_id: int, drawer_id: int) -> Drawer:
    """Return a drawer of the club. Raises NotFound."""
    for found in _drawers(club_id, drawer_id):
        return found
    raise NotFound(msg("There is no such drawer in this club."), field="drawer_id")


@kept_sql
def _drawers(club_id: int, drawer_id: int) -> QuerySet[Drawer]:
    return Drawer.objects.filter(club_id=club_id, id=drawer_id)


def drawer_of_series(club_id: int, series_id: int) -> Drawer | None:
    """Return the drawer that numbers its slips in a series."""
    return Drawer.objects.filter(club_id=club_id, series_id=series_id).first()


def shift(club_id: int, shift_id: int) -> Shift:
    """Return a shift of the club with its drawer. Raises NotFound."""
    found = row_of(Shift, SHIFT, [club_id, shift_id])
    if found is None:
        raise NotFound(msg("There is no such shift in this club."), field="shift_id")
    known: Any = found
    found.drawer = Drawer.from_db(
        connection.alias, OF_DRAWER, [known.at[name] for name in OF_DRAWER]
    )
    return found


def thresholds_at(shift: Shift) -> Thresholds:
    """Return the club's amounts as they were read with one of its shifts."""
    known: Any = shift
    own = known.amounts
    return Thresholds(**{name: own[name] for name in AMOUNTS}) if own else Thresholds()


def working_shift(club_id: int, shift_id: int, *, cashier_id: int | None) -> Shift:
    """
    Return the cashier's own open shift. Raises NotFound, ShiftNotOpen.

    That it is still open when money moves is the drawer account's business: it closes with it.
    """
    found = shift(club_id, shift_id)
    if found.state != Shift.State.OPEN:
        raise ShiftNotOpen
    if found.cashier_id != cashier_id:
        raise ShiftNotOpen(msg("This shift belongs to another cashier."))
    return found


def held_shift(club_id: int, shift_id: int, *, cashier_id: int | None) -> Shift:
    """
    Hold the cashier's own open shift for this transaction, so that its count waits.

    For what does not touch the drawer's account: chips and wires. Raises NotFound, ShiftNotOpen.
    """
    _hold_shift(club_id, shift_id)
    return working_shift(club_id, shift_id, cashier_id=cashier_id)


@kept_sql
def _hold_shift(club_id: int, shift_id: int) -> QuerySet[Shift]:
    return Shift.objects.select_for_update(no_key=True).filter(club_id=club_id, id=shift_id)


def open_shift_of(user_id: int, club_id: int) -> Shift | None:
    """Return the shift that a cashier has not closed yet, or None."""
    running = Shift.objects.filter(club_id=club_id, cashier_id=user_id).exclude(state="closed")
    return running.select_related("drawer", "cashier").first()


@asked_once
@kept_sql
def open_shifts(club_id: int, *, day: date | None = None) -> QuerySet[Shift]:
    """Return the shifts not closed yet, or those opened up to a gaming day."""
    running = Shift.objects.filter(club_id=club_id).exclude(state=Shift.State.CLOSED)
    if day:
        running = running.filter(gaming_day__lte=day)
    return running.select_related("drawer", "cashier").order_by("opened_at", "id")


def opened_on_the_clock(of: Shift) -> str:
    """Return when a shift was opened by its club's clock, the day too: 28.02.2026 20:00."""
    return local_time(of.opened_at, "%d.%m.%Y %H:%M", timezone=of.club.timezone)


def last_closing(club_id: int) -> dict[int, dict[str, dict[int, int]]]:
    """
    Return what each drawer's latest closed shift counted.

    drawer -> tender -> denomination in cents -> how many.
    """
    closed = Shift.objects.filter(club_id=club_id, state=Shift.State.CLOSED)
    latest = closed.order_by("drawer_id", "-closed_at", "-id").distinct("drawer_id")
    found: dict[int, dict[str, dict[int, int]]] = {}
    for each in latest:
        for line in count_lines(each, Count.Moment.CLOSING):
            of = found.setdefault(each.drawer_id, {}).setdefault(line.tender, {})
            of[line.cents] = line.quantity
    return found


@asked_once
@kept_sql
def shifts_on(club_id: int, day: date) -> QuerySet[Shift]:
    """Return the shifts opened on a gaming day."""
    found = Shift.objects.filter(club_id=club_id, gaming_day=day)
    return found.select_related("drawer", "cashier").order_by("opened_at", "id")


def waiting_hand_over(club_id: int, drawer_id: int) -> HandOver | None:
    """Return what a cashier left in a drawer for the next one, None where nothing waits."""
    people = HandOver.objects.select_related("drawer", "given__cashier")
    return people.filter(drawer__club_id=club_id, drawer_id=drawer_id, taken=None).first()


def waiting_hand_overs(club_id: int) -> list[HandOver]:
    """Return the drawers that wait for the next cashier, by name."""
    people = HandOver.objects.select_related("drawer", "given__cashier")
    return list(people.filter(drawer__club_id=club_id, taken=None).order_by("drawer__name"))


@kept_sql
def hand_overs_of(shift: Shift) -> QuerySet[HandOver]:
    """Return how a shift was taken over and how it was handed on."""
    found = HandOver.objects.filter(Q(given=shift) | Q(taken=shift))
    people = found.select_related("given__cashier", "taken__cashier", "second", "drawer")
    return people.order_by("id")


@kept_sql
def shift_notes(shift: Shift) -> QuerySet[ShiftNote]:
    """Return what was written down about a shift, in its order."""
    return ShiftNote.objects.filter(shift=shift).select_related("written_by").order_by("id")


def counted_by(shift: Shift) -> set[int]:
    """Return whose hands counted a shift as its cashier: theirs, and who held their API key."""
    counts = Count.objects.filter(shift=shift).values_list("act_id", flat=True)
    return own_hands(list(counts), shift.cashier_id)


@kept_sql
def count_lines(shift: Shift, moment: str) -> QuerySet[CountLine]:
    """Return the latest count of a moment, largest denomination first."""
    latest = Count.objects.filter(shift=shift, moment=moment).order_by("-id").values("id")[:1]
    return CountLine.objects.filter(count__in=latest).order_by("tender", "-cents")
