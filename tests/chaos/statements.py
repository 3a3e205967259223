"""Deaths by SIGKILL before each statement of a command that may write, life after life."""

import os
import signal
from collections.abc import Callable
from itertools import chain, count
from typing import Any

from django.db import connection

from casino.house.models import Club
from casino.staff.models import Membership
from tests.world import World

# An act dies before each of its first statements, then before every third; with LONG=1 before each.
FEW, EACH = 6, 1 if os.environ.get("LONG") else 3


def staffed() -> World:
    """Return the club that was prepared, with its people."""
    staff = {each.role: each.user for each in Membership.objects.select_related("user")}
    return World(club=Club.objects.get(), staff=staff)


def deaths(act: Callable[[], Any], check: Callable[[], None]) -> int:
    """
    Carry out an act in life after life, each dying later; return after how many writings it lived.

    A life is a forked child: what it did not commit is gone with it. `check` looks after each.
    Between two writings there are only readings, which leave the same behind.
    """
    for lived in chain(range(FEW), count(FEW, EACH)):
        connection.close()
        child = os.fork()
        if child == 0:
            try:
                with connection.execute_wrapper(killer(lived)):
                    act()
            except BaseException:
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        check()
        if not os.WIFSIGNALED(status):
            assert os.WEXITSTATUS(status) == 0, (act.__name__, lived)
            return lived
    raise AssertionError("an act ends")


def killer(after: int) -> Callable[..., Any]:
    """Return what kills this process before its n-th statement that may write."""
    sent = 0

    def execute(run: Callable[..., Any], sql: str, *more: Any) -> Any:
        nonlocal sent
        if not sql.startswith('SELECT "'):  # as Django reads
            if sent == after:
                os.kill(os.getpid(), signal.SIGKILL)
            sent += 1
        return run(sql, *more)

    return execute
