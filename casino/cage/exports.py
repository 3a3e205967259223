"""Payments due and paid as a file."""

from collections.abc import Iterable, Mapping

from casino.cage.models import Payable, Payment
from casino.cage.queries.due import every_withheld_cents
from casino.cage.queries.tallies import OverShort
from casino.house.models import Club
from casino.sheets.columns import of_file
from casino.sheets.files import csv_file

PAYABLE_COLUMNS = of_file(
    "venue number kind what guest_code guest gaming_day owed_at amount:cents state paid_at "
    "paid_with cashier second_person drawer slip withheld:cents"
)


def payables_csv(club: Club, rows: Iterable[tuple[Payable, Payment | None]]) -> bytes:
    """Return payables with how each was paid, instants in UTC."""
    kept = every_withheld_cents(club.pk)
    return csv_file(PAYABLE_COLUMNS, (_row(club, *row, kept) for row in rows))


def _row(
    club: Club, owed: Payable, paid: Payment | None, kept: Mapping[int, int]
) -> tuple[object, ...]:
    owes = (
        club.name,
        owed.pk,
        owed.kind,
        owed.about,
        owed.player.code if owed.player else "",
        owed.player.name if owed.player else "",
        owed.gaming_day,
        owed.owed_at,
        owed.cents,
    )
    if paid is None:
        return (*owes, "reversed" if owed.reversal_id else "due", "", "", "", "", "", "", None)
    return (
        *owes,
        "paid",
        paid.paid_at,
        paid.paid_with,
        str(paid.paid_by),
        str(paid.second or ""),
        str(paid.shift.drawer),
        paid.entry.number,
        kept.get(paid.entry_id, 0),
    )


OVER_SHORT_COLUMNS = of_file(
    "venue gaming_day drawer z_number cashier opened_at closed_at over_short:cents "
    "second_person forced reason corrected"
)


def over_short_csv(club: Club, rows: Iterable[OverShort]) -> bytes:
    """Return what each shift was over or short, instants in UTC."""
    return csv_file(OVER_SHORT_COLUMNS, (_over_short(club, row) for row in rows))


def _over_short(club: Club, row: OverShort) -> tuple[object, ...]:
    shift = row.shift
    return (
        club.name,
        shift.gaming_day,
        str(shift.drawer),
        shift.z_number or "",
        str(shift.cashier),
        shift.opened_at,
        shift.closed_at,
        row.cents,
        str(shift.second or ""),
        shift.forced,
        shift.reason,
        row.is_corrected,
    )
