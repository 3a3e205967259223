"""How many take part, whether that is enough, and when the number is final."""

from collections.abc import Mapping
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.schema import Count
from tournaments.rules.verdict import SaleVerdict, allow, refuse


@dataclass(frozen=True, kw_only=True, slots=True)
class Participants:
    """The number that the prize table is read with; final: prizes are fixed."""

    count: int
    final: bool
    because: tuple[Because, ...]


def participants(
    book: RuleBook,
    *,
    entries: Mapping[str, Count],
    late_registration_open: bool,
    rebuys_open: bool,
) -> Participants:
    """
    Return how many took part, by the paid entries (re-entries included) of each person.

    While late registration or rebuys are open the number, and so each prize, is provisional.

    Source: AMB-50, AMB-52.
    """
    paid = [count for count in entries.values() if count]
    count = len(paid) if book.tournament.participants == "persons" else sum(paid)
    final = not (late_registration_open or rebuys_open)
    return Participants(
        count=count,
        final=final,
        because=(
            book.why("tournament.participants", count, entries=dict(entries)),
            book.why("AMB-52", final, late_registration_open=late_registration_open),
        ),
    )


def start_verdict(book: RuleBook, *, paid_entries: int) -> SaleVerdict:
    """
    Return whether a tournament begins at its announced start, or is cancelled and refunded.

    Source: VOO-T7, AMB-69.
    """
    enough = paid_entries >= book.tournament.min_participants
    answer = allow if enough else refuse
    code = "begins" if enough else "too_few_participants"
    return answer(book, code, "tournament.min_participants", paid_entries=paid_entries)
