"""What a posting is before it is posted: balanced lines with their reasons. No Django here."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import ParamSpec

from casino.house.because import Because
from casino.messages import Message

# What is called how: each kind of entry, of what is due, of a move of chips.
TITLES: dict[str, Message] = {}
WINNINGS: set[str] = set()
Of = ParamSpec("Of")


class Unbalanced(Exception):
    """The lines of a draft do not sum to zero; a programming error, never a user's."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DraftLine:
    """One side of an entry. `cents`: debit positive, credit negative. `ref` 0: the club's own."""

    code: str
    ref: int
    cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """
    One event in double entry, ready to post.

    kind: "app.event_in_past", which `posting` says; lines: two or more that sum to zero, one an
    account; because: the rules that made the amounts; adjustment: a count or correction that may
    follow a close; player_id: whose business it was; reverses_id: the entry that this one takes
    back; series: the row of slip numbers that it takes the next one of.
    """

    kind: str = ""
    lines: tuple[DraftLine, ...]
    because: tuple[Because, ...] = ()
    memo: str = ""
    adjustment: bool = False
    player_id: int | None = None
    reverses_id: int | None = None
    series: int | None = None

    def __post_init__(self) -> None:
        if sum(line.cents for line in self.lines) != 0:
            raise Unbalanced(f"{self.kind}: {self.lines}")

    def numbered(self, series: int | None) -> "Draft":
        """Return it as a slip of a series; None: it takes no number."""
        return replace(self, series=series)


def debit(code: str, cents: int, ref: int = 0) -> DraftLine:
    return DraftLine(code=code, ref=ref, cents=cents)


def credit(code: str, cents: int, ref: int = 0) -> DraftLine:
    return DraftLine(code=code, ref=ref, cents=-cents)


def moving(*lines: DraftLine) -> tuple[DraftLine, ...]:
    """Return the lines that move money: zeros left out, lines of one account added up."""
    sums: dict[tuple[str, int], int] = {}
    for line in lines:
        account = (line.code, line.ref)
        sums[account] = sums.get(account, 0) + line.cents
    return tuple(
        DraftLine(code=code, ref=ref, cents=cents) for (code, ref), cents in sums.items() if cents
    )


def reversal(of: Draft, *, entry_id: int, memo: str) -> Draft:
    """Return the entry that takes another one back, line by line, and names it."""
    return Draft(
        kind=f"{of.kind}.reversed",
        lines=tuple(
            DraftLine(code=line.code, ref=line.ref, cents=-line.cents) for line in of.lines
        ),
        memo=memo,
        player_id=of.player_id,
        reverses_id=entry_id,
    )


def titled(kind: str, title: Message, *, won: bool = False) -> str:
    """Declare what a kind is called, and return it; won: what is due of it was won by play."""
    TITLES[kind] = title
    if won:
        WINNINGS.add(kind)
    return kind


def title_of(kind: str) -> str:
    """Return what a kind is called in the reader's language; one that is no more, as it is."""
    return TITLES[kind].localized() if kind in TITLES else kind


def posting(
    kind: str,
    title: Message | None = None,
    *,
    reversed_as: Message | None = None,
    **titles: Message,
) -> Callable[[Callable[Of, Draft]], Callable[Of, Draft]]:
    """
    Declare the kind of the entries that a function drafts, and their title.

    reversed_as: the title of the entry that takes one back. Where the kind has a place,
    "countroom.{fee}_counted", the argument of that name fills it, and `titles` has one for each.
    """
    if title is not None:
        titled(kind, title)
    if reversed_as is not None:
        titled(f"{kind}.reversed", reversed_as)
    for word, each in titles.items():
        titled(re.sub(r"{\w+}", word, kind), each)

    def declare(draft: Callable[Of, Draft]) -> Callable[Of, Draft]:
        @wraps(draft)
        def of_its_kind(*args: Of.args, **kwargs: Of.kwargs) -> Draft:
            return replace(draft(*args, **kwargs), kind=kind.format_map(kwargs))

        return of_its_kind

    return declare
