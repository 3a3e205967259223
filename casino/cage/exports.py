"""Payments due and paid as a file."""

from collections.abc import Iterable

from casino.cage.models import Payable, Payment
from casino.cage.queries import OverShort
from casino.house.models import Club
from casino.web.files import amount, csv_file, text

PAYABLE_COLUMNS = (
    "venue",
    "number",
    "kind",
    "what",
    "guest_code",
    "guest",
    "gaming_day",
    "owed_at",
    "amount",
    "state",
    "paid_at",
    "paid_with",
    "cashier",
    "second_person",
    "drawer",
    "slip",
)


def payables_csv(club: Club, rows: Iterable[tuple[Payable, Payment | None]]) -> bytes:
    """Return payables with how each was paid, instants in UTC."""
    return csv_file(PAYABLE_COLUMNS, (_row(club, *row) for row in rows))


def _row(club: Club, owed: Payable, paid: Payment | None) -> tuple[object, ...]:
    owes = (
        text(club.name),
        owed.pk,
        owed.kind,
        text(owed.about),
        owed.player.code if owed.player else "",
        text(owed.player.name) if owed.player else "",
        owed.gaming_day.isoformat(),
        owed.owed_at.isoformat(),
        amount(owed.cents),
    )
    if paid is None:
        return (*owes, "due", "", "", "", "", "", "")
    return (
        *owes,
        "paid",
        paid.paid_at.isoformat(),
        paid.paid_with,
        text(str(paid.paid_by)),
        text(str(paid.second or "")),
        text(str(paid.shift.drawer)),
        paid.entry.number,
    )


OVER_SHORT_COLUMNS = (
    "venue",
    "gaming_day",
    "drawer",
    "z_number",
    "cashier",
    "opened_at",
    "closed_at",
    "over_short",
    "second_person",
    "forced",
    "reason",
)


def over_short_csv(club: Club, rows: Iterable[OverShort]) -> bytes:
    """Return what each shift was over or short, instants in UTC."""
    return csv_file(OVER_SHORT_COLUMNS, (_over_short(club, row) for row in rows))


def _over_short(club: Club, row: OverShort) -> tuple[object, ...]:
    shift = row.shift
    return (
        text(club.name),
        shift.gaming_day.isoformat(),
        text(str(shift.drawer)),
        shift.z_number or "",
        text(str(shift.cashier)),
        shift.opened_at.isoformat(),
        shift.closed_at.isoformat() if shift.closed_at else "",
        amount(row.cents),
        text(str(shift.second or "")),
        "yes" if shift.forced else "no",
        text(shift.reason),
    )
