"""
No program serves where the books would not be safe: one sentence says what to do next.

Each kind of program is started once; what it begins with is asked in this process, and so is
what `manage.py` does, with the settings as they come of the environment that a case names.
"""

import os
import runpy
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg
import pytest
from django.core.management import execute_from_command_line
from django.test import override_settings

from casino.start import refuse_unsafe, refuse_unsafe_command
from casino.start.faults import KEYS
from script.check import PRODUCTION
from script.children import PATIENCE_SECONDS
from script.office import MANAGE, TOP
from script.servers import postgres_url
from tests.database import connect_as, superuser

BIN = Path(sys.executable).parent
CELERY = [str(BIN / "celery"), "-A", "casino"]
WEB = [str(BIN / "gunicorn"), "casino.wsgi", "--preload", "--no-control-socket"]
FROM_THE_ENVIRONMENT = (
    "SECRET_KEY",
    "SECRET_KEY_IS_OF_THIS_PROCESS",
    "CASINO_APP_ROLE",
    "STATE_DIR",
    *KEYS,
)
# Which tests of pages set in this process.
OF_A_BROWSER = {"DJANGO_ALLOW_ASYNC_UNSAFE": None}
PROGRAMS = {
    "web": [*WEB, "--bind=127.0.0.1:0", "--workers=1"],
    "worker": [*CELERY, "worker", "--pool=solo"],
    "beat": [*CELERY, "beat", "--schedule=SCHEDULE"],
    "command": [*MANAGE, "close_day"],
}
EMPTIED = """
CREATE OR REPLACE FUNCTION ledger_hold_club(p_club bigint) RETURNS void LANGUAGE sql AS $$SELECT$$
"""
NOT_GUARDED = "The database is not guarded as this program left it, "
A_CLUB = """
INSERT INTO house_club (slug, name, timezone, currency, language, closes_at, notes_cents,
    chips_cents, chip_colours)
VALUES ('mars', 'Mars', 'Mars/Olympus', 'EUR', 'en', '07:00', '{}', '{}', '{}')
"""
A_USER = """
INSERT INTO staff_user (id, username, name, password, is_active, is_service, has_given_password,
    language, theme, text_size, letter_keys, own_keys)
VALUES (7, 'mia', 'Mia', '', true, false, false, 'en', '', '', '', '{}');
"""
A_FACTOR = f"""{A_USER} INSERT INTO mfa_authenticator (type, data, user_id, created_at)
VALUES ('totp', '{{"secret": "of another key"}}', 7, now())"""
A_PIN = f"{A_USER} INSERT INTO staff_pin (user_id, digest) VALUES (7, '01234567:argon2$')"
AWAY = "postgresql://casino_app@127.0.0.1:1/casino"
NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('cage', '9999_later', now())"
# What is done to the server or the database, and what every program says then.
FAULTS = {
    "ALTER ROLE casino_app SUPERUSER": "The role casino_app is a superuser: ",
    "ALTER ROLE casino_app CREATEROLE": "The role casino_app may make roles: ",
    "ALTER ROLE casino_app CREATEDB": "The role casino_app may make databases: ",
    "ALTER ROLE casino_app REPLICATION": "The role casino_app may replicate: ",
    "ALTER ROLE casino_app BYPASSRLS": "The role casino_app may pass row security: ",
    "GRANT SET ON PARAMETER session_replication_role TO casino_app": (
        "The role casino_app may switch triggers off: "
    ),
    "GRANT casino_owner TO casino_app": "The role casino_app can become casino_owner, which owns ",
    "CREATE ROLE between; GRANT casino_owner TO between; GRANT between TO casino_app": (
        "The role casino_app can become casino_owner, which owns "
    ),
    "GRANT pg_execute_server_program TO casino_app": (
        "The role casino_app is a member of pg_execute_server_program, "
    ),
    "GRANT pg_write_all_data TO casino_app": (
        "The role casino_app is a member of pg_write_all_data, "
    ),
    "ALTER TABLE house_club OWNER TO casino_app": (
        "The role casino_app owns what it may only use, and could rewrite the journal: "
    ),
    "ALTER DATABASE unsafe SET synchronous_commit = off": (
        "PostgreSQL runs with synchronous_commit=off (said by its database), "
    ),
    "DELETE FROM django_migrations WHERE app = 'reports'": (
        "This database is of another version (5 migrations are missing, first reports.0001_"
    ),
    NEWER: "This database was migrated by a newer program (cage.9999_later is unknown here): ",
    "REVOKE ALL ON django_migrations FROM casino_app": (
        "The tables of this database are half made: run script/manage migrate to its end, "
    ),
    A_FACTOR: "A key is missing in SECOND_FACTOR_KEYS, 1 of the database's secrets ",
    A_PIN: "A key is missing in PIN_KEYS, 1 of the database's secrets were written ",
    A_CLUB: "Python has no data of Mars/Olympus, the time zone of the club mars: ",
}
# The same of the guards, and which one is named.
UNGUARDED = {
    "DROP TRIGGER append_only ON ledger_entry": "trigger ledger_entry.append_only: missing: ",
    "ALTER TABLE ledger_line DISABLE TRIGGER append_only": (
        "trigger ledger_line.append_only: changed: "
    ),
    "ALTER TABLE house_club DISABLE TRIGGER ALL": "trigger house_club.RI_ConstraintTrigger_",
    "ALTER TABLE cage_payable ENABLE REPLICA TRIGGER cage_payable_owed": (
        "trigger cage_payable.cage_payable_owed: changed: "
    ),
    EMPTIED: "function ledger_hold_club(bigint): changed: ",
    "ALTER FUNCTION ledger_open_batch() RESET search_path": (
        "function ledger_open_batch(): changed: "
    ),
    "ALTER FUNCTION ledger_seal_day SECURITY INVOKER": "function ledger_seal_day(",
    "ALTER TABLE ledger_act DROP CONSTRAINT ledger_act_key": (
        "unique ledger_act.ledger_act_key: missing: "
    ),
    "GRANT UPDATE ON ledger_entry TO casino_app": "the privileges on ledger_entry: changed: ",
    "GRANT DELETE ON ledger_line TO PUBLIC": "the privileges on ledger_line: changed: ",
}
FAULTS |= {sql: NOT_GUARDED + guard for sql, guard in UNGUARDED.items()}
UNDONE = """
ALTER ROLE casino_app NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS;
REVOKE SET ON PARAMETER session_replication_role FROM casino_app;
REVOKE casino_owner, pg_execute_server_program, pg_write_all_data FROM casino_app;
DROP ROLE IF EXISTS between
"""


class Unsafe:
    """A database of the test's own, to which its superuser may do anything, and its programs."""

    def __init__(self, servers: Path, environment: dict[str, str], blocker: Any) -> None:
        self.servers, self.blocker = servers, blocker
        self.environment = {**environment, "DATABASE_URL": self.url("casino_app")}

    def url(self, role: str = "postgres") -> str:
        return postgres_url(self.servers / "postgres", role=role, database="unsafe")

    def execute(self, sql: str) -> None:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            for statement in sql.split(";"):
                connection.execute(statement)

    def start(self, program: list[str], **more: str | None) -> tuple[int, str]:
        """Return the status with which a program ended, and its last words."""
        told = {**os.environ, **self.environment, **OF_A_BROWSER, **more}
        done = subprocess.run(
            program,
            cwd=TOP,
            env={name: value for name, value in told.items() if value is not None},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_SECONDS,
        )
        assert "Traceback" not in done.stderr, done.stderr
        self.said = done.stderr or done.stdout
        lines = [line for line in self.said.splitlines() if line.strip()]
        return done.returncode, lines[-1]

    @contextmanager
    def told(self, **more: str | None) -> Iterator[None]:
        """Let this process have the settings that such an environment makes, and its database."""
        told = {**os.environ, **self.environment, **more}
        own = {name: value for name, value in told.items() if value is not None}
        with mock.patch.dict(os.environ, own, clear=True):
            made = runpy.run_path(str(TOP / "casino" / "settings.py"))
        settings = {name: made[name] for name in FROM_THE_ENVIRONMENT}
        try:
            with self.blocker.unblock(), override_settings(**settings):
                connect_as(own["DATABASE_URL"])
                yield
        finally:
            connect_as(os.environ["DATABASE_URL"])

    def refused(self, **more: str | None) -> tuple[object, str]:
        """Return the status and the words of what each program begins with, in this process."""
        said = StringIO()
        with (
            self.told(**more),
            mock.patch("sys.__stderr__", said),
            pytest.raises(SystemExit) as end,
        ):
            refuse_unsafe()
        return end.value.code, said.getvalue().rstrip("\n")

    def manage(self, *words: str, **more: str | None) -> tuple[object, str]:
        """Return the status and the last words of `manage.py`, in this process."""
        said, status = StringIO(), 0
        with ExitStack() as stack:
            stack.enter_context(self.told(**more))
            stack.enter_context(mock.patch("sys.__stderr__", said))
            stack.enter_context(redirect_stderr(said))
            stack.enter_context(redirect_stdout(said))
            try:
                refuse_unsafe_command(["manage.py", *words])
                execute_from_command_line(["manage.py", *words])
            except SystemExit as end:
                status = end.code  # type: ignore[assignment]
        self.said = said.getvalue()
        return status, (self.said.splitlines() or [""])[-1]


@pytest.fixture
def unsafe(
    servers: Path, test_environment: dict[str, str], django_db_setup: None, django_db_blocker: Any
) -> Iterator[Unsafe]:
    with superuser(servers) as connection:
        connection.execute(
            "CREATE DATABASE unsafe OWNER casino_owner TEMPLATE casino_template STRATEGY file_copy"
        )
        yield Unsafe(servers, test_environment, django_db_blocker)
        for undo in UNDONE.split(";"):
            connection.execute(undo)
        connection.execute("DROP DATABASE unsafe WITH (FORCE)")


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_each_program_ends_with_the_sentence_and_is_not_to_be_started_again(
    program: list[str], unsafe: Unsafe, tmp_path: Path
):
    unsafe.execute("DROP TRIGGER append_only ON ledger_entry")
    own = [word.replace("SCHEDULE", str(tmp_path / "beat")) for word in program]
    said = (
        f"{NOT_GUARDED}trigger ledger_entry.append_only: missing: see script/manage guards, run "
        "script/manage migrate, and where that does not help restore a backup."
    )
    assert unsafe.start(own) == (78, said)


@pytest.mark.parametrize("sql", FAULTS)
def test_each_fault_of_the_database_has_its_sentence(sql: str, unsafe: Unsafe):
    unsafe.execute(sql)
    status, said = unsafe.refused()
    assert said.startswith(FAULTS[sql])
    assert said.endswith(".")
    assert status == 78


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_may_lose_what_it_acknowledged_is_not_served_from(
    setting: str, unsafe: Unsafe
):
    with server_with(unsafe, setting):
        status, said = unsafe.refused()
    told = f"PostgreSQL runs with {setting}=off (said by its configuration file), so it may lose "
    assert (status, said[: len(told)]) == (78, told)


@contextmanager
def server_with(unsafe: Unsafe, setting: str) -> Iterator[None]:
    """Let the whole server run with a setting switched off."""
    for change in (f"SET {setting} = off", f"RESET {setting}"):
        unsafe.execute(f"ALTER SYSTEM {change}; SELECT pg_reload_conf()")
        if "RESET" not in change:
            yield


@pytest.mark.parametrize(
    ("told", "status", "said"),
    [
        ({"SECRET_KEY": None}, 78, "SECRET_KEY is not set: "),
        ({"SECRET_KEY": ""}, 78, "SECRET_KEY is not set: "),
        ({"SECOND_FACTOR_KEYS": None}, 78, "SECOND_FACTOR_KEYS is not set: "),
        ({"WEBHOOK_KEYS": ""}, 78, "WEBHOOK_KEYS is not set: "),
        ({"PIN_KEYS": None, "DATABASE_URL": AWAY}, 78, "PIN_KEYS is not set: "),
        ({"PIN_KEYS": ","}, 78, "PIN_KEYS is not set: "),
        ({"SECRET_KEY": "x" * 49}, 78, "SECRET_KEY is too easily guessed: "),
        ({"SECRET_KEY": "ab" * 40}, 78, "SECRET_KEY is too easily guessed: "),
        (
            {"DATABASE_URL": AWAY},
            75,
            "The database that DATABASE_URL names does not answer (",
        ),
        (
            {"DATABASE_URL": "postgresql://casino_app@%2Fno%2Fsuch%2Ffolder/casino"},
            75,
            "The database that DATABASE_URL names does not answer (",
        ),
    ],
)
def test_what_the_environment_lacks_has_its_sentence(
    told: dict[str, str | None], status: int, said: str, unsafe: Unsafe
):
    answer = unsafe.refused(**told)
    assert (answer[0], answer[1][: len(said)]) == (status, said)


@pytest.mark.parametrize(("role", "name"), [("nobody", "unsafe"), ("casino_app", "nowhere")])
def test_a_server_that_lets_nobody_in_is_not_waited_for(role: str, name: str, unsafe: Unsafe):
    address = unsafe.url(role).replace("/unsafe", f"/{name}")
    status, said = unsafe.refused(DATABASE_URL=address)
    assert said.startswith("The database does not let this program in (")
    assert status == 78


def test_a_limit_that_the_database_refuses_is_named_and_not_tried_again(unsafe: Unsafe):
    for limits in ("-c lock_timeout=abc", "-c lock_time=5s", "--nonsense"):
        status, said = unsafe.start([*MANAGE, "close_day"], DATABASE_LIMITS=limits)
        assert said.startswith("The database refuses what DATABASE_LIMITS says ("), said
        assert status == 78


def test_commands_that_need_no_database_run_without_anything(unsafe: Unsafe):
    nothing = {"SECRET_KEY": None, "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nowhere"}
    assert unsafe.start([*MANAGE, "check"], **nothing)[0] == 0
    for command in (["version"], ["close_day", "--help"]):
        assert unsafe.manage(*command, **nothing)[0] == 0


def test_the_check_of_a_deployment_asks_the_same(unsafe: Unsafe):
    check = [*MANAGE, "check", "--deploy", "--database", "default", "--fail-level", "WARNING"]
    unsafe.execute("ALTER DATABASE unsafe SET synchronous_commit = off")
    unsafe.execute("ALTER ROLE casino_app CREATEDB")
    assert unsafe.start(check, **PRODUCTION)[0] == 1
    assert "(start.E005) The role casino_app may make databases" in unsafe.said
    assert "System check identified 1 issue (0 silenced)." in unsafe.said


@pytest.mark.parametrize("state", ["empty", "half", "without grants"])
def test_verify_of_a_database_that_is_not_whole_says_so_and_gives_status_3(
    state: str, unsafe: Unsafe
):
    if state == "empty":
        unsafe.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    elif state == "half":
        unsafe.execute("DROP TABLE house_club CASCADE; DELETE FROM django_migrations WHERE id > 50")
    else:
        unsafe.execute("REVOKE ALL ON django_migrations FROM casino_app")
    status, said = unsafe.manage("verify")
    assert status == 3
    assert "run script/manage migrate" in said


@pytest.mark.parametrize(
    ("role", "sql", "said"),
    [
        ("casino_app", "", "The role casino_app is to use the tables and may not own them: "),
        ("casino_owner", NEWER, "This database was migrated by a newer program "),
    ],
)
def test_who_migrates_is_the_owner_and_of_the_newest_program(
    role: str, sql: str, said: str, unsafe: Unsafe
):
    if sql:
        unsafe.execute(sql)
    told = {"DATABASE_URL": unsafe.url(role)}
    for command in ("migrate", "prepare tables"):
        status, answer = unsafe.manage(*command.split(), **told)
        assert (status, said in answer) == (78, True), answer


def test_a_runtime_role_that_does_not_exist_is_granted_nothing(unsafe: Unsafe):
    told = {"DATABASE_URL": unsafe.url("casino_owner"), "CASINO_APP_ROLE": "casino_other"}
    status, said = unsafe.manage("migrate", **told)
    assert (status, "There is no role casino_other that " in said) == (78, True)


def test_the_differences_are_listed_and_migrate_takes_back_what_was_granted(unsafe: Unsafe):
    owner = unsafe.url("casino_owner")
    unsafe.execute(
        "GRANT TRUNCATE ON ledger_act TO casino_app; GRANT INSERT ON ledger_line TO PUBLIC"
    )
    assert unsafe.manage("guards") == (1, "CommandError: 2 differences: run script/manage migrate.")
    assert unsafe.manage("migrate", DATABASE_URL=owner)[0] == 0
    assert unsafe.manage("guards")[0] == 0


def test_who_looks_for_what_is_wrong_is_not_stopped_by_it(unsafe: Unsafe, tmp_path: Path):
    unsafe.execute("DROP TRIGGER append_only ON ledger_entry")
    assert unsafe.manage("doctor")[0] == 2
    assert f"{NOT_GUARDED}trigger ledger_entry.append_only: missing" in unsafe.said
    away = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nowhere", "STATE_DIR": str(tmp_path)}
    (tmp_path / "reserve").write_bytes(b"0")
    assert unsafe.manage("reserve", "--release", **away)[0] == 0
    assert unsafe.manage("doctor", **away)[0] == 2
