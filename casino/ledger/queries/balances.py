"""What accounts hold: now, before an instant, over gaming days. Cents, debit positive."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import Max, Q, QuerySet, Sum

from casino.db import asked_once, fetch_all
from casino.kept_sql import kept_sql
from casino.ledger.models import Account, Balance, Day, DayBalance, LedgerLine
from casino.ledger.queries.as_of import KNOWN
from casino.ledger.queries.rows import AccountRow, Turnover


def account_id(club_id: int, code: str, ref: int = 0) -> int | None:
    """Return the id of an account, or None."""
    return next(iter(_account_ids(club_id, code, ref)), None)


@kept_sql
def _account_ids(club_id: int, code: str, ref: int) -> QuerySet[Account, int]:
    found = Account.objects.filter(club_id=club_id, code=code, ref=ref)
    return found.values_list("id", flat=True)


@asked_once
def balance_cents(
    club_id: int, code: str, ref: int = 0, *, known_at: datetime | None = None
) -> int:
    """
    Return what an account holds now (debit positive), 0 if there is none: one row is read.

    known_at: what its lines came to that were written down by then; for accounts with few lines.
    """
    if known_at:
        account = {"account__club_id": club_id, "account__code": code, "account__ref": ref}
        lines = LedgerLine.objects.filter(**account, entry__recorded_at__lte=known_at)
        return lines.aggregate(cents=Sum("cents"))["cents"] or 0
    return next(iter(_held(club_id, code, ref)), 0)


@kept_sql
def _held(club_id: int, code: str, ref: int) -> QuerySet[Balance, int]:
    account = {"account__club_id": club_id, "account__code": code, "account__ref": ref}
    return Balance.objects.filter(**account).values_list("cents", flat=True)


def booked_cents(
    club_id: int, codes: Collection[str], *, entries: QuerySet[Any], days: QuerySet[Any]
) -> QuerySet[LedgerLine, int]:
    """Return what some entries, of some gaming days, booked on accounts (debit positive)."""
    lines = LedgerLine.objects.filter(
        account__club_id=club_id, account__code__in=codes, gaming_day__in=days, entry__in=entries
    )
    of_club = lines.values("account__club_id").annotate(summed=Sum("cents")).order_by()
    return of_club.values_list("summed", flat=True)


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


def refs(club_id: int, code: str) -> Sequence[int]:
    """Return what the open accounts of a code are kept for, in order."""
    found = Account.objects.filter(club_id=club_id, code=code, is_open=True)
    return list(found.order_by("ref").values_list("ref", flat=True))


def names_of(club_id: int, code: str) -> dict[int, str]:
    """Return what the open accounts of a code are called apart from the chart, by their refs."""
    found = Account.objects.filter(club_id=club_id, code=code, is_open=True).exclude(name="")
    return dict(found.order_by("ref").values_list("ref", "name"))


def balance_before(club_id: int, code: str, ref: int, *, at: datetime) -> int:
    """
    Return the balance of an account from the entries that happened before an instant.

    Reads the closing of the last sealed day before it and the lines since: the same figure
    however late it is asked (AMB-38).
    """
    found = account_id(club_id, code, ref)
    is_sealed = Q(closes_at__lte=at, state="sealed")
    days = Day.objects.filter(club_id=club_id, opens_at__lt=at)
    sealed, last = days.aggregate(sealed=Max("day", filter=is_sealed), last=Max("day")).values()
    if found is None or last is None:
        return 0
    closing = closing_cents(found, sealed) if sealed else 0
    later = LedgerLine.objects.filter(
        account_id=found, gaming_day__lte=last, entry__happened_at__lt=at
    )
    if sealed:
        later = later.filter(gaming_day__gt=sealed)
    return closing + (later.aggregate(cents=Sum("cents"))["cents"] or 0)


# `balance_before` as a part of a statement: of an account of a club before an instant.
HELD_BEFORE = """
SELECT coalesce((
    SELECT closing_cents FROM ledger_day_balance b
    WHERE b.account_id = {account} AND b.day <= d.sealed ORDER BY b.day DESC LIMIT 1
), 0) + coalesce((
    SELECT sum(l.cents) FROM ledger_line l JOIN ledger_entry e ON e.id = l.entry_id
    WHERE l.account_id = {account} AND e.happened_at < {at}
      AND l.gaming_day > coalesce(d.sealed, '-infinity') AND l.gaming_day <= d.last
), 0) AS cents
FROM (
    SELECT max(day) FILTER (WHERE closes_at <= {at} AND state = 'sealed') AS sealed,
           max(day) AS last
    FROM ledger_day WHERE club_id = {club} AND opens_at < {at}
) d
"""


def closing_cents(account_id: int, day: date) -> int:
    """Return an account's closing balance of a sealed day: the latest row up to that day."""
    row = DayBalance.objects.filter(account_id=account_id, day__lte=day).order_by("-day").first()
    return row.closing_cents if row else 0


SEALED = """
    JOIN ledger_seal s ON s.club_id = d.club_id AND s.day = d.day
    JOIN ledger_act t ON t.id = s.act_id AND t.recorded_at <= %(known)s
"""
TURNOVERS = """
WITH sealed AS (
    SELECT max(d.day) AS day FROM ledger_day d {seal}
    WHERE d.club_id = %(club)s AND d.day < %(first)s AND d.state = 'sealed'
), moved AS (
    SELECT l.account_id,
           sum(l.cents) FILTER (WHERE l.gaming_day < %(first)s) AS before,
           sum(l.cents) FILTER (WHERE l.gaming_day >= %(first)s AND l.cents > 0) AS debit,
           -sum(l.cents) FILTER (WHERE l.gaming_day >= %(first)s AND l.cents < 0) AS credit
    FROM ledger_line l {known}
    WHERE l.gaming_day > coalesce((SELECT day FROM sealed), '-infinity')
      AND l.gaming_day <= %(last)s
    GROUP BY l.account_id
)
SELECT a.id, a.code, a.ref, a.is_open,
       (coalesce(b.closing_cents, 0) + coalesce(m.before, 0))::bigint,
       coalesce(m.debit, 0)::bigint, coalesce(m.credit, 0)::bigint, a.name
FROM ledger_account a
LEFT JOIN moved m ON m.account_id = a.id
LEFT JOIN LATERAL (
    SELECT closing_cents FROM ledger_day_balance x
    WHERE x.account_id = a.id AND x.day <= (SELECT day FROM sealed) ORDER BY x.day DESC LIMIT 1
) b ON true
WHERE a.club_id = %(club)s
ORDER BY a.code, a.ref
"""


@asked_once
def turnovers(
    club_id: int, first: date, last: date | None = None, *, known_at: datetime | None = None
) -> list[Turnover]:
    """
    Return opening, debit, credit of every account from one gaming day to another, or on one.

    Costs those days and the unsealed ones before them, not the history. known_at: what was
    written down later is left out.
    """
    joins = {"known": KNOWN, "seal": SEALED} if known_at else {"known": "", "seal": ""}
    values: dict[str, Any] = {"club": club_id, "first": first, "known": known_at}
    return [
        Turnover(
            account=AccountRow(
                id=row[0],
                code=row[1],
                ref=row[2],
                is_open=row[3],
                cents=row[4] + row[5] - row[6],
                own_name=row[7],
            ),
            opening_cents=row[4],
            debit_cents=row[5],
            credit_cents=row[6],
        )
        for row in fetch_all(TURNOVERS.format(**joins), values | {"last": last or first})
    ]


REVERSES = "l.entry_id IN (SELECT id FROM ledger_entry WHERE reverses_id IS NOT NULL)"
MOVED_BY_DAY = """
SELECT l.gaming_day, a.code,
       coalesce(sum(l.cents) FILTER (WHERE (l.cents > 0) <> {reverses}), 0)::bigint,
       coalesce(-sum(l.cents) FILTER (WHERE (l.cents < 0) <> {reverses}), 0)::bigint
FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id {known}
WHERE a.club_id = %(club)s AND a.code = ANY (%(codes)s)
  AND l.gaming_day BETWEEN %(first)s AND %(last)s
GROUP BY 1, 2 ORDER BY 1, 2
"""


def moved_by_kind(club_id: int, code: str, ref: int) -> dict[str, int]:
    """Return what the entries of each kind moved on an account, debits positive."""
    lines = LedgerLine.objects.filter(account_id=account_id(club_id, code, ref) or 0)
    return dict(lines.values_list("entry__kind").annotate(Sum("cents")))


def moved_by_day(
    club_id: int,
    codes: Sequence[str],
    first: date,
    last: date,
    *,
    less_reversals: bool = False,
    known_at: datetime | None = None,
) -> list[tuple[date, str, int, int]]:
    """
    Return day, code, debit and credit of the accounts of some codes, between two days.

    less_reversals: what takes a credit back is less credit, not a debit. known_at: what was
    written down later is left out.
    """
    values: dict[str, Any] = {"club": club_id, "codes": list(codes), "first": first, "last": last}
    reverses = REVERSES if less_reversals else "false"
    sql = MOVED_BY_DAY.format(known=KNOWN if known_at else "", reverses=reverses)
    return fetch_all(sql, values | {"known": known_at})


BALANCES_AT = """
WITH sealed AS (
    SELECT max(d.day) AS day FROM ledger_day d
    JOIN ledger_seal s ON s.club_id = d.club_id AND s.day = d.day
    JOIN ledger_act a ON a.id = s.act_id
    WHERE d.club_id = %(club)s AND d.closes_at <= %(at)s AND a.recorded_at <= %(known)s
), later AS (
    SELECT l.account_id, sum(l.cents)::bigint AS cents, max(e.gaming_day) AS day
    FROM ledger_entry e CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS l (account_id, cents)
    WHERE e.gaming_day > coalesce((SELECT day FROM sealed), '-infinity')
      AND e.gaming_day <= (
          SELECT max(day) FROM ledger_day WHERE club_id = %(club)s AND opens_at < %(at)s
      )
      AND e.club_id = %(club)s AND e.happened_at < %(at)s AND e.recorded_at <= %(known)s
    GROUP BY l.account_id
)
SELECT a.id, a.code, a.ref, coalesce(b.closing_cents, 0) + coalesce(l.cents, 0), a.is_open,
       greatest(b.day, l.day), a.name
FROM ledger_account a
LEFT JOIN later l ON l.account_id = a.id
LEFT JOIN LATERAL (
    SELECT closing_cents, day FROM ledger_day_balance x
    WHERE x.account_id = a.id AND x.day <= (SELECT day FROM sealed) ORDER BY x.day DESC LIMIT 1
) b ON true
WHERE a.club_id = %(club)s
ORDER BY a.code, a.ref
"""


def balances_at(club_id: int, at: datetime, *, known_at: datetime) -> list[AccountRow]:
    """
    Return what every account held just before an instant, by code; they sum to zero.

    known_at: entries written down later are left out. The same instant twice gives what was
    known then; now gives what is known now about then.
    """
    names = ("id", "code", "ref", "cents", "is_open", "moved_on", "own_name")
    return [
        AccountRow(**dict(zip(names, row, strict=True)))
        for row in fetch_all(BALANCES_AT, {"club": club_id, "at": at, "known": known_at})
    ]


def _account_row(row: Account, cents: int) -> AccountRow:
    return AccountRow(
        id=row.pk,
        code=row.code,
        ref=row.ref,
        cents=cents,
        is_open=row.is_open,
        own_name=row.name,
    )
