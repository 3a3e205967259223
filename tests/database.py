"""
The database of the tests: a PostgreSQL for each worker, and our roles as in real life.

Migrations run as `casino_owner`; the tests themselves are `casino_app`, which owns nothing and
may only insert into the journal. Nothing starts before the first test that needs it.

- `db` (pytest-django's): one transaction, rolled back; fast, first choice.
- `db_of_file`: a transaction around those of a file's tests. What a fixture of scope "module"
  builds in it once, each test finds as it was; rows read in Python it hands on as a copy.
- `committed_db`: real commits, for threads, other processes and deferred guards; afterwards the
  whole database is laid anew from a template.
- `app_connection`, `owner_connection`: plain psycopg, for attacks by SQL; `forger` is above all.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from script.children import PATIENCE_SECONDS
from script.servers import postgres, postgres_url, valkey, valkey_url
from tests.prepared import lay

TOP = Path(__file__).resolve().parent.parent
FOLDERS = TOP / "var" / "test"
# A database is laid anew hundreds of times: in memory that takes a tenth of the time.
MEMORY, ENOUGH_BYTES = Path("/dev/shm"), 4_000_000_000
IN_MEMORY = "casino-test-"
# A slow machine is not a busy office: nobody waits in vain. And what a test asks a few times is
# planned once, not the first five times anew.
NO_LIMITS = "-c lock_timeout=0 -c statement_timeout=0 -c plan_cache_mode=force_generic_plan"
COPY = "CREATE DATABASE casino OWNER casino_owner TEMPLATE casino_template STRATEGY file_copy"


@pytest.fixture(scope="session")
def servers() -> Iterator[Path]:
    """PostgreSQL and Valkey for this worker alone, gone with it; the folder of their data."""
    clear_leftovers()
    folder = FOLDERS / str(os.getpid())
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH_BYTES:
            data = MEMORY / f"{IN_MEMORY}{os.getpid()}"
            stack.callback(shutil.rmtree, data, ignore_errors=True)
            data.mkdir()
            folder.mkdir(parents=True, exist_ok=True)  # of the tests of chaos it may be there
            (folder / "postgres").symlink_to(data)
        lay(folder / "postgres")
        # As durable as programs ask; commits wait where a test names a standby.
        stack.enter_context(postgres(folder / "postgres", waits=True))
        stack.enter_context(valkey(folder / "valkey"))
        yield folder


def clear_leftovers() -> None:
    """Remove what killed runs left."""
    for folder in [*FOLDERS.glob("*"), *MEMORY.glob(f"{IN_MEMORY}*")]:
        if not Path("/proc", folder.name.removeprefix(IN_MEMORY)).exists():
            shutil.rmtree(folder, ignore_errors=True)


def patient(servers: Path, role: str) -> str:
    """Return the address of a role, which waits longer than the site for a connection."""
    address = postgres_url(servers / "postgres", role=role, database="casino")
    return f"{address}?connect_timeout={PATIENCE_SECONDS}"


@pytest.fixture(scope="session")
def test_environment(servers: Path) -> dict[str, str]:
    """The variables that point a program of ours to this worker's servers."""
    broker = valkey_url(servers / "valkey")
    return {
        "DATABASE_URL": patient(servers, "casino_app"),
        "DATABASE_OWNER_URL": patient(servers, "casino_owner"),
        "REDIS_URL": broker,
        "CELERY_BROKER_URL": broker.replace("unix:", "redis+socket:"),
        "DATABASE_LIMITS": NO_LIMITS,
        "SECRET_KEY": "of-the-tests-" + "k" * 50,
        "SECOND_FACTOR_KEYS": "of-second-factors-" + "k" * 50,
        "WEBHOOK_KEYS": "of-webhooks-" + "k" * 50,
        "PIN_KEYS": "of-pins-" + "k" * 50,
        "ANCHOR_DIR": str(servers / "anchors"),
    }


@pytest.fixture(scope="session")
def django_db_setup(
    servers: Path, test_environment: dict[str, str], django_db_blocker: Any
) -> Iterator[None]:
    """Point Django to this worker's servers; replaces pytest-django's fixture."""
    from django.conf import settings
    from django.db import connections

    from tests.hashing import hash_quickly
    from tests.looking import look_first

    os.environ.update(test_environment)
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    settings.SECRET_KEY = test_environment["SECRET_KEY"]
    settings.SECRET_KEY_IS_OF_THIS_PROCESS = False
    for name in ("SECOND_FACTOR_KEYS", "WEBHOOK_KEYS", "PIN_KEYS"):
        setattr(settings, name, test_environment[name].split(","))
    settings.ANCHOR_DIR = Path(test_environment["ANCHOR_DIR"])
    hash_quickly()
    look_first()
    with django_db_blocker.unblock():
        connect_as(test_environment["DATABASE_URL"])
    yield
    with django_db_blocker.unblock():
        connections.close_all()


def connect_as(url: str) -> None:
    """Let Django's next connections use this address."""
    import dj_database_url
    from django.db import connections

    connections.close_all()
    address = dj_database_url.parse(url)
    for key in ("HOST", "PORT", "NAME", "USER", "PASSWORD"):
        connections["default"].settings_dict[key] = address[key]
    connections["default"].settings_dict["OPTIONS"] |= {
        "options": f"{NO_LIMITS} -c timezone=UTC",
        "connect_timeout": PATIENCE_SECONDS,
    }


def forget_connections() -> None:
    """Close what Django opened in this thread."""
    from django.db import connections

    connections.close_all()


@pytest.fixture
def database_away(committed_db: None) -> Iterator[None]:
    """Nobody answers at the database's address."""
    from django.db import connection

    address = connection.settings_dict["HOST"]
    connection.close()
    connection.settings_dict["HOST"] = "/nowhere"
    yield
    connection.settings_dict["HOST"] = address


@contextmanager
def superuser(servers: Path) -> Iterator[psycopg.Connection]:
    """Connect as the cluster's superuser, to the database `postgres`."""
    with psycopg.connect(postgres_url(servers / "postgres"), autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def db_of_file(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Begin a transaction in which the tests of a file have theirs; none of them may commit."""
    from django.db import transaction

    around: Any = transaction.atomic()
    around._from_testcase = True  # commands begin in it as if nothing were around them
    with django_db_blocker.unblock(), around:
        yield
        transaction.set_rollback(True)


@pytest.fixture
def committed_db(django_db_setup: None, django_db_blocker: Any, servers: Path) -> Iterator[None]:
    """Let the test commit; lay the database anew afterwards."""
    from django.db import connections

    from casino.web.api import PerUser

    assert not connections["default"].in_atomic_block, "db_of_file holds a transaction open"
    with django_db_blocker.unblock():
        yield
        connections.close_all()
        shutil.rmtree(servers / "anchors", ignore_errors=True)
        PerUser.counts.clear()  # the next database gives its users the same ids
    with superuser(servers) as connection:
        connection.execute("DROP DATABASE casino WITH (FORCE)")
        connection.execute(COPY)


@pytest.fixture
def app_connection(django_db_setup: None) -> Iterator[psycopg.Connection]:
    """A connection under the role of the running program."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        yield connection


@pytest.fixture
def owner_connection(django_db_setup: None) -> Iterator[psycopg.Connection]:
    """A connection under the role that owns the tables."""
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as connection:
        yield connection


@pytest.fixture
def forger(servers: Path, django_db_setup: None) -> Iterator[psycopg.Connection]:
    """The superuser, with all triggers switched off."""
    url = postgres_url(servers / "postgres", database="casino")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        yield connection
