"""What an overview draws for each role: columns of reports, over the same nights."""

from dataclasses import dataclass

from casino.messages import Message, msg
from casino.staff.models import Role

FLOOR = frozenset({Role.SUPERVISOR, Role.MANAGER, Role.ACCOUNTANT, Role.AUDITOR})
BOOKS = frozenset({Role.MANAGER, Role.ACCOUNTANT, Role.AUDITOR})


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """
    Columns of a report as bars, or several as lines.

    key: the columns that name a place, if not the first; equal names are added up. whole_year:
    drawn from twelve months before on.
    """

    name: str
    title: Message
    report: str
    columns: tuple[str, ...]
    roles: frozenset[Role]
    by: str = ""
    key: str = ""
    whole_year: bool = False


PICTURES = {
    each.name: each
    for each in (
        Picture(
            name="rake",
            title=msg("Rake and time rake of each night"),
            report="rake",
            columns=("house",),
            roles=FLOOR,
            by="day",
        ),
        Picture(
            name="hours",
            title=msg("Rake and time rake by hour of the night"),
            report="rake",
            columns=("house",),
            roles=FLOOR,
            by="hour",
        ),
        Picture(
            name="guests",
            title=msg("Players seated each day"),
            report="statistics",
            columns=("guests",),
            roles=FLOOR,
            by="day",
        ),
        Picture(
            name="months",
            title=msg("Total revenue, month against month"),
            report="statistics",
            columns=("house",),
            roles=BOOKS,
            by="month",
            whole_year=True,
        ),
        Picture(
            name="cash",
            title=msg("Cash position at close"),
            report="days",
            columns=("cash",),
            roles=BOOKS,
        ),
        Picture(
            name="liabilities",
            title=msg("Liabilities at close"),
            report="days",
            columns=("chips_owed", "jackpots", "ranking", "tickets"),
            roles=BOOKS,
        ),
        Picture(
            name="events",
            title=msg("Hold of each tournament: fees less overlay"),
            report="tournaments",
            columns=("hold",),
            roles=FLOOR,
            key="gaming_day tournament",
        ),
        Picture(
            name="cashiers",
            title=msg("Over/short by cashier"),
            report="over-short",
            columns=("difference",),
            roles=FLOOR,
            key="cashier",
        ),
        Picture(
            name="tables",
            title=msg("Over/short by table"),
            report="table-over-short",
            columns=("difference",),
            roles=FLOOR,
            by="table",
        ),
    )
}
