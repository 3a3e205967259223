"""The ledger's writing door: acts, entries, closes and seals. Every call is one round trip."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, IntegrityError, connection

from casino.db import fetch_one
from casino.house.stamp import Stamp
from casino.ledger.chart import CHART, CLUB_CODES
from casino.ledger.entries import Draft
from casino.ledger.models import Account, Entry, Series
from casino.ledger.queries.gaming_days import BACKFILL, entered_here
from casino.ledger.refusals import refusal_of

_ENCODER = DjangoJSONEncoder(ensure_ascii=False, sort_keys=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Act:
    """The audit row of a command; `replayed`: the same request was carried out before."""

    id: int
    replayed: bool

    def on(self, stamp: Stamp) -> Stamp:
        """Return the stamp of the act that runs."""
        return replace(stamp, act_id=self.id)


@dataclass(frozen=True, kw_only=True, slots=True)
class Posted:
    """An entry and, with a series, its slip number."""

    act_id: int
    entry_id: int
    number: int | None
    replayed: bool = False


def act(stamp: Stamp, operation: str, **arguments: Any) -> Act:
    """
    Take the stamp's key: the first statement of every command that writes.

    A twin still running makes this wait. Returns replayed=True for a repeated request; the
    caller then answers with the first result. Raises KeyReused for another request.
    """
    row = _call(
        "SELECT * FROM ledger_begin(%s, %s, %s, %s, %s::jsonb, %s, %s, %s)",
        [
            stamp.key,
            stamp.club_id,
            stamp.actor_id,
            operation,
            as_json(arguments),
            stamp.at,
            stamp.request_id,
            stamp.is_live,
        ],
    )
    return Act(id=row[0], replayed=row[1])


def post_entry(stamp: Stamp, draft: Draft, *, seq: int = 1) -> Posted:
    """
    Post an entry of the act that runs. seq: its place among the act's entries.

    Raises DayNotOpen, AccountClosed, NotEnough or AlreadyReversed; then nothing is posted.
    """
    row = _call(
        "SELECT * FROM ledger_post(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s::text[], %s::bigint[],"
        " %s::bigint[], %s, %s, %s::jsonb, %s, %s)",
        [
            stamp.act_id,
            seq,
            stamp.club_id,
            stamp.gaming_day,
            stamp.opens_at,
            stamp.closes_at,
            stamp.at,
            draft.kind,
            draft.adjustment,
            *_columns(draft),
            draft.player_id,
            draft.memo,
            _because(draft),
            draft.reverses_id,
            draft.series,
        ],
    )
    return Posted(act_id=stamp.act_id, entry_id=row[0], number=row[1])


def post_once(
    stamp: Stamp, operation: str, draft: Draft, *, series: int | None = None, **arguments: Any
) -> Posted:
    """
    Act and entry in one round trip, its own transaction unless the caller holds one.

    The arguments default to the draft's own content, so that a repeat with other amounts is
    refused. Raises what `act` and `post` raise.
    """
    row = _call(
        "SELECT * FROM ledger_post_once(%s, %s, %s, %s::jsonb, %s, %s, %s, %s, %s, %s, %s, %s,"
        " %s::text[], %s::bigint[], %s::bigint[], %s, %s, %s::jsonb, %s, %s)",
        [
            stamp.key,
            stamp.actor_id,
            operation,
            as_json(arguments or _as_arguments(draft)),
            stamp.request_id,
            stamp.club_id,
            stamp.gaming_day,
            stamp.opens_at,
            stamp.closes_at,
            stamp.at,
            draft.kind,
            draft.adjustment,
            *_columns(draft),
            draft.player_id,
            draft.memo,
            _because(draft),
            series,
            stamp.is_live,
        ],
    )
    return Posted(act_id=row[0], entry_id=row[1], number=row[2], replayed=row[3])


def posted_before(stamp: Stamp, operation: str, **arguments: Any) -> Posted | None:
    """
    Return what the stamp's key posted when this very request came first, or None.

    For a service that refuses before it posts: its repeat still answers with the first result.
    """
    row = _call(
        "SELECT a.id, e.id, e.number FROM (SELECT) one LEFT JOIN ledger_act a ON a.key = %s"
        " AND a.club_id = %s AND a.actor_id IS NOT DISTINCT FROM %s AND a.operation = %s"
        " AND a.arguments = %s::jsonb LEFT JOIN ledger_entry e ON e.act_id = a.id AND e.seq = 1",
        [stamp.key, stamp.club_id, stamp.actor_id, operation, as_json(arguments)],
    )
    if row[1] is None:
        return None
    return Posted(act_id=row[0], entry_id=row[1], number=row[2], replayed=True)


def posted_by(act_id: int) -> Posted:
    """Return what an act posted first, as the answer to its repeat."""
    entry = Entry.objects.get(act_id=act_id, seq=1)
    return Posted(act_id=act_id, entry_id=entry.pk, number=entry.number, replayed=True)


def post_batch(
    stamp: Stamp, *, kind: str, currency: str, source: str, parameters: list[Any]
) -> int:
    """
    Post thousands of entries of one gaming day of the act that runs; return the lines written.

    source: a SELECT (of the program's, with parameters) of seq, happened_at, account_ids
    (ascending), cents, memo, because. The same guards as one by one, but the floors are asked
    once, after the whole batch.
    """
    _call("SELECT ledger_open_batch()", [])
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO pg_temp.ledger_batch {source}", parameters)
    written: int = _call(
        "SELECT ledger_post_batch(%s, %s, %s, %s, %s, %s, %s)",
        [
            stamp.act_id,
            stamp.club_id,
            stamp.gaming_day,
            stamp.opens_at,
            stamp.closes_at,
            kind,
            currency,
        ],
    )[0]
    return written


def hold_club(club_id: int) -> None:
    """Let the club's commands in flight end and keep new ones waiting: ahead of a close's act."""
    _call("SELECT ledger_hold_club(%s)", [club_id])


@contextmanager
def backfill(club_id: int) -> Iterator[None]:
    """
    Hold a club for nights that are over: until the end no job closes its days or quarters.

    A transaction of its own holds the lock, so an import that is killed leaves none behind, and a
    pooler hands it to nobody else; any number of imports may hold it. What a job has begun is
    waited for. See queries.is_being_backfilled.
    """
    apart = connection.copy()
    apart.set_autocommit(False)
    inside = entered_here.set(entered_here.get() | {club_id})
    try:
        with apart.cursor() as cursor:
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            lock = [BACKFILL, club_id]
            cursor.execute("SELECT pg_advisory_xact_lock_shared(%s, %s::integer)", lock)
        hold_club(club_id)
        yield
    finally:
        entered_here.reset(inside)
        with suppress(DatabaseError):
            apart.rollback()  # a close alone lets go of the lock in its own time
        apart.close()


def close_day(stamp: Stamp, *, kind: str) -> tuple[int, bool]:
    """
    Fix the levels of the stamp's day at the stamp's instant; return the close and if it is new.

    kind: "early" (a supervisor closes the floor) or "daily" (the end of the gaming day).
    Raises DayNotOpen when the day was closed later than that.
    """
    row = _call(
        "SELECT * FROM ledger_close_day(%s, %s, %s, %s, %s, %s, %s)",
        [
            stamp.act_id,
            stamp.club_id,
            stamp.gaming_day,
            stamp.opens_at,
            stamp.closes_at,
            stamp.at,
            kind,
        ],
    )
    return row[0], row[1]


def reopen_day(stamp: Stamp, *, day: date) -> int:
    """
    Take back the close of a gaming day that is not over; return the close.

    Raises DayNotEarly.
    """
    close: int = _call("SELECT ledger_reopen_day(%s, %s, %s)", [stamp.act_id, stamp.club_id, day])[
        0
    ]
    return close


def seal_day(stamp: Stamp, *, day: date) -> bytes:
    """Seal a closed day and return its seal. Raises SealRefused, naming the day that blocks."""
    seal: memoryview | bytes = _call(
        "SELECT ledger_seal_day(%s, %s, %s)", [stamp.act_id, stamp.club_id, day]
    )[0]
    return bytes(seal)


def open_account(club_id: int, code: str, *, ref: int = 0, currency: str, name: str = "") -> int:
    """Open an account of the chart, or find it; return its id. name: in place of the chart's."""
    account, _ = Account.objects.get_or_create(
        club_id=club_id,
        code=code,
        ref=ref,
        defaults={"currency": currency, "floor": CHART[code].floor, "name": name},
    )
    return account.pk


def open_club_accounts(club_id: int, *, currency: str) -> None:
    """Open the accounts that each club has once, where they are not open yet."""
    wanted = [
        Account(club_id=club_id, code=code, currency=currency, floor=CHART[code].floor)
        for code in CLUB_CODES
    ]
    Account.objects.bulk_create(wanted, ignore_conflicts=True)


def hold_open_accounts(club_id: int, code: str) -> list[int]:
    """Hold the open accounts of a code, so that none is closed meanwhile; return their refs."""
    found = Account.objects.filter(club_id=club_id, code=code, is_open=True).order_by("ref")
    return [each.ref for each in found.select_for_update(no_key=True)]


def set_account_open(club_id: int, code: str, *, ref: int, is_open: bool) -> None:
    """Let an account take postings, or refuse them from now on."""
    Account.objects.filter(club_id=club_id, code=code, ref=ref).update(is_open=is_open)


def name_account(club_id: int, code: str, *, ref: int, name: str) -> None:
    """Call an account otherwise than the chart does."""
    Account.objects.filter(club_id=club_id, code=code, ref=ref).update(name=name)


def open_series(club_id: int, name: str) -> int:
    """Open a gapless row of slip numbers; return its id."""
    series, _ = Series.objects.get_or_create(club_id=club_id, name=name)
    return series.pk


def _call(sql: str, parameters: list[Any]) -> tuple[Any, ...]:
    try:
        row: tuple[Any, ...] = fetch_one(sql, parameters)
        return row
    except IntegrityError as error:
        if refusal := refusal_of(error):
            raise refusal from error
        raise


def _columns(draft: Draft) -> tuple[str, str, str]:
    """Return the lines as PostgreSQL writes arrays: psycopg takes five times as long over lists."""
    codes = (line.code.replace("\\", "\\\\").replace('"', '\\"') for line in draft.lines)
    return (
        _array(f'"{code}"' for code in codes),
        _array(str(line.ref) for line in draft.lines),
        _array(str(line.cents) for line in draft.lines),
    )


def _as_arguments(draft: Draft) -> dict[str, list[str] | list[int]]:
    return {
        "codes": [line.code for line in draft.lines],
        "refs": [line.ref for line in draft.lines],
        "cents": [line.cents for line in draft.lines],
    }


def _array(values: Iterable[str]) -> str:
    return "{" + ",".join(values) + "}"


def _because(draft: Draft) -> str:
    return as_json([reason.as_json() for reason in draft.because])


def as_json(value: Any) -> str:
    """Return plain data as the ledger keeps it: one text for equal data."""
    return _ENCODER.encode(value)
