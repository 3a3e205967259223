"""What a report is asked, and where its lines lead."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any, Literal
from zoneinfo import ZoneInfo

from casino.clock import day_bounds, gaming_day, local_time
from casino.countroom.rules import AFTER_THE_COUNT, NOTHING_UNSEEN, Unseen
from casino.house.stamp import Stamp
from casino.messages import Message, join, msg
from casino.refusals import Refusal
from casino.replica import followed_until, read_until
from casino.sheets.columns import Column
from casino.sheets.sheet import Link, Sheet

# A wall-clock time of the club, as an address says it.
LOCAL = "%Y-%m-%dT%H:%M:%S"
# What a cell says, in words that a file has in English.
SAYS: Mapping[str, Message] = {
    each: each
    for each in (
        msg("cash"),
        msg("chips"),
        msg("open"),
        msg("closed"),
        msg("sealed"),
        msg("ended"),
        msg("cancelled"),
        msg("paid"),
        msg("agrees"),
        msg("differs"),
    )
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportParams:
    """
    What is asked of a report: gaming days, both included, and how its lines are grouped.

    since, until: the instants at which the first day opens and the last one closes. as_of: an
    instant, for a report that has one; known_at: what was written down later is left out.
    code, ref: of which accounts, several with commas, "cash:" for all that begin so; only: of which
    table, game, hour, dealer or kind of entry; country: whose taxes.
    shift: of the hours of which shift; since and until are then when it opened and closed.
    before: what happened from that instant on is left out. unseen: what the reader may count;
    stamp: of who reads, for what leads over the club's border.
    """

    club_id: int
    currency: str
    timezone: str
    closes_at: time
    first: date
    last: date
    since: datetime
    until: datetime
    by: str = ""
    as_of: datetime | None = None
    known_at: datetime | None = None
    player_id: int | None = None
    code: str = ""
    ref: int | None = None
    only: str = ""
    country: str = ""
    shift: int | None = None
    before: datetime | None = None
    stamp: Stamp | None = None
    unseen: Unseen = NOTHING_UNSEEN

    def day_of(self, at: datetime) -> date:
        """Return the gaming day of an instant."""
        return gaming_day(at, timezone=self.timezone, closes_at=self.closes_at)

    @property
    def known(self) -> dict[str, str]:
        """Return what a link says of what was known when, on the club's clock."""
        return {"known_at": self.local(self.known_at)} if self.known_at else {}

    @property
    def way(self) -> dict[str, str]:
        """Return what a link says of the day that lines stand on: the document's, where asked."""
        return {"by": "dated"} if self.by.startswith("dated") else {}

    def covers(self, code: str) -> bool:
        """Return whether the accounts of a code are asked for."""
        return any(
            code == each or (each.endswith(":") and code.startswith(each))
            for each in self.code.split(",")
        )

    def local(self, at: datetime) -> str:
        """Return an instant as an address says it."""
        return at.astimezone(ZoneInfo(self.timezone)).strftime(LOCAL)

    def opens(self, day: date) -> datetime:
        """Return the instant at which a gaming day opens."""
        return day_bounds(day, timezone=self.timezone, closes_at=self.closes_at)[0]


class CellAway(Refusal):
    """The warehouse of a group does not hear from one of its cells."""

    status = 503
    code = "REPORT-004"
    message = msg("The warehouse does not hear from one of its cells, whose figures would be old.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """
    A report that can be asked for.

    group_by: how its lines can be grouped, the first unless asked; span: whether it is asked for
    days, for an instant, or for a guest and days.
    asks: what else it can be asked by name, as in `ReportParams`; each can be asked known_at.
    begins: with the first day of what it begins where nobody says.
    """

    name: str
    title: Message
    question: Message
    group: Message
    make: Callable[[ReportParams], Sheet]
    group_by: tuple[tuple[str, Message], ...] = ()
    span: Literal["days", "instant", "guest"] = "days"
    asks: tuple[Literal["code", "ref", "only", "country", "shift", "before"], ...] = ()
    begins: Literal["month", "year"] = "month"

    def sheet(self, asked: ReportParams) -> Sheet:
        """
        Return its lines; where a replica or a warehouse told them, with a note of when.

        Raises CellAway.
        """
        followed, whole = followed_until()
        if not whole:
            raise CellAway
        made, until = self.make(asked), read_until() or followed
        if until is None:
            return made
        said = local_time(until, "%H:%M:%S", timezone=asked.timezone)
        return replace(made, notes=(*made.notes, msg("As of {time}.", time=said)))

    @property
    def route(self) -> str:
        """The name of its address in the API, under which the permissions know it."""
        return f"api-report-{self.name}"


def left_out(unseen: Iterable[str]) -> tuple[Message, ...]:
    """Return the note on accounts whose figures the reader may count, none where there are none."""
    named = join(dict.fromkeys(unseen))
    if not named:
        return ()
    return (
        msg(
            "{accounts}: {when}. The sums are shown then, too.",
            accounts=named,
            when=AFTER_THE_COUNT,
        ),
    )


def without_sums(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Return the columns of a table that says no sums, since they would tell what is left out."""
    return tuple(replace(each, summed=False) for each in columns)


def entry(entry_id: int | None) -> Link | None:
    """Return the link to an entry: its rule, inputs, lines and people."""
    return Link(route="entry", ids=(entry_id,)) if entry_id else None


def lines_of(asked: ReportParams, code: str, **more: Any) -> Link:
    """Return the link to the ledger's lines of a code on the days that are asked for."""
    query = {"first": asked.first, "last": asked.last, "code": code} | more
    return Link(route="report", ids=("ledger",), query=query | asked.known | asked.way)
