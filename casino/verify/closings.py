"""What is kept of days: their hours, who closed them until when, and the numbered documents."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from casino.clock import day_bounds
from casino.closing.models import Closing
from casino.closing.rules import document_digest
from casino.db import fetch_all
from casino.house.models import Club
from casino.ledger.verify import Finding

# Levels are fixed until the latest close that nobody took back.
DAYS = """
SELECT d.day, d.opens_at, d.closes_at, d.fixed_until, (
    SELECT max(c.at) FROM ledger_close c
    WHERE c.club_id = d.club_id AND c.day = d.day AND c.reopened_act_id IS NULL)
FROM ledger_day d WHERE d.club_id = %(club)s ORDER BY d.day
"""
# A row of slips has no digest, as each slip changes it; the drawer that it is of has one, and so
# has what that was called before. The row keeps the name under which the drawer was added.
SERIES = """
SELECT s.id, s.name FROM ledger_series s LEFT JOIN cage_drawer d ON d.series_id = s.id
LEFT JOIN LATERAL (
    SELECT f.was->>'name' AS name FROM reports_former f
    WHERE f.of = 'cage_drawer' AND f.row_id = d.id ORDER BY f.until, f.id LIMIT 1
) first ON true
WHERE s.club_id = %(club)s
  AND s.name <> coalesce('drawer ' || coalesce(first.name, d.name), 'count sheets')
ORDER BY s.id
"""
# What a document says of its days against the day's seals and the closings that they keep.
TOTALS = """
SELECT c.number, r.code, r.ref FROM office_closing c
CROSS JOIN LATERAL jsonb_to_recordset(c.content->'accounts')
    AS r (id bigint, code text, ref bigint, debit_cents bigint, credit_cents bigint)
LEFT JOIN LATERAL (
    SELECT coalesce(sum(b.debit_cents), 0) AS debit, coalesce(sum(b.credit_cents), 0) AS credit
    FROM ledger_day_balance b
    WHERE b.account_id = r.id AND b.day BETWEEN c.first_day AND c.last_day
) b ON true
WHERE c.club_id = %(club)s AND c.number = ANY (%(readable)s)
  AND ((r.debit_cents, r.credit_cents) <> (b.debit, b.credit) OR NOT EXISTS (
    SELECT FROM ledger_account a WHERE (a.id, a.code, a.ref) = (r.id, r.code, r.ref)))
ORDER BY c.number, r.code, r.ref
"""
SEALS = """
SELECT c.number, d.day FROM office_closing c
CROSS JOIN LATERAL jsonb_to_recordset(c.content->'days') AS d (day date, seal text)
LEFT JOIN ledger_seal s ON s.club_id = c.club_id AND s.day = d.day
WHERE c.club_id = %(club)s AND c.number = ANY (%(readable)s)
  AND encode(s.seal, 'hex') IS DISTINCT FROM d.seal
ORDER BY c.number, d.day
"""


# Each sealed day of its span is in a document, and each account that moved on one of them.
OTHER_DAYS = """
SELECT c.number, s.day FROM office_closing c
JOIN ledger_seal s ON s.club_id = c.club_id AND s.day BETWEEN c.first_day AND c.last_day
WHERE c.club_id = %(club)s AND c.number = ANY (%(readable)s)
EXCEPT SELECT c.number, d.day FROM office_closing c
CROSS JOIN LATERAL jsonb_to_recordset(c.content->'days') AS d (day date)
WHERE c.club_id = %(club)s AND c.number = ANY (%(readable)s) ORDER BY 1, 2
"""
OTHER_ACCOUNTS = """
WITH document AS (
    SELECT c.number, s.day FROM office_closing c
    JOIN ledger_seal s ON s.club_id = c.club_id AND s.day BETWEEN c.first_day AND c.last_day
    WHERE c.club_id = %(club)s AND c.number = ANY (%(readable)s)
), lacking AS (
    SELECT d.number, b.account_id FROM document d
    JOIN ledger_day_balance b ON b.day = d.day AND b.debit_cents + b.credit_cents > 0
    JOIN ledger_account a ON a.id = b.account_id AND a.club_id = %(club)s
    EXCEPT SELECT c.number, r.id FROM office_closing c
    CROSS JOIN LATERAL jsonb_to_recordset(c.content->'accounts') AS r (id bigint)
    WHERE c.club_id = %(club)s AND c.number = ANY (%(readable)s)
)
SELECT l.number, a.code, a.ref FROM lacking l JOIN ledger_account a ON a.id = l.account_id
ORDER BY l.number, a.code, a.ref
"""


def verify_closings(club_id: int) -> Iterator[Finding]:
    """Compare the numbered documents with themselves, their chain, the seals and the totals."""
    previous, number, readable = "", 0, list[int]()
    for number, each in enumerate(Closing.objects.filter(club_id=club_id).order_by("number"), 1):
        chained = (each.number, each.previous) == (number, previous)
        if not chained or each.digest != document_digest(each.number, each.content, each.previous):
            says = f"document {each.number} is not what was written"
            yield Finding(day=each.first_day, what="closing", says=says)
        previous = each.digest
        if _is_readable(each.content):
            readable.append(each.number)
        else:
            says = f"document {each.number} has days or accounts that cannot be read"
            yield Finding(day=each.first_day, what="closing", says=says)
    for number, day in fetch_all(SEALS, {"club": club_id, "readable": readable}):
        yield Finding(day=day, what="closing", says=f"document {number} has another seal of it")
    for number, code, ref in fetch_all(TOTALS, {"club": club_id, "readable": readable}):
        yield Finding(what="closing", says=f"document {number} has other totals of {code} {ref}")
    for number, day in fetch_all(OTHER_DAYS, {"club": club_id, "readable": readable}):
        yield Finding(day=day, what="closing", says=f"document {number} leaves it out")
    for number, code, ref in fetch_all(OTHER_ACCOUNTS, {"club": club_id, "readable": readable}):
        yield Finding(what="closing", says=f"document {number} leaves {code} {ref} out")


def _is_readable(content: Any) -> bool:
    """Return whether SQL can read a document's days and accounts, as every one was written."""
    try:
        days, told = content.get("days") or [], content.get("accounts") or []
        for each in days:
            date.fromisoformat(each["day"])
        whole = [each[name] for each in told for name in ("id", "ref", "debit_cents")]
        whole += [each["credit_cents"] for each in told]
    except (AttributeError, KeyError, TypeError, ValueError):
        return False
    return all(type(each) is int and abs(each) < 2**63 for each in whole)


def verify_days(club_id: int) -> Iterator[Finding]:
    """Yield the days with other hours than the club's, and the slips of another drawer."""
    club = Club.objects.get(id=club_id)
    for day, opens_at, closes_at, fixed_until, closed_at in fetch_all(DAYS, {"club": club_id}):
        hours = day_bounds(day, timezone=club.timezone, closes_at=club.closes_at)
        if (opens_at, closes_at) != hours:
            says = f"{opens_at:%d.%m. %H:%M} to {closes_at:%d.%m. %H:%M} UTC are not its hours"
            yield Finding(day=day, what="hours", says=says)
        if fixed_until != closed_at:
            says = f"levels are fixed until {fixed_until}, its closes say {closed_at}"
            yield Finding(day=day, what="fixed", says=says)
    for series_id, name in fetch_all(SERIES, {"club": club_id}):
        yield Finding(what=f"slips {series_id}", says=f"no drawer has those of {name}")
