"""
The number of a cell, and its own range of ids, so that rows of two may lie in one table.

A club's id goes into locks of 32 bits (ledger_hold_club), so clubs have smaller ranges; all ids
stay below 2 ** 53, which is as far as JavaScript counts.
"""

from typing import Any

IDS, CLUB_IDS, LAST_CELL = 10**12, 10**6, 2000
# Whose ids no row of a club names: they are smaller than a range.
SEQUENCES = """
SELECT c.oid::regclass::text, t.relname FROM pg_class c JOIN pg_sequence q ON q.seqrelid = c.oid
JOIN pg_depend d ON d.objid = c.oid AND d.deptype IN ('a', 'i')
    AND d.refclassid = 'pg_class'::regclass
JOIN pg_class t ON t.oid = d.refobjid
WHERE c.relnamespace = 'public'::regnamespace AND q.seqmax > 2 ^ 31
  AND t.relname <> 'django_migrations'
"""


def cell_number(cursor: Any) -> int:
    """Return the number of the cell whose database answers; 0 where nobody set one."""
    cursor.execute("SELECT last_value / %s FROM ledger_act_id_seq", [IDS])
    number: int = cursor.fetchone()[0]
    return number


def set_cell_number(cursor: Any, number: int) -> int:
    """Let every table count on in the range of a cell; return how many those are."""
    cursor.execute(SEQUENCES)
    sequences = cursor.fetchall()
    for sequence, table in sequences:
        step = CLUB_IDS if table == "house_club" else IDS
        cursor.execute(
            f"SELECT setval(%s, last_value %% %s + %s, is_called) FROM {sequence}",
            [sequence, step, number * step],
        )
    return len(sequences)
