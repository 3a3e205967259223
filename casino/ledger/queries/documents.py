"""Entries with their lines, slips, and the acts behind them."""

from collections import Counter
from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from casino.db import asked_once, fetch_all, fetch_one
from casino.kept_sql import kept_sql
from casino.ledger.models import Account, Act, Entry, LedgerLine, Series
from casino.ledger.queries.balances import account_id
from casino.ledger.queries.rows import EntryRow, LineRow
from casino.paging import Page

OPENING = ("bookkeeping.opening_posted", "bookkeeping.opening_posted.reversed")


def account_entries(
    club_id: int, account_id: int, *, day: date | None = None, page: Page | None = None
) -> list[EntryRow]:
    """Return the latest entries of an account, of one gaming day if given, latest first."""
    lines = LedgerLine.objects.filter(account_id=account_id, account__club_id=club_id)
    if day:
        lines = lines.filter(gaming_day=day)
    latest = (page or Page(200)).of(lines.order_by("-gaming_day", "-entry_id"))
    rows = {each.id: each for each in entries(club_id, Q(id__in=[row.entry_id for row in latest]))}
    return [rows[line.entry_id] for line in latest]


def entry(club_id: int, entry_id: int) -> EntryRow | None:
    """Return an entry of a club with its lines, or None."""
    return next(iter(entries(club_id, Q(id=entry_id))), None)


def series_named(club_id: int, name: str) -> int | None:
    """Return the row of slip numbers that was opened under a name, None where none was."""
    found = Series.objects.filter(club_id=club_id, name=name)
    return found.values_list("id", flat=True).first()


def has_slips(series_ids: Collection[int]) -> bool:
    """Return whether a slip was numbered in one of some rows."""
    return Series.objects.filter(id__in=series_ids, last_number__gt=0).exists()


def row_written(act_id: int, table: str) -> int:
    """Return which row of a table an act wrote first, 0 where it wrote none."""
    sql = "SELECT min(row_id) FROM ledger_rowdigest WHERE act_id = %s AND relation = %s"
    return int(fetch_one(sql, [act_id, table])[0] or 0)


def writers(table: str, row_id: int, operation: str) -> list[Act]:
    """Return the acts of an operation that wrote a row of a table, in order."""
    sql = "SELECT act_id FROM ledger_rowdigest WHERE relation = %s AND row_id = %s"
    ids = [act_id for (act_id,) in fetch_all(sql, [table, row_id])]
    return list(Act.objects.filter(id__in=ids, operation=operation).order_by("id"))


def earliest_day(at: datetime) -> date:
    """
    Return the earliest gaming day of what happened at an instant or later, on any clock.

    By it the entries of years before are left alone. A count may follow the close of its day.
    """
    return at.astimezone(UTC).date() - timedelta(2)


def latest_day(at: datetime) -> date:
    """Return the latest gaming day of what happened by an instant, on any clock."""
    return at.astimezone(UTC).date() + timedelta(1)


def latest_entries(club_id: int, kinds: Collection[str], *, page: Page) -> list[EntryRow]:
    """Return the entries of these kinds, the latest first."""
    found = Entry.objects.filter(club_id=club_id, kind__in=kinds).order_by("-id")
    return _rows(page.of(found.select_related("act", "reversed_by")))


def slips(
    club_id: int,
    series_id: int,
    *,
    since: datetime,
    until: datetime | None = None,
    page: Page | None = None,
) -> list[EntryRow]:
    """Return the latest numbered entries of a series between two instants, latest first."""
    found = Entry.objects.filter(
        club_id=club_id,
        series_id=series_id,
        gaming_day__gte=earliest_day(since),
        happened_at__gte=since,
    )
    if until:
        found = found.filter(happened_at__lte=until, gaming_day__lte=latest_day(until))
    people = found.order_by("-number").select_related("act", "reversed_by")
    return _rows((page or Page(10)).of(people))


def numbered(
    club_id: int,
    kinds: Collection[str],
    *,
    series_ids: Collection[int],
    since: datetime | None,
    until: datetime | None = None,
    known_at: datetime | None = None,
) -> list[EntryRow]:
    """Return the numbered entries of some kinds in some series between two instants, in order."""
    where = Q(kind__in=kinds, series_id__in=series_ids)
    if since:
        where &= Q(happened_at__gte=since, gaming_day__gte=earliest_day(since))
    if until:
        where &= Q(happened_at__lte=until, gaming_day__lte=latest_day(until))
    return entries(club_id, where, known_at=known_at)


def slips_between(club_id: int, series_id: int, first: int, last: int) -> list[Entry]:
    """Return the numbered entries of a series from one number to another, both included."""
    numbers = {"series_id": series_id, "number__range": (first, last)}
    return list(Entry.objects.filter(club_id=club_id, **numbers).order_by("number"))


def debits_since(club_id: int, code: str, ref: int, *, since: datetime) -> list[EntryRow]:
    """Return what went out of a liability since an instant and did not come back, in order."""
    if (account := account_id(club_id, code, ref)) is None:
        return []
    # By ids: planned as one statement, a table that was never analysed is read once for each line.
    lines = LedgerLine.objects.filter(
        account_id=account,
        gaming_day__gte=earliest_day(since),
        cents__gt=0,
    )
    ids = [*lines.values_list("entry_id", flat=True)]
    stands = Q(reverses=None, reversed_by=None)
    return entries(club_id, stands & Q(id__in=ids, happened_at__gte=since))


def entries_on(
    club_id: int, code: str, first: date, last: date, *, known_at: datetime | None = None
) -> list[EntryRow]:
    """Return the entries that moved an account of the club in some gaming days, in order."""
    return _rows(_moving(club_id, code, first, last, known_at), known_at)


@kept_sql
def _moving(
    club_id: int, code: str, first: date, last: date, known_at: datetime | None
) -> QuerySet[Entry]:
    account = {"account__club_id": club_id, "account__code": code}
    lines = LedgerLine.objects.filter(**account, gaming_day__range=(first, last))
    return _found(club_id, Q(id__in=lines.values("entry_id")), known_at)


@asked_once
def opened_with(club_id: int, day: date) -> Counter[str]:
    """Return by code what opening balances, or their reversal, put on accounts on a day."""
    opened: Counter[str] = Counter()
    for each in _rows(_openings(club_id, day)):
        for line in each.lines:
            opened[line.code] += line.cents
    return opened


@kept_sql
def _openings(club_id: int, day: date) -> QuerySet[Entry]:
    return _found(club_id, Q(gaming_day=day, kind__in=OPENING), None)


def act_entries(club_id: int, act_id: int) -> list[EntryRow]:
    return _rows(_of_act(club_id, act_id))


@kept_sql
def _of_act(club_id: int, act_id: int) -> QuerySet[Entry]:
    return _found(club_id, Q(act_id=act_id), None)


def entries(club_id: int, where: Q, *, known_at: datetime | None = None) -> list[EntryRow]:
    """
    Return entries of a club in order of their ids.

    known_at: what was written down later is left out, reversals too.
    """
    return _rows(list(_found(club_id, where, known_at)), known_at)


def _found(club_id: int, where: Q, known_at: datetime | None) -> QuerySet[Entry]:
    if known_at:
        where &= Q(recorded_at__lte=known_at)
    found = Entry.objects.filter(where, club_id=club_id).order_by("id")
    return found.select_related("act", "reversed_by")


def _rows(rows: list[Entry], known_at: datetime | None = None) -> list[EntryRow]:
    ids = {account for row in rows for account in row.account_ids}
    accounts = Account.objects.in_bulk(ids)
    return [_entry_row(row, accounts, known_at) for row in rows]


def _entry_row(row: Entry, accounts: dict[int, Account], known_at: datetime | None) -> EntryRow:
    back = getattr(row, "reversed_by", None)
    if back and known_at and back.recorded_at > known_at:
        back = None
    lines = [
        LineRow(
            account_id=id_,
            code=accounts[id_].code,
            ref=accounts[id_].ref,
            cents=cents,
            own_name=accounts[id_].name,
        )
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


def players_with_entries(club_id: int, player_ids: Collection[int]) -> set[int]:
    """Return which of these guests any entry concerns."""
    found = Entry.objects.filter(club_id=club_id, player_id__in=player_ids)
    return {player_id for player_id in found.values_list("player_id", flat=True) if player_id}


def first_request(key: UUID) -> str | None:
    """Return the id of the request that an act's key came with first, or None."""
    return Act.objects.filter(key=key).values_list("request_id", flat=True).first()


def request_of(act_id: int) -> str:
    """Return which request an act came by, "" where none is kept."""
    return Act.objects.filter(id=act_id).values_list("request_id", flat=True).first() or ""


def requests_by_act(act_ids: Collection[int]) -> dict[int, str]:
    """Return by act which request it came by."""
    return dict(Act.objects.filter(id__in=act_ids).values_list("id", "request_id"))


def requests_by(act_ids: Collection[int], actor_id: int) -> list[str]:
    """Return which requests those of some acts came by that somebody did."""
    done = Act.objects.filter(id__in=act_ids, actor_id=actor_id)
    return list(done.order_by("id").values_list("request_id", flat=True))


def requests_about(
    club_id: int, operation: str, *, after_id: int, **arguments: Any
) -> dict[str, int | None]:
    """Return by which requests an operation was done since an act, with who did it."""
    told = {f"arguments__{name}": value for name, value in arguments.items()}
    done = Act.objects.filter(id__gt=after_id, club_id=club_id, operation=operation, **told)
    return dict(done.order_by("id").values_list("request_id", "actor_id"))


def told_about(
    club_id: int, operation: str, name: str, among: Collection[Any], *, since: datetime
) -> list[tuple[int, dict[str, Any]]]:
    """Return what acts of an operation were told whose argument is among these, in order."""
    wanted = {"operation": operation, f"arguments__{name}__in": list(among)}
    done = Act.objects.filter(club_id=club_id, happened_at__gte=since, **wanted)
    return list(done.order_by("id").values_list("id", "arguments"))


def first_act(key: UUID) -> Act | None:
    """Return the act that a key carried out, or None."""
    return Act.objects.filter(key=key).first()


def given(club_id: int, operation: str, **arguments: Any) -> list[dict[str, Any]]:
    """Return what acts of a kind were given, of those that were given this, too."""
    found = Act.objects.filter(club_id=club_id, operation=operation, arguments__contains=arguments)
    return list(found.values_list("arguments", flat=True))


def act_of(act_id: int) -> Act | None:
    """Return an act by its id, or None."""
    return Act.objects.filter(id=act_id).first()


def acts_since(club_id: int, at: datetime) -> QuerySet[Act]:
    """Return the acts of a club from an instant on."""
    return Act.objects.filter(club_id=club_id, happened_at__gte=at)


def acts(club_id: int, *, limit: int = 100, before_id: int | None = None) -> list[Act]:
    """Return the latest acts of a club: the audit trail, latest first."""
    found = Act.objects.filter(club_id=club_id)
    if before_id:
        found = found.filter(id__lt=before_id)
    return list(found.order_by("-id")[:limit])
