"""What a guest paid in and was paid, in notes, coins and wires."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from django.db import connection

LINKED = timedelta(hours=24)
# Both ways count; what was taken back, and the taking back, does not.
HANDED = """
SELECT coalesce(sum(cents) FILTER (WHERE gaming_day = %s), 0)::bigint,
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


def handed_cents(
    club_id: int, player_ids: Collection[int], *, gaming_day: date, at: datetime
) -> int:
    """
    Return the larger of two sums of cash between the house and a guest, both ways together.

    One is of the gaming day, the other of the 24 hours before `at`. Cents.
    """
    since = gaming_day - timedelta(days=2)
    with connection.cursor() as cursor:
        cursor.execute(HANDED, [gaming_day, at - LINKED, club_id, list(player_ids), since])
        sums: tuple[int, int] = cursor.fetchone()
    return max(sums)
