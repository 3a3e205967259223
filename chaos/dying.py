"""
A migration that is killed at each of its statements and taken up again, until it is through.

`python -m chaos.dying [EVERY]`, as the owner of the tables. Each life is a forked child that dies
of SIGKILL before its n-th statement; the next one begins where the last one left the database.
Prints what each migration that came through held in others' way and how long, then the deaths.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any

# Locks on tables that are there already and that somebody might write to; our own process's.
HELD = """
SELECT c.relname, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
WHERE l.pid = pg_backend_pid() AND l.granted AND c.relkind IN ('r', 'p')
  AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
"""
TABLES = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
BUSY, LOCK_TIMEOUT = 75, "55P03"
Run = Callable[..., Any]


def main(every: str = "1") -> int:
    """Return 0 once it is through."""
    import django  # noqa: PLC0415

    django.setup()
    for deaths, lived in enumerate(count(0, int(every))):
        status = BUSY
        while status == BUSY:  # somebody held a table for too long: nothing has changed
            child = os.fork()
            if child == 0:
                os._exit(live(lived))
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status >= 0:
            print(f"{deaths} deaths")
            return status
    return 1


def live(after: int) -> int:
    """Migrate, dying before the statement after so many."""
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415

    life = Life(connection, after)
    try:
        with connection.execute_wrapper(life.execute):
            call_command("migrate", verbosity=0)
    except Exception as error:
        if getattr(error.__cause__, "sqlstate", "") == LOCK_TIMEOUT:
            return BUSY
        print(repr(error), file=sys.stderr)
        return 1
    return 0


class Life:
    """One try: what it has sent, and which locks it took since when."""

    def __init__(self, connection: Any, after: int) -> None:
        self.connection, self.after, self.sent = connection, after, 0
        self.known: set[str] = set()
        self.since: dict[tuple[str, str], float] = {}

    def execute(self, run: Run, sql: Any, *more: Any) -> Any:
        """Send a statement, or die; Django's own readings do not count."""
        text, began = str(sql), time.monotonic()
        if text.startswith('SELECT "'):
            return run(sql, *more)
        if self.sent == self.after:
            os.kill(os.getpid(), signal.SIGKILL)
        self.sent += 1
        done = run(sql, *more)
        with self.connection.connection.cursor() as beside:
            if not self.known:
                self.known = {name for (name,) in beside.execute(TABLES)}
            for held in beside.execute(HELD).fetchall():
                if held[0] in self.known:
                    self.since.setdefault(held, began)  # with what it waited, as others behind it
        if text.startswith('INSERT INTO "django_migrations"'):
            self.end(" ".join(more[0][:2]))
        return done

    def end(self, migration: str) -> None:
        """Print what a migration held until now, when it is all but committed."""
        now = time.monotonic()
        lasted = [
            (now - began, f"{mode} on {table}") for (table, mode), began in self.since.items()
        ]
        seconds, which = max(lasted, default=(0, "nothing"))
        print(f"{migration}: longest lock {1000 * seconds:.0f} ms ({which})", flush=True)
        self.since.clear()
        self.known.clear()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
