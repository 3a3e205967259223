"""What the bank's tables say, recomputed from the lines and the journal."""

from collections.abc import Iterator

from casino.db import fetch_all
from casino.ledger.verify import Finding

# Opening and lines make the closing; each statement begins where the one before it ended.
STATEMENTS = """
SELECT s.first_day, a.name, s.opening_cents, s.closing_cents, l.cents,
       lag(s.closing_cents) OVER (PARTITION BY s.account_id ORDER BY s.first_day)
FROM bank_statement s JOIN bank_bankaccount a ON a.id = s.account_id
CROSS JOIN LATERAL (
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM bank_statementline
    WHERE statement_id = s.id AND hint <> 'opening'
) l
WHERE a.club_id = %(club)s AND s.withdrawn_act_id IS NULL ORDER BY s.account_id, s.first_day
"""
# A match explains its line to the cent, by entries that move that account by what it says, once.
MATCHES = """
SELECT s.booked_on, m.id, s.cents, coalesce(e.cents, 0)::bigint, coalesce(e.wrong, 0), m.entry_id,
       p.withdrawn_act_id IS NOT NULL
FROM bank_match m JOIN bank_statementline s ON s.id = m.line_id
JOIN bank_statement p ON p.id = s.statement_id JOIN bank_bankaccount a ON a.id = p.account_id
LEFT JOIN LATERAL (
    SELECT sum(n.cents) AS cents, count(*) FILTER (
        WHERE n.account_id <> a.id OR n.undone_act_id IS NOT NULL OR n.cents IS DISTINCT FROM (
            SELECT l.cents FROM ledger_line l JOIN ledger_account c ON c.id = l.account_id
            WHERE l.entry_id = n.entry_id AND c.club_id = a.club_id AND c.code = 'bank'
              AND c.ref = a.ref
        )
    ) AS wrong
    FROM bank_matchedentry n WHERE n.match_id = m.id
) e ON true
WHERE a.club_id = %(club)s AND m.undone_act_id IS NULL ORDER BY m.id
"""
# What was booked by a line is taken back when its match is, and only then.
BOOKED = """
SELECT s.booked_on, m.id, m.entry_id FROM bank_match m
JOIN bank_statementline s ON s.id = m.line_id JOIN ledger_entry e ON e.id = m.entry_id
LEFT JOIN ledger_entry back ON back.reverses_id = e.id
WHERE e.club_id = %(club)s
  AND (m.undone_act_id IS NULL) <> (back.id IS NULL) ORDER BY m.id
"""


def verify_bank(club_id: int) -> Iterator[Finding]:
    """Yield the statements that do not add up, and the matches that explain no line."""
    for day, name, opening, closing, lines, before in fetch_all(STATEMENTS, {"club": club_id}):
        if opening + lines != closing:
            says = f"{name}: {opening} and lines of {lines} do not make {closing}"
            yield Finding(day=day, what="bank", says=says)
        if before is not None and before != opening:
            says = f"{name}: begins with {opening}, the statement before ended with {before}"
            yield Finding(day=day, what="bank", says=says)
    matches = fetch_all(MATCHES, {"club": club_id})
    for day, match, cents, explained, wrong, entry_id, is_gone in matches:
        if cents != explained or wrong or is_gone:
            says = f"match {match}: a line of {cents} is explained by {explained}"
            yield Finding(day=day, entry_id=entry_id, what="bank", says=says)
    for day, match, entry_id in fetch_all(BOOKED, {"club": club_id}):
        says = f"match {match}: it and its entry are not taken back together"
        yield Finding(day=day, entry_id=entry_id, what="bank", says=says)
