"""
Run the office: PostgreSQL, Valkey, web server, worker and beat, all until one signal.

Started by script/server. They start in this order and end in the opposite one.
"""

import errno
import json
import os
import secrets
import shutil
import signal
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType

from script import pair
from script.children import Child, Command, Unable, last_line, running, wait_until
from script.environment import MAKE_SPACE, told
from script.keeping import Kept, shorten
from script.office import (
    MANAGE,
    SECOND,
    TOP,
    VAR,
    check_named_servers,
    embedded,
    folders,
    has_a_club,
    our_postgres,
    prepare,
    servers,
    surroundings,
    take,
)
from script.peers import STANDBY, drop_slot, let_commits_wait
from script.servers import postgres_url
from script.source import SLOT, address, sync_wanted
from script.variables import place, switch

HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = os.environ.get("PORT") or "8000"
MAX_PORT = 65535
NEEDED_MB = 300
BIN = Path(sys.executable).parent
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

CELERY: Command = [BIN / "celery", "-A", "casino"]
# What has a deadline waits behind nothing long: each has its worker.
ALONE = ("--without-mingle", "--without-gossip")
WORKER: Command = [*CELERY, "worker", "-Qcelery", "--concurrency=2", *ALONE]
LONG: Command = [*CELERY, "worker", "-Qlong", "-nlong@%h", "--concurrency=1", *ALONE]
BEAT: Command = [*CELERY, "beat", f"--schedule={VAR / 'beat'}"]
WEB: Command = [BIN / "gunicorn", "--config=python:casino.gunicorn", "casino.wsgi"]
BACKUP: Command = [sys.executable, "-m", "script.backup", "serve"]
# Whoever signs in meanwhile goes first.
DEMO: Command = ["nice", *MANAGE, "demo"]
TOLD = VAR / "demo.txt"
INSTANCE = secrets.token_urlsafe(12)
SWITCHES = ("DEMO", "BACKUP_SYNC", "STANDBY_SYNC")
PLACES = ("BACKUP_DIR", "BACKUP_SECOND", "STATE_DIR", "ANCHOR_DIR")
OURS = "casino back office"  # as /healthz says


class Ended(BaseException):
    """Somebody asked the office to end."""


def main() -> None:
    """Run everything until a signal comes or one of the programs refuses to run."""
    for each in SWITCHES:  # one that cannot be is said before anything begins
        switch(each)
    for each in PLACES:
        place(each)
    for number in SIGNALS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)  # under nohup a hang-up stays ignored
    VAR.mkdir(exist_ok=True)
    check_port()
    check_disk()
    with ExitStack() as stack:
        lock = stack.enter_context((VAR / "servers.lock").open("w"))
        if not take(lock):
            raise Unable("Another script/server or script/manage runs in this folder: end it.")
        kept = [stack.enter_context(each) for each in kept_servers()]
        check_named_servers()
        confirm = confirmation()
        if backed_up():  # before the first change, which may have to wait for it
            begin = partial(program, "backup", BACKUP, BACKUP_URL=address())
            kept.append(stack.enter_context(Kept("backup", begin, log("backup"))))
        first = first_step()
        kept += open_office(stack, first)
        watch([*kept, *confirm], make_demo(stack) if first == "demo" else None)


def check_words(words: Sequence[str]) -> None:
    """Refuse a word that means nothing here: the office would open without what was meant."""
    if unknown := [word for word in words if word != "--standby"]:
        raise Unable(f"script/server knows no {unknown[0]}: it takes --standby, or nothing.")


def kept_servers() -> Iterator[Kept]:
    """Yield our own servers in the order of their start; the office opens without its standby."""
    if "--standby" in sys.argv[1:]:
        if not embedded("DATABASE_URL"):
            raise Unable("--standby is for our own PostgreSQL: see docs/standby.md for yours.")
        SECOND.mkdir(exist_ok=True)
    # Beside a standby `script/standby sync on` is obeyed: nothing on the command line forbids it.
    waits = (backed_up() and sync_wanted()) or bool(both())
    ours = servers(waits=waits)
    if embedded("DATABASE_URL"):  # who is fenced may be made a standby while we run
        ours |= {each.name: partial(our_postgres, each, waits=waits) for each in folders()}
    leader = next(iter(ours), None)
    for name, begin in ours.items():
        yield Kept(name, begin, log(name), needed=name == leader or name not in both())


def both() -> set[str]:
    """Return the names of a server and its standby, none where there is no standby."""
    return (
        {each.name for each in folders()} if embedded("DATABASE_URL") and SECOND.exists() else set()
    )


def confirmation() -> list[pair.Confirmation]:
    """Let commits wait for whom they are to wait for and who is there, and for nobody else."""
    if not embedded("DATABASE_URL"):
        return []
    leader = postgres_url(*folders())
    if not (backed_up() and sync_wanted()):
        let_commits_wait(leader, SLOT, wanted=False)
    if not both():
        let_commits_wait(leader, STANDBY, wanted=False)
        drop_slot(leader)
        return []
    found = pair.Confirmation(folders(), wanted=pair.sync_wanted(), log=log("standby"))
    found.begin()
    return [found]


def backed_up() -> bool:
    """Return whether this office is to be backed up."""
    return bool(os.environ.get("BACKUP_DIR"))


def first_step() -> str:
    """Return what an office without a club begins with: a demo club, or the word for /setup/."""
    if has_a_club():
        return ""
    # A club's own database gets no users with known passwords unless somebody asks for them.
    return "demo" if switch("DEMO", usual=embedded("DATABASE_URL")) else "word"


def open_office(stack: ExitStack, first: str) -> list[Kept]:
    """Prepare what is due, start the office's own programs and say that the pages answer."""
    print(prepare(more=["reserve", first] if first else ["reserve"]), end="")
    web = stack.enter_context(Kept("web", partial(program, "web", WEB), log("web")))
    wait_until(serves, web.child, name="The web server", log=log("web"))
    kept = [web]
    for name, command in (("worker", WORKER), ("long", LONG), ("beat", BEAT)):
        kept.append(stack.enter_context(Kept(name, partial(program, name, command), log(name))))
    if not first and TOLD.exists():
        print(TOLD.read_text(), end="")
    # A passkey belongs to a name, which an address is not.
    name = "localhost" if HOST == "127.0.0.1" else HOST
    print(f"The office is open: http://{name}:{PORT}/  (logs in var/log, Ctrl-C ends it)")
    return kept


def program(name: str, command: Command, **more: str) -> AbstractContextManager[Child]:
    """Run one of the office's own programs."""
    environment = surroundings() | {"INSTANCE": INSTANCE, "HOST": HOST, "PORT": PORT, **more}
    return running(command, log=log(name), patience=30, cwd=TOP, env=environment)


def make_demo(stack: ExitStack) -> Child:
    """
    Make the demo club beside the open office.

    It is all or nothing: where this start is ended meanwhile, the next one begins anew.
    """
    print("A demo club is being made; the sign-in page shows how far it is.")
    return stack.enter_context(program("demo", DEMO))


def tell_of_demo(status: int) -> None:
    """Print how to sign in, now and on every start; or why there is no demo club."""
    if status:
        said = last_line(log("demo")).rstrip(".")
        print(told(f"No demo club: {said}. The next start of the office makes it."))
    else:
        TOLD.touch(mode=0o600)  # it says how to sign in
        TOLD.write_text(log("demo").read_text())
        print(TOLD.read_text(), end="")


def log(name: str) -> Path:
    return VAR / "log" / f"{name}.log"


def health() -> dict[str, str]:
    """Return what an office at our port says of itself, nothing where none answers."""
    with closing(HTTPConnection(HOST, int(PORT), timeout=30)) as page:
        try:
            page.request("GET", "/healthz")
            said = json.loads(page.getresponse().read())
        except (OSError, HTTPException, ValueError):
            return {}
    return said if isinstance(said, dict) and said.get("program") == OURS else {}


def serves() -> bool:
    """Return whether our own web server answers; its port alone opens too early."""
    return health().get("instance") == INSTANCE


def watch(kept: Sequence[Kept | pair.Confirmation], demo: Child | None = None) -> None:
    """Return never: start again what ended; raise Unable where a program refuses to run."""
    while True:
        if demo is not None and (status := demo.poll()) is not None:
            demo = None
            tell_of_demo(status)
        try:
            for each in kept:
                each.look()
                shorten(each.log)
        except Unable:
            ignore_signals()
            raise
        time.sleep(0.3)


def check_port() -> None:
    """Raise Unable unless the web server will get its port."""
    if not PORT.isascii() or not PORT.isdigit() or not 0 < int(PORT) <= MAX_PORT:
        raise Unable(f"PORT is {PORT!r}: it must be a number from 1 to {MAX_PORT}.")
    try:
        socket.create_server((HOST, int(PORT))).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE and (other := health()):
            raise Unable(
                f"Another office (version {other.get('version')}) is open on port {PORT}: "
                "end it, or set PORT."
            ) from None
        if error.errno == errno.EADDRINUSE:
            raise Unable(f"Port {PORT} is in use: end what uses it, or set PORT.") from None
        raise Unable(f"Cannot listen on {HOST}:{PORT}: {error.strerror}.") from None


def check_disk() -> None:
    """Raise Unable where the disk is nearly full."""
    free_mb = shutil.disk_usage(VAR).free // 1_000_000
    if free_mb < NEEDED_MB:
        raise Unable(
            f"The office needs {NEEDED_MB} MB on the disk of {VAR}, which has {free_mb} MB free: "
            f"{MAKE_SPACE}"
        )


def end(_number: int, _frame: FrameType | None) -> None:
    """Begin the orderly end; more signals do not disturb it."""
    ignore_signals()
    raise Ended


def ignore_signals() -> None:
    """Let nothing interrupt the orderly end."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    try:
        check_words(sys.argv[1:])
        main()
    except Ended:
        print("The office is closed.")
    except (Unable, OSError) as error:
        sys.exit(told(error))
