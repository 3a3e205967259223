"""How the database is: complete, guarded, by the same clock, copied."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

from django.conf import settings
from django.core.checks import Tags, run_checks
from django.db import connection

from casino.db import fetch_one
from casino.messages import first_of, msg, verbatim
from casino.operations.finding import Finding, Level, graded, jumped
from casino.operations.models import Clock
from casino.start.faults import program_and_database

CLOCK = "SELECT house_now(), current_setting('server_version')"
VERBOSITY = "SHOW log_error_verbosity"
CLOCK_SECONDS, CLOCK_JUMP_SECONDS = 1, 60


def unapplied() -> list[str]:
    """Return the migrations of the program that the database has not had."""
    executor = program_and_database()
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def faults() -> list[str]:
    """Return what is unsafe about server, role and guards, in sentences."""
    found = run_checks(tags=[Tags.database], include_deployment_checks=True, databases=["default"])
    return [str(each.msg) for each in found if each.is_serious()]


def version() -> Iterator[Finding]:
    """Yield which program and which PostgreSQL this is."""
    _, server = fetch_one(CLOCK)
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
            missing=first_of(missing, 3),
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


def log() -> Iterator[Finding]:
    """Yield whether the server's log quotes the rows that an error is about."""
    (verbosity,) = fetch_one(VERBOSITY)
    level, said = Level.OK, msg("The log of the database quotes no rows.")
    if verbosity != "terse":
        level = Level.WARNING
        said = msg(
            "The log of the database quotes rows, with guests' personal codes: let a superuser run"
            " ALTER DATABASE {database} SET log_error_verbosity = terse.",
            database=connection.settings_dict["NAME"],
        )
    yield Finding(part="log", level=level, said=said)
