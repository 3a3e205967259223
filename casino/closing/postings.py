"""What the office books: entries that come late."""

from datetime import date

from casino.ledger.entries import Draft, credit, debit, posting
from casino.messages import msg

# Accounts that no hand, ticket, count or guest's name stands behind; whatever is proved by one of
# those is corrected there.
LATE_ACCOUNTS = (
    "bank",
    "cash:vault",
    "clearing:bar",
    "tips",
    "expense:overlay",
    "expense:over-short",
    "expense:rounding",
    "equity:funding",
)


@posting("office.late_entry_booked", msg("Late entry"))
def late_entry_booked(
    *, debit_code: str, credit_code: str, cents: int, concerns: date, document: str, reason: str
) -> Draft:
    """Return the entry of today that names the day it concerns."""
    return Draft(
        lines=(debit(debit_code, cents), credit(credit_code, cents)),
        memo=f"{concerns:%d.%m.%Y}, {document}: {reason}",
    )
