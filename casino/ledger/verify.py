"""
The journal recomputed from nothing, to find what a posting could not have written.

A second implementation: rows are read as they lie there, sums and hashes are made here, and
nothing that posting, closing or sealing computes in SQL is called. One gaming day at a time is
streamed, so memory grows with the accounts and not with the history.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from django.db import connection

from casino.db import fetch_all
from casino.ledger.chart import CHART

CHUNK = 5000
SUSPECTS = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """Something that is wrong: on which gaming day, in which entry, in which field, and how."""

    day: date | None = None
    entry_id: int | None = None
    what: str
    says: str

    def __str__(self) -> str:
        where = [str(self.day)] if self.day else []
        where += [f"entry {self.entry_id}"] if self.entry_id else []
        return ": ".join([*where, self.what, self.says])


@dataclass(kw_only=True, slots=True)
class Books:
    """
    What the entries add up to so far. `doubtful`: days whose content is not what was sealed.

    skipped: (series, number) of slips that were never given out, as somebody else explains.
    """

    club_id: int
    skipped: Collection[tuple[int, int]] = frozenset()
    entries: int = 0
    cents: Counter[int] = field(default_factory=Counter)
    doubtful: list[date] = field(default_factory=list)


class CheckedEntry(NamedTuple):
    """An entry with its act, its lines and its line under the seal; any of them may be missing."""

    id: int
    seq: int | None
    kind: str
    adjustment: bool
    currency: str
    accounts: str
    cents: str
    happened_us: int
    recorded_us: int
    player_id: int | None
    memo: str
    because: str
    reverses_id: int | None
    series_id: int | None
    number: int | None
    act_club_id: int | None
    key: str
    actor_id: int | None
    operation: str
    arguments: str
    request_id: str
    line_accounts: str | None
    line_cents: str | None
    n: int | None
    digest: bytes | None


ROWS = """
SELECT entry_id, e.seq, e.kind, e.adjustment, e.currency, e.account_ids::text, e.cents::text,
       (extract(epoch FROM e.happened_at) * 1000000)::bigint,
       (extract(epoch FROM e.recorded_at) * 1000000)::bigint,
       e.player_id, e.memo, e.because::text, e.reverses_id, e.series_id, e.number,
       a.club_id, a.key::text, a.actor_id, a.operation, a.arguments::text, a.request_id,
       l.accounts::text, l.cents::text, s.n, s.digest
FROM (
    SELECT id AS entry_id, * FROM ledger_entry WHERE club_id = %(club)s AND gaming_day = %(day)s
) e
FULL JOIN (
    SELECT l.entry_id, array_agg(l.account_id ORDER BY l.account_id) AS accounts,
           array_agg(l.cents ORDER BY l.account_id) AS cents
    FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id AND a.club_id = %(club)s
    WHERE l.gaming_day = %(day)s GROUP BY l.entry_id
) l USING (entry_id)
FULL JOIN (
    SELECT s.entry_id, s.n, s.digest FROM ledger_seal_line s
    JOIN ledger_seal x ON x.id = s.seal_id AND x.club_id = %(club)s AND x.day = %(day)s
) s USING (entry_id)
LEFT JOIN ledger_act a ON a.id = e.act_id
ORDER BY entry_id
"""


def verify_ledger(books: Books) -> Iterator[Finding]:
    """Yield whatever is wrong with a club's journal, in order of its days; fill `books`."""
    yield from _outside_days(books.club_id)
    previous = b""
    for day, state in fetch_all(
        "SELECT day, state FROM ledger_day WHERE club_id = %s ORDER BY day", [books.club_id]
    ):
        sealed = fetch_all(
            "SELECT id, entries, root, balances, closes, previous, seal FROM ledger_seal"
            " WHERE club_id = %s AND day = %s",
            [books.club_id, day],
        )
        if bool(sealed) != (state == "sealed"):
            yield Finding(day=day, what="state", says=f"{state}, with {len(sealed)} seals")
        seal = Seal._make(sealed[0]) if sealed else None
        yield from _verify_day(books, day, seal, previous)
        previous = seal.seal if seal else previous
    yield from _balances(books)
    yield from _slips(books)


class Seal(NamedTuple):
    """A stored seal."""

    id: int
    entries: int
    root: bytes
    balances: bytes
    closes: bytes
    previous: bytes
    seal: bytes


@dataclass(kw_only=True, slots=True)
class Day:
    """What a day's rows add up to; `sealed` counts and `root` chains the lines under its seal."""

    club_id: int
    day: date
    debits: Counter[int] = field(default_factory=Counter)
    credited: Counter[int] = field(default_factory=Counter)
    sealed: int = 0
    root: Any = field(default_factory=hashlib.sha256)
    suspects: list[CheckedEntry] = field(default_factory=list)


def _verify_day(books: Books, day: date, seal: Seal | None, previous: bytes) -> Iterator[Finding]:
    """Go through a day's entries; then its closing balances and its seal."""
    sums = Day(club_id=books.club_id, day=day)
    for row in map(CheckedEntry._make, _stream(ROWS, {"club": books.club_id, "day": day})):
        if row.digest is not None:
            sums.sealed += 1
            sums.root.update(row.digest)
        if row.seq is None:
            yield _missing(day, row)
            continue
        books.entries += 1
        yield from _verify_entry(sums, row)
        _add(books, sums, row)
        if seal:
            yield from _verify_place(sums, row)
    if sums.suspects:
        books.doubtful.append(day)
        yield from _suspects(sums)
    if seal:
        yield from _closings(books, sums)
        yield from _verify_seal(sums, seal, previous)


def _add(books: Books, sums: Day, row: CheckedEntry) -> None:
    """Add an entry to the sums of its day and of the club."""
    for account, cents in zip(_numbers(row.accounts), _numbers(row.cents), strict=False):
        books.cents[account] += cents
        side = sums.debits if cents > 0 else sums.credited
        side[account] += abs(cents)


def _verify_place(sums: Day, row: CheckedEntry) -> Iterator[Finding]:
    """Check an entry of a sealed day against its line under the seal."""
    if row.n != sums.sealed:
        says = f"number {row.n} where {sums.sealed} belongs" if row.n else "added after the seal"
        yield Finding(day=sums.day, entry_id=row.id, what="seal line", says=says)
    elif row.digest != digest(row, row.id, sums):
        sums.suspects.append(row)


def _verify_entry(sums: Day, row: CheckedEntry) -> Iterator[Finding]:
    """Check an entry in itself, against its act and against its lines."""
    accounts, cents = _numbers(row.accounts), _numbers(row.cents)
    wrong = []
    if not accounts or len(accounts) != len(cents) or 0 in cents or sum(cents) != 0:
        wrong.append(("cents", f"{row.cents} on accounts {row.accounts} do not balance"))
    if row.act_club_id is None:
        wrong.append(("act", "the act is missing"))
    elif row.act_club_id != sums.club_id:
        wrong.append(("act", f"the act belongs to club {row.act_club_id}"))
    if row.line_accounts is None:
        wrong.append(("lines", "the entry has no lines"))
    elif row.line_accounts != row.accounts:
        wrong.append(("account", f"{row.accounts}, but its lines say {row.line_accounts}"))
    elif row.line_cents != row.cents:
        wrong.append(("cents", f"{row.cents}, but its lines say {row.line_cents}"))
    for what, says in wrong:
        yield Finding(day=sums.day, entry_id=row.id, what=what, says=says)


def _missing(day: date, row: CheckedEntry) -> Finding:
    """Say what is left of an entry that is not there."""
    left = [name for name, part in (("lines", row.line_accounts), ("seal line", row.n)) if part]
    return Finding(
        day=day,
        entry_id=row.id,
        what="entry",
        says=f"deleted; its {' and its '.join(left)} are still there",
    )


def _suspects(sums: Day) -> Iterator[Finding]:
    """Say of entries that are not what was sealed whether two of them changed places."""
    swapped: set[int] = set()
    for one, other in permutations(sums.suspects[:SUSPECTS], 2):
        if other.id not in swapped and digest(one, other.id, sums) == other.digest:
            swapped |= {one.id, other.id}
            says = f"swapped with entry {other.id}"
            yield Finding(day=sums.day, entry_id=one.id, what="entry", says=says)
    for row in sums.suspects:
        if row.id not in swapped:
            says = "is not what was sealed"
            yield Finding(day=sums.day, entry_id=row.id, what="content", says=says)


def digest(row: CheckedEntry, entry_id: int, of: Day) -> bytes:
    """Return SHA-256 over the canonical text of an entry, version 1, as if under that id."""
    parts = (
        "entry/1", entry_id, row.key, row.seq, of.club_id, of.day, _quoted(row.kind),
        "t" if row.adjustment else "f", row.currency, row.accounts, row.cents,
        row.happened_us, row.recorded_us, row.player_id or 0, _quoted(row.memo), row.because,
        row.reverses_id or 0, row.series_id or 0, row.number or 0, row.actor_id or 0,
        _quoted(row.operation), row.arguments, _quoted(row.request_id),
    )  # fmt: skip
    return hashlib.sha256("\n".join(map(str, parts)).encode()).digest()


CLOSINGS = """
SELECT b.account_id, b.debit_cents, b.credit_cents, b.closing_cents FROM ledger_day_balance b
JOIN ledger_account a ON a.id = b.account_id AND a.club_id = %s WHERE b.day = %s
ORDER BY b.account_id
"""
CLOSES = """
SELECT kind, (extract(epoch FROM at) * 1000000)::bigint FROM ledger_close
WHERE club_id = %s AND day = %s ORDER BY at
"""


def _closings(books: Books, sums: Day) -> Iterator[Finding]:
    """Compare the stored closing balances of a sealed day with the entries."""
    stored = {row[0]: row[1:] for row in fetch_all(CLOSINGS, [sums.club_id, sums.day])}
    for account in sorted({*stored, *sums.debits, *sums.credited}):
        moved = (sums.debits[account], sums.credited[account], books.cents[account])
        if stored.get(account) != moved:
            says = f"stored {stored.get(account)}, from the entries {moved}"
            what = f"debit, credit, closing of account {account}"
            yield Finding(day=sums.day, what=what, says=says)


def _verify_seal(sums: Day, seal: Seal, previous: bytes) -> Iterator[Finding]:
    """Recompute a seal from the rows that it covers and the seal before it."""
    covered = {
        "entries": sums.sealed,
        "root": sums.root.digest(),
        "balances": _hashed_rows(fetch_all(CLOSINGS, [sums.club_id, sums.day])),
        "closes": _hashed_rows(fetch_all(CLOSES, [sums.club_id, sums.day])),
        "previous": previous,
        "seal": _hashed(
            "seal/1", sums.club_id, sums.day, seal.previous.hex(), seal.entries,
            seal.root.hex(), seal.balances.hex(), seal.closes.hex(),
        ),
    }  # fmt: skip
    for name, expected in covered.items():
        stored = getattr(seal, name)
        if stored != expected:
            says = f"{_shown(stored)}, recomputed {_shown(expected)}"
            what = name if name == "seal" else f"seal, {name}"
            yield Finding(day=sums.day, what=what, says=says)


def _balances(books: Books) -> Iterator[Finding]:
    """Compare each stored balance with the sum of the entries, its floor with the chart."""
    for id_, code, ref, floor, cents in fetch_all(
        "SELECT a.id, a.code, a.ref, a.floor, b.cents FROM ledger_account a"
        " LEFT JOIN ledger_balance b ON b.account_id = a.id WHERE a.club_id = %s ORDER BY a.id",
        [books.club_id],
    ):
        name = f"balance of account {id_} ({code} {ref})"
        if cents != books.cents[id_]:
            yield Finding(what=name, says=f"stored {cents}, from the entries {books.cents[id_]}")
        if code not in CHART:
            yield Finding(what=name, says="the chart has no such account")
        elif floor != CHART[code].floor or floor * books.cents[id_] < 0:
            yield Finding(what=name, says=f"{books.cents[id_]} with floor {floor}")


OUTSIDE = """
SELECT e.gaming_day, e.id, 'entry' FROM ledger_entry e
LEFT JOIN ledger_day d ON d.club_id = e.club_id AND d.day = e.gaming_day
WHERE e.club_id = %(club)s AND d.day IS NULL
UNION ALL
SELECT l.gaming_day, l.entry_id, 'lines' FROM ledger_line l
LEFT JOIN ledger_account a ON a.id = l.account_id
LEFT JOIN ledger_day d ON d.club_id = a.club_id AND d.day = l.gaming_day
WHERE coalesce(a.club_id, %(club)s) = %(club)s AND d.day IS NULL
"""
SLIPS = """
SELECT s.id, s.name, n.number, e.id FROM ledger_series s
CROSS JOIN LATERAL generate_series(1, s.last_number) n (number)
LEFT JOIN ledger_entry e ON e.series_id = s.id AND e.number = n.number
WHERE s.club_id = %(club)s AND e.id IS NULL
UNION ALL
SELECT s.id, s.name, e.number, e.id FROM ledger_entry e
LEFT JOIN ledger_series s ON s.id = e.series_id AND s.club_id = e.club_id
WHERE e.club_id = %(club)s AND e.number IS NOT NULL
  AND e.number NOT BETWEEN 1 AND coalesce(s.last_number, 0)
"""


def _outside_days(club_id: int) -> Iterator[Finding]:
    """Find entries and lines that lie on no gaming day of the club."""
    for day, entry_id, what in _stream(OUTSIDE, {"club": club_id}):
        yield Finding(day=day, entry_id=entry_id, what=what, says="the club has no such gaming day")


def _slips(books: Books) -> Iterator[Finding]:
    """Find gaps in the numbers of slips, and numbers beyond the last one given out."""
    for series, name, number, entry_id in _stream(SLIPS, {"club": books.club_id}):
        if entry_id is None and (series, number) in books.skipped:
            continue
        says = "was never given out" if entry_id else "is missing"
        yield Finding(entry_id=entry_id, what=f"slip {number} of {name}", says=says)


def _hashed_rows(rows: list[tuple[Any, ...]]) -> bytes:
    return _hashed(*(" ".join(map(str, row)) for row in rows))


def _hashed(*lines: object) -> bytes:
    return hashlib.sha256("\n".join(map(str, lines)).encode()).digest()


@lru_cache(maxsize=1024)
def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _numbers(array: str) -> list[int]:
    return [int(number) for number in array[1:-1].split(",") if number != "NULL"]


def _shown(value: int | bytes) -> str:
    return f"{value.hex()[:16]}…" if isinstance(value, bytes) and value else str(value or 0)


def _stream(sql: str, parameters: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, parameters)
        while rows := cursor.fetchmany(CHUNK):
            yield from rows
