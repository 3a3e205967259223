"""The entries of bookkeeping. Cents."""

from collections.abc import Iterable, Mapping
from typing import Any

from casino.ledger.entries import Draft, Line, moving, posting
from casino.words import say


@posting(
    "bookkeeping.opening_posted",
    say("Opening balances"),
    reversed_as=say("Opening balances reversed"),
)
def opening_posted(rows: Iterable[Mapping[str, Any]], *, memo: str) -> Draft:
    """Return the entry with which a club's books begin; rows: code, ref, debit, credit."""
    lines = (
        Line(
            code=row["code"],
            ref=row["ref"] or 0,
            cents=(row["debit"] or 0) - (row["credit"] or 0),
        )
        for row in rows
    )
    return Draft(lines=moving(*lines), memo=memo)
