"""What can be wrong at a start, each in one sentence that says the next step."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from cryptography.fernet import InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, ProgrammingError, connection
from django.db.migrations.executor import MigrationExecutor

from casino import keys
from casino.db import asked_once, sqlstate
from casino.start import leader
from casino.start.guards import guards, privileges
from casino.start.leader import FormerLeader

MIN_KEY_LENGTH, MIN_KEY_VARIETY = 50, 5
KEYS = ("SECOND_FACTOR_KEYS", "WEBHOOK_KEYS", "PIN_KEYS")
OLDEST_SERVER = 15
LISTS = Path(__file__).parents[1] / "ledger" / "sql"
GUARDS, PRIVILEGES = LISTS / "guards.txt", LISTS / "privileges.txt"
# Classes of errors that say who may come in where to; all others may pass by themselves.
CLOSED_TO_US = ("28", "3D", "42")
# What PostgreSQL says of an option of the connection that cannot be.
PARAMETERS = (
    "for parameter",
    "configuration parameter",
    "set parameter",
    "command-line argument",
    "requires a value",
)
DURABLE = ("fsync", "full_page_writes", "synchronous_commit")
SETTINGS = """
SELECT name, source FROM pg_settings WHERE name = ANY (%s) AND setting = 'off' ORDER BY name
"""
ATTRIBUTES = """
SELECT current_user::text, concat_ws(', ', CASE WHEN rolsuper THEN 'is a superuser' END,
    CASE WHEN rolcreaterole THEN 'may make roles' END,
    CASE WHEN rolcreatedb THEN 'may make databases' END,
    CASE WHEN rolreplication THEN 'may replicate' END,
    CASE WHEN rolbypassrls THEN 'may pass row security' END,
    CASE WHEN current_setting('server_version_num')::int >= 150000
        AND has_parameter_privilege('session_replication_role', 'SET')
        AND NOT rolsuper THEN 'may switch triggers off' END)
FROM pg_roles WHERE rolname = current_user
"""
# By detours too: who is a member of a member, or may only make itself one.
OWNERS = """
WITH owner (id) AS (
    SELECT relowner FROM pg_class WHERE relpersistence <> 't'
    UNION SELECT proowner FROM pg_proc UNION SELECT nspowner FROM pg_namespace
    UNION SELECT datdba FROM pg_database WHERE datname = current_database())
SELECT r.rolname::text FROM pg_roles r JOIN owner ON owner.id = r.oid
WHERE pg_has_role(current_user, r.oid, 'MEMBER') ORDER BY r.rolname <> current_user, r.rolname
"""
MEMBER_OF = """
SELECT rolname::text FROM pg_roles
WHERE pg_has_role(current_user, oid, 'MEMBER') AND rolname <> current_user ORDER BY rolname
"""
# What makes the roles right, whoever asks.
NEXT_STEP = "let DATABASE_URL name a role as `script/manage prepare_database` makes it."


class Fault(Exception):
    """Why nothing may be served; status: 75 where it may pass by itself, else 78 (sysexits.h)."""

    def __init__(self, said: str, *, code: str, status: int = os.EX_CONFIG) -> None:
        super().__init__(said)
        self.code, self.status = code, status


Stage = Callable[[Any], Iterator[Fault]]
Part = tuple[Stage, ...]


def secret_faults() -> Iterator[Fault]:
    """Yield what is wrong with the key that sessions and forms are signed with."""
    if settings.SECRET_KEY_IS_OF_THIS_PROCESS:
        yield Fault(
            "SECRET_KEY is not set: give all programs of the office the same one of at least "
            f"{MIN_KEY_LENGTH} random characters, as script/server does from var/secret_key.",
            code="start.E001",
        )
    elif len(key := settings.SECRET_KEY) < MIN_KEY_LENGTH or len(set(key)) < MIN_KEY_VARIETY:
        yield Fault(
            f"SECRET_KEY is too easily guessed: set one of at least {MIN_KEY_LENGTH} random "
            "characters, and name the present one in SECRET_KEY_FALLBACKS.",
            code="start.E001",
        )

    for name in KEYS:
        if not getattr(settings, name):
            yield Fault(
                f"{name} is not set: give all programs of the office the same one of at least "
                f"{MIN_KEY_LENGTH} random characters, as script/server does from "
                f"var/{name.lower()}.",
                code="start.E017",
            )


def signing_faults() -> Iterator[Fault]:
    """Yield what is wrong with the key that signs seals; the worker alone may read it."""
    try:
        if settings.ANCHOR_KEY:
            keys.anchor_key()
    except ImproperlyConfigured as error:
        yield Fault(f"No seal could be signed: {error}", code="start.E020")


@contextmanager
def unreachable() -> Iterator[None]:
    """Raise Fault where the database does not answer, or does not let us in."""
    try:
        yield
    except FormerLeader as error:
        raise Fault(f"Not served: {error}.", code="start.E019") from None
    except OperationalError as error:
        connecting = connection.connection is None
        reason = " ".join(str(error).split()) or "no reason given"
        if connecting and any(word in reason for word in PARAMETERS):
            raise Fault(
                f"The database refuses what DATABASE_LIMITS says ({reason}): correct it, or the "
                "`options` in DATABASE_URL where that has some.",
                code="start.E021",
            ) from None
        if connecting and is_closed_to_us(reason, sqlstate(error)):
            raise Fault(
                f"The database does not let this program in ({reason}): correct the role, the "
                "password or the database in DATABASE_URL; script/manage prepare_database makes "
                "them.",
                code="start.E003",
            ) from None
        raise Fault(
            f"The database that DATABASE_URL names does not answer ({reason}): start PostgreSQL, "
            "or correct DATABASE_URL.",
            code="start.E002",
            status=os.EX_TEMPFAIL,
        ) from None


def is_closed_to_us(reason: str, state: str) -> bool:
    """Return whether waiting helps nothing; while it connects, PostgreSQL's code is not told."""
    words = ("authentication failed", "pg_hba.conf", "does not exist", "no password supplied")
    denied = "permission denied for database" in reason or "not permitted to log in" in reason
    socket_is_missing = "No such file" in reason or "Connection refused" in reason
    known = denied or any(word in reason for word in words)
    return state.startswith(CLOSED_TO_US) or (known and not socket_is_missing)


def version_faults(cursor: Any) -> Iterator[Fault]:
    """Yield that PostgreSQL is too old."""
    cursor.execute("SELECT current_setting('server_version_num')::int / 10000")
    version = cursor.fetchone()[0]
    if version < OLDEST_SERVER:
        yield Fault(
            f"PostgreSQL is {version}, which is too old: upgrade the server to {OLDEST_SERVER} or "
            "newer.",
            code="start.E004",
        )


def role_faults(cursor: Any) -> Iterator[Fault]:
    """Yield why our role is, or could become, more than a program that serves needs."""
    cursor.execute(ATTRIBUTES)
    role, more = cursor.fetchone()
    if more:
        yield Fault(f"The role {role} {more}: {NEXT_STEP}", code="start.E005")
        return
    cursor.execute(OWNERS)
    owners = [owner for (owner,) in cursor.fetchall()]
    if role in owners:
        yield Fault(
            f"The role {role} owns what it may only use, and could rewrite the journal: "
            f"{NEXT_STEP}",
            code="start.E006",
        )
    elif owners:
        yield Fault(
            f"The role {role} can become {owners[0]}, which owns the tables: take that from it "
            f"(REVOKE {owners[0]} FROM {role}), or {NEXT_STEP}",
            code="start.E007",
        )
    cursor.execute(MEMBER_OF)
    if others := [other for (other,) in cursor.fetchall() if other not in owners]:
        yield Fault(
            f"The role {role} is a member of {', '.join(others)}, which no program of ours needs: "
            f"take that from it (REVOKE {', '.join(others)} FROM {role}).",
            code="start.E008",
        )


def durability_faults(cursor: Any) -> Iterator[Fault]:
    """Yield by which setting the server may lose what it has acknowledged."""
    cursor.execute(SETTINGS, [list(DURABLE)])
    for name, source in cursor.fetchall():
        yield Fault(
            f"PostgreSQL runs with {name}=off (said by its {source}), so it may lose what it has "
            f"acknowledged: set {name} to on there, reload or restart PostgreSQL and start again.",
            code="start.E009",
        )


@asked_once
def program_and_database() -> MigrationExecutor:
    """Return the migrations of the program beside those that the database has had."""
    return MigrationExecutor(connection)


def schema_faults(_cursor: Any = None) -> Iterator[Fault]:
    """Yield that the tables are of an older program, of a newer one, or half made."""
    try:
        executor = program_and_database()
    except ProgrammingError:  # what the program may read is granted last
        yield Fault(
            "The tables of this database are half made: run script/manage migrate to its end, "
            "then start again.",
            code="start.E010",
        )
        return
    loader = executor.loader
    known = {*loader.disk_migrations}
    known |= {old for new in loader.disk_migrations.values() for old in new.replaces}
    if newer := sorted(set(loader.applied_migrations) - known):
        yield Fault(
            f"This database was migrated by a newer program ({'.'.join(newer[-1])} is unknown "
            "here): start that program, or restore the backup of before it.",
            code="start.E011",
        )
    elif missing := executor.migration_plan(loader.graph.leaf_nodes()):
        first = missing[0][0]
        yield Fault(
            f"This database is of another version ({len(missing)} migrations are missing, first "
            f"{first.app_label}.{first.name}): run script/manage migrate first.",
            code="start.E012",
        )


def guard_faults(cursor: Any) -> Iterator[Fault]:
    """Yield what guards the journal here and is not what this program's scripts made."""
    for path, found in ((GUARDS, guards(cursor)), (PRIVILEGES, privileges(cursor))):
        if wrong := list(differences(path, found)):
            more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
            yield Fault(
                f"The database is not guarded as this program left it, {wrong[0]}{more}: see "
                "script/manage guards, run script/manage migrate, and where that does not help "
                "restore a backup.",
                code="start.E013",
            )


def differences(path: Path, found: Iterator[str]) -> Iterator[str]:
    """Yield what a list says otherwise than the database, a name and what is wrong with it each."""
    listed, there = (
        {name: line for name, _, line in each}
        for each in (
            (line.partition(": ") for line in path.read_text().splitlines()),
            (line.partition(": ") for line in found),
        )
    )
    what = "the privileges on " if path == PRIVILEGES else ""
    for name in sorted({*listed, *there}):
        if name not in there:
            yield f"{what}{name}: missing"
        elif name not in listed:
            yield f"{what}{name}: not known"
        elif listed[name] != there[name]:
            yield f"{what}{name}: changed"


def key_faults(cursor: Any) -> Iterator[Fault]:
    """Yield which list lacks a key that something in the database was written with."""
    cursor.execute("SELECT data ->> 'secret' FROM mfa_authenticator WHERE type = 'totp'")
    second_factors = [text for (text,) in cursor.fetchall()]
    cursor.execute("SELECT sealed FROM webhooks_webhook WHERE sealed <> '' AND ended_at IS NULL")
    webhooks = [text for (text,) in cursor.fetchall()]
    cursor.execute("SELECT digest FROM staff_pin")
    pins = [text for (text,) in cursor.fetchall()]
    readers: dict[str, tuple[list[str], Callable[[str], bool]]] = {
        "SECOND_FACTOR_KEYS": (second_factors, lambda text: opens(keys.second_factors(), text)),
        "WEBHOOK_KEYS": (webhooks, lambda text: opens(keys.webhooks(), text)),
        "PIN_KEYS": (pins, keys.is_readable),
    }
    for name in filter(partial(getattr, settings), KEYS):  # of one that is not set: start.E017
        written, is_read = readers[name]
        if unreadable := [text for text in written if not is_read(text)]:
            yield Fault(
                f"A key is missing in {name}, {len(unreadable)} of the database's secrets were "
                "written with it: add it there, after the one that writes.",
                code="start.E018",
            )


def opens(cipher: MultiFernet, text: str) -> bool:
    """Return whether one of the keys reads it."""
    try:
        cipher.decrypt(text.encode())
    except InvalidToken:
        return False
    return True


def time_zone_faults(cursor: Any) -> Iterator[Fault]:
    """Yield which club's time zone Python or PostgreSQL has no data for."""
    cursor.execute(
        "SELECT c.slug, c.timezone, EXISTS ("
        "SELECT FROM pg_timezone_names z WHERE z.name = c.timezone) FROM house_club c"
    )
    for club, zone, known_to_postgres in cursor.fetchall():
        try:
            ZoneInfo(zone)
        except (KeyError, OSError, ValueError):
            nobody, packages = "Python", "the packages tzdata of Debian or of PyPI"
        else:
            nobody, packages = "PostgreSQL", "the package tzdata on its machine"
            if known_to_postgres:
                continue
        yield Fault(
            f"{nobody} has no data of {zone}, the time zone of the club {club}: install "
            f"{packages} and start again.",
            code="start.E014",
        )


def owner_faults(cursor: Any) -> Iterator[Fault]:
    """Yield why this role may not migrate, or would do so for nobody."""
    cursor.execute(
        "SELECT current_user::text, EXISTS (SELECT FROM pg_roles WHERE rolname = %s)",
        [settings.CASINO_APP_ROLE],
    )
    role, has_runtime_role = cursor.fetchone()
    if role == settings.CASINO_APP_ROLE:
        yield Fault(
            f"The role {role} is to use the tables and may not own them: let DATABASE_OWNER_URL "
            "name the role that owns them, as script/manage prepare_database makes it.",
            code="start.E015",
        )
    elif not has_runtime_role:
        yield Fault(
            f"There is no role {settings.CASINO_APP_ROLE} that the tables could be granted to: "
            "run script/manage prepare_database, or say its name in CASINO_APP_ROLE.",
            code="start.E016",
        )


def newer_faults(cursor: Any) -> Iterator[Fault]:
    """Yield that a newer program migrated these tables."""
    yield from (fault for fault in schema_faults(cursor) if fault.code == "start.E011")


def leader_faults(cursor: Any) -> Iterator[Fault]:
    """Yield that another server than the one we are with was promoted."""
    if not leader.has_standby(connection):
        return
    for each in leader.servers(connection):
        if each.leads and each.timeline > leader.known(each.system):
            leader.learn(each.system, each.timeline)
    cursor.execute(leader.TIMELINE)
    for system, timeline in cursor.fetchall():
        if timeline < (newest := leader.known(system)):
            said = f"Not served: {leader.former(timeline, newest)}."
            yield Fault(said, code="start.E019")


OF_OWNER: Part = (version_faults, owner_faults, newer_faults)
EVERYTHING: Part = (
    version_faults,
    leader_faults,
    role_faults,
    durability_faults,
    schema_faults,
    guard_faults,
    key_faults,
    time_zone_faults,
)
