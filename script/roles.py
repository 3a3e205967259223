"""
Make the two roles and the database that the office works with: script/manage prepare_database.

Each step is a query whose rows are the statements still to be run, so it does no harm to do them
again, and psql can do them by itself (\\gexec) where we may not.
"""

import hmac
import os
import re
import secrets
import sys
from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import pbkdf2_hmac, sha256
from urllib.parse import SplitResult, quote, unquote, urlsplit

import psycopg

from script.children import Unable

OPTIONS = ("--new-passwords", "--print")
OLDEST_SERVER = 150_000
# What the office's own connections say, for those that a pooler makes: see DATABASE_LIMITS.
SETTINGS = {
    "lock_timeout": "5s",
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "30s",
    "timezone": "UTC",
}
ITERATIONS, SALT_BYTES, PASSWORD_BYTES = 4096, 16, 24  # as PostgreSQL's own
NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}", re.ASCII)
INTO_THE_DATABASE = "\\connect "
# Members of the owner may make what it owns; PostgreSQL 16 lets a member set it or not.
IS_OWNER = """CASE WHEN current_setting('server_version_num')::int >= 160000
    THEN pg_has_role(current_user, '{owner}', 'SET')
    ELSE pg_has_role(current_user, '{owner}', 'MEMBER') END"""


@dataclass(frozen=True, kw_only=True)
class Roles:
    """
    Names of the roles and the database; passwords by role, for those that are made.

    changed: the roles that get theirs also where they are already there.
    """

    owner: str = "casino_owner"
    runtime: str = "casino_app"
    database: str = "casino"
    passwords: Mapping[str, str] = field(default_factory=dict)
    changed: Collection[str] = ()

    def on_the_server(self) -> Iterator[str]:
        """Yield the queries of what is to be done on the server, in any database of it."""
        for role in (self.owner, self.runtime):
            password = self.passwords.get(role)
            secret = f" PASSWORD ''{verifier(password)}''" if password else ""
            known = f"EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}')"
            if role in self.changed:
                yield f"SELECT 'ALTER ROLE {role} LOGIN{secret}' WHERE {known}"
            yield f"SELECT 'CREATE ROLE {role} LOGIN{secret}' WHERE NOT {known}"
        rights = {"super": "SUPERUSER", "createrole": "CREATEROLE", "createdb": "CREATEDB"}
        rights |= {"replication": "REPLICATION", "bypassrls": "BYPASSRLS"}
        for column, word in rights.items():
            yield (
                f"SELECT 'ALTER ROLE {self.runtime} NO{word}' FROM pg_roles"
                f" WHERE rolname = '{self.runtime}' AND rol{column}"
            )
        yield (
            f"SELECT DISTINCT format('REVOKE %I FROM {self.runtime}', g.rolname)"
            " FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid"
            f" WHERE m.member = '{self.runtime}'::regrole"
        )
        is_owner = IS_OWNER.format(owner=self.owner)
        yield f"SELECT 'GRANT {self.owner} TO CURRENT_USER' WHERE NOT {is_owner}"
        here = f"FROM pg_database WHERE datname = '{self.database}'"
        yield (
            f"SELECT 'CREATE DATABASE {self.database} OWNER {self.owner} TEMPLATE template0"
            f" ENCODING ''UTF8''' WHERE NOT EXISTS (SELECT {here})"
        )
        yield (
            f"SELECT 'ALTER DATABASE {self.database} OWNER TO {self.owner}' {here}"
            f" AND datdba <> '{self.owner}'::regrole"
        )
        for name, value in SETTINGS.items():
            yield (
                f"SELECT 'ALTER ROLE {self.runtime} IN DATABASE {self.database}"
                f" SET {name} = ''{value}'''"
            )
        # An error quotes the row that it is about: a guest's personal code, for the log to keep.
        yield (
            f"SELECT 'ALTER DATABASE {self.database} SET log_error_verbosity = terse'"
            " WHERE has_parameter_privilege('log_error_verbosity', 'SET')"
        )
        yield f"SELECT 'REVOKE ALL ON DATABASE {self.database} FROM PUBLIC'"
        yield f"SELECT 'GRANT CONNECT, TEMPORARY ON DATABASE {self.database} TO {self.runtime}'"

    def in_the_database(self) -> Iterator[str]:
        """Yield the queries of what is to be done inside the database."""
        yield "SELECT 'REVOKE CREATE ON SCHEMA public FROM PUBLIC'"
        yield f"SELECT 'GRANT CREATE, USAGE ON SCHEMA public TO {self.owner}'"
        yield f"SELECT 'GRANT USAGE ON SCHEMA public TO {self.runtime}'"
        yield "SELECT 'CREATE EXTENSION IF NOT EXISTS btree_gist'"
        yield (
            f"SELECT 'REVOKE {self.owner} FROM CURRENT_USER' FROM pg_auth_members"
            f" WHERE roleid = '{self.owner}'::regrole AND member = current_user::regrole"
        )

    def script(self) -> str:
        """Return all of it for psql."""
        server, inside = self.on_the_server(), self.in_the_database()
        lines = [
            *(f"{query} \\gexec" for query in server),
            INTO_THE_DATABASE + self.database,
            *(f"{query} \\gexec" for query in inside),
        ]
        return "\n".join(" ".join(line.split()) for line in lines)


def carry_out(queries: Iterator[str], connection: psycopg.Connection) -> None:
    """Run what is still to be done."""
    for query in queries:
        for (statement,) in connection.execute(query).fetchall():
            connection.execute(statement)


def verifier(password: str) -> str:
    """Return what PostgreSQL keeps of a password (RFC 5803): no log of its shows it."""
    if not password.isascii() or not password.isprintable():
        raise Unable("Use ASCII letters, digits and signs in the passwords of the roles.")
    salt = secrets.token_bytes(SALT_BYTES)
    salted = pbkdf2_hmac("sha256", password.encode(), salt, ITERATIONS)
    stored = sha256(hmac.digest(salted, b"Client Key", "sha256")).digest()
    server = hmac.digest(salted, b"Server Key", "sha256")
    parts = (b64encode(each).decode() for each in (salt, stored, server))
    return "SCRAM-SHA-256${}:{}${}:{}".format(ITERATIONS, *parts)


def wanted(*, anew: bool) -> Roles:
    """Return the roles that the environment names, or the usual ones, with new passwords."""
    urls = [urlsplit(os.environ.get(each) or "") for each in ("DATABASE_OWNER_URL", "DATABASE_URL")]
    usual = (Roles.owner, os.environ.get("CASINO_APP_ROLE") or Roles.runtime)
    owner, runtime = (url.username or name for url, name in zip(urls, usual, strict=True))
    database = urls[1].path.strip("/") or urls[0].path.strip("/") or Roles.database
    for name in (owner, runtime, database):
        if not NAME.fullmatch(name):
            raise Unable(f"The name {name!r} cannot be: use small letters, digits and _.")
    if owner == runtime:
        raise Unable("DATABASE_URL and DATABASE_OWNER_URL name one role: the office needs two.")
    roles = (owner, runtime)
    given = {} if anew else dict(zip(roles, map(password_of, urls), strict=True))
    made = {role: given.get(role) or secrets.token_hex(PASSWORD_BYTES) for role in roles}
    changed = [role for role in roles if anew or given.get(role)]
    return Roles(owner=owner, runtime=runtime, database=database, passwords=made, changed=changed)


def password_of(url: SplitResult) -> str:
    """Return the password in an address, or nothing."""
    return unquote(url.password or "")


def main(*options: str) -> None:
    """Make what is missing and print the two addresses to set; where we may not, what to run."""
    if unknown := set(options) - {*OPTIONS}:
        raise Unable(f"prepare_database knows no {' '.join(unknown)}: {' and '.join(OPTIONS)}.")
    roles, admin = wanted(anew="--new-passwords" in options), os.environ.get("DATABASE_ADMIN_URL")
    if "--print" in options:
        print(roles.script())
        print(addresses(roles, admin or "", kept=set()), file=sys.stderr)
        return
    if not admin:
        raise Unable(
            "DATABASE_ADMIN_URL is not set: let it name a role that may make roles and databases, "
            "or let an administrator run what script/manage prepare_database --print prints."
        )
    try:
        kept = prepare(roles, admin)
    except psycopg.errors.InsufficientPrivilege as error:
        print(roles.script())
        print(addresses(roles, admin, kept=set()), file=sys.stderr)
        reason = str(error).splitlines()[0]
        raise Unable(
            f"The role in DATABASE_ADMIN_URL may not ({reason}): let an administrator run the "
            "lines above in psql."
        ) from None
    except (psycopg.Error, ValueError) as error:
        reason = (str(error).strip().splitlines() or ["no reason given"])[0]
        raise Unable(f"Could not prepare the database: {reason}") from None
    print(addresses(roles, admin, kept=kept))


def prepare(roles: Roles, admin: str) -> set[str]:
    """Carry all of it out; return the roles whose passwords stayed as they were."""
    with psycopg.connect(admin, autocommit=True, connect_timeout=30) as connection:
        if connection.info.server_version < OLDEST_SERVER:
            raise Unable("PostgreSQL is too old: the office needs 15 or newer.")
        if connection.info.user in {roles.owner, roles.runtime}:
            raise Unable(
                f"DATABASE_ADMIN_URL names {connection.info.user}, a role of the office itself: "
                "name an administrator of the server."
            )
        known = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles")}
        carry_out(roles.on_the_server(), connection)
    with psycopg.connect(admin, dbname=roles.database, autocommit=True) as connection:
        carry_out(roles.in_the_database(), connection)
    return known - set(roles.changed)


def addresses(roles: Roles, admin: str, *, kept: Collection[str]) -> str:
    """Return what to set, with the passwords that are new."""
    server = urlsplit(admin or "postgresql://127.0.0.1:5432")
    where = server.netloc.rpartition("@")[2]
    query = f"?{server.query}" if server.query else ""
    lines = ["Set, in files that only their owner reads:"]
    for variable, role in (("DATABASE_URL", roles.runtime), ("DATABASE_OWNER_URL", roles.owner)):
        word = f":{quote(roles.passwords[role], safe='')}" if role not in kept else ""
        stays = "    # its password stays as it was" if role in kept else ""
        lines.append(f"{variable}=postgresql://{role}{word}@{where}/{roles.database}{query}{stays}")
    return "\n".join(lines)
