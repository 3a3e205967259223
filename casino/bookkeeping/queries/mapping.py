"""Which account of the accountant stands for which of ours, and what has none."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Max

from casino.bookkeeping.models import Batch, Mapping
from casino.bookkeeping.rules.plaintext import Held, Opened
from casino.cage.queries.shifts import drawers
from casino.db import fetch_all, fetch_one
from casino.house.models import Club
from casino.ledger.chart import CHART
from casino.ledger.queries.balances import refs
from jackpot.queries.levels import jackpots

# Apart is only what was mapped apart: a prize or a session has no account of its own outside.
DAYS_OF_CODES = """
SELECT a.code, coalesce(apart.ref, 0), l.gaming_day, count(*)
FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id
LEFT JOIN unnest(%(codes)s::text[], %(refs)s::bigint[]) AS apart (code, ref)
    ON apart.code = a.code AND apart.ref = a.ref
WHERE a.club_id = %(club)s AND l.gaming_day BETWEEN %(first)s AND %(last)s
  AND a.code NOT LIKE 'own:%%'
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
FROM_MAPPED = """
FROM bookkeeping_batch t JOIN ledger_account a ON a.club_id = t.club_id
JOIN ledger_day_balance b ON b.account_id = a.id AND b.day BETWEEN t.first_day AND t.last_day
CROSS JOIN LATERAL (
    SELECT code AS number, name FROM journal_own_account o
    WHERE a.code = 'own:' || o.kind AND o.id = a.ref
    UNION ALL
    (SELECT number, name FROM (
        SELECT DISTINCT ON (ref) ref, number, name FROM bookkeeping_mapping
        WHERE club_id = t.club_id AND code = a.code AND ref IN (0, a.ref)
          AND id <= t.mapping_id AND from_day <= b.day
        ORDER BY ref, from_day DESC, id DESC
    ) x WHERE number <> '' ORDER BY ref DESC LIMIT 1)
) m
"""
# What the batches up to one moved and left, each under the numbers that it knew.
MOVED = f"""
SELECT a.code, m.number, max(m.name), bool_or(t.number < %(number)s),
       bool_or(t.number = %(number)s),
       sum(b.debit_cents - b.credit_cents) FILTER (WHERE b.day <= %(last)s)::bigint
{FROM_MAPPED}WHERE t.club_id = %(club)s AND t.number <= %(number)s
GROUP BY 1, 2
"""
# The names that stand for more than one number in a batch.
NAMED_ALIKE = f"""
SELECT m.name, array_agg(DISTINCT m.number ORDER BY m.number) {FROM_MAPPED}
WHERE t.club_id = %(club)s AND t.number = %(number)s
GROUP BY m.name HAVING count(DISTINCT m.number) > 1 ORDER BY m.name
"""
UNSENT_BEFORE = """
SELECT min(d.day), bool_or(d.day <= %(last)s AND NOT EXISTS (
    SELECT FROM bookkeeping_batch b WHERE b.club_id = d.club_id AND b.number <= %(number)s
      AND d.day BETWEEN b.first_day AND b.last_day))
FROM ledger_day d WHERE d.club_id = %(club)s
"""
Key = tuple[str, int]  # code, ref
MAX_APART = 200


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
    """A line of the chart, or of it apart, with its mapping of a day and of later days."""

    code: str
    ref: int
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


@dataclass(frozen=True, slots=True)
class Known:
    """What is said of accounts: of two rows of one day the later said counts."""

    rows: dict[Key, list[Mapping]]

    def on(self, code: str, ref: int, day: date) -> Mapping | None:
        """Return what counts for an account on a day, its own row or the one of its code."""
        return self.own(code, ref, day) or (self.own(code, 0, day) if ref else None)

    def own(self, code: str, ref: int, day: date) -> Mapping | None:
        rows = reversed(self.rows.get((code, ref), []))
        found = next((row for row in rows if row.from_day <= day), None)
        return found if found and found.number else None


def mapped(club_id: int, *, without: Collection[int] = ()) -> Known:
    """Return what is said; without: leave out what these acts said."""
    found: dict[Key, dict[date, Mapping]] = defaultdict(dict)
    rows = Mapping.objects.filter(club_id=club_id).order_by("from_day", "id")
    for row in rows.exclude(act_id__in=without) if without else rows:
        found[row.code, row.ref][row.from_day] = row
    return Known({key: list(by_day.values()) for key, by_day in found.items()})


def chart(club_id: int, day: date) -> list[MappingRow]:
    """Return the whole chart, what is mapped apart below its code."""
    known = mapped(club_id)
    apart: dict[str, list[int]] = defaultdict(list)
    for code, ref in sorted(known.rows):
        if ref:
            apart[code].append(ref)
    names = {code: dict(kept_for(club_id, code)) for code in apart}
    return [
        MappingRow(
            code=code,
            ref=ref,
            name=names[code].get(ref, str(ref)) if ref else account.name,
            kind=account.kind,
            mapped=known.own(code, ref, day),
            later=tuple(row for row in known.rows.get((code, ref), []) if row.from_day > day),
        )
        for code, account in CHART.items()
        for ref in (0, *apart[code])
        if not account.is_own
    ]


def kept_for(club_id: int, code: str) -> list[tuple[int, str]]:
    """Return what may be mapped apart under a code: (ref, name) of drawers, jackpots, clubs, ..."""
    names = {}
    match CHART[code].per:
        case "club":
            return []
        case "drawer":
            names = {each.pk: str(each) for each in drawers(club_id)}
        case "jackpot":
            names = {each.pk: str(each) for each in jackpots(club_id)}
        case "other club":
            names = dict(Club.objects.values_list("id", "name"))
    return [(ref, names.get(ref, str(ref))) for ref in refs(club_id, code)[:MAX_APART]]


def unmapped(club_id: int, first: date, last: date) -> list[Unmapped]:
    """Return the accounts that moved in a period on days on which they have no number."""
    known = mapped(club_id)
    apart = [key for key in known.rows if key[1]]
    missing: dict[str, list[tuple[date, int]]] = defaultdict(list)
    values: dict[str, Any] = {"club": club_id, "first": first, "last": last}
    pairs = {"codes": [code for code, _ in apart], "refs": [ref for _, ref in apart]}
    for code, ref, day, lines in fetch_all(DAYS_OF_CODES, values | pairs):
        if known.on(code, ref, day) is None:
            missing[code].append((day, lines))
    return [
        Unmapped(
            code=code,
            first_day=min(day for day, _ in days),
            last_day=max(day for day, _ in days),
            lines=sum(lines for _, lines in days),
        )
        for code, days in missing.items()
    ]


def numbers_of(batch: Batch) -> set[str]:
    """Return the numbers outside under which a batch moves something."""
    values: dict[str, Any] = {"club": batch.club_id, "number": batch.number, "last": batch.last_day}
    return {number for _, number, _, _, is_moved, _ in fetch_all(MOVED, values) if is_moved}


def named_alike(batch: Batch) -> dict[str, list[str]]:
    """Return the numbers outside that a batch moves under one name, by that name."""
    return dict(fetch_all(NAMED_ALIKE, {"club": batch.club_id, "number": batch.number}))


def opened_and_held(batch: Batch) -> tuple[Opened, Held | None]:
    """
    Return the accounts that a batch is the first to name, and what all held when it ended.

    None for what they held while days before its end are in no batch up to it.
    """
    values: dict[str, Any] = {"club": batch.club_id, "number": batch.number, "last": batch.last_day}
    rows = fetch_all(MOVED, values)
    begins, is_broken = fetch_one(UNSENT_BEFORE, values)
    new: dict[tuple[str, str], str] = {}
    before: set[tuple[str, str]] = set()
    cents: dict[tuple[str, str], int] = defaultdict(int)
    for code, number, name, is_old, _, held in rows:
        account = (CHART[code].kind.value, number)
        new[account] = max(new.get(account, ""), name)
        cents[account] += held or 0
        if is_old:
            before.add(account)
    opened = Opened(
        accounts=[(*account, name) for account, name in new.items() if account not in before],
        day=begins,
        currency=batch.club.currency,
        begins=batch.number == 1,
    )
    return opened, None if is_broken else Held(day=batch.last_day, cents=cents)
