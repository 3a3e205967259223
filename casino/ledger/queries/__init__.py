"""The ledger's reading door. Cents, debit positive."""

from casino.ledger.queries.balances import (
    account,
    account_id,
    balance_before,
    balance_cents,
    closing_cents,
    refs,
    trial_balance,
    turnovers,
)
from casino.ledger.queries.documents import (
    account_entries,
    act_entries,
    acts,
    entries,
    entry,
    first_request,
    slips,
)
from casino.ledger.queries.gaming_days import (
    close,
    closes,
    day,
    days,
    days_between,
    days_due,
    seal_of,
    unsealed_before,
)
from casino.ledger.queries.journal import JOURNAL, JOURNAL_COLUMNS, journal_csv
from casino.ledger.queries.moved import Moved, moved
from casino.ledger.queries.rows import AccountRow, CloseRow, DayRow, EntryRow, LineRow, Turnover

__all__ = [
    "JOURNAL",
    "JOURNAL_COLUMNS",
    "AccountRow",
    "CloseRow",
    "DayRow",
    "EntryRow",
    "LineRow",
    "Moved",
    "Turnover",
    "account",
    "account_entries",
    "account_id",
    "act_entries",
    "acts",
    "balance_before",
    "balance_cents",
    "close",
    "closes",
    "closing_cents",
    "day",
    "days",
    "days_between",
    "days_due",
    "entries",
    "entry",
    "first_request",
    "journal_csv",
    "moved",
    "refs",
    "seal_of",
    "slips",
    "trial_balance",
    "turnovers",
    "unsealed_before",
]
