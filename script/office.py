"""What the office's programs find around them: servers, addresses, keys."""

import fcntl
import hashlib
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TextIO

import psycopg
import redis

from script import fence, pair
from script.children import PATIENCE_SECONDS, Child, Unable, telling
from script.servers import answers, postgres, postgres_programs, postgres_url, valkey, valkey_url

TOP = Path(__file__).resolve().parent.parent
VAR = TOP / "var"
POSTGRES, VALKEY = VAR / "postgres", VAR / "valkey"
SECOND = VAR / "postgres2"  # where there is a standby; either of the two may lead
MANAGE = [sys.executable, str(TOP / "manage.py")]
PACKAGES = [path.parent for path in TOP.glob("*/__init__.py") if path.parent.name != "tests"]
KEYS = ("SECRET_KEY", "SECOND_FACTOR_KEYS", "WEBHOOK_KEYS", "PIN_KEYS")
OF_OTHERS = {"DATABASE_OWNER_URL", "DATABASE_ADMIN_URL"}
SOURCES = {".py", ".sql", ".toml"}
Servers = dict[str, Callable[[], AbstractContextManager[Child]]]
PREPARING = {"tables": "Making the tables ...", "static": "Compressing the static files ..."}


def embedded(variable: str) -> bool:
    """Return whether we run this server ourselves: nobody named one in the environment."""
    return not os.environ.get(variable)


def surroundings() -> dict[str, str]:
    """Return the environment of every program of the office: no owner's address is in any."""
    ours = {}
    if not os.environ.get("SECRET_KEY"):
        # Who names the first, names all: another machine of the same office has them, too.
        ours = {name: os.environ.get(name) or kept_key(name.lower()) for name in KEYS}
    if embedded("DATABASE_URL"):
        ours["DATABASE_URL"] = postgres_url(*folders(), role="casino_app", database="casino")
        if SECOND.exists() and embedded("REPLICA_URL"):
            ours["REPLICA_URL"] = ours["DATABASE_URL"]  # of both, the one that follows
        ours["PATH"] = f"{postgres_programs()}:{os.environ['PATH']}"
    if embedded("REDIS_URL"):
        ours["REDIS_URL"] = valkey_url(VALKEY)
        ours["CELERY_BROKER_URL"] = ours["REDIS_URL"].replace("unix:", "redis+socket:")
    others = {name: value for name, value in os.environ.items() if name not in OF_OTHERS}
    return {**others, **ours}


def as_owner(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a migration: the owner's address in place of the runtime role's."""
    owner = os.environ.get("DATABASE_OWNER_URL") or environment["DATABASE_URL"]
    if embedded("DATABASE_URL"):
        owner = postgres_url(*folders(), role="casino_owner", database="casino")
    return {**environment, "DATABASE_URL": owner}


def folders() -> list[Path]:
    """Return the folders of our own PostgreSQL: a second one where there is a standby."""
    return [POSTGRES, SECOND] if SECOND.exists() else [POSTGRES]


def kept_key(name: str) -> str:
    """Return a key of this installation, made on the first start; an empty file is none."""
    VAR.mkdir(exist_ok=True)
    path = VAR / name
    try:
        if not path.exists() or not path.stat().st_size:  # a full disk leaves it empty
            path.touch(mode=0o600)
            path.write_text(secrets.token_urlsafe(48))
        return path.read_text().strip()
    except (UnicodeDecodeError, IsADirectoryError):
        raise Unable(
            f"{path} is no file of a key: move it away, and put back the one that lies in "
            f"base/<time>/office/keys of the backups as {path}."
        ) from None


def servers(*, waits: bool = False, alone: bool = False) -> Servers:
    """
    Return what runs the servers that nobody named in the environment, in the order of their start.

    waits: whether a commit waits for whom the server was told to wait for; alone: no standby.
    Raises Unable where the database is gone, or no server may lead.
    """
    ours: Servers = {}
    if embedded("DATABASE_URL"):
        found = to_run()[: 1 if alone else None]
        ours |= {each.name: partial(our_postgres, each, waits=waits) for each in found}
    if embedded("REDIS_URL"):
        ours["valkey"] = partial(valkey, VALKEY)
    return ours


def to_run() -> list[Path]:
    """Return the folders of our PostgreSQL in the order of their start, without a fenced one."""
    if not any((each / "data").exists() for each in folders()):
        refuse_to_begin_empty(POSTGRES / "data")  # whatever marks lie there
    found = pair.in_order(folders())
    refuse_to_begin_empty(found[0] / "data")
    return [each for each in found if not fence.is_fenced(each / "data")]


def our_postgres(folder: Path, *, waits: bool) -> AbstractContextManager[Child]:
    """Run one of our servers as what it is at this moment."""
    other = next((each for each in folders() if each != folder), None)
    if other is not None:
        return pair.run(folder, other, waits=waits)
    refuse_to_begin_empty(folder / "data")
    return postgres(folder, waits=waits)


@contextmanager
def running_servers() -> Iterator[None]:
    """Run what nobody named in the environment, but no standby; the others must answer."""
    with ExitStack() as stack:
        for begin in servers(alone=True).values():
            stack.enter_context(begin())
        check_named_servers()
        yield


def refuse_to_begin_empty(data: Path) -> None:
    """Raise Unable where the database is gone and its backups are there."""
    backups = Path(os.environ.get("BACKUP_DIR") or VAR / "backups")
    if not data.exists() and any(backups.glob("*/base/*")):
        raise Unable(
            f"There is no database in {data}, but there are backups in {backups}: bring it back "
            "with script/backup restore, or move them away to begin with an empty office."
        )


def check_named_servers() -> None:
    """Raise Unable where a server that the environment names does not answer."""
    for variable in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"):
        if embedded(variable):
            continue
        url = os.environ[variable]
        try:
            if variable == "REDIS_URL":
                redis.from_url(url).ping()
            else:
                psycopg.connect(url, connect_timeout=30).close()
        except (redis.RedisError, psycopg.Error, ValueError) as error:
            reason = (str(error).strip().splitlines() or ["no reason given"])[0]
            raise Unable(f"The server that {variable} names does not answer: {reason}") from None


@contextmanager
def borrowed_servers() -> Iterator[None]:
    """Use the servers of a running script/server, or run them until nobody uses them any more."""
    VAR.mkdir(exist_ok=True)
    with (VAR / "users.lock").open("w") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        with (VAR / "servers.lock").open("w") as lock:
            if not wait_for_lock_or_servers(lock):
                yield
                return
            with running_servers():
                yield
                fcntl.flock(users, fcntl.LOCK_EX)  # other commands came: wait for their end


def wait_for_lock_or_servers(lock: TextIO) -> bool:
    """Return True when the lock is ours, False when somebody else's servers answer."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < give_up:
        if take(lock):
            return True
        if answers(surroundings()["DATABASE_URL"]):
            return False
        time.sleep(0.1)
    raise Unable("Another script/server or script/manage holds var/servers.lock and does not end.")


def take(lock: TextIO) -> bool:
    """Return whether we got the lock; it is ours until the file is closed."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def prepare(*, more: Iterable[str] = ()) -> str:
    """Do what the program's state makes due, and `more`, in one process; what it said."""
    with stamped("static", static_files) as static, stamped("database", database) as tables:
        due = [name for name, is_due in (("tables", tables), ("static", static)) if is_due]
        for name in due:
            print(PREPARING[name], flush=True)
        steps = [*due, *more]
        return manage("prepare", *steps, environment=as_owner(surroundings())) if steps else ""


def collect_static() -> None:
    """Collect and compress the static files where one changed."""
    with stamped("static", static_files) as due:
        if due:
            manage("prepare", "static")


def migrate() -> None:
    """Bring the database to the program's state, as its owner."""
    with stamped("database", database) as due:
        if due:
            manage("prepare", "tables", environment=as_owner(surroundings()))


def was_migrated() -> bool:
    """Return whether a migration has ended since the last one began."""
    stamp = VAR / "database.stamp"
    return stamp.exists() and stamp.stat().st_size > 0


@contextmanager
def stamped(name: str, state: Callable[[], str]) -> Iterator[bool]:
    """Yield whether a step is due: not where `state` is what it was after the last time."""
    VAR.mkdir(exist_ok=True)
    with (VAR / f"{name}.stamp").open("a+") as stamp:
        fcntl.flock(stamp, fcntl.LOCK_EX)
        stamp.seek(0)
        due = stamp.read() != state()
        if due:
            stamp.truncate(0)
        yield due
        if due:
            stamp.write(state())


def static_files() -> str:
    """Return the state of the static files: what they are made from, and whether they are."""
    found = [TOP / "requirements.txt", TOP / "casino/settings.py", TOP / "casino/web/storage.py"]
    for package in PACKAGES:
        found += [path for path in package.glob("**/static/**/*") if path.is_file()]
    return digest(found, str((VAR / "static" / "staticfiles.json").exists()))


def database() -> str:
    """Return the state of the database: the program that migrated it, and what it was migrated."""
    url = as_owner(surroundings())["DATABASE_URL"]
    try:
        with psycopg.connect(url, connect_timeout=30) as connection:
            applied = connection.execute("SELECT app, name, applied FROM django_migrations")
            rows = sorted(map(str, applied))
    except psycopg.Error as error:
        rows = [str(error)]  # no table yet; what else is wrong, the migration itself will say
    found = [path for each in PACKAGES for path in each.rglob("*") if path.suffix in SOURCES]
    role = os.environ.get("CASINO_APP_ROLE", "")
    return digest([TOP / "requirements.txt", *found], url, role, *rows)


def has_a_club() -> bool:
    """Return whether a club is open in the database; False, too, where it has no tables yet."""
    url = as_owner(surroundings())["DATABASE_URL"]  # what the program may read is granted last
    with psycopg.connect(url, connect_timeout=30) as connection:
        try:
            return connection.execute("SELECT FROM house_club LIMIT 1").fetchone() is not None
        except psycopg.errors.UndefinedTable:
            return False


def digest(files: Iterable[Path], *words: str) -> str:
    """Return a digest of files with their names, and of words."""
    content = hashlib.sha256("\0".join(words).encode())
    for path in sorted(files):
        content.update(bytes(path.relative_to(TOP)) + path.read_bytes())
    return content.hexdigest()


def manage(*arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """Run a manage.py command and return its output; raise Unable with its last line on failure."""
    done = subprocess.run(
        [*MANAGE, *arguments],
        env=environment or surroundings(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = telling(done.stderr) if done.stderr.strip() else f"status {done.returncode}"
        (VAR / "log").mkdir(parents=True, exist_ok=True)
        log = VAR / "log" / "manage.log"
        log.touch(mode=0o600)
        log.write_text(done.stderr)
        raise Unable(f"manage.py {arguments[0]} failed: {said} (more in {log})")
    return done.stdout
