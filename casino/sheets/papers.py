"""A table as a PDF to print and to send: its letters lie in the file, in every language."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperColumn:
    """The head of a column, and whether figures stand in it."""

    title: str
    is_number: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Paper:
    """
    What stands on a paper: lines above the table, its rows as text, sums marked, lines below.

    sums: which rows are sums; signed: for each who signs, what stands before the line; ends_at:
    the instant until which it tells, the only one that its file has.
    """

    title: str
    above: Sequence[str]
    columns: Sequence[PaperColumn]
    rows: Sequence[Sequence[str]]
    sums: frozenset[int]
    below: Sequence[str]
    signed: Sequence[str]
    foot: str
    is_wide: bool
    language: str
    ends_at: datetime


def paper_pdf(paper: Paper) -> bytes:
    """Return a paper as PDF on A4, its head on every page."""
    from casino.sheets.drawing import draw  # noqa: PLC0415  (slow to import, seldom asked for)

    return draw(paper)
