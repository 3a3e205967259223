"""Reading the cage: shifts, slips, and what a drawer should hold."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import reduce
from operator import and_

from django.db.models import Count as CountOf
from django.db.models import Exists, F, OuterRef, Q, Sum

from casino.cage.models import (
    Bag,
    Count,
    CountLine,
    Drawer,
    HandOver,
    Payable,
    Payment,
    PaymentThresholds,
    Shift,
    SlipPrint,
)
from casino.cage.rules import Tally, Thresholds
from casino.ledger import queries as ledger
from casino.ledger.queries import EntryRow
from casino.refusals import NotFound, Refusal
from casino.words import say

MOST_SLIPS = 1_000_000
LONGEST_NUMBER = 9
WHO_PAID = ("paid_by", "second", "shift__drawer", "entry")
RACK = ("chips:floor", "chips:table", "chips:stock")
COUNTED = {"cage.drawer_counted", "cage.hand_over_differed"}
CASH_ONLY = {"cage.float_issued", "cage.drawer_emptied"} | COUNTED


class ShiftNotOpen(Refusal):
    """Money moves at the desk only in an open shift of one's own."""

    status = 409
    code = "CAGE-001"
    message = say("This shift is not open.")
    next_step = say("Open a shift on a drawer.")


@dataclass(frozen=True, kw_only=True, slots=True)
class ShiftTally:
    """Cash and chips of a shift: what should be there and what was counted."""

    cash: Tally
    chips: Tally


@dataclass(frozen=True, kw_only=True, slots=True)
class Movement:
    """How many slips of a kind a shift has, and what they did to the drawer's cash in cents."""

    kind: str
    number: int
    cash_cents: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class OverShort:
    """What a shift was over (positive) or short, in cents."""

    shift: Shift
    cents: int


def drawers(club_id: int) -> list[Drawer]:
    """Return the club's drawers, by name."""
    return list(Drawer.objects.filter(club_id=club_id).order_by("name", "id"))


def drawer(club_id: int, drawer_id: int) -> Drawer:
    """Return a drawer of the club. Raises NotFound."""
    found = Drawer.objects.filter(club_id=club_id, id=drawer_id).first()
    if found is None:
        raise NotFound(say("There is no such drawer in this club."), field="drawer_id")
    return found


def shift(club_id: int, shift_id: int) -> Shift:
    """Return a shift of the club with its drawer. Raises NotFound."""
    people = Shift.objects.select_related("drawer", "cashier", "second", "opened_with")
    found = people.filter(club_id=club_id, id=shift_id).first()
    if found is None:
        raise NotFound(say("There is no such shift in this club."), field="shift_id")
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
        raise ShiftNotOpen(say("This shift belongs to another cashier."))
    return found


def held_shift(club_id: int, shift_id: int, *, cashier_id: int | None) -> Shift:
    """
    Hold the cashier's own open shift for this transaction, so that its count waits.

    For what does not touch the drawer's account: chips and wires. Raises NotFound, ShiftNotOpen.
    """
    list(Shift.objects.select_for_update(no_key=True).filter(club_id=club_id, id=shift_id))
    return working_shift(club_id, shift_id, cashier_id=cashier_id)


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


def low_places(club_id: int) -> list[tuple[str, int, int]]:
    """Return (place, what it holds, its minimum) of the vault and drawers in use, in cents."""
    vault = ("Vault", ledger.balance_cents(club_id, "cash:vault"))
    found = [(*vault, thresholds(club_id).vault_minimum_cents)]
    for each in open_shifts(club_id):
        held = ledger.balance_cents(club_id, "cash:drawer", each.drawer_id)
        found.append((str(each.drawer), held, each.drawer.minimum_cents or 0))
    return [(place, held, minimum) for place, held, minimum in found if held < minimum]


def waiting_hand_over(club_id: int, drawer_id: int) -> HandOver | None:
    """Return what a cashier left in a drawer for the next one, None where nothing waits."""
    people = HandOver.objects.select_related("drawer", "given__cashier")
    return people.filter(drawer__club_id=club_id, drawer_id=drawer_id, taken=None).first()


def waiting_hand_overs(club_id: int) -> list[HandOver]:
    """Return the drawers that wait for the next cashier, by name."""
    people = HandOver.objects.select_related("drawer", "given__cashier")
    return list(people.filter(drawer__club_id=club_id, taken=None).order_by("drawer__name"))


def hand_overs_of(shift: Shift) -> list[HandOver]:
    """Return how a shift was taken over and how it was handed on."""
    found = HandOver.objects.filter(Q(given=shift) | Q(taken=shift))
    people = found.select_related("given__cashier", "taken__cashier", "second", "drawer")
    return list(people.order_by("id"))


def over_short(club_id: int, *, cashier_id: int | None = None, limit: int = 200) -> list[OverShort]:
    """Return every count of a drawer against the books by cashier, the latest first."""
    shifts = Shift.objects.filter(club_id=club_id, state=Shift.State.CLOSED)
    if cashier_id:
        shifts = shifts.filter(cashier_id=cashier_id)
    found = shifts.select_related("drawer", "cashier", "second").order_by("-closed_at", "-id")
    return [OverShort(shift=each, cents=over_short_cents(each)) for each in found[:limit]]


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
        raise NotFound(say("There is no such slip in this club."))
    return found


def moved_cents(slip: EntryRow) -> int:
    """Return the amount of a slip: the largest of its lines."""
    return max(abs(line.cents) for line in slip.lines)


def prints(entry_id: int) -> int:
    """Return how often a slip was printed."""
    return SlipPrint.objects.filter(entry_id=entry_id).count()


def drawer_of_series(club_id: int, series_id: int) -> Drawer | None:
    """Return the drawer that numbers its slips in a series."""
    return Drawer.objects.filter(club_id=club_id, series_id=series_id).first()


def over_short_cents(shift: Shift, *, known_at: datetime | None = None) -> int:
    """Return what was posted as over (positive) or short at the shift's count, known by then."""
    return -sum(
        slip.cents_on("expense:over-short")
        for slip in slips(shift, limit=MOST_SLIPS)
        if slip.kind in COUNTED and (known_at is None or slip.recorded_at <= known_at)
    )


def tally(shift: Shift) -> ShiftTally:
    """
    Return what the drawer should hold and what was counted last, in cash and in chips.

    Chips leave a drawer when guests get them, and come back when guests hand them in.
    """
    counted = [each for each in slips(shift, limit=MOST_SLIPS) if each.kind not in CASH_ONLY]
    cash = [each.cents_on("cash:drawer") for each in counted]
    # Chips that guests hold or play with came out of the rack; less of them went back into it.
    chips = [sum(map(each.cents_on, RACK)) for each in counted]
    return ShiftTally(
        cash=Tally(
            opening_cents=_counted(shift, "opening", "cash"),
            in_cents=sum(cents for cents in cash if cents > 0),
            out_cents=-sum(cents for cents in cash if cents < 0),
            counted_cents=_counted(shift, "closing", "cash"),
        ),
        chips=Tally(
            opening_cents=_counted(shift, "opening", "chips"),
            in_cents=sum(cents for cents in chips if cents > 0),
            out_cents=-sum(cents for cents in chips if cents < 0),
            counted_cents=_counted(shift, "closing", "chips"),
        ),
    )


def movements(shift: Shift, *, blind: bool) -> list[Movement]:
    """
    Return a shift's slips by kind; blind: how many of each, and nothing of how much.

    Sums of what came in and went out would say what should be there.
    """
    found: dict[str, list[int]] = {}
    for each in slips(shift, limit=MOST_SLIPS):
        found.setdefault(each.kind, []).append(each.cents_on("cash:drawer"))
    return [
        Movement(kind=kind, number=len(cents), cash_cents=None if blind else sum(cents))
        for kind, cents in sorted(found.items())
    ]


def thresholds(club_id: int) -> Thresholds:
    """Return from which amounts a club pays by two, by the manager, to identified players only."""
    own = PaymentThresholds.objects.filter(club_id=club_id).first()
    if own is None:
        return Thresholds()
    return Thresholds(
        second_from_cents=own.second_from_cents,
        manager_from_cents=own.manager_from_cents,
        identify_from_cents=own.identify_from_cents,
        count_second_over_cents=own.count_second_over_cents,
        count_manager_over_cents=own.count_manager_over_cents,
        reverse_alone_under_cents=own.reverse_alone_under_cents,
        reverse_manager_from_cents=own.reverse_manager_from_cents,
        vault_minimum_cents=own.vault_minimum_cents,
        float_alone_under_cents=own.float_alone_under_cents,
    )


def payable(club_id: int, payable_id: int) -> Payable:
    """Return a payment due of the club, paid or not. Raises NotFound."""
    found = Payable.objects.select_related("player").filter(club_id=club_id, id=payable_id).first()
    if found is None:
        raise NotFound(say("There is no such payment in this club."), field="payable_id")
    return found


def held_payable(club_id: int, payable_id: int) -> Payable:
    """Hold a payment due for this transaction. Raises NotFound."""
    payable(club_id, payable_id)
    held = Payable.objects.select_for_update(no_key=True, of=("self",))
    return held.select_related("player").get(id=payable_id)


def needs_document(payable: Payable) -> bool:
    """Return whether the guest is to be identified before this is paid."""
    known = payable.player is not None and payable.player.identified
    return not known and payable.cents >= thresholds(payable.club_id).identify_from_cents


def payment_of(payable: Payable) -> Payment | None:
    """Return how a payable was paid, None while it is due."""
    paid = Payment.objects.filter(payable=payable, reversal=None)
    return paid.select_related(*WHO_PAID, "payable__club").first()


def taken_back(payable: Payable) -> list[Payment]:
    """Return the payments that were taken back, the first one first."""
    found = Payment.objects.filter(payable=payable, reversal__isnull=False).order_by("id")
    return list(found.select_related(*WHO_PAID, "reversal"))


def origin(payable: Payable) -> EntryRow:
    """Return the entry that owes it, with its because."""
    of_act = ledger.act_entries(payable.club_id, payable.act_id)
    return next(
        entry
        for entry in of_act
        if ("payable", payable.pk) in {(line.code, line.ref) for line in entry.lines}
    )


def payment_booked(entry_id: int) -> Payment | None:
    """Return the payment that an entry booked, None when it is another kind of slip."""
    return Payment.objects.select_related("paid_by", "second").filter(entry_id=entry_id).first()


def cash_handed_cents(club_id: int, act_id: int) -> int:
    """Return what left a drawer in an act, rounding and all."""
    return -sum(entry.cents_on("cash:drawer") for entry in ledger.act_entries(club_id, act_id))


def payables(club_id: int, text: str = "") -> list[Payable]:
    """Return what is still to be paid, the oldest first; text: words, names, or a number."""
    due = Payable.objects.due().filter(club_id=club_id).select_related("player")
    if words := text.split():
        found = reduce(
            and_, (Q(about__icontains=word) | Q(player__name__icontains=word) for word in words)
        )
        if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
            found |= Q(id=int(text)) | Q(player__code=int(text))
        due = due.filter(found)
    return list(due.order_by("owed_at", "id"))


def due_total(club_id: int) -> tuple[int, int]:
    """Return how many payments are due and what they come to, in cents."""
    due = Payable.objects.due().filter(club_id=club_id)
    found = due.aggregate(number=CountOf("id"), cents=Sum("cents"))
    return found["number"], found["cents"] or 0


def due_after(club_id: int, day: date, *, known_at: datetime | None = None) -> list[Payable]:
    """
    Return what was still to be paid at the end of a gaming day, the oldest first.

    known_at: what was written down later is left out.
    """
    stands = Q(reversal=None) | Q(reversal__gaming_day__gt=day)
    paid = Payment.objects.filter(stands, payable=OuterRef("pk"), entry__gaming_day__lte=day)
    owed = ledger.known(Payable.objects.filter(club_id=club_id, gaming_day__lte=day), known_at)
    due = owed.filter(~Exists(ledger.known(paid, known_at, by="entry")))
    return list(due.select_related("player").order_by("owed_at", "id"))


def payables_with_payments(club_id: int) -> list[tuple[Payable, Payment | None]]:
    """Return every payable with how it was paid, None while it is due, in order of their ids."""
    paid = Payment.objects.filter(payable__club_id=club_id, reversal=None)
    how = {each.payable_id: each for each in paid.select_related(*WHO_PAID)}
    owed = Payable.objects.filter(club_id=club_id).select_related("player").order_by("id")
    return [(each, how.get(each.pk)) for each in owed]


def payments(club_id: int, *, limit: int = 50) -> list[Payment]:
    """Return what was paid, the latest first."""
    found = Payment.objects.filter(payable__club_id=club_id)
    return list(found.select_related("payable__player", *WHO_PAID).order_by("-id")[:limit])


def bag(club_id: int, bag_id: int) -> Bag:
    """Return a bag of the club. Raises NotFound."""
    found = Bag.objects.filter(club_id=club_id, id=bag_id).first()
    if found is None:
        raise NotFound(say("There is no such bag in this club."), field="bag_id")
    return found


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
