"""How the database is: complete, guarded, by the same clock, copied."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

from django.conf import settings
from django.core.checks import Tags, run_checks
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from casino.messages import msg, verbatim
from casino.operations.finding import Finding, Level, graded
from casino.operations.models import Clock
from casino.operations.rules import jumped

CLOCK = "SELECT house_now(), current_setting('server_version')"
CLOCK_SECONDS, CLOCK_JUMP_SECONDS = 1, 60
# A server says how far others are to those only whom it lets see it. A backup is no standby.
STANDBYS = """
SELECT coalesce(nullif(application_name, ''), 'standby'),
       extract(epoch FROM replay_lag)::float8, state
FROM pg_stat_replication WHERE application_name NOT IN ('casino_backup', 'pg_basebackup')
ORDER BY 1
"""
LAG_SECONDS, LAG_LONG_SECONDS = 30, 300
SLOTS = """
SELECT slot_name::text, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8
FROM pg_replication_slots WHERE NOT active AND restart_lsn IS NOT NULL AND NOT pg_is_in_recovery()
"""
HELD_BYTES, HELD_LONG_BYTES = 500_000_000, 5_000_000_000


def unapplied() -> list[str]:
    """Return the migrations of the program that the database has not had."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def faults() -> list[str]:
    """Return what is unsafe about server, role and guards, in sentences."""
    found = run_checks(tags=[Tags.database], include_deployment_checks=True, databases=["default"])
    return [str(each.msg) for each in found if each.is_serious()]


def version() -> Iterator[Finding]:
    """Yield which program and which PostgreSQL this is."""
    with connection.cursor() as cursor:
        cursor.execute(CLOCK)
        _, server = cursor.fetchone()
    said = msg(
        "Program {version}, PostgreSQL {server}.",
        version=settings.SPECTACULAR_SETTINGS["VERSION"],
        server=server,
    )
    yield Finding(part="version", level=Level.OK, said=said)


def migrations() -> Iterator[Finding]:
    """Yield whether the tables are those of the program."""
    missing = unapplied()
    if missing:
        said = msg(
            "The database is not of this program: {missing} not done. Run script/manage migrate.",
            missing=", ".join(missing[:3]),
        )
        yield Finding(part="migrations", level=Level.CRITICAL, said=said, value=len(missing))
    else:
        said = msg("All tables are those of the program.")
        yield Finding(part="migrations", level=Level.OK, said=said, value=0)


def clock() -> Iterator[Finding]:
    """Yield how far this machine's clock is from the database's."""
    with connection.cursor() as cursor:
        began = time.time()
        cursor.execute(CLOCK)
        theirs, _ = cursor.fetchone()
        ours = datetime.fromtimestamp((began + time.time()) / 2, UTC)
    apart = abs((ours - theirs).total_seconds())
    level = graded(apart, CLOCK_SECONDS, CLOCK_JUMP_SECONDS)
    said = msg("The clocks of this machine and of the database are the same.")
    if level:
        said = msg(
            "The clocks of this machine and of the database are {seconds} s apart.",
            seconds=round(apart),
        )
    jump = Clock.objects.exclude(jump_seconds=0).order_by("-at").first()
    if jump:
        level = Level.CRITICAL
        said = jumped(jump.jump_seconds)
    yield Finding(part="clock", level=level, said=said, value=apart)


def guards() -> Iterator[Finding]:
    """Yield what a start would refuse."""
    wrong = faults()
    for number, each in enumerate(wrong, start=1):
        level = Level.CRITICAL
        yield Finding(part="guards", about=str(number), level=level, said=verbatim(each))
    if not wrong:
        said = msg("The server is durable, the role owns nothing, the guards are there.")
        yield Finding(part="guards", level=Level.OK, said=said)


def standbys() -> Iterator[Finding]:
    """Yield how far each standby is behind, and which copies hold the journal's files."""
    with connection.cursor() as cursor:
        cursor.execute(STANDBYS)
        rows = cursor.fetchall()
        cursor.execute(SLOTS)
        held = cursor.fetchall()
    if not rows:
        yield Finding(part="standby", level=Level.OK, said=msg("No standby follows."), value=0)
    for name, lag, state in rows:
        level = graded(lag or 0, LAG_SECONDS, LAG_LONG_SECONDS)
        said = msg("The standby is {seconds} s behind.", seconds=round(lag or 0))
        if state is None:
            said = msg(
                "The standby follows; its lag is shown to a role with pg_monitor alone.",
            )
        yield Finding(part="standby", about=name, level=level, said=said, value=lag)
    for name, size in held:
        level = graded(size, HELD_BYTES, HELD_LONG_BYTES)
        said = msg(
            "Nobody reads this slot; it holds {megabytes} MB on the database's disk.",
            megabytes=round(size / 1_000_000),
        )
        yield Finding(part="slot", about=name, level=level, said=said, value=size)
