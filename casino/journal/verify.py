"""What documents say, compared with the entries that they are."""

from collections.abc import Iterator

from casino.db import fetch_all
from casino.journal.models import document_number
from casino.ledger.verify import Finding

# Files and returns read a document's lines: account by account they come to its entry's.
DOCUMENTS = """
SELECT d.gaming_day, d.entry_id, d.year, d.number
FROM journal_document d JOIN ledger_entry e ON e.id = d.entry_id
WHERE d.club_id = %(club)s AND EXISTS (
    SELECT FROM (
        SELECT a.id, sum((l ->> 'debit_cents')::bigint - (l ->> 'credit_cents')::bigint) AS cents
        FROM jsonb_array_elements(d.lines) l LEFT JOIN ledger_account a
            ON (a.club_id, a.code, a.ref) = (d.club_id, l ->> 'code', (l ->> 'ref')::bigint)
        GROUP BY a.id
    ) said FULL JOIN unnest(e.account_ids, e.cents) AS booked (id, cents) USING (id)
    WHERE coalesce(said.cents, 0) <> coalesce(booked.cents, 0)
) ORDER BY d.id
"""
# Reports by document date ask by the day of booking.
DATED = """
SELECT d.gaming_day, d.entry_id FROM journal_dated_entry d
LEFT JOIN ledger_entry e ON (e.id, e.club_id, e.gaming_day) = (d.entry_id, d.club_id, d.gaming_day)
WHERE d.club_id = %(club)s AND e.id IS NULL ORDER BY d.id
"""


def verify_documents(club_id: int) -> Iterator[Finding]:
    """Yield what is wrong with the documents and dates of a club's general journal."""
    for day, entry_id in fetch_all(DATED, {"club": club_id}):
        says = "dated, but no entry was booked on that day"
        yield Finding(day=day, entry_id=entry_id, what="document date", says=says)
    for day, entry_id, year, number in fetch_all(DOCUMENTS, {"club": club_id}):
        says = f"{document_number(year, number)}: its lines are not those of its entry"
        yield Finding(day=day, entry_id=entry_id, what="journal document", says=says)
