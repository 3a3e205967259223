"""The trail, what stands out in it, and who has access, as files."""

import json
from collections.abc import Iterable

from casino.audit.queries.access import Member
from casino.ledger.queries.trail import TrailRow
from casino.messages import Message
from casino.sheets.columns import of_file
from casino.sheets.files import csv_file
from casino.staff.models import User

TRAIL = of_file("act recorded_at happened_at who address operation arguments api_key held_by")
ACCESS = of_file("username name roles second_factor keys last_sign_in")


def trail_csv(rows: Iterable[tuple[TrailRow, User | None]]) -> bytes:
    """Return the acts as a file."""
    return csv_file(TRAIL, (_cells(row, user) for row, user in rows))


def exceptions_csv(rows: Iterable[tuple[Message, TrailRow, User | None]]) -> bytes:
    """Return what stands out as a file, its kind first."""
    return csv_file(
        (*of_file("kind"), *TRAIL), ((kind, *_cells(row, user)) for kind, row, user in rows)
    )


def access_csv(members: Iterable[Member]) -> bytes:
    return csv_file(
        ACCESS,
        (
            (
                each.user.username,
                each.user.name,
                " ".join(each.roles),
                each.second_factor,
                each.keys,
                f"{each.user.last_login:%Y-%m-%dT%H:%M:%SZ}" if each.user.last_login else "",
            )
            for each in members
        ),
    )


def _cells(row: TrailRow, user: User | None) -> tuple[object, ...]:
    said = json.dumps(row.arguments, ensure_ascii=False, sort_keys=True)
    return (
        row.id,
        f"{row.recorded_at:%Y-%m-%dT%H:%M:%SZ}",
        f"{row.happened_at:%Y-%m-%dT%H:%M:%SZ}",
        str(user or ""),
        row.address,
        row.operation,
        said,
        row.api_key,
        row.holder,
    )
