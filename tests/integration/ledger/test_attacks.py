"""
What the database itself refuses, tried by plain SQL and not through the services.

The eleven attacks of the ledger study, then every other guard, under the role of the running
program; what rewrites the journal is tried by the owner of its tables too.
"""

from contextlib import suppress

import psycopg
import pytest
from psycopg.errors import (
    CheckViolation,
    ExclusionViolation,
    InsufficientPrivilege,
    UniqueViolation,
)

from tests.attacking import ACT, ENTRY, Attacker
from tests.world import EVENING, World, a_club, a_key


def test_an_honest_entry_by_plain_sql_is_taken(attacker: Attacker):
    """The control: the same statement is refused below for its content, not for its form."""
    with attacker.connection.transaction(force_rollback=True):
        attacker.posts(["cash:vault", "equity:funding"], [1, -1])
        assert attacker.counts()[0] == 3


def test_1_a_one_sided_entry(attacker: Attacker):
    with pytest.raises(CheckViolation, match="ledger_entry_balanced"):
        attacker.posts(["cash:vault"], [100])


@pytest.mark.parametrize(
    ("accounts", "cents"),
    [
        (["cash:vault", "equity:funding"], [100, -99]),
        (["cash:vault", "equity:funding"], [0, 0]),
        (["cash:vault", "cash:vault"], [100, -100]),
        (["equity:funding", "cash:vault"], [-100, 100]),
        (["cash:vault", "equity:funding"], [100, -50, -50]),
        (["cash:vault", None], [100, -100]),
        (["cash:vault", "equity:funding"], [None, None]),
        (["cash:vault", "equity:funding"], [2**63 - 1, 2**63 - 1]),
    ],
)
def test_2_an_unbalanced_entry(attacker: Attacker, accounts: list[str], cents: list[int]):
    with pytest.raises(CheckViolation, match="ledger_entry_balanced"):
        attacker.posts(accounts, cents)


REWRITING = {
    "3 an amount changed": "UPDATE ledger_line SET cents = cents * 2",
    "3 an entry changed": "UPDATE ledger_entry SET memo = 'x'",
    "4 a line deleted": "DELETE FROM ledger_line WHERE cents < 0",
    "5 an entry deleted": "DELETE FROM ledger_entry",
    "9 the lines truncated": "TRUNCATE ledger_line",
    "9 the entries truncated": "TRUNCATE ledger_entry CASCADE",
    "an act changed": "UPDATE ledger_act SET actor_id = 1",
    "an act deleted": "DELETE FROM ledger_act",
    "a close moved": "UPDATE ledger_close SET at = now()",
    "a close deleted": "DELETE FROM ledger_close",
    "a closing balance changed": "UPDATE ledger_day_balance SET closing_cents = 0",
    "a seal edited": "UPDATE ledger_seal SET seal = ''",
    "a seal deleted": "DELETE FROM ledger_seal",
    "a line under the seal edited": "UPDATE ledger_seal_line SET digest = ''",
    "a line under the seal deleted": "DELETE FROM ledger_seal_line",
    "an upsert": """
        INSERT INTO ledger_entry (act_id, club_id, gaming_day, kind, currency, account_ids, cents,
                                  happened_at)
        SELECT act_id, club_id, gaming_day, kind, currency, account_ids, cents, happened_at
        FROM ledger_entry ON CONFLICT (act_id, seq) DO UPDATE SET memo = 'x'""",
    "a merge": """
        MERGE INTO ledger_entry e USING ledger_act a ON a.id = e.act_id
        WHEN MATCHED THEN UPDATE SET memo = 'x'""",
}


@pytest.mark.parametrize("attack", REWRITING)
def test_3_to_5_and_9_the_journal_rewritten(attacker: Attacker, attack: str):
    with pytest.raises(InsufficientPrivilege):
        attacker.tries(REWRITING[attack])


@pytest.mark.parametrize("attack", REWRITING)
def test_not_even_the_owner_rewrites_the_journal(owner_connection: psycopg.Connection, attack: str):
    with pytest.raises(InsufficientPrivilege, match="append-only"):
        owner_connection.execute(REWRITING[attack])


LINE = "INSERT INTO ledger_line (account_id, gaming_day, entry_id, cents) "


def test_6_balanced_lines_added_to_an_old_entry(attacker: Attacker):
    with pytest.raises(InsufficientPrivilege):
        attacker.tries(
            LINE + "SELECT a.id, %(day)s, e.id, CASE a.code WHEN 'income:rake' THEN -5 ELSE 5 END"
            " FROM ledger_entry e, ledger_account a"
            " WHERE a.code IN ('income:rake', 'expense:over-short')"
        )


def test_7_one_line_added_to_an_old_entry(attacker: Attacker):
    with pytest.raises(InsufficientPrivilege):
        attacker.tries(
            LINE + "SELECT a.id, %(day)s, e.id, 5 FROM ledger_entry e, ledger_account a"
            " WHERE a.code = 'income:rake'"
        )


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE ledger_balance SET cents = 0",
        "DELETE FROM ledger_balance",
        "INSERT INTO ledger_balance (account_id, cents) VALUES (0, 5)",
        "SELECT ledger_move(1, 500, %(club)s, 'EUR')",
    ],
)
def test_8_a_balance_set_by_hand(attacker: Attacker, attack: str):
    with pytest.raises(InsufficientPrivilege):
        attacker.tries(attack)


def test_10_the_same_key_twice(attacker: Attacker):
    """Once more is a replay, for something else it is refused; by plain INSERT it is no way in."""
    key = attacker.connection.execute("SELECT key FROM ledger_act LIMIT 1").fetchone()
    assert key
    with pytest.raises(CheckViolation, match="already used"):
        attacker.tries(ACT, key=key[0])
    with pytest.raises(InsufficientPrivilege):
        attacker.tries(
            "INSERT INTO ledger_act (key, club_id, operation, arguments, happened_at)"
            " VALUES (gen_random_uuid(), %(club)s, 'attack', '{}', %(at)s)"
        )


def test_10_the_same_key_twice_by_the_owner(owner_connection: psycopg.Connection):
    with pytest.raises(UniqueViolation, match="ledger_act_key"):
        owner_connection.execute(
            "INSERT INTO ledger_act (key, club_id, operation, arguments, happened_at)"
            " SELECT 'cafe0000-0000-4000-8000-000000000000', 1, 'attack', '{}', now()"
            " FROM generate_series(1, 2)"
        )


@pytest.mark.parametrize("nothing", [[], None])
def test_11_an_entry_without_lines(attacker: Attacker, nothing: list[int] | None):
    with pytest.raises((CheckViolation, psycopg.errors.NotNullViolation)):
        attacker.tries(ACT, ENTRY, key=a_key(), accounts=nothing, cents=nothing)


# ---------------------------------------------------------------- every other guard


def test_an_account_that_may_not_go_below_zero(attacker: Attacker):
    with pytest.raises(CheckViolation, match="holds only 110000 cents"):
        attacker.posts(["cash:vault", "equity:funding"], [-110_001, 110_001])


def test_more_chips_than_were_sold_cannot_come_back(attacker: Attacker):
    with pytest.raises(CheckViolation, match="holds only 10000 cents"):
        attacker.posts(["chips:floor", "income:rake"], [10_001, -10_001])


def test_an_account_that_is_not_there(attacker: Attacker):
    with pytest.raises(CheckViolation, match="does not exist in this club"):
        attacker.posts(["cash:vault", 9_999_999], [1, -1])


def test_another_club_s_account(attacker: Attacker):
    other = a_club("riga", timezone="Europe/Riga")
    ids = "SELECT id FROM ledger_account WHERE club_id = %s AND code = 'equity:funding'"
    theirs = attacker.connection.execute(ids, [other.club.pk]).fetchone()
    assert theirs
    with pytest.raises(CheckViolation, match="does not exist in this club"):
        attacker.posts(["cash:vault", theirs[0]], [1, -1])


def test_another_currency(attacker: Attacker):
    with pytest.raises(CheckViolation, match="club and currency"):
        attacker.tries(
            ACT,
            ENTRY.replace("'EUR'", "'USD'"),
            key=a_key(),
            accounts=[attacker.accounts["cash:vault"], attacker.accounts["equity:funding"]],
            cents=[1, -1],
        )


def test_a_closed_account(attacker: Attacker):
    attacker.tries("UPDATE ledger_account SET is_open = false WHERE code = 'equity:funding'")
    with pytest.raises(CheckViolation, match="is closed"):
        attacker.posts(["cash:vault", "equity:funding"], [1, -1])


@pytest.mark.parametrize(
    ("day", "clock", "why"),
    [
        ("2026-02-26", "23:00", "is not open"),
        (str(EVENING), "yesterday", "does not lie in the gaming day"),
        (str(EVENING), "tomorrow", "does not lie in the gaming day"),
    ],
)
def test_a_day_that_does_not_fit(attacker: Attacker, world: World, day: str, clock: str, why: str):
    at = {
        "23:00": world.at("23:00"),
        "yesterday": "2026-02-27 06:59:59.999999+02",
        "tomorrow": "2026-02-28 07:00+02",
    }[clock]
    with pytest.raises(CheckViolation, match=why):
        attacker.posts(["cash:vault", "equity:funding"], [1, -1], day=day, at=at)


def test_an_entry_added_to_an_act_of_the_past(
    committed_db: None, app_connection: psycopg.Connection
):
    """It would miss the copy outside, which left with the act."""
    world = a_club()
    world.fund()
    attacker = Attacker(app_connection, world)
    with pytest.raises(CheckViolation, match="was not begun in this transaction"):
        attacker.tries(
            ENTRY.replace("happened_at)", "happened_at, seq)").replace("%(at)s\n", "%(at)s, 2\n"),
            accounts=[attacker.accounts["cash:vault"], attacker.accounts["equity:funding"]],
            cents=[1, -1],
        )


def test_an_entry_of_one_club_under_the_act_of_another(attacker: Attacker):
    other = a_club("riga", timezone="Europe/Riga")
    with pytest.raises(CheckViolation, match="was not begun"):
        attacker.tries(
            ACT,
            ENTRY.replace("max(id), %(club)s", "max(id), %(other)s"),
            key=a_key(),
            other=other.club.pk,
            accounts=[1, 2],
            cents=[1, -1],
        )


@pytest.mark.parametrize("column", ["id", "recorded_at", "batch", "series_id", "number"])
def test_columns_that_only_the_posting_may_write(attacker: Attacker, column: str):
    value = {"id": "DEFAULT", "recorded_at": "now()", "batch": "true"}.get(column, "1")
    with pytest.raises(InsufficientPrivilege):
        attacker.tries(f"INSERT INTO ledger_entry (act_id, {column}) VALUES (1, {value})")


REVERSAL = """
INSERT INTO ledger_entry (act_id, club_id, gaming_day, kind, currency, account_ids, cents,
                          happened_at, reverses_id)
SELECT (SELECT max(id) FROM ledger_act), club_id, gaming_day, 'reversal', currency, account_ids,
       ARRAY(SELECT -c {times} FROM unnest(cents) c), happened_at, id
FROM ledger_entry WHERE kind = 'cage.chips_sold'
"""


def test_a_reversal_of_another_amount(attacker: Attacker):
    with pytest.raises(CheckViolation, match="does not take back"):
        attacker.tries(ACT, REVERSAL.format(times="/ 2"), key=a_key())


def test_a_second_reversal_of_one_entry(attacker: Attacker):
    again = REVERSAL.format(times="").replace("reverses_id)", "reverses_id, seq)")
    with pytest.raises(UniqueViolation, match="reversed_once"):
        attacker.tries(
            ACT, REVERSAL.format(times=""), again.replace("id\nFROM", "id, 2\nFROM"), key=a_key()
        )


FORBIDDEN = {
    "a day opened by hand": "INSERT INTO ledger_day (club_id, day, opens_at, closes_at) VALUES"
    " (%(club)s, '2026-03-01', '2026-03-01 07:00', '2026-03-02 07:00')",
    "a day reopened": "UPDATE ledger_day SET state = 'open'",
    "levels unfixed": "UPDATE ledger_day SET fixed_until = NULL",
    "a close by hand": "INSERT INTO ledger_close (club_id, day, at, kind, act_id) VALUES"
    " (%(club)s, %(day)s, %(at)s, 'early', 1)",
    "a seal by hand": "INSERT INTO ledger_seal (club_id, day) VALUES (%(club)s, %(day)s)",
    "a floor taken away": "UPDATE ledger_account SET floor = 0",
    "an account moved": "UPDATE ledger_account SET code = 'bank'",
    "an account deleted": "DELETE FROM ledger_account",
    "a slip number taken back": "UPDATE ledger_series SET last_number = 0",
    "a row of slips begun at 500": "INSERT INTO ledger_series (club_id, name, last_number)"
    " VALUES (%(club)s, 'mine', 500)",
    "an act slipped into the outbox": "INSERT INTO ledger_outbox (act_id) VALUES (1)",
    "triggers off": "ALTER TABLE ledger_entry DISABLE TRIGGER ALL",
    "triggers off for the session": "SET session_replication_role = replica",
    "a guard dropped": "DROP TRIGGER append_only ON ledger_entry",
    "a guard replaced": "CREATE OR REPLACE FUNCTION ledger_append_only() RETURNS trigger"
    " LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "another role": "SET ROLE casino_owner",
    "the day held by hand": "SELECT ledger_hold_day(%(club)s, %(day)s, %(at)s, %(at)s, false)",
    "a migration that never ran": "INSERT INTO django_migrations (app, name, applied)"
    " VALUES ('ledger', '9999', now())",
    "a table in the house": "CREATE TABLE mine (id integer)",
}


@pytest.mark.parametrize("attack", FORBIDDEN)
def test_the_running_program_may_not(attacker: Attacker, attack: str):
    with pytest.raises(InsufficientPrivilege):
        attacker.tries(FORBIDDEN[attack])


DAYS = {
    "still to come": ("2199-02-28", "05:00", "2199-03-01", "ledger_day_ahead"),
    "of two days' length": ("2026-03-03", "05:00", "2026-03-05", "ledger_day_of_the_club"),
    "at another hour": ("2026-03-03", "03:00", "2026-03-04", "ledger_day_of_the_club"),
}


@pytest.mark.parametrize("which", DAYS)
def test_a_day_that_is_not_the_clubs_next_one(attacker: Attacker, which: str):
    day, clock, until, constraint = DAYS[which]
    with pytest.raises(CheckViolation) as refused:
        attacker.tries(
            f"SELECT ledger_open_day(%(club)s, '{day}', '{day} {clock}Z', '{until} {clock}Z')"
        )
    assert refused.value.diag.constraint_name == constraint
    attacker.tries(
        "SELECT ledger_open_day(%(club)s, '2026-03-03', '2026-03-03 05:00Z', '2026-03-04 05:00Z')"
    )


def test_days_that_overlap(attacker: Attacker):
    """Refused or not opened: the instant belongs to one day only."""
    before = attacker.connection.execute("SELECT count(*) FROM ledger_day").fetchone()
    with suppress(ExclusionViolation, CheckViolation):
        attacker.tries(
            "SELECT ledger_open_day(%(club)s, '2026-02-28', '2026-02-27 08:00', '2026-02-28 07:00')"
        )
    assert attacker.connection.execute("SELECT count(*) FROM ledger_day").fetchone() == before


def test_the_running_program_owns_nothing(attacker: Attacker):
    owned = attacker.connection.execute(
        "SELECT count(*) FROM pg_class WHERE relowner = 'casino_app'::regrole"
    ).fetchone()
    assert owned == (0,)
    memberships = attacker.connection.execute(
        "SELECT pg_has_role('casino_app', 'casino_owner', 'MEMBER')"
    ).fetchone()
    assert memberships == (False,)


def test_no_function_that_writes_for_the_owner_is_lent_to_a_table_of_ones_own(attacker: Attacker):
    """Its trigger would post the lines of any row, balanced or not, or invent what a row was."""
    with pytest.raises(InsufficientPrivilege):
        attacker.tries(
            "CREATE TEMP TABLE mine (LIKE ledger_entry)",
            "CREATE TRIGGER mine AFTER INSERT ON mine"
            " FOR EACH ROW EXECUTE FUNCTION ledger_entry_posted()",
        )
    lent = attacker.connection.execute(
        "SELECT proname FROM pg_proc WHERE prosecdef AND prorettype = 'trigger'::regtype"
        " AND has_function_privilege(oid, 'EXECUTE')"
    ).fetchall()
    assert lent == []
