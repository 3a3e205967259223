"""The two servers of an office that has a standby: their addresses, what each says of itself."""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Literal

from script.children import Unable

STANDBY = "casino_standby"  # its slot, and what it calls itself at the other server
CONNECT_SECONDS = 5
RELOADED_SECONDS = 30
# synchronous_standby_names as PostgreSQL reads them: all of some names, the first or any so many.
NAME = r'"(?:[^"]|"")+"|[\w$*]+'
NAMES = rf"(?:{NAME})(?:\s*,\s*(?:{NAME}))*"
AWAITED = re.compile(
    rf"\s*(?:(?P<method>FIRST|ANY)?\s*(?P<many>\d+)\s*\(\s*(?P<some>{NAMES})\s*\)"
    rf"|(?P<names>{NAMES}))\s*",
    re.IGNORECASE,
)
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
    (SELECT state FROM pg_stat_replication WHERE application_name = %(standby)s
        ORDER BY state = 'streaming' DESC LIMIT 1),
    (SELECT wal_status FROM pg_replication_slots WHERE slot_name = %(standby)s)
"""
AWAITED_NOW = "SELECT setting, source FROM pg_settings WHERE name = 'synchronous_standby_names'"


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
    played; waits_for: whom its commits wait for; follower: how its standby is connected; slot: what
    became of the log that is kept for it ("reserved", "lost").
    """

    follows: bool
    system: str
    timeline: int
    position: int
    last_at: datetime | None
    waits_for: str
    follower: str | None
    slot: str | None = None


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
            row = connection.execute(STATE, {"standby": STANDBY}).fetchone()
    except psycopg.OperationalError:
        return None
    if row is None:
        return None
    names = (
        "follows",
        "system",
        "timeline",
        "position",
        "last_at",
        "waits_for",
        "follower",
        "slot",
    )
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
    """
    Let the commits of the server at `url` wait for `name`, too, or no longer.

    Raises Unable where the server goes by another setting, such as one on its command line.
    """
    with connected(url) as connection:
        said, _ = awaited_now(connection)
        names = awaited(said, name, wanted=wanted)
        if names == said:
            return
        setting = SQL("ALTER SYSTEM SET synchronous_standby_names = {}")
        connection.execute(setting.format(Literal(names)))
        connection.execute("SELECT pg_reload_conf()")
        give_up = time.monotonic() + RELOADED_SECONDS
        while (now := awaited_now(connection))[0] != names:
            if now[1] == "command line" or time.monotonic() > give_up:
                raise Unable(
                    f"The server goes on with synchronous_standby_names = {now[0]!r} "
                    f"({now[1]}), not {names!r}: take that setting away and start it again."
                )
            time.sleep(0.02)


def awaited_now(connection: psycopg.Connection) -> tuple[str, str]:
    """Return the synchronous_standby_names that a server goes by, and where they stand."""
    row = connection.execute(AWAITED_NOW).fetchone()
    return (row[0], row[1]) if row else ("", "")


def awaited(said: str, name: str, *, wanted: bool) -> str:
    """
    Return synchronous_standby_names as `said`, with `name` waited for, too, or no longer.

    Other names stay as they are written. Raises Unable where the names cannot be read, and where
    some of them suffice: nothing put among those says that `name` must not be missing.
    """
    found = AWAITED.fullmatch(said)
    if said.strip() and not found:
        raise Unable(f"synchronous_standby_names cannot be read: {said!r}: see to it yourself.")
    names = re.findall(NAME, (found and (found["some"] or found["names"])) or "")
    others = [each for each in names if each.strip('"').casefold() != name]
    if wanted is (len(others) < len(names)):
        return said
    method, many = (found and found["method"]) or "FIRST", int((found and found["many"]) or 1)
    if wanted and (many < len(names) or "*" in names):
        raise Unable(
            f"Some of synchronous_standby_names = {said!r} suffice, so {name} could be missing: "
            f"name {name} there yourself, or let commits wait for all of them."
        )
    names, many = ([*names, name], len(names) + 1) if wanted else (others, min(many, len(others)))
    told = ", ".join(names)
    alone = many <= 1 and (len(names) <= 1 or method.upper() == "FIRST")
    return told if alone else f"{method} {many} ({told})"


def make_slot(url: str) -> None:
    """
    Let the server at `url` keep the log until the standby has it (within its own bound).

    A slot past that bound keeps nothing any more and lets nobody in: it is made anew.
    """
    with connected(url) as connection:
        connection.execute(
            "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
            " WHERE slot_name = %s AND NOT active AND wal_status = 'lost'",
            [STANDBY],
        )
        with suppress(psycopg.errors.DuplicateObject):  # somebody else made it meanwhile
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
