"""The heartbeat of each duty, written by whoever does it, by the database's clock."""

from django.db import DatabaseError, connection

from casino.operations.rules import DUTIES

NAMES = {duty.task: duty.name for duty in DUTIES}
DONE = """
INSERT INTO operations_heartbeat (name, done_at, failed_at, failure) VALUES (%s, now(), NULL, '')
ON CONFLICT (name) DO UPDATE SET done_at = now(), failed_at = NULL, failure = ''
"""
FAILED = "UPDATE operations_heartbeat SET failed_at = now(), failure = %s WHERE name = %s"
EXPECTED = """
INSERT INTO operations_heartbeat (name, done_at, failure)
SELECT name, now(), '' FROM unnest(%s::text[]) name ON CONFLICT DO NOTHING
"""
EXPECT = EXPECTED, [list(NAMES.values())]
MAX_LENGTH = 300


def note_end(task: str, failure: str = "") -> None:
    """
    Write down that a duty was done, or that it failed and why; other jobs are none.

    A database that is away hears nothing of it: then the heartbeat is late, as it should be.
    """
    if task not in NAMES:
        return
    asked = (FAILED, [failure[:MAX_LENGTH], NAMES[task]]) if failure else (DONE, [NAMES[task]])
    try:
        with connection.cursor() as cursor:
            cursor.execute(*asked)
    except DatabaseError:
        connection.close_if_unusable_or_obsolete()
