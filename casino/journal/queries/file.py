"""The journal as a file, straight out of PostgreSQL's COPY."""

from collections.abc import Iterator
from datetime import date

from django.db import connection

JOURNAL_COLUMNS = (
    "gaming_day",
    "entry",
    "kind",
    "happened_at",
    "account",
    "ref",
    "debit",
    "credit",
    "currency",
    "player",
    "slip",
    "memo",
    "doc_no",
    "dated",
    "concerns",
)
# A text cell that a spreadsheet would take for a formula gets an apostrophe.
SAFE = (
    r"regexp_replace({0}, '^([=+\-@\t\r"  # the full-width ones too
    "\uff1d\uff0b\uff0d\uff20"
    r"])', '''\1')"
)
# A document of the general journal has its own number; a slip's is unique in its drawer's series,
# an entry's everywhere.
NUMBER = (
    "CASE WHEN {1}.id IS NOT NULL THEN 'J' || {1}.year || '-' || lpad({1}.number::text, 4, '0')"
    " WHEN {0}.series_id IS NULL THEN 'E' || {0}.id"
    " ELSE 'S' || {0}.series_id || '-' || {0}.number END"
)
JOURNAL = f"""
SELECT e.gaming_day, e.id AS entry, e.kind, e.at AS happened_at, a.code AS account, a.ref,
       CASE WHEN l.cents > 0 THEN (l.cents / 100) || '.' || lpad((l.cents %% 100)::text, 2, '0')
       END AS debit,
       CASE WHEN l.cents < 0 THEN (-l.cents / 100) || '.' || lpad((-l.cents %% 100)::text, 2, '0')
       END AS credit,
       e.currency, e.player_id AS player, e.number AS slip, e.text AS memo, e.doc_no, e.dated,
       e.concerns
-- OFFSET 0: the texts of an entry are made once, not once a line.
FROM (
    SELECT i.*, {SAFE.format("i.memo")} AS text,
           to_char(i.happened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at,
           {NUMBER.format("i", "j")} AS doc_no, coalesce(j.dated, de.dated, i.gaming_day) AS dated,
           coalesce(j.concerns, r.gaming_day, i.gaming_day) AS concerns
    FROM ledger_entry i LEFT JOIN journal_document j ON j.entry_id = i.id
    LEFT JOIN journal_dated_entry de ON de.entry_id = i.id
    LEFT JOIN ledger_entry r ON r.id = i.reverses_id
    WHERE i.club_id = %s AND i.gaming_day BETWEEN %s AND %s ORDER BY i.id OFFSET 0
) e
CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS l (account_id, cents)
JOIN ledger_account a ON a.id = l.account_id
ORDER BY e.id, a.id
"""  # noqa: S608  (no value is formatted in, only our own expression)


def journal_csv(club_id: int, first: date, last: date) -> Iterator[bytes]:
    """
    Stream the journal of gaming days as CSV, straight out of PostgreSQL's COPY.

    Columns: JOURNAL_COLUMNS; amounts in units with two decimals; line feed, RFC 4180 quoting.
    doc_no, dated and concerns are those of the accountant's batches.
    """
    with connection.cursor() as cursor:
        sql = f"COPY ({JOURNAL}) TO STDOUT (FORMAT csv, HEADER)"
        with cursor.copy(sql, [club_id, first, last]) as copy:
            for chunk in copy:
                yield bytes(chunk)
