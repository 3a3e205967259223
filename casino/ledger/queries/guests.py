"""What a guest paid in and was paid in cash and wires; what a desk moved without a name."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, ClassVar

from django.db.models import Max, Q

from casino.db import fetch_all, fetch_one
from casino.ledger.models import Entry

LINKED = timedelta(hours=24)
# Both ways count; what was taken back, and the taking back, does not.
HANDED = """
SELECT coalesce(sum(cents) FILTER (WHERE gaming_day >= %s), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE happened_at > %s), 0)::bigint
FROM (
    SELECT e.gaming_day, e.happened_at, abs(sum(m.cents)) AS cents
    FROM ledger_entry e
    CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS m (account_id, cents)
    JOIN ledger_account a ON a.id = m.account_id AND (a.code LIKE 'cash:%%' OR a.code = 'bank')
    WHERE e.club_id = %s AND {whose} AND e.gaming_day >= %s
      AND e.reverses_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.reverses_id = e.id)
    GROUP BY e.id
) handed
"""
# Planned by the guest's index; the other one is read where an entry's guest was corrected.
WHOSE = "e.player_id = ANY(%s)"
WHOSE_IN_TRUTH = f"({WHOSE} AND NOT e.id = ANY(%s) OR e.id = ANY(%s))"


WITHOUT_ENTRIES = """
SELECT guest FROM unnest(%s::bigint[]) WITH ORDINALITY AS of (guest, place)
WHERE NOT EXISTS (SELECT FROM ledger_entry WHERE player_id = guest AND gaming_day >= %s)
ORDER BY place
"""


# The latest slips of a drawer by number; no desk writes more within the hour.
LATEST_SLIPS = 500
UNNAMED = """
SELECT e.kind, e.act_id, a.operation, sum(m.cents)::bigint
FROM (SELECT * FROM ledger_entry WHERE series_id = %s ORDER BY number DESC LIMIT %s) e
JOIN ledger_act a ON a.id = e.act_id
CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS m (account_id, cents)
JOIN ledger_account c ON c.id = m.account_id AND c.code = 'cash:drawer'
WHERE (e.player_id IS NULL OR e.id = ANY(%s)) AND e.kind = ANY(%s) AND e.happened_at > %s
  AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.reverses_id = e.id)
GROUP BY e.id, e.kind, e.act_id, e.number, a.operation
ORDER BY e.number
"""


# Cash that drawers moved without a name: what was taken back is none.
CASH_UNNAMED = """
    SELECT e.id, e.act_id, e.series_id, e.happened_at, cash.cents
    FROM ledger_entry e
    CROSS JOIN LATERAL (
        SELECT abs(sum(m.cents)) AS cents
        FROM unnest(e.account_ids, e.cents) AS m (account_id, cents)
        JOIN ledger_account c ON c.id = m.account_id AND c.code = 'cash:drawer'
    ) cash
    WHERE e.club_id = %(club)s AND (e.player_id IS NULL OR e.id = ANY(%(named)s))
      AND e.kind = ANY(%(kinds)s)
      AND e.gaming_day BETWEEN %(first)s AND %(last)s
      AND (%(known)s::timestamptz IS NULL OR e.recorded_at <= %(known)s)
      AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.reverses_id = e.id)
"""
REPEATED = """
SELECT act_id FROM (
    SELECT act_id, happened_at, lag(happened_at) OVER (
        PARTITION BY series_id ORDER BY happened_at, id) AS before
    FROM ({cash}) cash WHERE cents >= %(low)s AND cents < %(high)s
) near WHERE happened_at - before <= interval '1 hour'
"""
SUMMED = """
SELECT act_id FROM (
    SELECT act_id, cents, sum(cents) OVER (
        PARTITION BY series_id ORDER BY happened_at, id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) - coalesce(sum(cents) OVER (
        PARTITION BY series_id ORDER BY happened_at
        RANGE BETWEEN UNBOUNDED PRECEDING AND interval '1 hour' PRECEDING
    ), 0) AS of_hour
    FROM ({cash}) cash
) sums WHERE of_hour >= %(from)s AND of_hour - cents < %(from)s AND of_hour > cents
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Guests:
    """In whose name an entry was booked, and whose it is by what two corrected since."""

    was_id: int
    right_id: int


class CorrectedGuests:
    """The entries whose guest was corrected, by id: the app that sells them says it."""

    # Of a club: those of these guests, or these entries; by what was signed until an instant.
    of: ClassVar[Callable[..., Mapping[int, Guests]]]


def of_guests(club_id: int, player_ids: Collection[int], *, known_at: datetime | None = None) -> Q:
    """Return what finds the entries of some guests, those that were booked in another name too."""
    others, own = _moved(club_id, player_ids, known_at=known_at)
    named = Q(player_id__in=player_ids)
    return named & ~Q(id__in=others) | Q(id__in=own) if others or own else named


def last_entry_at(club_id: int, player_ids: Collection[int]) -> datetime | None:
    """Return the instant of the latest entry of some guests, None of who has none."""
    theirs = Entry.objects.filter(of_guests(club_id, player_ids), club_id=club_id)
    last: datetime | None = theirs.aggregate(last=Max("happened_at"))["last"]
    return last


def without_entries_since(player_ids: Collection[int], day: date) -> list[int]:
    """Return which of some guests no entry of a gaming day or a later one names, in their order."""
    return [player_id for (player_id,) in fetch_all(WITHOUT_ENTRIES, [list(player_ids), day])]


def right_guest(club_id: int, entry_id: int) -> int | None:
    """Return whose an entry is that was booked in another guest's name, None where it was not."""
    reversed_ids = Entry.objects.filter(id=entry_id).values_list("reverses", flat=True)
    ids = [entry_id, *(each for each in reversed_ids if each)]
    found = CorrectedGuests.of(club_id, entry_ids=ids)
    return next((each.right_id for each in found.values()), None)


def corrected_guests(
    club_id: int, player_ids: Collection[int], *, known_at: datetime | None = None
) -> dict[int, Guests]:
    """Return by entry in whose name it was booked and whose it is; reversals of such follow."""
    found = dict(CorrectedGuests.of(club_id, player_ids=player_ids, known_at=known_at))
    back = Entry.objects.filter(reverses__in=found) if found else Entry.objects.none()
    return found | {each.pk: found[each.reverses_id or 0] for each in back}


def _moved(
    club_id: int, player_ids: Collection[int], *, known_at: datetime | None = None
) -> tuple[list[int], list[int]]:
    """Return the entries in the guests' names that are others', and theirs in other names."""
    found = corrected_guests(club_id, player_ids, known_at=known_at)
    ids = set(player_ids)
    was = [key for key, each in found.items() if each.was_id in ids]
    right = [key for key, each in found.items() if each.right_id in ids]
    return [key for key in was if key not in right], [key for key in right if key not in was]


@dataclass(frozen=True, kw_only=True, slots=True)
class UnnamedSlip:
    """A slip of a drawer without a guest's name: the act behind it, and the cash, out negative."""

    kind: str
    act_id: int
    operation: str
    cents: int


def unnamed_slips(
    series_id: int, kinds: Collection[str], *, since: datetime, named: Collection[int] = ()
) -> list[UnnamedSlip]:
    """
    Return a drawer's slips of some kinds without a name after an instant, not taken back.

    named: entries with a name that is as good as none.
    """
    rows = fetch_all(UNNAMED, [series_id, LATEST_SLIPS, list(named), list(kinds), since])
    return [
        UnnamedSlip(kind=kind, act_id=act_id, operation=operation, cents=cents)
        for kind, act_id, operation, cents in rows
    ]


def handed_cents(
    club_id: int, player_ids: Collection[int], *, gaming_day: date, at: datetime, days: int = 1
) -> int:
    """
    Return the larger of two sums of cash between the house and a guest, both ways together.

    One is of the gaming days up to this one, so many of them, the other of as many times 24 hours
    before `at`. Cents.
    """
    first = gaming_day - timedelta(days=days - 1)
    since = first - timedelta(days=2)
    others, own = _moved(club_id, player_ids)
    whose: list[Any] = [list(player_ids), *([others, own] if others or own else ())]
    sql = HANDED.format(whose=WHOSE_IN_TRUTH if others or own else WHOSE)
    values = [first, at - days * LINKED, club_id, *whose, since]
    sums: tuple[int, int] = fetch_one(sql, values)
    return max(sums)


def repeated_unnamed(
    club_id: int,
    kinds: Collection[str],
    *,
    named: Collection[int] = (),
    low_cents: int,
    high_cents: int,
    first: date,
    last: date,
    known_at: datetime | None = None,
) -> list[int]:
    """
    Return the acts that moved cash at a drawer without a name, from an amount up to below another,
    within an hour of one like it. What was taken back is none. named: see unnamed_slips.
    """
    asked: dict[str, Any] = {"club": club_id, "kinds": list(kinds), "first": first, "last": last}
    bounds = {"low": low_cents, "high": high_cents, "known": known_at, "named": list(named)}
    return [act_id for (act_id,) in fetch_all(REPEATED.format(cash=CASH_UNNAMED), asked | bounds)]


def summed_unnamed(
    club_id: int,
    kinds: Collection[str],
    *,
    named: Collection[int] = (),
    from_cents: int,
    first: date,
    last: date,
    known_at: datetime | None = None,
) -> list[int]:
    """
    Return the acts with which the cash that a drawer moved without a name within an hour came to an
    amount, each act that moved it having been before. What was taken back is none. named: see
    unnamed_slips.
    """
    asked = {"club": club_id, "kinds": list(kinds), "first": first, "last": last}
    bounds = {"from": from_cents, "known": known_at, "named": list(named)}
    return [act_id for (act_id,) in fetch_all(SUMMED.format(cash=CASH_UNNAMED), asked | bounds)]
