"""
Whoever has stolen DATABASE_URL sits at a psql prompt and wants to get out of the database.

What the role may do to the journal itself is tried in tests/integration/ledger/test_attacks.py;
here it wants files and programs of the server, and a way to be more than it is.
"""

from collections.abc import Iterator

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege

from tests.attacking import Attacker
from tests.world import a_club

THE_SERVER = {
    "a table written to a file": "COPY (SELECT 1) TO '/tmp/stolen'",
    "a file read as a table": "COPY mine FROM '/etc/passwd'",
    "a program started": "COPY (SELECT 1) TO PROGRAM 'id'",
    "a program read": "COPY mine FROM PROGRAM 'id'",
    "a file read at once": "SELECT pg_read_file('/etc/passwd')",
    "bytes of a file": "SELECT pg_read_binary_file('/etc/passwd')",
    "a folder listed": "SELECT pg_ls_dir('/')",
    "a file made a large object": "SELECT lo_import('/etc/passwd')",
    "a large object written": "SELECT lo_export(lo_from_bytea(0, 'x'), '/tmp/stolen')",
    "a module loaded": "LOAD 'auto_explain'",
    "a function in C": "CREATE FUNCTION public.mine(cstring) RETURNS int"
    " AS '/lib/x86_64-linux-gnu/libc.so.6', 'system' LANGUAGE c",
    "an extension": "CREATE EXTENSION file_fdw",
    "the server's settings": "ALTER SYSTEM SET archive_command = 'id'",
    "the settings read anew": "SELECT pg_reload_conf()",
    "who may sign in": "SELECT pg_read_file('pg_hba.conf')",
    "the passwords": "SELECT rolpassword FROM pg_authid",
}
TO_BE_MORE = {
    "the owner": "SET ROLE casino_owner",
    "the owner for the session": "SET SESSION AUTHORIZATION casino_owner",
    "the superuser": "SET ROLE postgres",
    "a member of the owners": "GRANT casino_owner TO casino_app",
    "above all": "ALTER ROLE casino_app SUPERUSER",
    "a role beside": "CREATE ROLE mine LOGIN",
    "a database beside": "CREATE DATABASE mine",
    "a schema beside": "CREATE SCHEMA mine",
    "a table among ours": "CREATE TABLE public.mine (id integer)",
    "a view among ours": "CREATE VIEW public.mine AS SELECT 1",
    "a function among ours": "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "a type among ours": "CREATE TYPE public.mine AS ENUM ('x')",
    "a table taken": "ALTER TABLE ledger_entry OWNER TO casino_app",
    "a rule in the way": "CREATE RULE mine AS ON INSERT TO ledger_entry DO INSTEAD NOTHING",
    "a trigger in the way": "CREATE TRIGGER mine BEFORE INSERT ON ledger_entry FOR EACH ROW"
    " EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "a path for everybody": "ALTER ROLE casino_owner SET search_path = mine",
    "a path for the database": "ALTER DATABASE casino SET search_path = mine",
    "a path for a function": "ALTER FUNCTION ledger_append_only() SET search_path = pg_temp",
}


@pytest.fixture
def thief(committed_db: None, app_connection: psycopg.Connection) -> Iterator[Attacker]:
    """Somebody with the address of the running program; nothing is booked by what they try."""
    world = a_club()
    world.fund(100_000)
    thief = Attacker(app_connection, world)
    before = thief.counts()
    thief.tries("CREATE TEMP TABLE mine (line text)")
    yield thief
    assert thief.counts() == before


def let_through(thief: Attacker, attacks: dict[str, str]) -> list[str]:
    """Return the attacks that the database did not refuse for want of the right."""
    through = []
    for said, statement in attacks.items():
        try:
            thief.connection.execute(statement)
        except InsufficientPrivilege:
            continue
        through.append(said)
    return through


def test_no_file_and_no_program_of_the_server_is_reached(thief: Attacker):
    assert let_through(thief, THE_SERVER) == []


def test_the_role_makes_itself_no_other_and_nothing_among_ours(thief: Attacker):
    assert let_through(thief, TO_BE_MORE) == []


def test_a_right_that_is_given_by_who_has_it_not_is_none(thief: Attacker):
    """PostgreSQL answers with a warning alone."""
    thief.connection.execute("GRANT UPDATE ON ledger_entry TO casino_app")
    with pytest.raises(InsufficientPrivilege):
        thief.connection.execute("UPDATE ledger_entry SET memo = 'x'")


def test_a_table_of_ones_own_does_not_tell_a_guard_that_the_club_is_a_home(thief: Attacker):
    """A temporary table stands before ours of its name unless a function says where it looks."""
    thief.tries(
        "CREATE TEMP TABLE house_controlprofile AS SELECT 1 AS id, %(club)s::bigint AS club_id,"
        " 'home' AS profile, now() - interval '1 day' AS since"
    )
    home = thief.connection.execute("SELECT house_one_person(%(club)s)", thief.names).fetchone()
    assert home == (False,)


def test_every_function_that_guards_says_where_it_looks(thief: Attacker):
    loose = thief.connection.execute(
        "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
        " AND prorettype = 'trigger'::regtype"
        " AND NOT coalesce(proconfig, '{}') @> ARRAY['search_path=public, pg_temp'] ORDER BY 1"
    ).fetchall()
    assert loose == []


def test_nothing_that_happened_is_deleted(thief: Attacker):
    """What may go is who comes in and how, a face, caches, and who is counted next."""
    tables = thief.connection.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
    ).fetchall()
    attacks = {table: f"DELETE FROM {table} WHERE false" for (table,) in tables}
    doors = (
        "account_",
        "axes_",
        "mfa_",
        "staff_",
        "django_session",
        "usersessions_",
        "operations_",
    )
    through = {each for each in let_through(thief, attacks) if not each.startswith(doors)}
    assert through == {"players_photo", "ranking_ranking_clubs", "ledger_outbox"}
    assert {"staff_user", "staff_badge", "staff_formerrole"}.isdisjoint(let_through(thief, attacks))


def test_who_was_knocked_out_what_was_sold_and_who_had_a_shift_is_not_rewritten(thief: Attacker):
    attacks = {
        "a knock-out of somebody else": "UPDATE tournaments_knockout SET entry_id = 1",
        "another price": "UPDATE tournaments_purchase SET price_cents = 1",
        "another cashier": "UPDATE cage_shift SET cashier_id = 1",
        "other hands": "UPDATE jackpot_claim SET hands = '[]'",
        "more held": "UPDATE cage_bag SET cents = 1",
        "another seat": "UPDATE cashgames_seat SET player_id = 1",
        "another draw": "UPDATE tournaments_seatdraw SET seed = ''",
        "a slip not printed": "UPDATE cage_slipprint SET act_id = 1",
    }
    assert let_through(thief, attacks) == []
