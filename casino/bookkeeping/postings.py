"""The entries of bookkeeping. Cents."""

from collections.abc import Iterable, Mapping
from typing import Any

from casino.ledger.entries import Draft, Line, moving


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
    return Draft(kind="bookkeeping.opening_posted", lines=moving(*lines), memo=memo)
