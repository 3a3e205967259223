"""What each shift was handed, took in, gave out, counted and missed."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Any

from django.db.models import Q, QuerySet

from casino.approvals.queries import decisions
from casino.bookkeeping.queries.registers import OF_SHIFTS, REGISTERS
from casino.cage.models import CountLine, Shift, VaultMoveLine
from casino.cage.queries.over_short_days import (
    over_short_of_day,
    put_right_between,
    put_right_later,
    shift_of,
)
from casino.cage.queries.tallies import over_short_entries, tally
from casino.cage.reports import RollForward, roll_forwards
from casino.messages import msg
from casino.reports.queries.as_of import as_of, name_drawers
from casino.reports.sheet import SAYS, Report, ReportParams, left_out, without_sums
from casino.sheets.columns import cents, count, day, instant, text
from casino.sheets.sheet import Link, Sheet, SheetRow

DRAWER = "cash:drawer"
# Counts of the vault in one report.
MAX_ROWS = 1_000
# What of a line of over/short leads to its entry.
FIGURES = ("difference_cents", "booked_cents")


def shifts(asked: ReportParams) -> Sheet:
    """
    Return every shift: float, what came and went, what was counted, over or short.

    As the day of its count has it; what a later day put right is a line of that day.
    """
    rows, hidden, known = [], [], {"known_at": asked.known_at}
    for shift in _found(asked):
        cash, closed = tally(shift, **known).cash, shift.state == Shift.State.CLOSED
        # With the float they say what should be there.
        seen = closed or not asked.unseen.hides(DRAWER, shift.gaming_day, shift.drawer_id)
        hidden += [] if seen else [str(shift.drawer)]
        of_day = over_short_of_day(shift, **known) if closed else None
        rows.append(
            SheetRow(
                cells=(
                    shift.gaming_day,
                    str(shift.drawer),
                    str(shift.cashier),
                    cash.opening_cents,
                    cash.in_cents if seen else None,
                    cash.out_cents if seen else None,
                    cash.counted_cents if closed else None,
                    of_day.cents if of_day else None,
                    of_day.why if of_day else msg("not closed"),
                ),
                why=_shift(shift),
            )
        )
    rows += [
        SheetRow(
            cells=(
                *(each.day, str(each.shift.drawer), str(each.shift.cashier), *[None] * 4),
                *(each.cents, each.concerns),
            ),
            why=_shift(each.shift),
        )
        for shift in _found(asked, put_right_between(asked.club_id, asked.first, asked.last))
        for each in put_right_later(shift, **known)
        if asked.first <= each.day <= asked.last
    ]
    rows.sort(key=lambda row: row.cells[0])
    columns = (
        day(),
        text("drawer", msg("Drawer")),
        text("cashier", msg("Cashier")),
        cents("float", msg("Float"), summed=False),
        cents("in", msg("In")),
        cents("out", msg("Out")),
        cents("counted", msg("Counted"), summed=False),
        cents("over_short", msg("Over/short")),
        text("reason", msg("Reason")),
    )
    shown = without_sums(columns) if hidden else columns
    return Sheet(columns=shown, rows=rows, notes=left_out(hidden))


def counts(asked: ReportParams) -> Sheet:
    """Return the sheet of each shift: every kind of note and chip, from opening to close."""
    rows, moved = [], _of_the_vault(asked)
    for shift, each in _register(asked, "shift-sheet"):
        if each["note"]:  # the whole, which stands among the shifts
            continue
        denomination, opened, closed = (
            each[name] for name in ("denomination_cents", "qty_open", "qty_counted")
        )
        amounts = [None if number is None else number * denomination for number in (opened, closed)]
        cells = (shift.pk, each["desk"], str(shift.cashier), SAYS[each["kind"]], denomination)
        exchanged = moved.pop((shift, each["kind"], denomination), (None, None))
        rows.append(
            SheetRow(cells=(*cells, opened, *exchanged, closed, *amounts), why=_shift(shift))
        )
    for (shift, kind, denomination), exchanged in moved.items():  # fetched and given out again
        cells = (shift.pk, str(shift.drawer), str(shift.cashier), SAYS[kind], denomination)
        rows.append(SheetRow(cells=(*cells, None, *exchanged, None, None, None), why=_shift(shift)))
    columns = (
        count("shift", msg("Shift"), summed=False),
        text("drawer", msg("Drawer")),
        text("cashier", msg("Cashier")),
        text("of", msg("Of")),
        cents("piece", msg("Denomination"), summed=False),
        count("opened_pieces", msg("At opening"), summed=False),
        count("fetched_pieces", msg("From the vault"), summed=False),
        count("brought_pieces", msg("To vault"), summed=False),
        count("counted_pieces", msg("At close"), summed=False),
        # Cash and chips, and the shifts of a drawer one after another, are no sum.
        cents("opened", msg("Value at opening"), summed=False),
        cents("counted", msg("Value at close"), summed=False),
    )
    return Sheet(columns=columns, rows=rows)


def over_short(asked: ReportParams) -> Sheet:
    """
    Return by closed shift what cash and chips should have been, were, and the difference.

    And what of it was booked, on the day of the booking: a shift over the close has a later one,
    and so has what is put right of a sealed day's.
    """

    @cache
    def booked(shift: Shift, on: date) -> dict[str, Link]:
        every = over_short_entries(shift, known_at=asked.known_at)
        found = [each for each in every if each.gaming_day == on]
        to = Link(route="entry", ids=(found[0].id,)) if found else _shift(shift)
        return dict.fromkeys(("difference", "booked"), to)

    closed = Shift.objects.filter(
        Q(closed_at__gte=asked.since)
        | Q(pk__in=put_right_between(asked.club_id, asked.first, asked.last)),
        club_id=asked.club_id,
        gaming_day__lte=asked.last,
    )
    rows = [
        SheetRow(
            cells=(
                each["booked_on"],
                shift.pk,
                str(shift.cashier),
                SAYS[each["kind"]],
                each["expected_cents"],
                each["counted_cents"],
                each["difference_cents"],
                each["booked_cents"],
                _of_its_day(shift, each),
            ),
            why=_shift(shift),
            links=booked(shift, each["booked_on"]) if any(each[name] for name in FIGURES) else {},
        )
        for shift, each in _register(asked, "over-short", closed)
        if shift.state == Shift.State.CLOSED and asked.first <= each["booked_on"] <= asked.last
    ]
    columns = (
        day(),
        count("shift", msg("Shift"), summed=False),
        text("cashier", msg("Cashier")),
        text("of", msg("Of")),
        cents("expected", msg("Expected"), summed=False),
        cents("counted", msg("Counted"), summed=False),
        cents("difference", msg("Over/short"), of="counted -expected"),
        cents("booked", msg("In the books")),
        text("reason", msg("Reason")),
    )
    return Sheet(columns=columns, rows=rows)


def vault_denominations(asked: ReportParams) -> Sheet:
    """Return each denomination of the vault from count to count: opening, in, out, closing."""
    rolls = roll_forwards(
        asked.club_id, first=asked.first, last=asked.last, limit=MAX_ROWS, known_at=asked.known_at
    )
    counts = [count for each in rolls for count in (each.before, each.count) if count]
    signed = decisions({count.act_id for count in counts})
    rows = []
    for each in rolls:
        links = _flows(asked, each)
        if each.before:
            links["opening"] = Link(route="approval", ids=(signed[each.before.act_id],))
        why = Link(route="approval", ids=(signed[each.count.act_id],))
        for row in each.rows:
            quantities = (row.opening, row.inflow, row.outflow, row.otherwise, row.closing)
            when = (each.count.gaming_day, each.count.counted_at)
            cells = (*when, CountLine.Tender(row.tender).label, row.cents, *quantities)
            rows.append(SheetRow(cells=cells, why=why, links=links))
    columns = (
        day(),
        instant("counted_at", msg("Counted")),
        text("of", msg("Of")),
        cents("piece", msg("Denomination"), summed=False),
        count("opening", msg("Opening"), summed=False),
        count("came", msg("In"), summed=False),
        count("went", msg("Out"), summed=False),
        count("otherwise", msg("Difference"), summed=False, of="closing -opening -came went"),
        count("closing", msg("Closing"), summed=False),
    )
    return Sheet(columns=columns, rows=rows)


SHIFTS = Report(
    name="shifts",
    title=msg("Shifts"),
    question=msg("Float, receipts, payments, count and over/short of each cashier."),
    group=msg("Money"),
    make=shifts,
)
COUNTS = Report(
    name="shift-sheets",
    title=msg("Shift sheets"),
    question=msg("Opening and closing notes and chips of each shift, by denomination."),
    group=msg("Money"),
    make=counts,
)
VAULT = Report(
    name="vault-pieces",
    title=msg("Vault by denomination"),
    question=msg("Vault movements between counts, by denomination."),
    group=msg("Money"),
    make=vault_denominations,
)
OVER_SHORT = Report(
    name="over-short",
    title=msg("Over/short"),
    question=msg("Expected and counted amounts of each drawer, with reasons for variances."),
    group=msg("Money"),
    make=over_short,
)


def _found(asked: ReportParams, found: QuerySet[Shift] | None = None) -> list[Shift]:
    """Return the shifts of the days, or those found, as they were known."""
    if found is None:
        days = (asked.first, asked.last)
        found = Shift.objects.filter(club_id=asked.club_id, gaming_day__range=days)
    named = found.select_related("drawer", "cashier").order_by("opened_at", "id")
    known = as_of(named, asked.known_at)
    name_drawers(known, asked.known_at)
    return known


def _register(
    asked: ReportParams, slug: str, found: QuerySet[Shift] | None = None
) -> Iterator[tuple[Shift, dict[str, Any]]]:
    """Yield each shift with its rows of a register, by the names of its columns."""
    columns, rows_of = REGISTERS[slug].columns, OF_SHIFTS[slug]
    for shift in _found(asked, found):
        for row in rows_of(shift, known_at=asked.known_at):
            yield shift, dict(zip(columns, row, strict=True))


def _of_the_vault(
    asked: ReportParams,
) -> dict[tuple[Shift, str, int], tuple[int | None, int | None]]:
    """Return how many of each denomination each shift fetched from the vault, and brought there."""
    lines = VaultMoveLine.objects.filter(move__shift__in=_found(asked))
    if asked.known_at:
        lines = lines.filter(move__moved_at__lte=asked.known_at)
    people = lines.select_related("move__shift__drawer", "move__shift__cashier")
    found: dict[tuple[Shift, str, int], list[int | None]] = {}
    for line in people.order_by("move_id", "tender", "-cents"):
        sums = found.setdefault((line.move.shift, line.tender, line.cents), [None, None])
        way = 0 if line.move.fetched else 1
        sums[way] = (sums[way] or 0) + line.quantity
    return {key: (fetched, brought) for key, (fetched, brought) in found.items()}


def _flows(asked: ReportParams, roll: RollForward) -> dict[str, Link]:
    """Return where the floats and the closing drawers stand by denomination."""
    first = roll.before.gaming_day if roll.before else asked.first
    days = {"first": first, "last": roll.count.gaming_day} | asked.known
    return dict.fromkeys(
        ("piece", "came", "went"), Link(route="report", ids=("shift-sheets",), query=days)
    )


def _of_its_day(shift: Shift, row: dict[str, Any]) -> str:
    """Return why a shift was over or short, and which one's it is where another day has it."""
    if row["booked_on"] == shift.gaming_day:
        return str(row["note"])
    booked = shift_of(shift)
    return msg("{reason}; {booked}", reason=row["note"], booked=booked) if row["note"] else booked


def _shift(shift: Shift) -> Link:
    return Link(route="shift", ids=(shift.pk,))
