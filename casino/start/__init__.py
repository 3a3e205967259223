"""
One check at every start: a program that would serve unsafely says one sentence and ends.

Web, worker, beat and each command that serves a club begin with `refuse_unsafe`;
`manage.py check --deploy --database default` asks the same.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import NoReturn

import django
from django.db import OperationalError, connection

from casino.db import BUSY, sqlstate
from casino.start.faults import (
    EVERYTHING,
    Fault,
    Part,
    secret_faults,
    signing_faults,
    unreachable,
)

__all__ = ["Fault", "faults", "refuse_unsafe", "secret_faults", "unreachable"]

# They need no database, or look for themselves at what is wrong with one (`doctor`, `guards`,
# `verify`, `watch`); `migrate` and `prepare` ask the owner's part of it.
NOT_ASKED = {
    "calculate",
    "check",
    "collectstatic",
    "compilemessages",
    "diffsettings",
    "doctor",
    "findstatic",
    "flush",
    "guards",
    "help",
    "makemessages",
    "makemigrations",
    "migrate",
    "prepare",
    "publish_cell",
    "reserve",
    "set_cell",
    "showmigrations",
    "spectacular",
    "sqlflush",
    "sqlmigrate",
    "verify",
    "version",
    "watch",
}


def faults(part: Part = EVERYTHING) -> Iterator[Fault]:
    """
    Yield what is wrong; a later stage is asked only where the earlier ones found nothing.

    Raises Fault where the database does not answer.
    """
    found = False
    with unreachable(), connection.cursor() as cursor:
        for stage in part:
            for each in stage(cursor):
                found = True
                yield each
            if found:
                return


def refuse_unsafe() -> None:
    """End the program with one sentence where it would be unsafe to serve."""
    try:
        for fault in chain(secret_faults(), faults()):  # the first one ends it
            end(fault)
    except Fault as fault:
        end(fault)
    finally:
        connection.close()  # no process that is forked may share it


def refuse_to_sign_nothing() -> None:
    """End a worker whose key for the seals cannot be read: at the first seal its copies stop."""
    for fault in signing_faults():
        end(fault)


def refuse_unsafe_command(arguments: list[str]) -> None:
    """Do so before a management command that works with the club's database."""
    name = arguments[1] if len(arguments) > 1 else "help"
    if name in NOT_ASKED or name.startswith("-") or {"-h", "--help"} & {*arguments}:
        return
    django.setup()
    refuse_unsafe()


@contextmanager
def busy_in_one_sentence() -> Iterator[None]:
    """End a command with one sentence where another held what it was to change."""
    try:
        yield
    except OperationalError as error:
        if sqlstate(error) not in BUSY:
            raise
        said = "The record is in use by somebody else. Start the command again."
        end(Fault(said, code="start.E022", status=os.EX_TEMPFAIL))


def end(fault: Fault) -> NoReturn:
    """Say the sentence and leave; the status tells a supervisor whether to try again."""
    print(fault, file=sys.__stderr__, flush=True)
    raise SystemExit(fault.status)
