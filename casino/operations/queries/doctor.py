"""The whole installation looked over, part by part."""

from collections.abc import Callable, Iterator

from django.db import DatabaseError, connection

from casino.messages import msg
from casino.operations.finding import Finding, Level
from casino.operations.queries import machine, standby, store, work

Examination = Callable[[], Iterator[Finding]]
OF_THE_DATABASE: tuple[Examination, ...] = (
    store.version,
    store.migrations,
    store.guards,
    store.clock,
    store.log,
    standby.standbys,
    standby.slots,
    standby.replica,
    standby.cells,
    work.epoch,
    work.closes,
    work.seals,
    work.duties,
    work.outbox,
    work.jobs,
    work.webhooks,
    work.wrong_pins,
    machine.keys,
)
OF_THE_MACHINE: tuple[Examination, ...] = (
    machine.disks,
    machine.reserve,
    machine.backups,
    machine.certificate,
    machine.alarms,
    machine.anchors,
)


def examine() -> list[Finding]:
    """Return what was found, whatever is wrong: a database that is away is a finding, too."""
    found = _of_the_database()
    for each in OF_THE_MACHINE:
        found += _looked_at(each, Level.WARNING)
    return found


def worst(found: list[Finding]) -> Level:
    """Return how the installation is as a whole."""
    return max((each.level for each in found), default=Level.OK)


def _of_the_database() -> list[Finding]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        connection.close()
        return [_away(error)]
    found: list[Finding] = []
    for each in OF_THE_DATABASE:
        found += _looked_at(each, Level.CRITICAL)
    return found


def _looked_at(part: Examination, level: Level) -> Iterator[Finding]:
    """Yield what is found of a part; whatever ends the look at it, the other parts have theirs."""
    try:
        yield from part()
    except Exception as error:
        if isinstance(error, DatabaseError):
            connection.close_if_unusable_or_obsolete()
        said = msg("It cannot be looked at: {error}", error=_first(error))
        yield Finding(part=part.__name__, level=level, said=said)


def _away(error: Exception) -> Finding:
    said = msg("The database does not answer: {error}", error=_first(error))
    return Finding(part="database", level=Level.CRITICAL, said=said)


def _first(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
