"""The two servers of an office that has a standby: their addresses, what each says of itself."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from script.children import Unable

STANDBY = "casino_standby"  # its slot, and what it calls itself at the other server
CONNECT_SECONDS = 5
# A standby knows the timeline it follows; a server that leads writes it into each file's name.
STATE = """
SELECT pg_is_in_recovery(), (SELECT system_identifier FROM pg_control_system())::text,
    CASE WHEN pg_is_in_recovery() THEN greatest(
        (SELECT timeline_id FROM pg_control_checkpoint()),
        (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
        (SELECT received_tli FROM pg_stat_wal_receiver))
    ELSE ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int END,
    CASE WHEN pg_is_in_recovery()
        THEN greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())
        ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn,
    pg_last_xact_replay_timestamp(), current_setting('synchronous_standby_names'),
    (SELECT state FROM pg_stat_replication WHERE application_name = %s)
"""


@dataclass(frozen=True, kw_only=True)
class Peer:
    """One of the two; `data` is its folder where it is this machine's and ours to start."""

    name: str
    url: str
    data: Path | None = None


@dataclass(frozen=True, kw_only=True)
class State:
    """
    What a server says of itself.

    position: how many bytes of the log it has, ever; last_at: the last commit a standby has
    played; waits_for: whom its commits wait for; follower: how its standby is connected.
    """

    follows: bool
    system: str
    timeline: int
    position: int
    last_at: datetime | None
    waits_for: str
    follower: str | None


@contextmanager
def connected(url: str) -> Iterator[psycopg.Connection]:
    """Connect as an administrator; what is only about this server waits for no other one."""
    with psycopg.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
        connection.execute("SET synchronous_commit = local")
        yield connection


def look(peer: Peer) -> State | None:
    """Ask a server how it is; None where it does not answer."""
    try:
        with connected(peer.url) as connection:
            row = connection.execute(STATE, [STANDBY]).fetchone()
    except psycopg.OperationalError:
        return None
    if row is None:
        return None
    names = ("follows", "system", "timeline", "position", "last_at", "waits_for", "follower")
    said = dict(zip(names, row, strict=True))
    return State(**{**said, "position": int(said["position"])})


def of_address(url: str) -> list[Peer]:
    """Return the servers that an address names, each with an address of its own."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise Unable(f"STANDBY_URL cannot be read: {error}") from None
    hosts = str(parts.get("host") or "").split(",")
    ports = str(parts.get("port") or "").split(",")
    if len(ports) != len(hosts):
        ports = ports[:1] * len(hosts)
    alone = {name: value for name, value in parts.items() if name != "target_session_attrs"}
    return [
        Peer(
            name=f"{host}:{port}" if port else host,
            url=make_conninfo("", **{**alone, "host": host, "port": port or None}),
        )
        for host, port in zip(hosts, ports, strict=True)
    ]


def named_peers() -> list[Peer]:
    """Return the two servers of STANDBY_URL; raise Unable where it does not name two."""
    url = os.environ.get("STANDBY_URL")
    if not url:
        raise Unable(
            "STANDBY_URL is not set: name both servers, as a role that may replicate and promote "
            "(docs/standby.md)."
        )
    found = of_address(url)
    if len(found) != 2:  # noqa: PLR2004
        raise Unable(f"STANDBY_URL names {len(found)} servers: name two, host=one,other.")
    return found


def conninfo(peer: Peer) -> str:
    """Return how a standby reaches this server: its `primary_conninfo`."""
    parts = {name: value for name, value in conninfo_to_dict(peer.url).items() if name != "dbname"}
    return make_conninfo("", **{**parts, "application_name": STANDBY})


def let_commits_wait(url: str, name: str, *, wanted: bool) -> None:
    """Let the commits of the server at `url` wait for `name`, too, or no longer."""
    with connected(url) as connection:
        row = connection.execute("SHOW synchronous_standby_names").fetchone()
        said = row[0] if row else ""
        names = {*re.findall(r"[a-z_]{3,}", said)} - {name} | ({name} if wanted else set())
        told = ", ".join(sorted(names))
        told = f"FIRST {len(names)} ({told})" if len(names) > 1 else told
        if told != said:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{told}'")
            connection.execute("SELECT pg_reload_conf()")


def make_slot(url: str) -> None:
    """Let the server at `url` keep the log until the standby has it (within its own bound)."""
    with connected(url) as connection:
        connection.execute(
            "SELECT pg_create_physical_replication_slot(%s, true) WHERE NOT EXISTS"
            " (SELECT FROM pg_replication_slots WHERE slot_name = %s)",
            [STANDBY, STANDBY],
        )


def drop_slot(url: str) -> None:
    """Let it keep the log for nobody."""
    with connected(url) as connection:
        connection.execute(
            "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
            " WHERE slot_name = %s AND NOT active",
            [STANDBY],
        )
