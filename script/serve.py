"""
Run the office: PostgreSQL, Valkey, web server, worker and beat, all until one signal.

Started by script/server. They start in this order and end in the opposite one.
"""

import errno
import os
import shutil
import signal
import socket
import sys
import time
from contextlib import AbstractContextManager, ExitStack, closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType

from script.children import Child, Command, Unable, last_line, running, wait_until
from script.environment import MAKE_SPACE, told
from script.office import (
    MANAGE,
    TOP,
    VAR,
    embedded,
    has_a_club,
    prepare,
    running_servers,
    surroundings,
    take,
)

HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = os.environ.get("PORT") or "8000"
MAX_PORT = 65535
NEEDED_MB = 300
BIN = Path(sys.executable).parent
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

WORKER: Command = [BIN / "celery", "-A", "casino", "worker", "--concurrency=2", "--loglevel=INFO"]
WORKER += ["--without-mingle", "--without-gossip"]
BEAT: Command = [
    BIN / "celery",
    "-A",
    "casino",
    "beat",
    "--loglevel=INFO",
    f"--schedule={VAR / 'beat'}",
]
WEB: Command = [BIN / "gunicorn", "casino.wsgi", "--no-control-socket", "--worker-class=gthread"]
WEB += ["--workers=2", "--threads=8", "--graceful-timeout=10", f"--bind={HOST}:{PORT}"]
WEB += ["--preload"]  # imported once for both workers
# Whoever signs in meanwhile goes first.
DEMO: Command = ["nice", *MANAGE, "demo"]
TOLD = VAR / "demo.txt"


class Ended(BaseException):
    """Somebody asked the office to end."""


def main() -> None:
    """Run everything until a signal comes or one of the programs ends."""
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
        children = stack.enter_context(running_servers())
        first = first_step()
        open_office(stack, children, first)
        if first == "demo":
            make_demo(stack, children)
        watch(children)


def first_step() -> str:
    """Return what an office without a club begins with: a demo club, or the word for /setup/."""
    if has_a_club():
        return ""
    # A club's own database gets no users with known passwords unless somebody asks for them.
    wanted = os.environ.get("DEMO", "1" if embedded("DATABASE_URL") else "0")
    return "demo" if wanted == "1" else "word"


def open_office(stack: ExitStack, children: dict[str, Child], first: str) -> None:
    """Prepare what is due, start the office's own programs and say that the pages answer."""
    print(prepare(more=[first] if first else []), end="")
    children["web"] = stack.enter_context(program("web", WEB))
    wait_until(serves, children["web"], name="The web server", log=log("web"))
    for name, command in (("worker", WORKER), ("beat", BEAT)):
        children[name] = stack.enter_context(program(name, command))
    if not first and TOLD.exists():
        print(TOLD.read_text(), end="")
    print(f"The office is open: http://{HOST}:{PORT}/  (logs in var/log, Ctrl-C ends it)")


def program(name: str, command: Command) -> AbstractContextManager[Child]:
    """Run one of the office's own programs."""
    return running(command, log=log(name), patience=30, cwd=TOP, env=surroundings())


def make_demo(stack: ExitStack, children: dict[str, Child]) -> None:
    """
    Make the demo club beside the open office, as children["demo"].

    It is all or nothing: where this start is ended meanwhile, the next one begins anew.
    """
    print("A demo club is being made; the sign-in page shows how far it is.")
    children["demo"] = stack.enter_context(program("demo", DEMO))


def tell_of_demo(status: int) -> None:
    """Print how to sign in, now and on every start; or why there is no demo club."""
    if status:
        print(told(f"No demo club: {last_line(log('demo'))}"))
    else:
        TOLD.touch(mode=0o600)  # it says how to sign in
        TOLD.write_text(log("demo").read_text())
        print(TOLD.read_text(), end="")


def log(name: str) -> Path:
    return VAR / "log" / f"{name}.log"


def serves() -> bool:
    """Return whether the web server answers a request; its port alone opens too early."""
    with closing(HTTPConnection(HOST, int(PORT), timeout=30)) as page:
        try:
            page.request("HEAD", "/")
            page.getresponse()
        except (OSError, HTTPException):
            return False
    return True


def watch(children: dict[str, Child]) -> None:
    """Return never; raise Unable as soon as one of the programs ends."""
    while True:
        for name, child in [*children.items()]:
            status = child.poll()
            if status is None:
                continue
            if name == "demo":
                del children[name]
                tell_of_demo(status)
            else:
                ignore_signals()
                raise Unable(f"The {name} ended by itself, so the office closes: see {log(name)}")
        time.sleep(0.3)


def check_port() -> None:
    """Raise Unable unless the web server will get its port."""
    if not PORT.isascii() or not PORT.isdigit() or not 0 < int(PORT) <= MAX_PORT:
        raise Unable(f"PORT is {PORT!r}: it must be a number from 1 to {MAX_PORT}.")
    try:
        socket.create_server((HOST, int(PORT))).close()
    except OSError as error:
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
        main()
    except Ended:
        print("The office is closed.")
    except (Unable, OSError) as error:
        sys.exit(told(error))
