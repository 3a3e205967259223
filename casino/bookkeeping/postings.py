"""The entries of bookkeeping. Cents."""

from collections.abc import Iterable, Mapping
from typing import Any

from casino.ledger.entries import Draft, DraftLine, moving, posting
from casino.messages import msg


@posting(
    "bookkeeping.opening_posted",
    msg("Opening balances"),
    reversed_as=msg("Opening balances reversed"),
)
def opening_posted(rows: Iterable[Mapping[str, Any]], *, memo: str) -> Draft:
    """Return the entry with which a club's books begin; rows: code, ref, debit, credit."""
    lines = (
        DraftLine(
            code=row["code"],
            ref=row["ref"] or 0,
            cents=(row["debit"] or 0) - (row["credit"] or 0),
        )
        for row in rows
    )
    return Draft(lines=moving(*lines), memo=memo)
