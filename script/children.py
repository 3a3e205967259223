"""Child processes that never outlive their parent, however it ends."""

import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG = 1
# Long enough for a slow machine with much else to do; who waits goes on as soon as it can.
PATIENCE_SECONDS = 300
# What PostgreSQL says of itself is said to those who came too early or too late.
GRAVE = re.compile(r"\b(FATAL|PANIC|error|\w+Error): (?! *the database system)")
libc = ctypes.CDLL(None)
Child = subprocess.Popen[bytes]
Command = list[str | Path]


class Unable(Exception):
    """One sentence for the person at the terminal; the script ends with status 1."""


@contextmanager
def running(
    command: Command,
    *,
    log: Path,
    end: signal.Signals = signal.SIGTERM,
    patience: float = 60,
    **options: Any,
) -> Iterator[Child]:
    """
    Run `command` in a process group of its own; at the exit ask it to end, then make it.

    A Ctrl-C at the terminal reaches the parent alone, which ends its children in order. Where
    the parent is killed, the kernel sends them `end` (Linux only).
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    if log.exists():
        log.replace(log.with_suffix(".log.1"))
    # Each line is put at the end, wherever that is: a long log is cut beside its program.
    with open(log, "ab", opener=partial(os.open, mode=0o600)) as output:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=partial(die_with_parent, end, os.getpid()),  # noqa: PLW1509
            **options,
        )
    try:
        yield child
    finally:
        child.send_signal(end)
        with suppress(subprocess.TimeoutExpired):
            child.wait(patience)
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def die_with_parent(end: signal.Signals, parent: int) -> None:
    """Ask the kernel for `end` when the parent dies; runs in the child before its program."""
    if sys.platform == "linux":
        libc.prctl(PR_SET_PDEATHSIG, int(end))
        if os.getppid() != parent:
            os._exit(1)


def wait_until(ready: Callable[[], bool], child: Child, *, name: str, log: Path) -> None:
    """Return when `ready` says so; raise Unable when the child ends or takes far too long."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not ready():
        if child.poll() is not None:
            raise Unable(f"{name} ended at its start: {last_line(log)} (more in {log})")
        if time.monotonic() > give_up:
            raise Unable(f"{name} did not answer within {PATIENCE_SECONDS} seconds: see {log}")
        time.sleep(0.05)


def last_line(log: Path) -> str:
    """Return the line of a log that says why its program ended."""
    return telling(log.read_text(errors="replace"))


def in_words(line: str) -> str:
    """Return what a line says: of one in JSON its event, and the last line of its error."""
    if not line.startswith("{"):
        return line
    try:
        said = json.loads(line)
    except ValueError:
        return line
    error = str(said.get("exception", "")).strip().splitlines()[-1:]
    return ": ".join([str(said.get("event", line)), *error])


def telling(said: str) -> str:
    """Return the last line that names an error, or else the last one that begins with no blank."""
    lines = [in_words(line) for line in said.split("\n")]
    grave = [line for line in lines if GRAVE.search(line)]
    begun = [line for line in lines if line.strip() and not line[0].isspace()]
    return [*begun, *grave][-1].strip() if begun or grave else "it says nothing"


def first_error(said: str) -> str:
    """Return what one of PostgreSQL's tools failed at: what it says after that is what follows."""
    lines = [line.strip() for line in said.split("\n")]
    return next((line for line in lines if GRAVE.search(line)), telling(said))
