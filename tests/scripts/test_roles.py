"""Two roles with secrets: made by one command, or said to whoever may make them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
import yaml

from script.children import Unable
from script.office import KEYS, MANAGE, TOP
from script.roles import verifier
from script.servers import postgres, postgres_programs, postgres_url
from tests.database import FOLDERS, clear_leftovers

PREPARE = [sys.executable, "-m", "script.command", "prepare_database"]
ADMIN, LESSER, NOBODY = "postgres", "lesser", "guest"
ADDRESS = re.compile(r"^(DATABASE\w*)=(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Server:
    """A PostgreSQL of this file's own that listens on an address of this machine, too."""

    folder: Path
    host: str

    def url(self, role: str, *, password: str = "secret", database: str = "postgres") -> str:
        return f"postgresql://{role}:{password}@{self.host}:5432/{database}"

    def execute(self, *statements: str) -> None:
        with psycopg.connect(postgres_url(self.folder), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def value(self, query: str, *, database: str = "postgres") -> object:
        with psycopg.connect(postgres_url(self.folder, database=database)) as connection:
            row = connection.execute(query).fetchone()
            return row[0] if row else None

    def prepare(self, *options: str, **told: str) -> subprocess.CompletedProcess[str]:
        """Run the command for a club's own names of roles and database."""
        names = {"DATABASE_URL": "postgresql://desk_app@/desk", "CASINO_APP_ROLE": "desk_app"}
        names["DATABASE_OWNER_URL"] = "postgresql://desk_owner@/desk"
        own = {key: value for key, value in os.environ.items() if not key.startswith("DATABASE")}
        return subprocess.run(
            [*PREPARE, *options],
            cwd=TOP,
            env={**own, **names, **told},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Server]:
    clear_leftovers()
    pid = os.getpid()
    folder = FOLDERS / str(pid) / "with-passwords" / "postgres"
    server = Server(folder, f"127.1.{pid // 256 % 256}.{pid % 256}")
    shutil.rmtree(folder.parent, ignore_errors=True)  # of tests of this file that ran before others
    with postgres(folder, f"listen_addresses={server.host}", durable=True):
        server.execute(
            f"ALTER ROLE {ADMIN} PASSWORD 'secret'",
            f"CREATE ROLE {LESSER} LOGIN CREATEROLE CREATEDB PASSWORD 'secret'",
            f"CREATE ROLE {NOBODY} LOGIN PASSWORD 'secret'",
        )
        yield server


@pytest.fixture
def server(cluster: Server) -> Iterator[Server]:
    """The server before anybody made the desk's roles."""
    yield cluster
    cluster.execute(
        "DROP DATABASE IF EXISTS desk WITH (FORCE)",
        "DROP ROLE IF EXISTS desk_app",
        "DROP ROLE IF EXISTS desk_owner",
    )


def addresses(said: str) -> dict[str, str]:
    """Return the addresses that were printed; each is one that lets its role in."""
    found = dict(ADDRESS.findall(said))
    for address in found.values():
        psycopg.connect(address).close()
    return found


def told(found: dict[str, str]) -> dict[str, str]:
    """Return the environment of a program of that office."""
    keys = {name: f"{name}-" + "0123456789" * 5 for name in KEYS}
    return {**os.environ, **keys, "CASINO_APP_ROLE": "desk_app", **found}


def test_what_the_command_makes_owns_the_tables_and_is_served_from(server: Server, servers: Path):
    """The tables as a restored office has them: migrate has to grant them, no more."""
    found = addresses(server.prepare(DATABASE_ADMIN_URL=server.url(LESSER)).stdout)
    kept = postgres_url(servers / "postgres", database="casino_template")
    dump = [str(postgres_programs() / "pg_dump"), "--no-owner", "--no-privileges", "--no-comments"]
    psql = [str(postgres_programs() / "psql"), "--no-psqlrc", "-q", "--set=ON_ERROR_STOP=1"]
    tables = subprocess.run([*dump, kept], capture_output=True, check=True).stdout
    done = subprocess.run(
        [*psql, found["DATABASE_OWNER_URL"]], input=tables, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    owner = told(found | {"DATABASE_URL": found["DATABASE_OWNER_URL"]})
    subprocess.run([*MANAGE, "migrate", "--verbosity=0"], cwd=TOP, env=owner, check=True)
    served = subprocess.run([*MANAGE, "shell", "-c", "pass"], cwd=TOP, env=told(found), check=False)
    assert served.returncode == 0


@pytest.mark.long
@pytest.mark.parametrize("admin", [ADMIN, LESSER])
def test_what_the_command_makes_is_migrated_and_served_from(server: Server, admin: str):
    done = server.prepare(DATABASE_ADMIN_URL=server.url(admin))
    assert (done.returncode, done.stderr) == (0, "")
    found = addresses(done.stdout)
    owner = told(found | {"DATABASE_URL": found["DATABASE_OWNER_URL"]})
    subprocess.run([*MANAGE, "migrate", "--verbosity=0"], cwd=TOP, env=owner, check=True)
    served = subprocess.run([*MANAGE, "shell", "-c", "pass"], cwd=TOP, env=told(found), check=False)
    assert served.returncode == 0
    again = server.prepare(DATABASE_ADMIN_URL=server.url(admin))
    assert again.stdout.count("# its password stays as it was") == 2
    assert addresses(done.stdout) == found


def test_nobody_else_comes_in_and_nobody_without_a_password(server: Server):
    found = addresses(server.prepare(DATABASE_ADMIN_URL=server.url(ADMIN)).stdout)
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(server.url(NOBODY, database="desk"))
    for address in found.values():
        with pytest.raises(psycopg.OperationalError, match="no password supplied"):
            psycopg.connect(re.sub(r":\w+@", "@", address))
    assert server.value("SELECT rolpassword LIKE 'SCRAM-%' FROM pg_authid WHERE rolname='desk_app'")


@pytest.mark.parametrize(
    ("admin", "said"), [(ADMIN, "{log_error_verbosity=terse}"), (LESSER, None)]
)
def test_who_may_lets_the_log_of_that_database_quote_no_rows(
    server: Server, admin: str, said: str | None
):
    assert server.prepare(DATABASE_ADMIN_URL=server.url(admin)).returncode == 0
    kept = (
        "SELECT setconfig::text FROM pg_db_role_setting s JOIN pg_database d ON d.oid = setdatabase"
    )
    assert server.value(f"{kept} WHERE datname = 'desk' AND setrole = 0") == said


def test_new_passwords_shut_out_the_former_ones(server: Server):
    former = addresses(server.prepare(DATABASE_ADMIN_URL=server.url(ADMIN)).stdout)
    again = server.prepare(DATABASE_ADMIN_URL=server.url(ADMIN))
    assert again.stdout.count("# its password stays as it was") == 2
    done = server.prepare("--new-passwords", **former, DATABASE_ADMIN_URL=server.url(ADMIN))
    assert done.returncode == 0
    now = addresses(done.stdout)
    assert {*now} == {*former}
    for address in former.values():
        with pytest.raises(psycopg.OperationalError, match="authentication failed"):
            psycopg.connect(address)


def test_a_password_that_is_named_is_the_roles(server: Server):
    wanted = f"postgresql://desk_app:a%20long%2Fword@{server.host}/desk"
    done = server.prepare(DATABASE_ADMIN_URL=server.url(ADMIN), DATABASE_URL=wanted)
    assert done.returncode == 0
    psycopg.connect(wanted).close()


@pytest.mark.parametrize("how", ["refused", "printed"])
def test_who_may_not_is_told_what_psql_is_to_run(server: Server, how: str):
    if how == "refused":
        done = server.prepare(DATABASE_ADMIN_URL=server.url(NOBODY))
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1] == (
            "The role in DATABASE_ADMIN_URL may not (permission denied to create role): let an "
            "administrator run the lines above in psql."
        )
    else:
        done = server.prepare("--print", DATABASE_ADMIN_URL=server.url(NOBODY))
        assert done.returncode == 0
    psql = [postgres_programs() / "psql", "--no-psqlrc", "--set=ON_ERROR_STOP=1"]
    for _ in range(2):
        script = {"input": done.stdout, "text": True, "capture_output": True}
        ran = subprocess.run([*psql, server.url(ADMIN)], check=False, **script)
        assert ran.returncode == 0, ran.stderr
        addresses(done.stderr)
    assert "secret" not in done.stdout


def test_a_runtime_role_that_had_become_more_is_put_right(server: Server):
    server.prepare(DATABASE_ADMIN_URL=server.url(ADMIN))
    server.execute(
        "ALTER ROLE desk_app SUPERUSER CREATEDB BYPASSRLS", "GRANT desk_owner TO desk_app"
    )
    server.execute("GRANT CONNECT ON DATABASE desk TO PUBLIC")
    assert server.prepare(DATABASE_ADMIN_URL=server.url(ADMIN)).returncode == 0
    more = "SELECT rolsuper OR rolcreatedb OR rolbypassrls FROM pg_roles WHERE rolname='desk_app'"
    assert server.value(more) is False
    assert server.value("SELECT pg_has_role('desk_app', 'desk_owner', 'MEMBER')") is False
    assert server.value(f"SELECT has_database_privilege('{NOBODY}', 'desk', 'CONNECT')") is False


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "DATABASE_ADMIN_URL is not set: "),
        (
            {"DATABASE_OWNER_URL": "postgresql://desk_app@/desk"},
            "DATABASE_URL and DATABASE_OWNER",
        ),
        ({"DATABASE_URL": "postgresql://Desk-App@/desk"}, "The name 'Desk-App' cannot be: "),
        (
            {"DATABASE_ADMIN_URL": "postgresql://x@127.0.0.1:1/x"},
            "Could not prepare the database: ",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(server: Server, given: dict[str, str], said: str):
    done = server.prepare(**given)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(said)


def test_a_password_that_postgresql_would_read_otherwise_is_refused():
    with pytest.raises(Unable, match="ASCII"):
        verifier("pärnu")


def test_our_own_server_trusts_no_ones_word(cluster: Server):
    with psycopg.connect(postgres_url(cluster.folder)) as connection:
        rules = connection.execute("SELECT DISTINCT type, auth_method FROM pg_hba_file_rules")
        assert set(rules) == {("local", "peer"), ("host", "scram-sha-256")}
    with pytest.raises(psycopg.OperationalError, match="Peer authentication failed"):
        psycopg.connect(postgres_url(cluster.folder, role=NOBODY))
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(cluster.url("casino_app", password="x", database="casino"))


@pytest.mark.long
def test_what_deploy_installs_is_served_from_too(cluster: Server):
    cluster.execute(
        "DROP DATABASE IF EXISTS casino WITH (FORCE)", "DROP ROLE casino_app, casino_owner"
    )
    service = yaml.safe_load((TOP / "deploy" / "compose.yaml").read_text())["services"]["roles"]
    words = {"POSTGRES": "secret", "OWNER": "of-the-owner", "APP": "of-the-app"}
    path = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for name, address in service["environment"].items():
        path[name] = address.replace("@postgres:", f"@{cluster.host}:")
        for whose, word in words.items():
            path[name] = path[name].replace(f"${{{whose}_PASSWORD:?}}", word)
    subprocess.run(service["command"], cwd=TOP, env=os.environ | path, check=True)
    owner = cluster.url("casino_owner", password="of-the-owner", database="casino")
    app = cluster.url("casino_app", password="of-the-app", database="casino")
    for address, command in ((owner, "migrate --verbosity=0"), (app, "shell -c pass")):
        own = told({"DATABASE_URL": address, "CASINO_APP_ROLE": "casino_app"})
        subprocess.run([*MANAGE, *command.split(" ", 2)], cwd=TOP, env=own, check=True)


@pytest.mark.parametrize("file", ["office.env", "compose.env.example", "compose.yaml"])
def test_what_deploy_installs_names_every_key_that_a_start_asks_for(file: str):
    named = re.findall(r"^ *(\w+)(?:=|: )", (TOP / "deploy" / file).read_text(), re.MULTILINE)
    assert set(KEYS) <= set(named)
