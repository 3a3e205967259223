"""A cluster with all tables, made once for each state of the program: migrating takes its time."""

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from script.office import MANAGE, TOP, collect_static
from script.servers import postgres, postgres_url, postgres_version

KEPT = TOP / "var" / "prepared"
# What a migration reads, and what runs after the last one (post_migrate) in its two apps.
READ = ["migrations/*.py", "*.sql", "ledger/*.py", "ledger/sql/*.txt", "operations/*.py"]
SHARED = ["casino/migration.py", "casino/db.py", "casino/settings.py"]
# No two tables count alike: a test that writes an id down, and a program that takes one table's id
# for another's, find nothing. Sequences that migrations used stay.
APART = """
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1000 * nth, false)
FROM (SELECT *, row_number() OVER (ORDER BY sequencename) AS nth FROM pg_sequences) AS each
WHERE last_value IS NULL
"""
# No worker runs beside the tests: none is waited for.
NO_DUTIES = "DELETE FROM operations_heartbeat"


def lay(folder: Path) -> None:
    """Make `folder` a server's, with the database `casino` and its twin `casino_template`."""
    folder.mkdir(parents=True, exist_ok=True)
    with kept() as cluster:
        subprocess.run(["cp", "-a", cluster / "data", folder / "data"], check=True)


@contextmanager
def kept() -> Iterator[Path]:
    """Hold the cluster of the program as it is now; make it where the kept one is of another."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "stamp").open("a+") as stamp:
        fcntl.flock(stamp, fcntl.LOCK_EX)
        stamp.seek(0)
        if stamp.read() != (state := state_of_the_program()):
            stamp.truncate(0)
            prepare()
            stamp.write(state)
            stamp.flush()
        yield KEPT / "postgres"


def state_of_the_program() -> str:
    """Return the hash of whatever a migration may read, and of who made the cluster."""
    content = hashlib.sha256((TOP / "requirements.txt").read_bytes() + postgres_version().encode())
    content.update(Path(__file__).read_bytes())
    apps = [TOP / "casino", *(path.parent for path in TOP.glob("*/apps.py"))]
    found = {path for app in apps for kind in READ for path in app.rglob(kind)}
    for path in sorted(found | {TOP / name for name in SHARED}):
        content.update(bytes(path.relative_to(TOP)) + path.read_bytes())
    return content.hexdigest()


def prepare() -> None:
    """Migrate an empty database as its owner does."""
    folder = KEPT / "postgres"
    shutil.rmtree(folder, ignore_errors=True)
    url = postgres_url(folder, role="casino_owner", database="casino")
    with postgres(folder, durable=False):
        environment = os.environ | {"DATABASE_URL": url, "DATABASE_OWNER_URL": url}
        subprocess.run([*MANAGE, "migrate", "--verbosity=0"], env=environment, check=True)
        with psycopg.connect(postgres_url(folder, database="casino"), autocommit=True) as made:
            made.execute(APART)
            made.execute(NO_DUTIES)
        with psycopg.connect(postgres_url(folder), autocommit=True) as connection:
            connection.execute("CREATE DATABASE casino_template TEMPLATE casino")


if __name__ == "__main__":  # script/check.py starts it beside the checks
    collect_static()
    with kept():
        pass
