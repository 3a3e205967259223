"""The journal line by line, in portions, of all accounts or of some; cents, debit positive."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import connection
from django.db.models import Count

from casino.db import fetch_all, fetch_one
from casino.ledger.chart import account_name
from casino.ledger.models import Entry

PORTION = 5_000
ORDER = "ORDER BY l.gaming_day, e.id, a.id"
FROM = """
FROM ledger_line l
JOIN ledger_account a ON a.id = l.account_id
JOIN ledger_entry e ON e.id = l.entry_id
"""
LINES = f"""
SELECT e.id, e.kind, l.gaming_day, e.happened_at, e.number, a.id, a.code, a.ref, l.cents, e.memo,
       coalesce(nullif(u.name, ''), u.username, ''), a.name
{FROM}
JOIN ledger_act t ON t.id = e.act_id
LEFT JOIN staff_user u ON u.id = t.actor_id
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lines:
    """
    Which lines: of gaming days, both included; of a code, of what its accounts are kept for.

    code: one, or several with commas; what ends in a colon is a family, "cash:". kind: of what
    happened, with reversals.
    since, until: of what happened from one instant until another. known_at: what was written down
    later is left out. also, without: entries of other days, and of these days that are left out.
    """

    club_id: int
    first: date
    last: date
    code: str = ""
    ref: int | None = None
    kind: str = ""
    since: datetime | None = None
    until: datetime | None = None
    known_at: datetime | None = None
    also: tuple[int, ...] = ()
    without: tuple[int, ...] = ()

    @property
    def where(self) -> str:
        """Return the condition in SQL."""
        # An entry's day is that of its lines; said of both, neither table is read whole.
        days = [f"{of}.gaming_day BETWEEN %(first)s AND %(last)s" for of in "le"]
        days += ["e.happened_at < %(until)s"] * (self.until is not None)
        days += ["e.id <> ALL (%(without)s)"] * bool(self.without)
        within = " AND ".join(days)
        said = ["a.club_id = %(club)s"]
        said += [f"({within} OR e.id = ANY (%(also)s))" if self.also else within]
        said += ["(a.code = ANY (%(codes)s) OR a.code ^@ ANY (%(families)s))"] * bool(self.code)
        said += ["e.kind IN (%(kind)s, %(kind)s || '.reversed')"] * bool(self.kind)
        said += ["a.ref = %(ref)s"] * (self.ref is not None)
        said += ["e.happened_at >= %(since)s"] * (self.since is not None)
        said += ["e.recorded_at <= %(known)s"] * (self.known_at is not None)
        return "WHERE " + " AND ".join(said)

    @property
    def values(self) -> dict[str, Any]:
        """Return what the condition speaks of."""
        return {
            "club": self.club_id,
            "first": self.first,
            "last": self.last,
            "codes": self.code.split(","),
            "families": [each for each in self.code.split(",") if each.endswith(":")],
            "ref": self.ref,
            "kind": self.kind,
            "since": self.since,
            "until": self.until,
            "known": self.known_at,
            "also": list(self.also),
            "without": list(self.without),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalLine:
    """A line of the journal with the head of its entry."""

    entry_id: int
    kind: str
    gaming_day: date
    happened_at: datetime
    number: int | None
    account_id: int
    code: str
    ref: int
    cents: int
    memo: str
    who: str
    own_name: str

    @property
    def name(self) -> str:
        """What the account holds."""
        return self.own_name or account_name(self.code)


def lines(asked: Lines, *, offset: int = 0, limit: int) -> list[JournalLine]:
    """Return lines in the order of their entries, debits and credits as the accounts stand."""
    part = "OFFSET %(offset)s LIMIT %(limit)s"
    values = asked.values | {"offset": offset, "limit": limit}
    return [_line(row) for row in fetch_all(f"{LINES} {asked.where} {ORDER} {part}", values)]


def each_line(asked: Lines) -> Iterator[JournalLine]:
    """Yield all lines in the same order, read in portions, so that memory stays flat."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(f"{LINES} {asked.where} {ORDER}", asked.values)
        while found := cursor.fetchmany(PORTION):
            yield from map(_line, found)


def lines_total(asked: Lines) -> tuple[int, int, int]:
    """Return how many lines there are, and their debits and credits."""
    sums = """
        SELECT count(*), coalesce(sum(l.cents) FILTER (WHERE l.cents > 0), 0)::bigint,
               coalesce(-sum(l.cents) FILTER (WHERE l.cents < 0), 0)::bigint
    """
    count, debit, credit = fetch_one(f"{sums} {FROM} {asked.where}", asked.values)
    return count, debit, credit


def entries_by_day(
    club_id: int, first: date, last: date, *, known_at: datetime | None = None
) -> dict[date, int]:
    """Return how many entries each gaming day has, where it has any; known_at: had then."""
    found = Entry.objects.filter(club_id=club_id, gaming_day__range=(first, last))
    if known_at:
        found = found.filter(recorded_at__lte=known_at)
    return dict(found.order_by().values_list("gaming_day").annotate(n=Count("id")))


def _line(row: tuple[Any, ...]) -> JournalLine:
    return JournalLine(**dict(zip(JournalLine.__slots__, row, strict=True)))
