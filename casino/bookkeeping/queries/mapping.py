"""Which account of the accountant stands for which of ours, and what has none."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db import connection
from django.db.models import Max

from casino.bookkeeping.models import Batch, Mapping
from casino.ledger.chart import CHART

DAYS_OF_CODES = """
SELECT a.code, l.gaming_day, count(*)
FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id
WHERE a.club_id = %s AND l.gaming_day BETWEEN %s AND %s GROUP BY 1, 2 ORDER BY 1, 2
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Unmapped:
    """An account of ours that moved while it had no number outside."""

    code: str
    first_day: date
    last_day: date
    lines: int

    @property
    def name(self) -> str:
        """The chart's words for the account."""
        return CHART[self.code].name


@dataclass(frozen=True, kw_only=True, slots=True)
class MappingRow:
    """A line of the chart with its mapping of a day, and what is known for later days."""

    code: str
    name: str
    kind: str
    mapped: Mapping | None
    later: tuple[Mapping, ...] = ()


def known_until(club_id: int) -> int:
    """Return the id of the latest row of the mapping, 0 without any."""
    return Mapping.objects.filter(club_id=club_id).aggregate(id=Max("id"))["id"] or 0


def history(club_id: int, code: str) -> list[Mapping]:
    """Return everything that was ever said about an account, the latest first."""
    rows = Mapping.objects.filter(club_id=club_id, code=code).select_related("changed_by")
    return list(rows.order_by("-id"))


def mapped(club_id: int, *, known: int | None = None) -> dict[str, list[Mapping]]:
    """Return code -> its rows that count, by day: of two of one day the later said."""
    found: dict[str, dict[date, Mapping]] = defaultdict(dict)
    rows = Mapping.objects.filter(club_id=club_id).order_by("from_day", "id")
    for row in rows.filter(id__lte=known) if known is not None else rows:
        found[row.code][row.from_day] = row
    return {code: list(by_day.values()) for code, by_day in found.items()}


def on(rows: list[Mapping], day: date) -> Mapping | None:
    """Return the row that counts on a day, None where the account is not mapped then."""
    found = next((row for row in reversed(rows) if row.from_day <= day), None)
    return found if found and found.number else None


def chart(club_id: int, day: date) -> list[MappingRow]:
    known = mapped(club_id)
    return [
        MappingRow(
            code=code,
            name=account.name,
            kind=account.kind,
            mapped=on(known.get(code, []), day),
            later=tuple(row for row in known.get(code, []) if row.from_day > day),
        )
        for code, account in CHART.items()
    ]


def unmapped(club_id: int, first: date, last: date) -> list[Unmapped]:
    """Return the accounts that moved in a period on days on which they have no number."""
    known = mapped(club_id)
    missing: dict[str, list[tuple[date, int]]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(DAYS_OF_CODES, [club_id, first, last])
        for code, day, lines in cursor.fetchall():
            if on(known.get(code, []), day) is None:
                missing[code].append((day, lines))
    return [
        Unmapped(
            code=code,
            first_day=days[0][0],
            last_day=days[-1][0],
            lines=sum(lines for _, lines in days),
        )
        for code, days in missing.items()
    ]


def accounts_of(batch: Batch) -> set[tuple[str, str, str]]:
    """Return (kind, number, name) of every account that a batch may name; the latest name."""
    known = mapped(batch.club_id, known=batch.mapping_id)
    found = {
        (CHART[code].kind.value, row.number): row.name
        for code, rows in known.items()
        for row in rows
        if row.number and row.from_day <= batch.last_day
    }
    return {(kind, number, name) for (kind, number), name in found.items()}
