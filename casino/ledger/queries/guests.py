"""What a guest paid in and was paid in cash and wires; what a desk moved without a name."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from casino.db import fetch_all, fetch_one

LINKED = timedelta(hours=24)
# Both ways count; what was taken back, and the taking back, does not.
HANDED = """
SELECT coalesce(sum(cents) FILTER (WHERE gaming_day >= %s), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE happened_at > %s), 0)::bigint
FROM (
    SELECT e.gaming_day, e.happened_at, abs(sum(m.cents)) AS cents
    FROM ledger_entry e
    CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS m (account_id, cents)
    JOIN ledger_account a ON a.id = m.account_id AND (a.code LIKE 'cash:%%' OR a.code = 'bank')
    WHERE e.club_id = %s AND e.player_id = ANY(%s) AND e.gaming_day >= %s
      AND e.reverses_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.reverses_id = e.id)
    GROUP BY e.id
) handed
"""


# The latest slips of a drawer by number; no desk writes more within the hour.
LATEST_SLIPS = 500
UNNAMED = """
SELECT e.kind, e.act_id, a.operation, sum(m.cents)::bigint
FROM (SELECT * FROM ledger_entry WHERE series_id = %s ORDER BY number DESC LIMIT %s) e
JOIN ledger_act a ON a.id = e.act_id
CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS m (account_id, cents)
JOIN ledger_account c ON c.id = m.account_id AND c.code = 'cash:drawer'
WHERE e.player_id IS NULL AND e.kind = ANY(%s) AND e.happened_at > %s
  AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.reverses_id = e.id)
GROUP BY e.id, e.kind, e.act_id, e.number, a.operation
ORDER BY e.number
"""


# Cash that drawers moved without a name: what was taken back is none.
CASH_UNNAMED = """
    SELECT e.id, e.act_id, e.series_id, e.happened_at, cash.cents
    FROM ledger_entry e
    CROSS JOIN LATERAL (
        SELECT abs(sum(m.cents)) AS cents
        FROM unnest(e.account_ids, e.cents) AS m (account_id, cents)
        JOIN ledger_account c ON c.id = m.account_id AND c.code = 'cash:drawer'
    ) cash
    WHERE e.club_id = %(club)s AND e.player_id IS NULL AND e.kind = ANY(%(kinds)s)
      AND e.gaming_day BETWEEN %(first)s AND %(last)s
      AND (%(known)s::timestamptz IS NULL OR e.recorded_at <= %(known)s)
      AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.reverses_id = e.id)
"""
REPEATED = """
SELECT act_id FROM (
    SELECT act_id, happened_at, lag(happened_at) OVER (
        PARTITION BY series_id ORDER BY happened_at, id) AS before
    FROM ({cash}) cash WHERE cents >= %(low)s AND cents < %(high)s
) near WHERE happened_at - before <= interval '1 hour'
"""
SUMMED = """
SELECT act_id FROM (
    SELECT act_id, cents, sum(cents) OVER (
        PARTITION BY series_id ORDER BY happened_at, id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) - coalesce(sum(cents) OVER (
        PARTITION BY series_id ORDER BY happened_at
        RANGE BETWEEN UNBOUNDED PRECEDING AND interval '1 hour' PRECEDING
    ), 0) AS of_hour
    FROM ({cash}) cash
) sums WHERE of_hour >= %(from)s AND of_hour - cents < %(from)s AND of_hour > cents
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class UnnamedSlip:
    """A slip of a drawer without a guest's name: the act behind it, and the cash, out negative."""

    kind: str
    act_id: int
    operation: str
    cents: int


def unnamed_slips(series_id: int, kinds: Collection[str], *, since: datetime) -> list[UnnamedSlip]:
    """Return a drawer's slips of some kinds without a name after an instant, not taken back."""
    rows = fetch_all(UNNAMED, [series_id, LATEST_SLIPS, list(kinds), since])
    return [
        UnnamedSlip(kind=kind, act_id=act_id, operation=operation, cents=cents)
        for kind, act_id, operation, cents in rows
    ]


def handed_cents(
    club_id: int, player_ids: Collection[int], *, gaming_day: date, at: datetime, days: int = 1
) -> int:
    """
    Return the larger of two sums of cash between the house and a guest, both ways together.

    One is of the gaming days up to this one, so many of them, the other of as many times 24 hours
    before `at`. Cents.
    """
    first = gaming_day - timedelta(days=days - 1)
    since = first - timedelta(days=2)
    values = [first, at - days * LINKED, club_id, list(player_ids), since]
    sums: tuple[int, int] = fetch_one(HANDED, values)
    return max(sums)


def repeated_unnamed(
    club_id: int,
    kinds: Collection[str],
    *,
    low_cents: int,
    high_cents: int,
    first: date,
    last: date,
    known_at: datetime | None = None,
) -> list[int]:
    """
    Return the acts that moved cash at a drawer without a name, from an amount up to below another,
    within an hour of one like it. What was taken back is none.
    """
    asked: dict[str, Any] = {"club": club_id, "kinds": list(kinds), "first": first, "last": last}
    bounds = {"low": low_cents, "high": high_cents, "known": known_at}
    return [act_id for (act_id,) in fetch_all(REPEATED.format(cash=CASH_UNNAMED), asked | bounds)]


def summed_unnamed(
    club_id: int,
    kinds: Collection[str],
    *,
    from_cents: int,
    first: date,
    last: date,
    known_at: datetime | None = None,
) -> list[int]:
    """
    Return the acts with which the cash that a drawer moved without a name within an hour came to an
    amount, each act that moved it having been before. What was taken back is none.
    """
    asked = {"club": club_id, "kinds": list(kinds), "first": first, "last": last}
    bounds = {"from": from_cents, "known": known_at}
    return [act_id for (act_id,) in fetch_all(SUMMED.format(cash=CASH_UNNAMED), asked | bounds)]
