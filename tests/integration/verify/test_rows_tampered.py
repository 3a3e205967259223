"""
Every row beside the journal: whoever changes, removes or adds one past its act is found.

The tables are read off the database, so a new one is asked for without a word here. What has no
digest stands in casino/ledger/sql/undigested.txt with the reason.
"""

from datetime import timedelta

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from casino.closing.services.days import close_due_days, seal_day
from casino.ledger import outbox
from casino.ledger.digests import digest_all_tables, digested_tables, undigested
from casino.ledger.queries.trail import trail
from casino.staff.models import Membership, Role
from casino.verify.rows import verify_rows
from tests.database import connect_as
from tests.integration.verify.test_verify import mirror, verified
from tests.world import EVENING, World

pytestmark = pytest.mark.usefixtures("committed_db")
__all__ = ["mirror"]
FIRST, TEN = 9_000_000, 10
# Something else than nothing, by the first letters of a column's type.
OTHER = {
    "big": "7", "int": "7", "small": "7", "numeric": "7", "double": "7", "text": "'x'",
    "char": "'x'", "bool": "true", "time": "'2026-02-27 07:00'", "date": "'2026-02-27'",
    "daterange": "'[2026-02-27,)'", "tstzrange": "'[2026-02-27,)'", "json": "'{}'",
    "bytea": "'x'", "uuid": "gen_random_uuid()", "inet": "'127.0.0.1'",
}  # fmt: skip
COLUMNS = """
SELECT attname, attnotnull, format_type(atttypid, NULL), attidentity FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""
CONSTRAINTS = """
SELECT conname FROM pg_constraint
WHERE conrelid = %s::regclass AND contype IN ('c', 'f', 'u', 'x')
"""
UNIQUE = """
SELECT indexrelid::regclass FROM pg_index WHERE indrelid = %s::regclass AND indisunique
  AND NOT indisprimary
"""
ACT = """
SELECT act FROM ledger_begin(gen_random_uuid(), %s, NULL, 'test.write', '{}', %s, '')
"""


def test_ten_tampered_rows_of_every_table_are_found_by_day_and_number(
    world: World, forger: psycopg.Connection
):
    """Ten rows a table, written by an act: five changed, five gone, and one that nobody wrote."""
    with connection.cursor() as cursor:
        tables = digested_tables(cursor)
    forger.execute("SET session_replication_role = origin")
    with forger.transaction():
        forger.execute(ACT, [world.club.pk, world.at("22:00")])
        for table in tables:
            _let_anything_in(forger, table.name, table.key)
            _ten_empty_rows(forger, table.name, table.key, FIRST)
    assert list(verify_rows(world.club.pk)) == []

    forger.execute("SET session_replication_role = replica")
    for table in tables:
        columns = forger.execute(COLUMNS, [table.name]).fetchall()
        column, type_ = next(
            (name, type_)
            for name, _, type_, _ in columns
            if name != table.key and name not in table.left_out
        )
        other = "'{}'" if type_.endswith("[]") else _other(type_)
        where = f"{table.key} BETWEEN {FIRST} AND {FIRST + 4}"
        forger.execute(f"UPDATE {table.name} SET {column} = {other} WHERE {where}")
        forger.execute(f"DELETE FROM {table.name} WHERE {table.key} > {FIRST + 4}")
        _ten_empty_rows(forger, table.name, table.key, FIRST + TEN, rows=1)

    found = {(str(each.day), each.what): each.says for each in verify_rows(world.club.pk)}
    expected = {
        **{(str(EVENING), n): "is not what test.write wrote" for n in range(5)},
        **{(str(EVENING), n): "deleted; test.write wrote it" for n in range(5, TEN)},
        ("None", TEN): "no act wrote it",
    }
    for table in tables:
        ours = {(day, f"{table.name} {FIRST + n}"): says for (day, n), says in expected.items()}
        assert ours == {key: says for key, says in found.items() if key in ours}, table.name
    assert len(found) == len(tables) * (TEN + 1)

    for table in tables:  # most of them hold nothing then
        forger.execute(f"DELETE FROM {table.name} WHERE {table.key} >= {FIRST}")
    gone = {each.what for each in verify_rows(world.club.pk) if each.says.startswith("deleted; ")}
    assert gone == {f"{table.name} {FIRST + n}" for table in tables for n in range(TEN)}


def _let_anything_in(forger: psycopg.Connection, table: str, key: str) -> None:
    """Take all guards off a table but those that make digests."""
    for name, must, _, _ in forger.execute(COLUMNS, [table]).fetchall():
        if must and name != key:
            forger.execute(f"ALTER TABLE {table} ALTER {name} DROP NOT NULL")
    for (name,) in forger.execute(CONSTRAINTS, [table]).fetchall():
        forger.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name} CASCADE")
    for (name,) in forger.execute(UNIQUE, [table]).fetchall():
        forger.execute(f"DROP INDEX {name}")
    forger.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
    for name in ("digest_new", "digest_changed"):
        forger.execute(f"ALTER TABLE {table} ENABLE TRIGGER {name}")


def _ten_empty_rows(
    forger: psycopg.Connection, table: str, key: str, first: int, *, rows: int = TEN
) -> None:
    forger.execute(
        f"INSERT INTO {table} ({key}) OVERRIDING SYSTEM VALUE"
        f" SELECT generate_series({first}, {first + rows - 1})"
    )


def _other(type_: str) -> str:
    longest = max((x for x in OTHER if type_.startswith(x)), key=len)
    return OTHER[longest]


def test_every_table_without_digests_says_why():
    """And none is listed that is gone; nor a column."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public'"
            " UNION SELECT concat(table_name, '.', column_name) FROM information_schema.columns"
        )
        there = {name for (name,) in cursor.fetchall()}
    assert undigested().keys() <= there
    assert all(len(reason) > 5 for reason in undigested().values())


def test_a_role_given_by_sql_is_found_with_its_triggers_on_too(
    world: World, forger: psycopg.Connection, capsys: pytest.CaptureFixture[str]
):
    forger.execute("SET session_replication_role = origin")
    cashier = Membership.objects.get(role=Role.CASHIER)
    forger.execute("UPDATE staff_membership SET role = 'manager' WHERE id = %s", [cashier.pk])

    assert f"staff_membership {cashier.pk}: changed by no act" in verified(capsys)[1]


def test_a_digest_made_anew_differs_from_the_copy_outside_and_from_the_seal(
    world: World, forger: psycopg.Connection, capsys: pytest.CaptureFixture[str]
):
    drawer = world.drawer()
    outbox.deliver_outbox()
    assert "BROKEN" not in verified(capsys)[1]
    _forge(forger, drawer.pk)
    assert f"cage_drawer {drawer.pk}: the digest of what its act wrote is" in verified(capsys)[1]

    world.sell()
    next_day = EVENING + timedelta(days=1)
    close_due_days(world.at("07:00", day=next_day))
    seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=next_day), day=EVENING)
    assert "trail" not in verified(capsys)[1]
    _forge(forger, drawer.pk)
    assert f"{EVENING}: trail: its acts are not those that were sealed" in verified(capsys)[1]


def _forge(forger: psycopg.Connection, drawer_id: int) -> None:
    """Change a row and its digest, as somebody with the whole database may."""
    forger.execute("UPDATE cage_drawer SET name = name || '!' WHERE id = %s", [drawer_id])
    forger.execute(
        "UPDATE ledger_rowdigest d SET digest = ledger_row_digest('cage_drawer', to_jsonb(t), salt)"
        " FROM cage_drawer t WHERE d.relation = 'cage_drawer' AND t.id = d.row_id"
    )


def test_the_program_itself_can_neither_write_a_digest_nor_borrow_an_act(world: World):
    act = world.sell().act_id
    drawer = world.drawer()
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        connection.cursor().execute("DELETE FROM ledger_rowdigest")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('casino.act', %s, true)", [str(act)])
        cursor.execute("UPDATE cage_drawer SET name = 'Desk 9' WHERE id = %s", [drawer.pk])

    # The drawer, and the row that keeps what it was called before.
    assert [each.says for each in verify_rows(world.club.pk)] == 2 * ["changed by no act"]


def test_what_was_there_and_what_migrations_change_is_taken_over_by_an_act(
    world: World,
    forger: psycopg.Connection,
    test_environment: dict[str, str],
    capsys: pytest.CaptureFixture[str],
):
    """A row that was tampered with before stays found; what its act wrote counts anew."""
    true, false = world.drawer("Desk 1"), world.drawer("Desk 2")
    forger.execute("UPDATE cage_drawer SET name = 'Desk 3' WHERE id = %s", [false.pk])
    forger.execute("DELETE FROM ledger_rowdigest WHERE relation = 'staff_user'")
    forger.execute("SET session_replication_role = origin")
    connect_as(test_environment["DATABASE_OWNER_URL"])
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE cage_drawer ADD COLUMN colour text NOT NULL DEFAULT 'red'")
        cursor.execute("UPDATE house_club SET name = name || '!'")  # as a migration of data
    assert f"house_club {world.club.pk}: changed by no act" in verified(capsys)[1]

    digest_all_tables("default")

    connect_as(test_environment["DATABASE_URL"])
    says = f"cage_drawer {false.pk}", "is not what cage.add_drawer wrote"
    assert [(each.what, each.says) for each in verify_rows(world.club.pk)] == [says]
    taken = {"cage_drawer": 1, "house_club": 1, "staff_user": len(world.staff)}
    took = trail(world.club, operations=["ledger.take_over"], limit=2)
    assert [each.arguments for each in took] == [{"rows": taken}]
    forger.execute("UPDATE cage_drawer SET colour = 'blue' WHERE id = %s", [true.pk])
    assert f"cage_drawer {true.pk}: changed by no act" in verified(capsys)[1]
