"""The PostgreSQL that is backed up: its address, which life of it, its slot for the log."""

import os
import time
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import psycopg

from script.children import Unable
from script.office import embedded, folders
from script.peers import let_commits_wait
from script.servers import postgres_url
from script.variables import place, switch

SLOT = "casino_backup"


def address(**more: str) -> str:
    """Return the address for the tools: BACKUP_URL's, or our own server's; with more parameters."""
    url = os.environ.get("BACKUP_URL") or (
        postgres_url(*folders()) if embedded("DATABASE_URL") else ""
    )
    if not url:
        raise Unable(
            "BACKUP_URL is not set: name the database of DATABASE_URL as a role with REPLICATION."
        )
    parts = urlsplit(url)
    query = {**dict(parse_qsl(parts.query)), "application_name": SLOT, **more}
    return urlunsplit(parts._replace(query=urlencode(query)))


def life_name() -> str:
    """Return which database in which timeline answers: the folder its backups lie in."""
    with psycopg.connect(address(replication="true"), autocommit=True) as connection:
        found = connection.pgconn.exec_(b"IDENTIFY_SYSTEM")
        system, timeline = (found.get_value(0, column) for column in (0, 1))
    if system is None or timeline is None:
        raise Unable("The server of BACKUP_URL does not say who it is: may its role replicate?")
    return f"{system.decode()}-{timeline.decode()}"


def slot_state() -> str | None:
    """Return what became of the log that the slot keeps: "reserved", "lost"; None without slot."""
    with psycopg.connect(address(), autocommit=True) as connection:
        row = connection.execute(
            "SELECT wal_status FROM pg_replication_slots WHERE slot_name = %s", [SLOT]
        ).fetchone()
    return row[0] if row else None


def make_slot() -> None:
    """
    Let the server keep its log for the receiver, from its last checkpoint on.

    pg_receivewal's own slot begins where the log is when it comes: what a restored database wrote
    before would be in no folder. One that never received anything is there and stays.
    """
    with psycopg.connect(address(), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_create_physical_replication_slot(%(slot)s, true) WHERE NOT EXISTS"
            " (SELECT FROM pg_replication_slots WHERE slot_name = %(slot)s)",
            {"slot": SLOT},
        )


def received(patience_seconds: float = 20) -> bool:
    """Return whether the receiver soon has on its disk what the server has written by now."""
    give_up = time.monotonic() + patience_seconds
    with psycopg.connect(address(), autocommit=True) as connection:
        written = connection.execute("SELECT pg_current_wal_flush_lsn()").fetchone()
        while time.monotonic() < give_up:
            row = connection.execute(
                "SELECT %s::pg_lsn <= flush_lsn FROM pg_stat_replication"
                " WHERE application_name = %s",
                [*(written or ()), SLOT],
            ).fetchone()
            if row is None:
                return False  # nobody receives
            if row[0]:
                return True
            time.sleep(0.1)
    return False


def sync_wanted() -> bool:
    """Return whether a commit shall wait until the log lies in BACKUP_DIR, too."""
    return switch("BACKUP_SYNC")


def wait_for_receiver(*, wanted: bool) -> None:
    """Let commits wait for the receiver's disk, or no longer; asked for by BACKUP_SYNC=1."""
    let_commits_wait(address(), SLOT, wanted=wanted)


def folder() -> Path:
    """Return BACKUP_DIR; raise Unable where it is not set."""
    named = place("BACKUP_DIR")
    if not named:
        raise Unable("BACKUP_DIR is not set: name a folder, best on another disk.")
    return named
