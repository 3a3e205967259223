"""What is owed to another guest than its award said: which payment it was, and which it is."""

from collections.abc import Iterator

from casino.cage.models import Payable
from casino.cage.queries.due import origin, payable
from casino.ledger.queries import documents
from casino.ledger.queries.rows import EntryRow

ANEW = "cage.owed_to_another"


def renamed_by(owed: Payable) -> Iterator[EntryRow]:
    """Yield the entries by which a payment is another guest's, the latest first."""
    while (first := origin(owed)).kind == ANEW:
        yield first
        owed = _before(owed, first)


def awarded_by(owed: Payable) -> EntryRow:
    """Return the entry that awarded what is owed, whoever it was owed to then."""
    return origin(first_owed(owed))


def first_owed(owed: Payable) -> Payable:
    """Return the payment that the award made, of one that was owed to another guest since."""
    for each in renamed_by(owed):
        owed = _before(owed, each)
    return owed


def now_owed(owed: Payable) -> Payable:
    """Return the payment that the award's one is now: itself, unless it is another guest's."""
    while entry := documents.entry(owed.club_id, owed.reversal_id or 0):
        if entry.kind != ANEW:
            break
        owed = payable(owed.club_id, next(line.ref for line in entry.lines if line.cents < 0))
    return owed


def _before(owed: Payable, by: EntryRow) -> Payable:
    return payable(owed.club_id, next(line.ref for line in by.lines if line.cents > 0))
