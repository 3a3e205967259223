"""The places of players who are out in the same hand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.schema import Count, Text


@dataclass(frozen=True, kw_only=True, slots=True)
class Eliminated:
    """
    Who is out, the stack at the start of the deal, the hand (bigger is better) if known.

    joker: whether one was in the hand.
    """

    player: Text
    stack: Count
    hand: Count | None
    joker: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentPlace:
    """A place and who has it; several who share it use up as many places."""

    place: int
    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class FinishOrder:
    """The places, best first."""

    places: tuple[TournamentPlace, ...]
    because: tuple[Because, ...]


def places_by_chips(stacks: Mapping[str, Count]) -> dict[str, int]:
    """
    Return the place of everybody left where play stops; equal stacks share it.

    Source: AMB-62, AMB-71, AMB-74.
    """
    return {
        player: 1 + sum(others > chips for others in stacks.values())
        for player, chips in stacks.items()
    }


def finish_order(
    book: RuleBook, *, survivors: int, eliminated: Sequence[Eliminated]
) -> FinishOrder:
    """
    Return the places of everybody out in one hand (or one round of hand for hand).

    The bigger stack places higher, then, where the house looks at it, the better hand; of equal
    hands the one without a joker.

    Source: OLY-3.2.h, OLY-3.4.22, VOO-T24, IMG-T19, HOME-32, AMB-71 to AMB-73.
    """
    places, next_place = [], survivors + 1
    for group in _groups(book, eliminated):
        players = tuple(sorted(one.player for one in group))
        places.append(TournamentPlace(place=next_place, players=players))
        next_place += len(players)
    cited = "finish_tiebreak" if book.tournament.finish_tiebreak else "finish_by"
    why = [book.why(f"tournament.{cited}", [list(one.players) for one in places])]
    if book.pots.joker and any(one.joker for one in eliminated):
        why.append(book.why("pots.joker", [one.player for one in eliminated if one.joker]))
    if len(places) < len(eliminated):
        why.append(book.why("AMB-71", sum(len(one.players) > 1 for one in places)))
    return FinishOrder(places=tuple(places), because=tuple(why))


def _groups(book: RuleBook, eliminated: Sequence[Eliminated]) -> Iterator[list[Eliminated]]:
    """Yield those who share a place, the best first."""
    loses_ties = book.pots.joker == "loses_ties"
    for group in _falling(eliminated, lambda one: (one.stack,)):
        known = all(one.hand is not None for one in group)
        if book.tournament.finish_tiebreak and known:
            yield from _falling(group, lambda one: (one.hand or 0, not (loses_ties and one.joker)))
        else:
            yield group


def _falling(
    players: Sequence[Eliminated], by: Callable[[Eliminated], tuple[int, ...]]
) -> Iterator[list[Eliminated]]:
    for _, group in groupby(sorted(players, key=by, reverse=True), key=by):
        yield list(group)
