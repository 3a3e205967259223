"""
A group's warehouse: a database that follows all cells, and that nobody books into.

Each cell publishes all that leads to a club, without secrets. The warehouse is of the same version,
migrated, without a club of its own: those that come are held there (`is_held`), so no act passes.
What a club brought along when it moved is known here from its former cell already: the move writes
it under an origin of its own, which is not sent on.
"""

import time
from typing import Any

import psycopg
from django.core.management import CommandError
from psycopg import sql

from casino.cells.numbers import cell_number
from casino.cells.ways import FORMER, Ways, ways
from casino.house.queries import clubs
from casino.staff.models import Membership, Role, User

PUBLICATION, READER, FIRST_WITH_ORIGINS = "casino_group", "casino_group", 160_000
# What opens something, what is the server's own, and what only `verify` reads, in the cells.
OF_HOME = {
    "ledger_rowdigest",
    "ledger_seal_line",
    "staff_apitoken",
    "staff_badge",
    "webhooks_webhook",
}
# Of these the warehouse has some columns; the others have a value of its own there.
SOME = {"staff_user": {"id", "name", "is_active"}}
OWN = {
    "house_club": {"is_held": "true", "moved_to": "''"},
    "staff_user": {"username": "gen_random_uuid()::text", "password": "'!'"},
}
VALUES = {"boolean": "false", "jsonb": "'{}'"}  # of any other type: ''
NEEDS_VALUE = """
SELECT attname, atttypid::regtype::text FROM pg_attribute a
WHERE attrelid = 'staff_user'::regclass AND attnum > 0 AND NOT attisdropped AND attnotnull
  AND NOT atthasdef AND attidentity = ''
"""
PAUSE_SECONDS = 0.2
# What a cell publishes since, and its key; what is followed already.
PUBLISHED = """
SELECT t.tablename, a.attname FROM pg_publication_tables t
JOIN pg_index x ON x.indrelid = t.tablename::regclass AND x.indisprimary
JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[0] WHERE t.pubname = %s
"""
FOLLOWED = """
SELECT r.srrelid::regclass::text FROM pg_subscription_rel r
JOIN pg_subscription s ON s.oid = r.srsubid WHERE s.subname = %s
"""
# Until a table is copied, a move of a club would come twice.
COPIES = """
SELECT 1 FROM pg_subscription_rel r JOIN pg_subscription s ON s.oid = r.srsubid
WHERE s.subname = %s AND r.srsubstate <> 'r' LIMIT 1
"""


def published(known: Ways) -> list[str]:
    """Return the tables that a cell publishes: all that a report reads is among them."""
    tables = {*known.found, *SOME, FORMER} - OF_HOME
    return sorted(table for table in tables if not table.startswith("epochs_"))


def publish(cursor: Any) -> int:
    """Publish a cell's tables to the warehouse's role, as their owner; return how many."""
    known = ways(cursor)
    tables, listed = published(known), []
    for table in tables:
        columns = [
            each
            for each in known.columns[table]
            if each not in OWN.get(table, ()) and each in SOME.get(table, {each})
        ]
        listed.append(f"{table} ({', '.join(columns)})" if table in OWN else table)
    cursor.execute("SELECT count(*) FROM pg_publication WHERE pubname = %s", [PUBLICATION])
    verb = f"ALTER PUBLICATION {PUBLICATION} SET" if cursor.fetchone()[0] else ""
    verb = verb or f"CREATE PUBLICATION {PUBLICATION} FOR"
    cursor.execute(f"{verb} TABLE {', '.join(listed)}")
    cursor.execute(f"GRANT SELECT ON {', '.join(tables)} TO {READER}")
    cursor.execute(f"GRANT SELECT ON SEQUENCE ledger_act_id_seq TO {READER}")  # the cell's number
    return len(tables)


def follow(warehouse: str, cell: str, name: str) -> None:
    """
    Let the warehouse follow a cell, and wait until it has what is there; again: what is new.

    warehouse: its database as an administrator; cell: the cell's as the role that reads it.
    """
    with (
        psycopg.connect(cell, autocommit=True) as of_cell,
        psycopg.connect(warehouse, autocommit=True) as ours,
    ):
        if ours.info.server_version < FIRST_WITH_ORIGINS:
            raise CommandError("A warehouse needs PostgreSQL 16 or newer, and so do its cells.")
        if cell_number(ours.cursor()) <= cell_number(of_cell.cursor()):
            raise CommandError("A warehouse has a number above those of the cells: set_cell first.")
        named = sql.Identifier(name)
        _prepare(ours.cursor())
        if ours.execute("SELECT 1 FROM pg_subscription WHERE subname = %s", [name]).fetchone():
            _make_room(of_cell, ours, name)
            ours.execute(sql.SQL("ALTER SUBSCRIPTION {} REFRESH PUBLICATION").format(named))
        else:
            _check_is_first(of_cell, ours)
            ours.execute(
                sql.SQL(
                    "CREATE SUBSCRIPTION {} CONNECTION {} PUBLICATION {} WITH (origin = none)"
                ).format(named, cell, sql.Identifier(PUBLICATION))
            )
        while ours.execute(COPIES, [name]).fetchone():
            time.sleep(PAUSE_SECONDS)


def _make_room(of_cell: psycopg.Connection, ours: psycopg.Connection, name: str) -> None:
    """
    Remove from tables that an update publishes what this cell will send.

    The former cell of a club that moved in sent the same rows; it changes them no more.
    """
    followed = {table for (table,) in ours.execute(FOLLOWED, [name])}
    for table, key in of_cell.execute(PUBLISHED, [PUBLICATION]).fetchall():
        if table not in followed:
            named, column = sql.Identifier(table), sql.Identifier(key)
            theirs = of_cell.execute(sql.SQL("SELECT {} FROM {}").format(column, named)).fetchall()
            remove = sql.SQL("DELETE FROM {} WHERE {} = ANY (%s)").format(named, column)
            with ours.transaction():
                ours.execute("SET LOCAL session_replication_role = replica")
                ours.execute(remove, [[each for (each,) in theirs]])


def _prepare(cursor: Any) -> None:
    """Give what no cell sends a value: clubs are held, people of the cells sign in there alone."""
    cursor.execute(NEEDS_VALUE)
    people = {name: VALUES.get(kind, "''") for name, kind in cursor.fetchall()}
    people = {name: value for name, value in people.items() if name not in SOME["staff_user"]}
    for table, values in (OWN | {"staff_user": people | OWN["staff_user"]}).items():
        for column, value in values.items():
            cursor.execute(f"ALTER TABLE {table} ALTER {column} SET DEFAULT {value}")


def _check_is_first(of_cell: psycopg.Connection, ours: psycopg.Connection) -> None:
    """What came to the cell from another one lies here already, and would come twice."""
    clubs = [club for (club,) in of_cell.execute("SELECT id FROM house_club")]
    twice = ours.execute("SELECT slug FROM house_club WHERE id = ANY (%s)", [clubs]).fetchone()
    if twice:
        raise CommandError(
            f"{twice[0]} came to that cell from another one: follow a cell before its first club "
            "moves in."
        )


def let_read(username: str, name: str, password: str | None) -> User:
    """Let somebody read the books of all clubs that are in the warehouse by now."""
    user = User.objects.filter(username__iexact=username).first()
    user = user or User.objects.create_user(username, password, name=name)
    for club in clubs():
        Membership.objects.get_or_create(user=user, club=club, role=Role.AUDITOR)
    return user
