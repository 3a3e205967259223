"""What an account moved: by gaming day, by kind of entry, by what is beside it, or while open."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from casino.db import fetch_all

MOVED = """
SELECT l.gaming_day, e.kind, beside.ref, sum(l.cents)::bigint, count(*)
FROM ledger_line l
JOIN ledger_entry e ON e.id = l.entry_id
LEFT JOIN ledger_account beside ON beside.id = ANY (e.account_ids) AND beside.code = %(beside)s
WHERE l.account_id = %(account)s AND l.gaming_day BETWEEN %(first)s AND %(last)s
  AND (%(known)s::timestamptz IS NULL OR e.recorded_at <= %(known)s)
GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3
"""
MOVED_OF = """
SELECT l.gaming_day, a.code, (
           SELECT max(k.ref) FROM ledger_account k
           WHERE k.id = ANY (e.account_ids) AND k.code = ANY (%(beside)s)
       ), sum(l.cents)::bigint
FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id
JOIN ledger_entry e ON e.id = l.entry_id
WHERE a.club_id = %(club)s AND a.code = ANY (%(codes)s) AND l.gaming_day <= %(last)s
  AND (%(known)s::timestamptz IS NULL OR e.recorded_at <= %(known)s)
GROUP BY 1, 2, 3 ORDER BY 1, 3, 2
"""
MOVED_WITHIN = """
SELECT (t.place - 1)::int, a.code,
       coalesce(sum(l.cents) FILTER (WHERE (l.cents > 0) = (e.reverses_id IS NULL)), 0)::bigint,
       coalesce(-sum(l.cents) FILTER (WHERE (l.cents < 0) = (e.reverses_id IS NULL)), 0)::bigint
FROM unnest(%(since)s::timestamptz[], %(until)s::timestamptz[])
     WITH ORDINALITY AS t (since, until, place)
JOIN ledger_day d ON d.club_id = %(club)s AND d.opens_at < t.until AND d.closes_at > t.since
JOIN ledger_account a ON a.club_id = %(club)s AND a.code = ANY (%(codes)s)
JOIN ledger_line l ON l.account_id = a.id AND l.gaming_day = d.day
JOIN ledger_entry e ON e.id = l.entry_id
     AND e.happened_at >= t.since AND e.happened_at < t.until
     AND (%(known)s::timestamptz IS NULL OR e.recorded_at <= %(known)s)
     -- Of a pool what was dropped: a seed, an award or what another club brought is no drop.
     AND (a.code <> 'jackpot:pool' OR e.kind ~ '^(cashgames|countroom)[.]')
GROUP BY 1, 2 ORDER BY 1, 2
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """What entries of one kind moved on a gaming day, debit positive; beside: the other's ref."""

    day: date
    kind: str
    beside: int | None
    cents: int
    entries: int


def moved(
    account_id: int, first: date, last: date, *, beside: str, known_at: datetime | None = None
) -> list[Moved]:
    """
    Return what an account moved between two gaming days, both included, the latest first.

    beside: the code of another account, by whose ref its entries are told apart. known_at: what
    was written down later is left out.
    """
    values: dict[str, Any] = {"account": account_id, "first": first, "last": last}
    return [
        Moved(day=row[0], kind=row[1], beside=row[2], cents=row[3], entries=row[4])
        for row in fetch_all(MOVED, values | {"beside": beside, "known": known_at})
    ]


def moved_of(
    club_id: int,
    codes: Sequence[str],
    last: date,
    *,
    beside: Sequence[str],
    known_at: datetime | None = None,
) -> list[tuple[date, str, int | None, int]]:
    """
    Return day, code, whose and cents of what accounts moved up to a gaming day, debit positive.

    Whose: the ref of an account of the codes `beside` in the same entry, None where there is none.
    known_at: what was written down later is left out.
    """
    values: dict[str, Any] = {"club": club_id, "codes": list(codes), "beside": list(beside)}
    return fetch_all(MOVED_OF, values | {"last": last, "known": known_at})


def moved_within(
    club_id: int,
    codes: Sequence[str],
    spans: Sequence[tuple[datetime, datetime]],
    *,
    known_at: datetime | None = None,
) -> list[tuple[int, str, int, int]]:
    """
    Return the place of a span, a code, debit and credit of its accounts, of what happened in it.

    A span begins with its first instant and ends before its second. What takes a credit back is
    less credit, not a debit. known_at: what was written down later is left out.
    """
    since, until = ([span[i] for span in spans] for i in (0, 1))
    values: dict[str, Any] = {"club": club_id, "codes": list(codes), "known": known_at}
    return fetch_all(MOVED_WITHIN, values | {"since": since, "until": until})
