"""Lines by tax code and cost centre: what a document's line says, else its account; cents."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from casino.db import fetch_all
from casino.journal.models import document_number
from casino.ledger.chart import account_name
from casino.ledger.queries.as_of import EVER

# What documents say of their lines: those alike of one account are one, what comes to nothing is
# none, as in the ledger. A document of before says nothing: its accounts do.
_OF_DOCUMENTS = """
SELECT d.id AS document_id, d.entry_id, a.id AS account_id, min(l.n) AS n, said.tax_code,
       said.cost_center, sum(said.cents)::bigint AS cents
FROM journal_document d
CROSS JOIN LATERAL jsonb_array_elements(d.lines) WITH ORDINALITY AS l (line, n)
CROSS JOIN LATERAL (
    SELECT l.line ->> 'tax_code' AS tax_code, l.line ->> 'cost_center' AS cost_center,
           (l.line ->> 'debit_cents')::bigint - (l.line ->> 'credit_cents')::bigint AS cents
) said
JOIN ledger_account a
    ON (a.club_id, a.code, a.ref) = (d.club_id, l.line ->> 'code', (l.line ->> 'ref')::bigint)
WHERE d.club_id = %(club)s
  AND {day} BETWEEN %(first)s AND %(last)s
  AND jsonb_exists(d.lines -> 0, 'tax_code')
GROUP BY d.id, d.entry_id, a.id, said.tax_code, said.cost_center
HAVING sum(said.cents) <> 0
"""
OF_DOCUMENTS = _OF_DOCUMENTS.format(day="d.gaming_day")
_LINES = """
WITH coded AS MATERIALIZED ({of_documents}), line AS (
    SELECT entry_id, account_id, n, tax_code, cost_center, cents FROM coded
    UNION ALL
    SELECT l.entry_id, l.account_id, 0, NULL, NULL, l.cents
    FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id
    LEFT JOIN journal_document d ON d.entry_id = l.entry_id
    LEFT JOIN journal_dated_entry de ON de.entry_id = l.entry_id
    WHERE a.club_id = %(club)s AND a.code ^@ 'own:'
      AND l.gaming_day >= %(first)s AND {day} BETWEEN %(first)s AND %(last)s
      AND NOT coalesce(jsonb_exists(d.lines -> 0, 'tax_code'), false)
), told AS (
    SELECT l.*, a.code, a.ref, a.name, coalesce(l.tax_code, o.tax_code, '') AS tax,
           coalesce(l.cost_center, o.cost_center, '') AS center
    FROM line l JOIN ledger_account a ON a.id = l.account_id
    LEFT JOIN journal_own_account o ON a.code = 'own:' || o.kind AND a.ref = o.id
)
SELECT e.id, e.gaming_day, coalesce(d.dated, de.dated, e.gaming_day), e.kind, d.id, d.year,
       d.number, told.code, told.ref, told.name, told.tax, told.center, told.cents
FROM told JOIN ledger_entry e ON e.id = told.entry_id
LEFT JOIN journal_document d ON d.entry_id = e.id
LEFT JOIN journal_dated_entry de ON de.entry_id = e.id
WHERE (told.tax <> '' OR told.center <> '') AND e.recorded_at <= %(known)s
ORDER BY e.gaming_day, e.id, told.n, told.code, told.ref
"""
LINES = _LINES.format(of_documents=OF_DOCUMENTS, day="l.gaming_day")
# Nothing is dated later than it was booked.
LINES_DATED = _LINES.format(
    of_documents=_OF_DOCUMENTS.format(day="d.dated"),
    day="coalesce(d.dated, de.dated, l.gaming_day)",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class CodedLine:
    """A line with a tax code or a cost centre; debit positive; dated: on paper."""

    entry_id: int
    gaming_day: date
    dated: date
    kind: str
    document_id: int | None
    year: int | None
    number: int | None
    code: str
    ref: int
    own_name: str
    tax_code: str
    cost_center: str
    cents: int

    @property
    def name(self) -> str:
        """What the account is called."""
        return self.own_name or account_name(self.code)

    @property
    def document(self) -> str:
        """The number of its document, '' for an entry without one."""
        return document_number(self.year, self.number or 0) if self.year else ""


def coded_lines(
    club_id: int,
    first: date,
    last: date,
    *,
    dated: bool = False,
    known_at: datetime | None = None,
) -> list[CodedLine]:
    """
    Return the lines of days that have a tax code or a cost centre; known_at: had then.

    dated: of the days that they are dated, not of those on which they were booked.
    """
    values: dict[str, Any] = {
        "club": club_id,
        "first": first,
        "last": last,
        "known": known_at or EVER,
    }
    return [
        CodedLine(**dict(zip(CodedLine.__slots__, row, strict=True)))
        for row in fetch_all(LINES_DATED if dated else LINES, values)
    ]
