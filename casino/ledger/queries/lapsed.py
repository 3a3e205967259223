"""What accounts owe for how long, and what of them was taken to income; cents above zero: owed."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q

from casino.db import fetch_all, fetch_one
from casino.ledger.chart import LAPSED
from casino.ledger.models import Account

OWED = """
SELECT a.code, a.ref, -b.cents, coalesce(taken.cents, 0), begun.gaming_day, begun.entry_id,
       moved.gaming_day
FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
LEFT JOIN ledger_account t
    ON t.club_id = a.club_id AND t.code = 'lapsed:' || a.code AND t.ref = a.ref
LEFT JOIN ledger_balance taken ON taken.account_id = t.id
JOIN LATERAL (
    SELECT gaming_day, entry_id FROM ledger_line x WHERE x.account_id = a.id
    ORDER BY x.gaming_day, x.entry_id LIMIT 1
) begun ON true
JOIN LATERAL (
    SELECT gaming_day FROM ledger_line x WHERE x.account_id = a.id
    ORDER BY x.gaming_day DESC LIMIT 1
) moved ON true
WHERE a.club_id = %(club)s AND a.code = ANY (%(codes)s)
  AND (b.cents <> 0 OR coalesce(taken.cents, 0) <> 0)
ORDER BY a.code, a.ref
"""
# Closings of the sealed days since a day, of the days after them, and what the account holds now.
LOWEST = """
WITH sealed AS (
    SELECT day, closing_cents FROM ledger_day_balance WHERE account_id = %(account)s
), later AS (
    SELECT gaming_day, sum(cents) AS cents FROM ledger_line
    WHERE account_id = %(account)s
      AND gaming_day > coalesce((SELECT max(day) FROM sealed), '-infinity')
    GROUP BY gaming_day
), held AS (SELECT cents FROM ledger_balance WHERE account_id = %(account)s)
SELECT coalesce(-max(cents), 0)::bigint FROM (
    SELECT coalesce((
        SELECT closing_cents FROM sealed WHERE day <= %(since)s ORDER BY day DESC LIMIT 1
    ), 0) AS cents
    UNION ALL SELECT closing_cents FROM sealed WHERE day > %(since)s
    UNION ALL SELECT cents FROM held
    UNION ALL
    SELECT (SELECT cents FROM held) - coalesce(sum(cents) OVER (
        ORDER BY gaming_day DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
    FROM later
) closings
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Owed:
    """
    What an account owes, and what of it lapsed; since: its first entry, moved: its latest.

    entry_id: of the first entry.
    """

    code: str
    ref: int
    cents: int
    lapsed_cents: int
    since: date
    entry_id: int
    moved: date


def owed_accounts(club_id: int, codes: Collection[str]) -> list[Owed]:
    """Return the accounts of some codes that owe anything, or of which anything lapsed."""
    rows = fetch_all(OWED, {"club": club_id, "codes": list(codes)})
    return [
        Owed(
            code=code, ref=ref, cents=cents, lapsed_cents=lapsed, since=since,
            entry_id=entry_id, moved=moved,
        )
        for code, ref, cents, lapsed, since, entry_id, moved in rows
    ]  # fmt: skip


def not_lapsed(club_id: int, code: str, refs: Collection[int]) -> set[int]:
    """Return which of a code's accounts the house still holds: those not lapsed in full."""
    if not refs:
        return set()
    owed = owed_accounts(club_id, [code])
    return {*refs} - {each.ref for each in owed if 0 < each.cents <= each.lapsed_cents}


def lowest_owed_cents(club_id: int, code: str, *, since: date) -> int:
    """
    Return the least that an account of the club owed at any close since a day's, and owes now.

    So much of it is surely as old as that, whatever came and went meanwhile.
    """
    account = Account.objects.filter(club_id=club_id, code=code, ref=0).first()
    if account is None:
        return 0
    return max(int(fetch_one(LOWEST, {"account": account.pk, "since": since})[0]), 0)


def hold_accounts(club_id: int, keys: Iterable[tuple[str, int]]) -> None:
    """Let what lapses and what is presented of an account wait for one another."""
    wanted = Q(pk__in=())
    for code, ref in keys:
        wanted |= Q(code=code, ref=ref)
    held = Account.objects.select_for_update(no_key=True).filter(wanted, club_id=club_id)
    list(held.order_by("pk").values_list("pk", flat=True))


def given_back(lines: Iterable[Mapping[str, Any]]) -> dict[tuple[str, int], int]:
    """Return what a document owes again of what had lapsed, by account."""
    return {
        (line["code"].removeprefix(LAPSED), line["ref"]): line["credit_cents"]
        for line in lines
        if line["code"].startswith(LAPSED) and line["credit_cents"]
    }


def may_lapse(club_id: int, cents: Mapping[tuple[str, int], int], *, hold: bool) -> bool:
    """Return whether so much of these accounts is owed and did not lapse; hold: within an act."""
    if hold:
        hold_accounts(club_id, cents)
    found = owed_accounts(club_id, {code for code, _ in cents})
    left = {(each.code, each.ref): each.cents - each.lapsed_cents for each in found}
    return all(wanted <= left.get(key, 0) for key, wanted in cents.items())
