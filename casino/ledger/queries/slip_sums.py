"""What the slips of a drawer came to, by kind; in one statement however many there are."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from casino.db import fetch_all
from casino.ledger.queries.documents import earliest_day, latest_day

# No transaction lasts so long. With no end given, the slips since an instant are the latest of
# their series, so it is read backwards up to the first that was written so long before it.
WRITTEN_WITHIN = timedelta(minutes=10)

SUMS = """
SELECT slip.kind, count(*)::int,
       coalesce(sum(slip.cents) FILTER (WHERE slip.cents > 0), 0)::bigint,
       coalesce(-sum(slip.cents) FILTER (WHERE slip.cents < 0), 0)::bigint
FROM (
    SELECT e.kind, coalesce(sum(l.cents) FILTER (WHERE (
        SELECT a.code FROM ledger_account a WHERE a.id = l.account_id) = ANY (%(codes)s)
    ), 0) AS cents
    FROM ledger_entry e CROSS JOIN unnest(e.account_ids, e.cents) AS l (account_id, cents)
    WHERE e.club_id = %(club)s AND e.series_id = %(series)s
      AND e.gaming_day >= %(day)s AND e.happened_at >= %(since)s
      AND (%(until)s::timestamptz IS NULL OR e.happened_at <= %(until)s)
      AND (%(last_day)s::date IS NULL OR e.gaming_day <= %(last_day)s)
      AND e.number > coalesce((
          SELECT b.number FROM ledger_entry b
          WHERE %(until)s::timestamptz IS NULL AND b.series_id = %(series)s
            AND b.recorded_at < %(written)s
          ORDER BY b.number DESC LIMIT 1
      ), 0)
      AND (%(known)s::timestamptz IS NULL OR e.recorded_at <= %(known)s)
    GROUP BY e.id, e.kind
) slip
GROUP BY slip.kind ORDER BY slip.kind
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SlipSums:
    """
    The slips of one kind: how many, and what they moved on accounts of some codes, in cents.

    A slip counts as a whole, in_cents where it debited them, else out_cents.
    """

    kind: str
    number: int
    in_cents: int
    out_cents: int


def slip_sums(
    club_id: int,
    series_id: int,
    codes: Collection[str],
    *,
    since: datetime,
    until: datetime | None,
    known_at: datetime | None = None,
) -> list[SlipSums]:
    """
    Return the numbered entries of a series between two instants, summed by kind.

    known_at: what was written down later is left out.
    """
    values: dict[str, Any] = {
        "club": club_id,
        "series": series_id,
        "codes": list(codes),
        "day": earliest_day(since),
        "since": since,
        "until": until,
        "last_day": latest_day(until) if until else None,
        "written": since - WRITTEN_WITHIN,
        "known": known_at,
    }
    return [
        SlipSums(kind=kind, number=number, in_cents=come, out_cents=gone)
        for kind, number, come, gone in fetch_all(SUMS, values)
    ]
