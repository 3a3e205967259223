"""What an account moved, by gaming day, kind of entry and the table beside it."""

from dataclasses import dataclass
from datetime import date

from django.db import connection

MOVED = """
SELECT l.gaming_day, e.kind, beside.ref, sum(l.cents)::bigint, count(*)
FROM ledger_line l
JOIN ledger_entry e ON e.id = l.entry_id
LEFT JOIN ledger_account beside ON beside.id = ANY (e.account_ids) AND beside.code = %s
WHERE l.account_id = %s AND l.gaming_day BETWEEN %s AND %s
GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """What entries of one kind moved on a gaming day, debit positive; beside: the other's ref."""

    day: date
    kind: str
    beside: int | None
    cents: int
    entries: int


def moved(account_id: int, first: date, last: date, *, beside: str) -> list[Moved]:
    """
    Return what an account moved between two gaming days, both included, the latest first.

    beside: the code of another account, by whose ref its entries are told apart.
    """
    with connection.cursor() as cursor:
        cursor.execute(MOVED, [beside, account_id, first, last])
        return [
            Moved(day=row[0], kind=row[1], beside=row[2], cents=row[3], entries=row[4])
            for row in cursor.fetchall()
        ]
