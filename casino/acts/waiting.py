"""Commits that wait for a second server, as was asked for, and what is refused meanwhile."""

import time
from contextlib import suppress

from django.db import DatabaseError, connection

from casino.db import fetch_one
from casino.messages import msg
from casino.refusals import Refusal
from casino.start.leader import has_standby

# Of our own role, which sees no others. Nobody may cancel them: they would be said to be booked.
WAITING = """
SELECT count(*), coalesce(max(extract(epoch FROM clock_timestamp() - state_change)), 0)::float8
FROM pg_stat_activity WHERE wait_event = 'SyncRep'
"""
LONG_SECONDS, KNOWN_SECONDS = 5.0, 1.0
_asked = {"at": 0.0, "seconds": 0.0}


class SecondServerAway(Refusal):
    """Whoever went on would wait for an answer as long as the others do."""

    status = 503
    code = "second_server_away"
    message = msg(
        "What is booked has to lie on a second server, and that one does not answer: nothing is "
        "booked until it does."
    )
    next_step = msg("Call the operator of the office; then do it again.")


def commits_waiting() -> tuple[int, float]:
    """Return how many commits wait for a second server, and the oldest for how many seconds."""
    count, seconds = fetch_one(WAITING)
    return count, seconds


def refuse_to_wait() -> None:
    """
    Raise SecondServerAway where commits have waited for long, so that no desk joins them.

    It is asked where there is a standby, every second at most in a process.
    """
    if connection.in_atomic_block or not has_standby(connection):
        return
    now = time.monotonic()
    if now - _asked["at"] >= KNOWN_SECONDS:
        seconds = 0.0
        with suppress(DatabaseError):  # that it is away, the act itself will say
            _, seconds = commits_waiting()
        _asked.update(at=now, seconds=seconds)
    if _asked["seconds"] > LONG_SECONDS:
        raise SecondServerAway
