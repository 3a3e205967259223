"""
The digests of the rows that acts write beside the journal: of which tables, and since when.

A trigger of each table makes them (sql/row_digests.sql); which ones it leaves out, and why, is
listed in sql/undigested.txt. What was there before its table was digested, what a migration wrote,
and each row of a table that got other columns is taken over, by an act that says how many rows.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.db import IntegrityError, connections, transaction

UNDIGESTED = Path(__file__).parent / "sql" / "undigested.txt"


class Digested(NamedTuple):
    """A table whose rows have digests; left_out: columns that change without an act."""

    name: str
    key: str
    left_out: tuple[str, ...]

    @property
    def content(self) -> str:
        """Return the SQL of what a row's digest is made of; the row is named `t`."""
        return "to_jsonb(t)" + "".join(f" - '{column}'" for column in self.left_out)


@cache
def undigested() -> dict[str, str]:
    """Return the tables, and columns as table.column, that have no digest, with the reasons."""
    parted = (line.partition(": ") for line in UNDIGESTED.read_text().splitlines())
    return {name: reason for name, _, reason in parted}


KEYS = """
SELECT c.relname, a.attname FROM pg_class c
JOIN pg_index x ON x.indrelid = c.oid AND x.indisprimary
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname
"""


def digested_tables(cursor: Any) -> list[Digested]:
    """Return the tables whose rows have digests: all that are there but those that are listed."""
    cursor.execute(KEYS)
    listed = undigested()
    return [
        Digested(
            table, key, tuple(x.partition(".")[2] for x in listed if x.startswith(f"{table}."))
        )
        for table, key in cursor.fetchall()
        if table not in listed
    ]


FOLLOWS = """
SELECT EXISTS (SELECT FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid
               WHERE d.datname = current_database())
"""


def digest_all_tables(using: str, **_: object) -> None:
    """After migrations: give each table its triggers, and each row that has none yet a digest."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT to_regclass('ledger_rowdigest') IS NULL")
        if cursor.fetchone()[0]:  # on the way to an earlier state
            return
        tables = digested_tables(cursor)
        for each in tables:
            _guard(cursor, each)
        cursor.execute(FOLLOWS)
        if cursor.fetchone()[0]:  # a warehouse: digests and verify are the cells'
            return
        try:
            with transaction.atomic(using):  # noqa: TID251  (the owner's connection)
                _take_over(cursor, tables)
        except IntegrityError as error:
            # After a restore no act passes before its epoch; the next migration takes over then.
            if not str(error.__cause__.diag.constraint_name or "").startswith("epochs_"):  # type: ignore[union-attr]
                raise


EACH = ["digest_new", "digest_changed"]
TRIGGERS = """
SELECT count(*) FROM pg_trigger WHERE tgrelid = %s::regclass AND tgname = ANY (%s) AND tgargs = %s
"""
GUARD = """
DROP TRIGGER IF EXISTS digest_new ON {table};
DROP TRIGGER IF EXISTS digest_changed ON {table};
CREATE TRIGGER digest_new AFTER INSERT ON {table} REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_digest_rows('{key}', '{left_out}');
CREATE TRIGGER digest_changed AFTER UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION ledger_digest_rows('{key}', '{left_out}');
"""


def _guard(cursor: Any, table: Digested) -> None:
    left_out = f"{{{','.join(table.left_out)}}}"
    cursor.execute(TRIGGERS, [table.name, EACH, f"{table.key}\0{left_out}\0".encode()])
    if cursor.fetchone()[0] != len(EACH):
        cursor.execute(GUARD.format(table=table.name, key=table.key, left_out=left_out))


COLUMNS = """
SELECT array_agg(a.attname || ' ' || a.atttypid::regtype ORDER BY a.attname), (
    SELECT d.columns FROM ledger_digested d WHERE d.relation = %(table)s)
FROM pg_attribute a WHERE a.attrelid = %(table)s::regclass AND a.attnum > 0
  AND NOT a.attisdropped AND a.attname::text <> ALL (%(left_out)s)
"""
LATEST = """
SELECT DISTINCT ON (row_id) * FROM ledger_rowdigest
WHERE relation = '{table}' ORDER BY row_id, id DESC
"""
# What nothing has digested yet; what the owner of the tables wrote, as migrations do (-1); and,
# where the columns are others, what still is what the former ones said. Of a column that is gone
# nobody can say that.
WITHOUT = f"""
INSERT INTO pg_temp.taken_over (relation, row_id, content, is_first)
SELECT '{{table}}', coalesce(d.row_id, t.key), t.content, d.row_id IS NULL
FROM (SELECT {{key}} AS key, {{content}} AS content FROM {{table}} t) t
FULL JOIN ({LATEST}) d ON d.row_id = t.key
WHERE d.row_id IS NULL OR d.act_id = -1 OR (%(former)s::text[] IS NOT NULL AND t.key IS NOT NULL
    AND (%(are_gone)s OR d.digest = ledger_row_digest('{{table}}', (
        SELECT jsonb_object_agg(c.key, c.value) FROM jsonb_each(t.content) c
        WHERE c.key = ANY (%(former)s)), d.salt)))
"""  # noqa: S608
BEGIN = """
SELECT act FROM ledger_begin(gen_random_uuid(), (SELECT min(id) FROM house_club), NULL,
    'ledger.take_over', %s::jsonb, house_now(), '')
"""
# The first digest of a row comes before whatever a program that runs on writes meanwhile.
TAKE = """
WITH taken AS (SELECT *, gen_random_uuid() AS new_salt FROM pg_temp.taken_over OFFSET 0),
former AS (
    UPDATE ledger_rowdigest d SET salt = NULL FROM taken t
    WHERE d.relation = t.relation AND d.row_id = t.row_id AND d.salt IS NOT NULL
)
INSERT INTO ledger_rowdigest (id, relation, row_id, act_id, digest, salt) OVERRIDING SYSTEM VALUE
SELECT CASE WHEN is_first THEN 0 ELSE nextval(pg_get_serial_sequence('ledger_rowdigest', 'id')) END,
       relation, row_id, %s,
       CASE WHEN content IS NOT NULL THEN ledger_row_digest(relation, content, new_salt) END,
       CASE WHEN content IS NOT NULL THEN new_salt END
FROM taken
"""


def _take_over(cursor: Any, tables: list[Digested]) -> None:
    cursor.execute("SELECT EXISTS (SELECT FROM house_club)")
    has_club = cursor.fetchone()[0]
    cursor.execute("SET LOCAL timezone = 'UTC'")
    cursor.execute(
        "CREATE TEMP TABLE taken_over (relation text, row_id bigint, content jsonb,"
        " is_first boolean) ON COMMIT DROP"
    )
    taken = {}
    for each in tables:
        cursor.execute(COLUMNS, {"table": each.name, "left_out": list(each.left_out)})
        now, before = cursor.fetchone()
        if has_club:
            changed = before is not None and before != now
            if changed:
                cursor.execute(f"LOCK TABLE {each.name} IN SHARE ROW EXCLUSIVE MODE")
            cursor.execute(
                WITHOUT.format(table=each.name, key=each.key, content=each.content),
                {
                    "former": [x.partition(" ")[0] for x in before] if changed else None,
                    "are_gone": changed and not set(before) <= set(now),
                },
            )
            taken[each.name] = cursor.rowcount
        cursor.execute(
            "INSERT INTO ledger_digested (relation, columns) VALUES (%s, %s)"
            " ON CONFLICT (relation) DO UPDATE SET columns = excluded.columns",
            [each.name, now],
        )
    if rows := {name: count for name, count in taken.items() if count}:
        cursor.execute(BEGIN, [json.dumps({"rows": rows})])
        cursor.execute(TAKE, cursor.fetchone())
