"""How the other servers of the database are: who leads, how far the others are behind."""

import time
from collections.abc import Iterator

from django.conf import settings
from django.db import connection

from casino.acts.waiting import commits_waiting
from casino.db import fetch_all, fetch_one, now
from casino.messages import msg, msg_count
from casino.operations.finding import Finding, Level, graded
from casino.replica import followed, read_until, reads_replica
from casino.start import leader
from casino.start.leader import Server

# A server says how far others are to those only whom it lets see it. A backup is no standby.
FOLLOWING = """
SELECT coalesce(nullif(application_name, ''), 'standby')::text,
       extract(epoch FROM replay_lag)::float8, state
FROM pg_stat_replication WHERE application_name NOT IN ('casino_backup', 'pg_basebackup')
ORDER BY 1
"""
ASKED_AGAIN, ASKED_AGAIN_SECONDS = 4, 0.25
LAG_SECONDS, LAG_LONG_SECONDS = 30, 300
LAG_BYTES, LAG_LONG_BYTES = 50_000_000, 1_000_000_000
SLOTS = """
SELECT slot_name::text, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8
FROM pg_replication_slots WHERE NOT active AND restart_lsn IS NOT NULL AND NOT pg_is_in_recovery()
"""
HELD_BYTES, HELD_LONG_BYTES = 500_000_000, 5_000_000_000
WAITS_FOR = "SELECT current_setting('synchronous_standby_names')"
WAIT_SECONDS, WAIT_LONG_SECONDS = 2, 10


def standbys() -> Iterator[Finding]:
    """Yield how far each standby is behind, who leads besides, and whether commits wait."""
    if leader.has_standby(connection):
        yield from named()
    else:
        yield from following()
    yield from waiting()


def named() -> Iterator[Finding]:
    """Yield how the servers are that DATABASE_URL names, each as it says itself."""
    servers = leader.servers(connection)
    leading = sorted((each for each in servers if each.leads), key=lambda each: each.timeline)
    for older in leading[:-1]:
        said = msg(
            "It still leads, though another server was promoted: stop it at once, then make it the "
            "standby with script/standby rejoin."
        )
        yield Finding(part="standby", about=older.name, level=Level.CRITICAL, said=said)
    written = leading[-1].position if leading else 0
    for each in arrived(servers, written):
        if not each.leads:
            yield from of_standby(each, written)


def arrived(servers: list[Server], written: int) -> list[Server]:
    """Give what was written a moment ago its time to arrive; return how the servers are then."""
    for _ in range(ASKED_AGAIN):
        if not any(each.follows and each.position < written for each in servers):
            break
        time.sleep(ASKED_AGAIN_SECONDS)
        servers = leader.servers(connection)
    return servers


def of_standby(server: Server, written: int) -> Iterator[Finding]:
    """Yield how one is that should follow, `written` being the bytes of the log that there are."""
    part, about = "standby", server.name
    if not server.answers:
        said = msg("The standby does not answer: start it, or make it anew (docs/standby.md).")
        yield Finding(part=part, about=about, level=Level.CRITICAL, said=said)
        return
    missing = max(0, written - server.position)
    seconds = (server.seconds or 0.0) if missing else 0.0
    level = graded(seconds, LAG_SECONDS, LAG_LONG_SECONDS)
    said = msg("The standby is {seconds} s behind.", seconds=round(seconds))
    if not server.receives:
        level = max(level, Level.WARNING)
        said = msg(
            "The standby is {seconds} s behind and follows nobody: ask script/standby status.",
            seconds=round(seconds),
        )
    yield Finding(part=part, about=about, level=level, said=said, value=seconds)
    said = msg("It lacks {kilobytes} kB of the log.", kilobytes=round(missing / 1000))
    level = graded(missing, LAG_BYTES, LAG_LONG_BYTES)
    yield Finding(part="standby-bytes", about=about, level=level, said=said, value=missing)


def following() -> Iterator[Finding]:
    """Yield which standbys there are that DATABASE_URL does not name."""
    rows = fetch_all(FOLLOWING)
    if not rows:
        yield Finding(part="standby", level=Level.OK, said=msg("No standby follows."), value=0)
    for name, lag, state in rows:
        level = graded(lag or 0, LAG_SECONDS, LAG_LONG_SECONDS)
        said = msg("The standby is {seconds} s behind.", seconds=round(lag or 0))
        if state is None:
            said = msg(
                "The standby follows; its lag is shown where DATABASE_URL names it, too.",
            )
        yield Finding(part="standby", about=name, level=level, said=said, value=lag)


def replica() -> Iterator[Finding]:
    """Yield whether reports read the replica that REPLICA_URL names."""
    if not settings.REPLICA_URL:
        return
    until = reads_replica()(read_until)()
    if until is None:
        said = msg("It is away or too far behind: reports read the primary.")
        yield Finding(part="replica", level=Level.WARNING, said=said)
        return
    seconds = max(0.0, (now() - until).total_seconds())
    said = msg("Reports read it; it is {seconds} s behind.", seconds=round(seconds))
    yield Finding(part="replica", level=Level.OK, said=said, value=seconds)


def waiting() -> Iterator[Finding]:
    """Yield how long commits wait for a second server, where they are to wait for one."""
    names = fetch_one(WAITS_FOR)[0]
    if not names:
        return
    count, seconds = commits_waiting()
    said = msg("Commits wait for {names}, and get their answer in time.", names=names)
    level = graded(seconds, WAIT_SECONDS, WAIT_LONG_SECONDS)
    if level:
        said = msg_count(
            "{number} commit waits for {names} for {seconds} s: bring it back, or let nobody wait "
            "with script/standby sync off.",
            "{number} commits wait for {names}, the oldest for {seconds} s: bring it back, or let "
            "nobody wait with script/standby sync off.",
            count,
            names=names,
            seconds=round(seconds),
        )
    yield Finding(part="sync", level=level, said=said, value=seconds)


def slots() -> Iterator[Finding]:
    """Yield which copies that nobody reads hold the journal's files."""
    held = fetch_all(SLOTS)
    for name, size in held:
        level = graded(size, HELD_BYTES, HELD_LONG_BYTES)
        said = msg(
            "Nobody reads this slot; it holds {megabytes} MB on the database's disk.",
            megabytes=round(size / 1_000_000),
        )
        yield Finding(part="slot", about=name, level=level, said=said, value=size)


def cells() -> Iterator[Finding]:
    """Yield how far a group's warehouse follows each of its cells."""
    for cell in followed():
        seconds = max(0.0, (now() - cell.until).total_seconds()) if cell.until else 0.0
        level = graded(seconds, LAG_SECONDS * 2, LAG_LONG_SECONDS)
        said = msg("The warehouse has everything up to {seconds} s ago.", seconds=round(seconds))
        if not cell.follows:
            level = Level.CRITICAL
            said = msg(
                "The warehouse no longer follows this cell, so group reports are refused: see the "
                "log of its database (docs/cells.md)."
            )
        yield Finding(part="cell", about=cell.name, level=level, said=said, value=seconds)
