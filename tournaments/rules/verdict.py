"""Whether something may be done in a tournament, on what grounds, and by which paragraph."""

from dataclasses import dataclass
from typing import Any

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.refusals import Refusal


class NoTournaments(Refusal):
    """The book knows nothing of tournaments."""

    code = "house_has_no_tournaments"
    message = msg("This club has no tournaments.")
    next_step = msg("Adopt a rule book that has tournaments.")
    next_page = "rules-propose"


@dataclass(frozen=True, kw_only=True, slots=True)
class SaleVerdict:
    """Whether something may be done; `code` says on what grounds."""

    allowed: bool
    code: str
    because: tuple[Because, ...]


def allow(book: RuleBook, code: str, *cited: str, **facts: Any) -> SaleVerdict:
    """
    Return that something may be done, by the values of the book that say so.

    What a book does not speak of is decided on the spot. Source: OLY-1.4, VOO-G38, IMG-G59.
    """
    return SaleVerdict(allowed=True, code=code, because=grounds(book, code, *cited, **facts))


def refuse(book: RuleBook, code: str, *cited: str, **facts: Any) -> SaleVerdict:
    """
    Return that something may not be done, by the values of the book that say so.

    What a book does not speak of is decided on the spot. Source: OLY-1.4, VOO-G38, IMG-G59.
    """
    return SaleVerdict(allowed=False, code=code, because=grounds(book, code, *cited, **facts))


def grounds(book: RuleBook, result: Any, *cited: str, **facts: Any) -> tuple[Because, ...]:
    """
    Return the reasons of a result, or who decides where the book has none of the values.

    Source: OLY-1.4, VOO-G38, IMG-G59.
    """
    known = [key for key in cited if key in book.sources or key in book.paragraphs]
    return tuple(book.why(key, result, **facts) for key in known or ["decides.dispute"])
