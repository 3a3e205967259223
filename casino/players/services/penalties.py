"""What a penalty's row says, in a cash game and in a tournament alike."""

from collections.abc import Callable, Collection
from typing import Annotated, Any, get_args

from django.dispatch import Signal

from casino.acts.kinds import Whole
from casino.house.floor import Breach, Measure, Where
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players import rules
from casino.players.models import ImposedPenalty
from casino.refusals import Refusal

DAY_MINUTES = 24 * 60
Minutes = Annotated[int, Whole(low=1, high=DAY_MINUTES)]
# Asks those above, of all cards of a person: what was imposed on them and stands.
penalties_of_guest = Signal()
MILDER = msg("The rule book has a milder penalty for this.")


def imposed(
    stamp: Stamp,
    book: RuleBook,
    *,
    at: Where,
    breach: Breach,
    reason: str,
    measure: Measure | None,
    minutes: int | None,
    provided: Callable[[Breach], rules.Penalty],
    too_hard: type[Refusal],
) -> dict[str, Any]:
    """
    Return what the floor imposes for a breach, beside what the book provides.

    measure, minutes: None as the book has it; where it names no penalties, the floor says which.
    Raises NoPenalties, BadInput, and too_hard for more than the floor may impose.
    """
    alone = rules.left_to_floor(book, measure, minutes) if measure and not book.penalties else None
    due = alone or provided(breach)
    made = alone or rules.imposed(book, at=at, due=due, measure=measure, minutes=minutes)
    if made is None:
        raise too_hard(field="measure", source=due.because[0].rule)
    return {
        "breach": breach,
        "measure": made.measure,
        "book_measure": due.measure,
        "minutes": made.minutes,
        "rounds": made.rounds,
        "reason": reason,
        "because": [each.as_json() for each in made.because],
        "at": stamp.at,
        "imposed_by_id": stamp.person_id,
        "act_id": stamp.act_id,
    }


def steps(
    book: RuleBook, provided: Callable[[Breach], rules.Penalty]
) -> list[tuple[list[Breach], rules.Penalty]]:
    """Return what the book provides now, with the breaches that bring it; none where it is mute."""
    found = dict[tuple[str, str], tuple[list[Breach], rules.Penalty]]()
    for breach in get_args(Breach) if book.penalties else ():
        due = provided(breach)
        found.setdefault((due.measure, due.because[0].rule), ([], due))[0].append(breach)
    return list(found.values())


def penalties_of(player_ids: Collection[int]) -> list[tuple[str, ImposedPenalty]]:
    """Return what was imposed on some cards and stands, with where it was, the latest first."""
    told: Any = penalties_of_guest.send(sender=ImposedPenalty, player_ids=player_ids)
    found = [each for _, theirs in told for each in theirs]
    return sorted(found, key=lambda each: each[1].at, reverse=True)
