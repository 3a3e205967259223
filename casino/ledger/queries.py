"""The ledger's reading door: balances, entries, lines, days. Cents, debit positive."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import connection
from django.db.models import Max, Q, Sum

from casino.ledger.chart import CHART
from casino.ledger.entries import Draft
from casino.ledger.entries import Line as DraftLine
from casino.ledger.models import Account, Act, Balance, Close, Day, DayBalance, Entry, Line, Seal


@dataclass(frozen=True, kw_only=True, slots=True)
class AccountRow:
    """An account and what it holds; debit positive."""

    id: int
    code: str
    ref: int
    cents: int
    is_open: bool = True

    @property
    def name(self) -> str:
        """The chart's words for the account."""
        return CHART[self.code].name


@dataclass(frozen=True, kw_only=True, slots=True)
class LineRow:
    """One line of an entry with its account."""

    account_id: int
    code: str
    ref: int
    cents: int

    @property
    def name(self) -> str:
        """The chart's words for the account."""
        return CHART[self.code].name

    @property
    def debit_cents(self) -> int:
        """The debit, or 0."""
        return max(self.cents, 0)

    @property
    def credit_cents(self) -> int:
        """The credit, or 0."""
        return max(-self.cents, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryRow:
    """An entry as a page or a file shows it. `because`: list of rule, says, inputs, result."""

    id: int
    act_id: int
    kind: str
    gaming_day: date
    happened_at: datetime
    recorded_at: datetime
    adjustment: bool
    currency: str
    player_id: int | None
    actor_id: int | None
    operation: str
    memo: str
    because: list[dict[str, Any]]
    series_id: int | None
    number: int | None
    reverses_id: int | None
    reversed_by_id: int | None
    lines: tuple[LineRow, ...]

    @property
    def draft(self) -> Draft:
        """The event as it was before it was posted."""
        lines = tuple(DraftLine(code=row.code, ref=row.ref, cents=row.cents) for row in self.lines)
        return Draft(kind=self.kind, lines=lines, player_id=self.player_id)

    def cents_on(self, code: str) -> int:
        """Return what the entry moves on accounts of a code; debit positive."""
        return sum(line.cents for line in self.lines if line.code == code)


@dataclass(frozen=True, kw_only=True, slots=True)
class DayRow:
    """A gaming day and how far it is: open, closed or sealed."""

    day: date
    state: str
    opens_at: datetime
    closes_at: datetime
    fixed_until: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CloseRow:
    """An instant at which levels were fixed; kind "early" or "daily"."""

    id: int
    day: date
    at: datetime
    kind: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Turnover:
    """What an account had, moved and holds over a gaming day; closing debit positive."""

    account: AccountRow
    opening_cents: int
    debit_cents: int
    credit_cents: int

    @property
    def closing_cents(self) -> int:
        """Opening plus debits minus credits."""
        return self.opening_cents + self.debit_cents - self.credit_cents


def account_id(club_id: int, code: str, ref: int = 0) -> int | None:
    """Return the id of an account, or None."""
    return (
        Account.objects.filter(club_id=club_id, code=code, ref=ref)
        .values_list("id", flat=True)
        .first()
    )


def balance_cents(club_id: int, code: str, ref: int = 0) -> int:
    """Return what an account holds now (debit positive), 0 if there is none: one row is read."""
    row = Balance.objects.filter(
        account__club_id=club_id, account__code=code, account__ref=ref
    ).first()
    return row.cents if row else 0


def trial_balance(club_id: int) -> list[AccountRow]:
    """Return every account with its balance, by code; they sum to zero."""
    rows = Balance.objects.filter(account__club_id=club_id).select_related("account")
    return [
        _account_row(row.account, row.cents)
        for row in rows.order_by("account__code", "account__ref")
    ]


def account(club_id: int, account_id: int) -> AccountRow | None:
    """Return one account of a club with its balance."""
    row = Balance.objects.filter(account__club_id=club_id, account_id=account_id)
    found = row.select_related("account").first()
    return _account_row(found.account, found.cents) if found else None


def balance_before(club_id: int, code: str, ref: int, *, at: datetime) -> int:
    """
    Return the balance of an account from the entries that happened before an instant.

    Reads the closing of the last sealed day before it and the lines since: the same figure
    however late it is asked (AMB-38).
    """
    found = account_id(club_id, code, ref)
    sealed = Day.objects.filter(club_id=club_id, closes_at__lte=at, state="sealed").aggregate(
        day=Max("day")
    )["day"]
    if found is None:
        return 0
    closing = closing_cents(found, sealed) if sealed else 0
    later = Line.objects.filter(account_id=found, entry__happened_at__lt=at)
    if sealed:
        later = later.filter(gaming_day__gt=sealed)
    return closing + (later.aggregate(cents=Sum("cents"))["cents"] or 0)


def closing_cents(account_id: int, day: date) -> int:
    """Return an account's closing balance of a sealed day: the latest row up to that day."""
    row = DayBalance.objects.filter(account_id=account_id, day__lte=day).order_by("-day").first()
    return row.closing_cents if row else 0


TURNOVERS = """
WITH sealed AS (
    SELECT max(day) AS day FROM ledger_day
    WHERE club_id = %(club)s AND day < %(day)s AND state = 'sealed'
), moved AS (
    SELECT l.account_id,
           sum(l.cents) FILTER (WHERE l.gaming_day < %(day)s) AS before,
           sum(l.cents) FILTER (WHERE l.gaming_day = %(day)s AND l.cents > 0) AS debit,
           -sum(l.cents) FILTER (WHERE l.gaming_day = %(day)s AND l.cents < 0) AS credit
    FROM ledger_line l
    WHERE l.gaming_day > coalesce((SELECT day FROM sealed), '-infinity')
      AND l.gaming_day <= %(day)s
    GROUP BY l.account_id
)
SELECT a.id, a.code, a.ref, a.is_open,
       (coalesce(b.closing_cents, 0) + coalesce(m.before, 0))::bigint,
       coalesce(m.debit, 0)::bigint, coalesce(m.credit, 0)::bigint
FROM ledger_account a
LEFT JOIN moved m ON m.account_id = a.id
LEFT JOIN LATERAL (
    SELECT closing_cents FROM ledger_day_balance x
    WHERE x.account_id = a.id AND x.day <= (SELECT day FROM sealed) ORDER BY x.day DESC LIMIT 1
) b ON true
WHERE a.club_id = %(club)s
ORDER BY a.code, a.ref
"""


def turnovers(club_id: int, day: date) -> list[Turnover]:
    """Return opening, debit, credit of every account on a gaming day; costs the days unsealed."""
    with connection.cursor() as cursor:
        cursor.execute(TURNOVERS, {"club": club_id, "day": day})
        return [
            Turnover(
                account=AccountRow(
                    id=row[0],
                    code=row[1],
                    ref=row[2],
                    is_open=row[3],
                    cents=row[4] + row[5] - row[6],
                ),
                opening_cents=row[4],
                debit_cents=row[5],
                credit_cents=row[6],
            )
            for row in cursor.fetchall()
        ]


def account_entries(
    club_id: int, account_id: int, *, day: date | None = None, limit: int = 200
) -> list[EntryRow]:
    """Return the latest entries of an account, of one gaming day if given, latest first."""
    lines = Line.objects.filter(account_id=account_id, account__club_id=club_id)
    if day:
        lines = lines.filter(gaming_day=day)
    ids = lines.order_by("-gaming_day", "-entry_id").values_list("entry_id", flat=True)[:limit]
    return entries(club_id, Q(id__in=list(ids)))[::-1]


def entry(club_id: int, entry_id: int) -> EntryRow | None:
    """Return an entry of a club with its lines, or None."""
    return next(iter(entries(club_id, Q(id=entry_id))), None)


def slips(
    club_id: int, series_id: int, *, since: datetime, until: datetime | None = None, limit: int = 10
) -> list[EntryRow]:
    """Return the latest numbered entries of a series between two instants, latest first."""
    found = Entry.objects.filter(club_id=club_id, series_id=series_id, happened_at__gte=since)
    if until:
        found = found.filter(happened_at__lte=until)
    return _rows(found.order_by("-number")[:limit])


def act_entries(club_id: int, act_id: int) -> list[EntryRow]:
    """Return the entries of an act in order."""
    return entries(club_id, Q(act_id=act_id))


def entries(club_id: int, where: Q) -> list[EntryRow]:
    """Return entries of a club in order of their ids."""
    return _rows(Entry.objects.filter(where, club_id=club_id).order_by("id"))


def _rows(found: Any) -> list[EntryRow]:
    rows = list(found.select_related("act", "reversed_by"))
    ids = {account for row in rows for account in row.account_ids}
    accounts = Account.objects.in_bulk(ids)
    return [_entry_row(row, accounts) for row in rows]


def _entry_row(row: Entry, accounts: dict[int, Account]) -> EntryRow:
    back = getattr(row, "reversed_by", None)
    lines = [
        LineRow(account_id=id_, code=accounts[id_].code, ref=accounts[id_].ref, cents=cents)
        for id_, cents in zip(row.account_ids, row.cents, strict=True)
    ]
    return EntryRow(
        id=row.pk,
        act_id=row.act_id,
        kind=row.kind,
        gaming_day=row.gaming_day,
        happened_at=row.happened_at,
        recorded_at=row.recorded_at,
        adjustment=row.adjustment,
        currency=row.currency,
        player_id=row.player_id,
        actor_id=row.act.actor_id,
        operation=row.act.operation,
        memo=row.memo,
        because=row.because,
        series_id=row.series_id,
        number=row.number,
        reverses_id=row.reverses_id,
        reversed_by_id=back.pk if back else None,
        # Debits first, as every accountant writes them.
        lines=tuple(sorted(lines, key=lambda line: (line.cents < 0, line.code, line.ref))),
    )


def days(club_id: int, *, limit: int = 60) -> list[DayRow]:
    """Return the latest gaming days of a club, latest first."""
    return [_day_row(row) for row in Day.objects.filter(club_id=club_id).order_by("-day")[:limit]]


def days_between(club_id: int, first: date, last: date) -> list[DayRow]:
    """Return the gaming days from one to another, both included, in order."""
    found = Day.objects.filter(club_id=club_id, day__range=(first, last)).order_by("day")
    return [_day_row(row) for row in found]


def day(club_id: int, day: date) -> DayRow | None:
    """Return one gaming day, or None if nothing ever happened on it."""
    row = Day.objects.filter(club_id=club_id, day=day).first()
    return _day_row(row) if row else None


def days_due(at: datetime) -> list[tuple[int, date]]:
    """Return (club id, day) of the open days whose end has passed, in order."""
    due = Day.objects.filter(state="open", closes_at__lte=at).order_by("club_id", "day")
    return list(due.values_list("club_id", "day"))


def closes(club_id: int, day: date) -> list[CloseRow]:
    """Return the closes of a gaming day in order of time."""
    found = Close.objects.filter(club_id=club_id, day=day).order_by("at")
    return [CloseRow(id=row.pk, day=row.day, at=row.at, kind=row.kind) for row in found]


def close(club_id: int, close_id: int) -> CloseRow:
    """Return a close."""
    row = Close.objects.get(club_id=club_id, id=close_id)
    return CloseRow(id=row.pk, day=row.day, at=row.at, kind=row.kind)


def seal_of(club_id: int, day: date) -> bytes:
    """Return the seal of a gaming day, empty when it has none."""
    row = Seal.objects.filter(club_id=club_id, day=day).first()
    return bytes(row.seal) if row else b""


def unsealed_before(club_id: int, day: date) -> date | None:
    """Return the first gaming day before another that is not sealed, or None."""
    earlier = Day.objects.filter(club_id=club_id, day__lt=day).exclude(state="sealed")
    return earlier.order_by("day").values_list("day", flat=True).first()


def acts(club_id: int, *, limit: int = 100, before_id: int | None = None) -> list[Act]:
    """Return the latest acts of a club: the audit trail, latest first."""
    found = Act.objects.filter(club_id=club_id)
    if before_id:
        found = found.filter(id__lt=before_id)
    return list(found.order_by("-id")[:limit])


JOURNAL_COLUMNS = (
    "gaming_day",
    "entry",
    "kind",
    "happened_at",
    "account",
    "ref",
    "debit",
    "credit",
    "currency",
    "player",
    "slip",
    "memo",
)
# A text cell that a spreadsheet would take for a formula gets an apostrophe.
SAFE = (
    r"regexp_replace({0}, '^([=+\-@\t\r"  # the full-width ones too
    "\uff1d\uff0b\uff0d\uff20"
    r"])', '''\1')"
)
JOURNAL = f"""
SELECT e.gaming_day, e.id AS entry, e.kind,
       to_char(e.happened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS happened_at,
       a.code AS account, a.ref,
       CASE WHEN l.cents > 0 THEN (l.cents / 100) || '.' || lpad((l.cents %% 100)::text, 2, '0')
       END AS debit,
       CASE WHEN l.cents < 0 THEN (-l.cents / 100) || '.' || lpad((-l.cents %% 100)::text, 2, '0')
       END AS credit,
       e.currency, e.player_id AS player, e.number AS slip, {SAFE.format("e.memo")} AS memo
FROM ledger_entry e
CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS l (account_id, cents)
JOIN ledger_account a ON a.id = l.account_id
WHERE e.club_id = %s AND e.gaming_day BETWEEN %s AND %s
ORDER BY e.id, a.id
"""  # noqa: S608  (no value is formatted in, only our own expression)


def journal_csv(club_id: int, first: date, last: date) -> Iterator[bytes]:
    """
    Stream the journal of gaming days as CSV, straight out of PostgreSQL's COPY.

    Columns: JOURNAL_COLUMNS; amounts in units with two decimals; line feed, RFC 4180 quoting.
    """
    with connection.cursor() as cursor:
        sql = f"COPY ({JOURNAL}) TO STDOUT (FORMAT csv, HEADER)"
        with cursor.copy(sql, [club_id, first, last]) as copy:
            for chunk in copy:
                yield bytes(chunk)


def _account_row(row: Account, cents: int) -> AccountRow:
    return AccountRow(id=row.pk, code=row.code, ref=row.ref, cents=cents, is_open=row.is_open)


def _day_row(row: Day) -> DayRow:
    return DayRow(
        day=row.day,
        state=row.state,
        opens_at=row.opens_at,
        closes_at=row.closes_at,
        fixed_until=row.fixed_until,
    )


def refs(club_id: int, code: str) -> Sequence[int]:
    """Return what the open accounts of a code are kept for, in order."""
    found = Account.objects.filter(club_id=club_id, code=code, is_open=True)
    return list(found.order_by("ref").values_list("ref", flat=True))
