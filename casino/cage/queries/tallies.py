"""Slips of a drawer, and what it should hold by them."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db import models
from django.db.models import Q, QuerySet

from casino.cage.models import Count, CountCorrection, CountLine, Shift, SlipPrint
from casino.cage.queries.count_corrections import (
    corrected_cents,
    count_corrections,
    moved_earlier,
)
from casino.cage.rules import Tally
from casino.db import asked_once
from casino.kept_sql import kept_sql
from casino.ledger.queries import documents
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.gaming_days import day
from casino.ledger.queries.rows import EntryRow
from casino.ledger.queries.slip_sums import SlipSums, slip_sums
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound

CASH = ("cash:drawer",)
# Chips that guests hold or play with came out of the rack, and those from the vault went into it.
RACK = ("chips:floor", "chips:table", "chips:stock", "chips:rack")
CLOSED, EMPTIED = "cage.drawer_counted", "cage.drawer_emptied"
COUNTED = {CLOSED, "cage.hand_over_differed"}
# What lies on over/short of the counts of drawers.
OF_COUNTS = COUNTED | {"cage.count_corrected"}
SHIFTS_AT_A_TIME = 200
CASH_ONLY = {"cage.float_issued", EMPTIED} | COUNTED


@dataclass(frozen=True, kw_only=True, slots=True)
class ShiftTally:
    """Cash and chips of a shift: what should be there and what was counted."""

    cash: Tally
    chips: Tally


@dataclass(frozen=True, kw_only=True, slots=True)
class CountFigure:
    """What a count of a drawer came to, in cents."""

    act_id: int
    counted_at: datetime
    cash_cents: int
    chips_cents: int

    @property
    def cents(self) -> int:
        return self.cash_cents + self.chips_cents

    def as_plain(self) -> dict[str, int]:
        return {"cash_cents": self.cash_cents, "chips_cents": self.chips_cents}


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
    is_corrected: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectedCount:
    """What was put right, and both counts, None where they stand; a slip that moved earlier."""

    correction: CountCorrection
    wrong: CountFigure | None
    right: CountFigure | None
    moved_earlier_id: int | None


def corrected_counts(shift: Shift) -> list[CorrectedCount]:
    """Return what was put right of a shift's counts, in its order."""
    corrections = count_corrections(shift)
    ids = [which for each in corrections for which in (each.wrong_id, each.right_id) if which]
    counts = Count.objects.filter(id__in=ids).prefetch_related("lines") if ids else ()
    figures = {each.pk: figure_of(each) for each in counts}
    moved = moved_earlier(corrections)
    return [
        CorrectedCount(
            correction=each,
            wrong=figures.get(each.wrong_id or 0),
            right=figures.get(each.right_id or 0),
            moved_earlier_id=moved.get(each.act_id),
        )
        for each in corrections
    ]


def over_short(club_id: int, *, limit: int = SHIFTS_AT_A_TIME) -> list[OverShort]:
    """Return the counts of the latest shifts against the books, the latest first."""
    return _against_books(club_id, list(_closed(club_id)[:limit]))


def every_over_short(club_id: int, *days: date) -> Iterator[OverShort]:
    """Yield the count of every closed shift, or of those of some days, the latest first."""
    closed = _closed(club_id).filter(gaming_day__range=days) if days else _closed(club_id)
    ids = list(closed.values_list("id", flat=True))
    for start in range(0, len(ids), SHIFTS_AT_A_TIME):
        some = ids[start : start + SHIFTS_AT_A_TIME]
        yield from _against_books(club_id, list(_closed(club_id).filter(id__in=some)))


def _closed(club_id: int) -> QuerySet[Shift]:
    shifts = Shift.objects.filter(club_id=club_id, state=Shift.State.CLOSED)
    return shifts.select_related("drawer", "cashier", "second").order_by("-closed_at", "-id")


def _against_books(club_id: int, found: list[Shift]) -> list[OverShort]:
    counted = documents.numbered(
        club_id,
        COUNTED,
        series_ids={each.drawer.series_id for each in found},
        since=min((each.opened_at for each in found), default=None),
        until=max((each.closed_at for each in found if each.closed_at), default=None),
    )
    corrected = corrected_cents([each.pk for each in found])
    return [
        OverShort(
            shift=each,
            cents=_over_short(each, counted) + corrected[each.pk],
            is_corrected=each.pk in corrected,
        )
        for each in found
    ]


def slips(shift: Shift, *, page: Page | None = None) -> list[EntryRow]:
    """Return the latest slips of a shift, latest first."""
    series_id, (since, until) = shift.drawer.series_id, (shift.opened_at, shift.closed_at)
    return documents.slips(shift.club_id, series_id, since=since, until=until, page=page)


def slip(club_id: int, entry_id: int) -> EntryRow:
    """Return a numbered entry of the club. Raises NotFound."""
    found = documents.entry(club_id, entry_id)
    if found is None or found.number is None:
        raise NotFound(msg("There is no such slip in this club."))
    return found


def moved_cents(slip: EntryRow) -> int:
    """Return the amount of a slip: what its accounts were debited."""
    return sum(line.cents for line in slip.lines if line.cents > 0)


def printed(slip: EntryRow) -> dict[str, Any]:
    """
    Return what the paper of a slip says of its money.

    over_cents: what a count was over (positive) or short, None of what is no count; by_ticket: no
    money came in for what was sold.
    """
    counts = slip.kind in OF_COUNTS
    return {
        "amount_cents": moved_cents(slip),
        "over_cents": -slip.cents_on("expense:over-short") if counts else None,
        "by_ticket": slip.kind.endswith("_sold") and slip.cents_on("tickets") > 0,
    }


def prints(entry_id: int) -> int:
    """Return how often a slip was printed."""
    return SlipPrint.objects.filter(entry_id=entry_id).count()


def over_short_cents(shift: Shift, *, known_at: datetime | None = None) -> int:
    """
    Return what a shift's counts were over (positive) or short, known by then.

    As they were booked, and what was booked when they were put right.
    """
    booked = _over_short(shift, count_entries(shift, COUNTED, known_at=known_at))
    return booked + corrected_cents([shift.pk], known_at=known_at)[shift.pk]


def booked_over_cents(
    shift: Shift, *, known_at: datetime | None = None
) -> dict[date, dict[str, int]]:
    """
    Return by gaming day what of cash and chips a closed shift was over (positive) or short.

    As booked, known by then, the day of its closing count first: chips beyond those that guests
    hold are no money, a count when a drawer was taken over lies before.
    """
    found = {day_of_count(shift, "closing"): {"cash": 0, "chips": 0}}
    for each in over_short_entries(shift, known_at=known_at):
        chips = each.cents_on("chips:floor")
        sums = found.setdefault(each.gaming_day, {"cash": 0, "chips": 0})
        sums["chips"] += chips
        sums["cash"] -= each.cents_on("expense:over-short") + chips
    return found


def closed_alone_cents(closing: Shift) -> int:
    """Return what the cashier's other shifts of the day were off that nobody else signed."""
    own = Shift.objects.filter(cashier_id=closing.cashier_id, club_id=closing.club_id, second=None)
    alone = own.filter(gaming_day=closing.gaming_day, state=Shift.State.CLOSED)
    found = (booked_over_cents(each) for each in alone.exclude(id=closing.pk))
    return sum(abs(cents) for days in found for of in days.values() for cents in of.values())


def over_short_entries(shift: Shift, *, known_at: datetime | None = None) -> list[EntryRow]:
    """Return the entries of the shift's counts and of their corrections, known by then."""
    corrections = count_corrections(shift, known_at=known_at)
    ids = [each.entry_id for each in corrections if each.entry_id]
    corrected = documents.entries(shift.club_id, Q(id__in=ids)) if ids else []
    return [*count_entries(shift, COUNTED, known_at=known_at), *corrected]


def count_entries(
    shift: Shift, kinds: Collection[str], *, known_at: datetime | None = None
) -> list[EntryRow]:
    """Return the slips of some kinds of a shift's counts, in order, known by then."""
    counted = documents.numbered(
        shift.club_id,
        kinds,
        series_ids={shift.drawer.series_id},
        since=shift.opened_at,
        until=shift.closed_at,
        known_at=known_at,
    )
    return [each for each in counted if _is_of(shift, each)]


def day_of_count(shift: Shift, moment: str) -> date:
    """Return the gaming day on which a count of a shift was booked."""
    booked = count_entries(shift, [CLOSED, EMPTIED]) if moment == Count.Moment.CLOSING else []
    return booked[-1].gaming_day if booked else shift.gaming_day


def sealed_counts(shift: Shift) -> set[str]:
    """Return the counts of a shift whose gaming day is sealed: the moment of each."""
    found = {each: day(shift.club_id, day_of_count(shift, each)) for each in Count.Moment.values}
    return {moment for moment, of in found.items() if of is not None and of.state == "sealed"}


def _over_short(shift: Shift, counted: list[EntryRow]) -> int:
    return -sum(slip.cents_on("expense:over-short") for slip in counted if _is_of(shift, slip))


def _is_of(shift: Shift, slip: EntryRow) -> bool:
    return (
        slip.series_id == shift.drawer.series_id
        and shift.opened_at <= slip.happened_at
        and (shift.closed_at is None or slip.happened_at <= shift.closed_at)
    )


def tally(shift: Shift, *, known_at: datetime | None = None) -> ShiftTally:
    """
    Return what the drawer should hold and what was counted last, in cash and in chips.

    Chips leave a drawer when guests get them, and come back when guests hand them in. known_at:
    what was written down later is left out.
    """
    cash, chips = (
        [each for each in _sums(shift, codes, known_at) if each.kind not in CASH_ONLY]
        for codes in (CASH, RACK)
    )
    return ShiftTally(
        cash=Tally(
            opening_cents=_counted(shift, "opening", "cash", known_at),
            in_cents=sum(each.in_cents for each in cash),
            out_cents=sum(each.out_cents for each in cash),
            counted_cents=_counted(shift, "closing", "cash", known_at),
        ),
        chips=Tally(
            opening_cents=_counted(shift, "opening", "chips", known_at),
            in_cents=sum(each.in_cents for each in chips),
            out_cents=sum(each.out_cents for each in chips),
            counted_cents=_counted(shift, "closing", "chips", known_at),
        ),
    )


def closing_counts(shift: Shift) -> list[CountFigure]:
    """Return every closing count of a shift, the first one first: it decides who signs."""
    return [figure_of(each) for each in _closing_counts(shift)]


@kept_sql
def _closing_counts(shift: Shift) -> QuerySet[Count]:
    found = Count.objects.filter(shift=shift, moment=Count.Moment.CLOSING)
    return found.prefetch_related("lines").order_by("id")


def recounts(act_ids: Collection[int]) -> dict[int, list[CountFigure]]:
    """Return of each act that counted a drawer again every figure up to its own, in order."""
    closing = Count.objects.filter(moment=Count.Moment.CLOSING)
    again = list(closing.filter(act_id__in=act_ids))
    of_shifts = closing.filter(shift__in={each.shift_id for each in again})
    twice = of_shifts.values("shift").annotate(many=models.Count("id")).filter(many__gt=1)
    every = closing.filter(shift__in=twice.values("shift")).order_by("id")
    counts: dict[int, list[CountFigure]] = {}
    for each in every.prefetch_related("lines"):
        counts.setdefault(each.shift_id, []).append(figure_of(each))
    found = {}
    for each in again:
        figures = [one for one in counts.get(each.shift_id, ()) if one.act_id <= each.act_id]
        if len(figures) > 1:
            found[each.act_id] = figures
    return found


def at_count(result: ShiftTally, figure: CountFigure) -> ShiftTally:
    """Return a tally as another count of the same shift makes it."""
    return ShiftTally(
        cash=replace(result.cash, counted_cents=figure.cash_cents),
        chips=replace(result.chips, counted_cents=figure.chips_cents),
    )


def figure_of(count: Count) -> CountFigure:
    """Return what a count came to."""
    cents = dict.fromkeys(CountLine.Tender.values, 0)
    for line in count.lines.all():
        cents[line.tender] += line.cents * line.quantity
    return CountFigure(
        act_id=count.act_id,
        counted_at=count.counted_at,
        cash_cents=cents["cash"],
        chips_cents=cents["chips"],
    )


def movements(shift: Shift, *, blind: bool) -> list[Movement]:
    """
    Return a shift's slips by kind; blind: how many of each, and nothing of how much.

    Sums of what came in and went out would say what should be there.
    """
    return [
        Movement(
            kind=each.kind,
            number=each.number,
            cash_cents=None if blind else each.in_cents - each.out_cents,
        )
        for each in _sums(shift, CASH, None)
    ]


def beside_drawer_cents(shift: Shift) -> tuple[int, int]:
    """Return what a shift sold by card and wire, and what it paid out by wire."""
    sums = {each.kind: each.in_cents - each.out_cents for each in _sums(shift, ("bank",), None)}
    paid = sum(cents for kind, cents in sums.items() if kind.startswith("cage.paid_out"))
    return sum(sums.values()) - paid, -paid


@asked_once
def _sums(shift: Shift, codes: tuple[str, ...], known_at: datetime | None) -> list[SlipSums]:
    return slip_sums(
        shift.club_id,
        shift.drawer.series_id,
        codes,
        since=shift.opened_at,
        until=shift.closed_at,
        known_at=known_at,
    )


def _counted(shift: Shift, moment: str, tender: str, known_at: datetime | None) -> int:
    """Return the value of the latest count of a moment."""
    # Summed here: a million large chips come to more than the columns multiply.
    return sum(
        line.cents * line.quantity
        for line in _latest_count(shift, moment, known_at)
        if line.tender == tender
    )


@asked_once
@kept_sql
def _latest_count(shift: Shift, moment: str, known_at: datetime | None) -> QuerySet[CountLine]:
    counts = recorded_by(Count.objects.filter(shift=shift, moment=moment), known_at)
    return CountLine.objects.filter(count__in=counts.order_by("-id").values("id")[:1])
