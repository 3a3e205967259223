"""What an accountant's statements are made of, summed by the database; cents, debit positive."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from casino.db import fetch_all
from casino.ledger.chart import CHART, account_name
from casino.ledger.queries.as_of import KNOWN
from casino.ledger.queries.balances import SEALED
from casino.ledger.queries.rows import AccountRow

# A code of the chart, and the account of the club's own, else 0.
Key = tuple[str, int]

MOVED = """
WITH sealed AS (
    SELECT max(d.day) AS day FROM ledger_day d {seal}
    WHERE d.club_id = %(club)s AND d.state = 'sealed'
)
SELECT a.code, CASE WHEN starts_with(a.code, 'own:') THEN a.ref ELSE 0 END, max(a.name),
       sum(m.cents)::bigint
FROM (
    SELECT b.account_id, b.debit_cents - b.credit_cents AS cents FROM ledger_day_balance b
    WHERE b.day BETWEEN %(first)s AND %(last)s AND b.day <= (SELECT day FROM sealed)
    UNION ALL
    SELECT l.account_id, l.cents FROM ledger_line l {known}
    WHERE l.gaming_day BETWEEN %(first)s AND %(last)s
      AND l.gaming_day > coalesce((SELECT day FROM sealed), '-infinity')
) m
JOIN ledger_account a ON a.id = m.account_id AND a.club_id = %(club)s
GROUP BY 1, 2 HAVING sum(m.cents) <> 0 ORDER BY 1, 2
"""
FLOWS = """
SELECT kind, coalesce(sum(cents) FILTER (WHERE (cents > 0) = straight), 0)::bigint,
       coalesce(-sum(cents) FILTER (WHERE (cents < 0) = straight), 0)::bigint
FROM (
    SELECT regexp_replace(e.kind, '[.]reversed$', '') AS kind, e.reverses_id IS NULL AS straight,
           sum(l.cents) AS cents
    FROM ledger_line l
    JOIN ledger_account a ON a.id = l.account_id
    JOIN ledger_entry e ON e.id = l.entry_id
    WHERE a.club_id = %(club)s AND starts_with(a.code, %(family)s)
      AND l.gaming_day BETWEEN %(first)s AND %(last)s
      AND e.gaming_day BETWEEN %(first)s AND %(last)s
      AND (%(known)s::timestamptz IS NULL OR e.recorded_at <= %(known)s)
    GROUP BY e.id
) of_entry
WHERE cents <> 0 GROUP BY kind ORDER BY kind
"""
SINCE = """
SELECT a.code, a.ref, l.gaming_day, l.entry_id FROM ledger_account a
JOIN LATERAL (
    SELECT gaming_day, entry_id FROM ledger_line x WHERE x.account_id = a.id
    ORDER BY x.gaming_day, x.entry_id LIMIT 1
) l ON true
WHERE a.club_id = %(club)s AND a.id = ANY (%(accounts)s)
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Flow:
    """What entries of one kind brought to accounts and took from them; moves among them: none."""

    kind: str
    in_cents: int
    out_cents: int


def moved_by_account(
    club_id: int, first: date, last: date, *, known_at: datetime | None = None
) -> dict[Key, list[AccountRow]]:
    """
    Return what each account moved from one gaming day to another, both included, its parts as one.

    Sealed days are read from their balances, so a year costs about what a month does. known_at:
    what was written down later is left out.
    """
    joins = {"known": KNOWN, "seal": SEALED} if known_at else {"known": "", "seal": ""}
    found = fetch_all(
        MOVED.format(**joins), {"club": club_id, "first": first, "last": last, "known": known_at}
    )
    return {
        (code, ref): [AccountRow(id=0, code=code, ref=ref, own_name=name, cents=cents)]
        for code, ref, name, cents in found
    }


def key_of(account: AccountRow) -> Key:
    """Return by what accounts stand as one: those of the chart by code, the club's own alone."""
    return account.code, account.ref if CHART[account.code].is_own else 0


def name_of(accounts: Sequence[AccountRow]) -> str:
    """Return what accounts that stand as one are called: one by its own name, others by theirs."""
    alone = len({each.ref for each in accounts}) == 1
    return accounts[0].name if alone else account_name(accounts[0].code)


def flows(
    club_id: int, family: str, first: date, last: date, *, known_at: datetime | None = None
) -> list[Flow]:
    """Return by kind of entry what came to the accounts of a family of codes, and what left it."""
    found = fetch_all(
        FLOWS, {"club": club_id, "family": family, "first": first, "last": last, "known": known_at}
    )
    return [Flow(kind=row[0], in_cents=row[1], out_cents=row[2]) for row in found]


def first_moved(club_id: int, accounts: list[int]) -> dict[tuple[str, int], tuple[date, int]]:
    """Return by code and ref the gaming day and the entry with which each account began."""
    return {row[:2]: row[2:] for row in fetch_all(SINCE, {"club": club_id, "accounts": accounts})}
