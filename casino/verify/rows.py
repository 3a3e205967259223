"""
Every row beside the journal against the digest that its act keeps of it.

The digests are made by a trigger in SQL (casino/ledger/sql/row_digests.sql) and made again here;
they lie under the day's seal and in the mirror. Which tables have none, and why, is listed in
casino/ledger/sql/undigested.txt. What a role with all rights wrote is found as it lies under none
of the acts, whether the triggers were on or off.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from django.db import connection

from casino.ledger.digests import Digested, digested_tables
from casino.ledger.verify import Finding

CHUNK = 5000
# What lies under no act, or under one of a club that there is not, is nobody's: each club is told.
ROWS = """
SELECT coalesce(d.row_id, t.key),
       (a.happened_at AT TIME ZONE c.timezone - c.closes_at::interval)::date,
       CASE WHEN c.id IS NOT NULL THEN a.operation END,
       d.row_id, d.digest, d.salt::text, t.content::text
FROM (SELECT {key} AS key, {content} AS content FROM {name} t) t
FULL JOIN (
    SELECT DISTINCT ON (row_id) row_id, act_id, digest, salt FROM ledger_rowdigest
    WHERE relation = '{name}' ORDER BY row_id, id DESC
) d ON d.row_id = t.key
LEFT JOIN ledger_act a ON a.id = d.act_id
LEFT JOIN house_club c ON c.id = a.club_id
WHERE a.club_id = %s OR c.id IS NULL ORDER BY 1
"""

HELD = """
SELECT '{name}' WHERE EXISTS (SELECT FROM {name})
    OR EXISTS (SELECT FROM ledger_rowdigest WHERE relation = '{name}')
"""


def verify_rows(club_id: int) -> Iterator[Finding]:
    """Yield each row that is not what the latest act that wrote it left, or is gone, or new."""
    with connection.cursor() as cursor:
        tables = digested_tables(cursor)
        cursor.execute(" UNION ALL ".join(HELD.format(name=table.name) for table in tables))
        held = {name for (name,) in cursor.fetchall()}
    for table in tables:
        if table.name not in held:
            continue  # neither rows nor digests of any
        with connection.chunked_cursor() as cursor:
            sql = ROWS.format(name=table.name, key=table.key, content=table.content)
            cursor.execute(sql, [club_id])
            while rows := cursor.fetchmany(CHUNK):
                yield from _differing(table, rows)


def _differing(table: Digested, rows: list[tuple[Any, ...]]) -> Iterator[Finding]:
    for row_id, day, operation, digested, digest, salt, content in rows:
        says = ""
        if digested is None:
            says = "no act wrote it"
        elif content is None:
            says = f"deleted; {operation or 'nobody'} wrote it" if digest else ""
        elif digest is None:
            says = "is there again"
        elif bytes(digest) != _digest(table.name, content, salt):
            says = f"is not what {operation or 'nobody'} wrote"
        if not says and operation is None:
            says = "changed by no act" if content else "deleted by no act"
        if says:
            yield Finding(day=day, what=f"{table.name} {row_id}", says=says)


def _digest(name: str, content: str, salt: str | None) -> bytes:
    return hashlib.sha256(" ".join(filter(None, (salt, name, content))).encode()).digest()
