"""What shifts handed over, what is owed by name, what a guest did."""

from django.db.models import Q

from casino.cage import queries as cage
from casino.cage.models import Shift
from casino.ledger import queries as ledger
from casino.reports.sheet import Asked, Column, Link, Report, Row, Sheet, cents, count, day, text


def shifts(asked: Asked) -> Sheet:
    """Return every shift: float, what came and went, what was counted, over or short."""
    found = Shift.objects.filter(
        club_id=asked.club_id, gaming_day__range=(asked.first, asked.last)
    ).select_related("drawer", "cashier")
    rows = []
    for shift in found.order_by("opened_at", "id"):
        cash, closed = cage.tally(shift).cash, shift.state == Shift.State.CLOSED
        rows.append(
            Row(
                cells=(
                    shift.gaming_day,
                    str(shift.drawer),
                    str(shift.cashier),
                    cash.opening_cents,
                    cash.in_cents,
                    cash.out_cents,
                    cash.counted_cents if closed else None,
                    cage.over_short_cents(shift) if closed else None,
                    shift.reason if closed else "not closed",
                ),
                why=Link(route="shift", ids=(shift.pk,)),
            )
        )
    columns = (
        day(),
        text("drawer", "Drawer"),
        text("cashier", "Cashier"),
        cents("float", "Float"),
        cents("in", "In"),
        cents("out", "Out"),
        cents("counted", "Counted"),
        cents("over_short", "Over or short"),
        text("reason", "Reason"),
    )
    return Sheet(columns=columns, rows=rows)


def payments(asked: Asked) -> Sheet:
    """Return what was owed by name at the end of the last day, the oldest first."""
    rows = [
        Row(
            cells=(
                each.pk,
                each.kind,
                each.about,
                str(each.player) if each.player else "to be named",
                each.gaming_day,
                (asked.last - each.gaming_day).days,
                each.cents,
            ),
            why=Link(route="payment", ids=(each.pk,)),
        )
        for each in cage.due_after(asked.club_id, asked.last)
    ]
    columns = (
        count("number", "Number", summed=False),
        Column(name="kind", title="Kind", kind="event"),
        text("about", "About"),
        text("guest", "Guest"),
        day("since", "Since"),
        count("days", "Days", summed=False),
        cents("amount", "Amount"),
    )
    return Sheet(columns=columns, rows=rows)


def guest(asked: Asked) -> Sheet:
    """Return what one guest bought, redeemed, brought to tables, won and was paid."""
    within = Q(player_id=asked.player_id, gaming_day__range=(asked.first, asked.last))
    found = ledger.entries(asked.club_id, within) if asked.player_id else []
    rows = [
        Row(
            cells=(
                each.happened_at,
                each.gaming_day,
                each.kind,
                each.number,
                sum(line.debit_cents for line in each.lines),
                each.memo,
            ),
            why=Link(route="entry", ids=(each.id,)),
        )
        for each in found
    ]
    columns = (
        Column(name="at", title="When", kind="instant"),
        day(),
        Column(name="event", title="What", kind="event"),
        count("slip", "Slip", summed=False),
        cents("amount", "Amount", summed=False),
        text("note", "Note"),
    )
    return Sheet(columns=columns, rows=rows)


SHIFTS = Report(
    name="shifts",
    title="Shifts",
    question="What did each cashier begin with, take in, give out, count, and miss?",
    group="Money",
    make=shifts,
)
PAYMENTS = Report(
    name="payments",
    title="Payments due",
    question="What was won and approved and not yet paid at the end of the last day?",
    group="Money",
    make=payments,
)
GUEST = Report(
    name="guest",
    title="Statement of a guest",
    question="What did a guest buy, bring, win and get?",
    group="Money",
    make=guest,
    span="guest",
    personal=True,
)
