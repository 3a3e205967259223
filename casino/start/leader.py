"""Whether the server that answers leads: never one in whose place another was promoted."""

import json
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

from casino.addresses import each_server

# Each promotion begins a timeline; it stands in the name of every file that is written in it.
TIMELINE = """
SELECT (SELECT system_identifier FROM pg_control_system())::text,
    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
WHERE NOT pg_is_in_recovery()
"""
ASK = """
SELECT pg_is_in_recovery(), (SELECT system_identifier FROM pg_control_system())::text,
    CASE WHEN NOT pg_is_in_recovery()
        THEN ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int END,
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
        ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn,
    extract(epoch FROM clock_timestamp()
        - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))::float8,
    EXISTS (SELECT FROM pg_stat_wal_receiver)
"""
_known: dict[str, int] = {}


class FormerLeader(OperationalError):
    """The server that answers was a primary once; another one has been promoted since."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Server:
    """
    One of the servers that DATABASE_URL names, as it says itself; not `answers`, no word of it.

    timeline: of one that leads. position: the bytes of the log that it has played or written.
    seconds: since the last commit that a standby has played, or since its start. receives: whether
    it is connected to who leads.
    """

    name: str
    answers: bool = False
    follows: bool = False
    system: str = ""
    timeline: int = 0
    position: int = 0
    seconds: float | None = None
    receives: bool = False

    @property
    def leads(self) -> bool:
        """Whether it lets anybody write."""
        return self.answers and not self.follows


def has_standby(connection: BaseDatabaseWrapper) -> bool:
    """Return whether DATABASE_URL names more servers than one."""
    return "," in str(connection.settings_dict["HOST"])


def servers(connection: BaseDatabaseWrapper) -> list[Server]:
    """Ask each server that DATABASE_URL names how it is."""
    return [_ask(params) for params in each_server(connection.get_connection_params())]


def _ask(params: dict[str, Any]) -> Server:
    name = ":".join(str(params[part]) for part in ("host", "port") if part in params)
    libpq = {key: params[key] for key in params if key in _libpq()}
    try:
        with closing(psycopg.connect(**libpq, autocommit=True)) as asked:
            row = asked.execute(ASK).fetchone()
    except psycopg.Error:
        return Server(name=name)
    assert row is not None
    names = ("follows", "system", "timeline", "position", "seconds", "receives")
    said = dict(zip(names, row, strict=True))
    numbers = {each: int(said[each] or 0) for each in ("timeline", "position")}
    return Server(name=name, answers=True, **{**said, **numbers})


def _libpq() -> set[str]:
    return {each.keyword.decode() for each in psycopg.pq.Conninfo.get_defaults()}


def refuse_former(connection: BaseDatabaseWrapper, **_: object) -> None:
    """
    Close a new connection to a server in whose place another was promoted, and raise FormerLeader.

    The highest timeline that this machine ever worked with lies in STATE_DIR.
    """
    if connection.vendor != "postgresql" or not has_standby(connection):
        return
    row = connection.connection.cursor().execute(TIMELINE).fetchone()
    if row is None:
        return
    system, timeline = row
    newest = known(system)
    if timeline < newest:
        connection.close()
        raise FormerLeader(former(timeline, newest))
    if timeline > newest:
        learn(system, timeline)


def former(timeline: int, newest: int) -> str:
    """Return one sentence about a server that must not lead any more, with the next step."""
    return (
        f"the server that answers leads in timeline {timeline}, but another one was promoted "
        f"(timeline {newest}): stop it, and make it the standby with script/standby rejoin"
    )


def known(system: str) -> int:
    """Return the highest timeline of a database that this machine worked with."""
    with suppress(OSError, ValueError):
        _known.update({**_known, **json.loads(_path().read_text())})
    return _known.get(system, 0)


def learn(system: str, timeline: int) -> None:
    """Remember a timeline, in this process and on this machine."""
    _known[system] = timeline
    path = _path()
    with suppress(OSError):  # who may not write there knows it until it ends
        half = path.with_suffix(".half")
        half.write_text(json.dumps(_known))
        half.replace(path)


def _path() -> Path:
    return Path(settings.STATE_DIR) / "timelines.json"
