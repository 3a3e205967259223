"""What five cards are worth in each game, and which five of a player's cards are best."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from cashgames.rules.games import GameRules, Half
from casino.cards import ACE, Card

Five = tuple[Card, ...]

# From the lowest up; the two of four cards exist in Sökö only.
CATEGORIES = (
    "high_card",
    "pair",
    "four_card_straight",
    "four_card_flush",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
STRENGTH = {category: strength for strength, category in enumerate(CATEGORIES)}
HIGHEST_LOW = 8
FOUR = 4

# How often each rank is there, the most frequent first.
_OF_RANKS = {
    (1, 1, 1, 1, 1): "high_card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
}


class Value(NamedTuple):
    """
    What five cards are worth: the greater `order` wins, equal ones share.

    ranks: those that break ties, in order. A low hand as such has no category; five cards that
    are none (a pair in deuce-to-seven) still have an order, and the category that spoils them.
    """

    order: tuple[int, ...]
    ranks: tuple[int, ...]
    category: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand:
    """A player's best value in one half, and the five cards that prove it."""

    value: Value
    cards: Five


def high(five: Five) -> Value:
    """
    Return the value of five cards by the usual ranks; the ace is high, or low in A-2-3-4-5.

    Source: ONL-15, OLY-1.41, OLY-1.45.
    """
    return _high(_falling(five), suited=_suited(five))


def soko(five: Five) -> Value:
    """
    Return the value of five cards where four to a straight or a flush count, too.

    Source: OLY-6.4.2, AMB-42.
    """
    value = high(five)
    if value.category not in ("high_card", "pair"):
        return value
    return max([value, *_four_straights(_falling(five)), *_four_flush(five)])


def low8(five: Five) -> Value | None:
    """
    Return the value of five different ranks of eight or lower, the ace low; None for others.

    Source: OLY-6.3.2, ONL-11.
    """
    ranks = _falling_ace_low(five)
    if ranks[0] > HIGHEST_LOW or len(set(ranks)) < len(ranks):
        return None
    return Value(_negative(ranks), ranks)


def razz(five: Five) -> Value:
    """
    Return the value of five cards where the lowest wins, the ace low; only pairs spoil it.

    Source: OLY-6.10.1.
    """
    ranks, shape = _grouped(_falling_ace_low(five))
    cards = tuple(rank for rank, many in zip(ranks, shape, strict=True) for _ in range(many))
    return Value(_negative((STRENGTH[_OF_RANKS[shape]], *ranks)), cards)


def low27(five: Five) -> Value:
    """
    Return the value of five cards in deuce-to-seven: the worst high hand wins, the ace is high.

    Source: OLY-1.6, CATALOGUE 3.1.
    """
    worst = _high(_falling(five), suited=_suited(five), ace_low=False)
    category = None if worst.category == "high_card" else worst.category
    return Value(_negative(worst.order), worst.ranks, category)


SCALES: dict[Half, Callable[[Five], Value | None]] = {
    "high": high,
    "own_five": high,
    "low8": low8,
    "razz": razz,
    "soko": soko,
    "low27": low27,
}


def fives(
    game: GameRules, half: Half, own: Sequence[Card], board: Sequence[Card]
) -> Iterator[Five]:
    """
    Yield the five cards that a game lets count in one half: any, or two own and three common.

    Source: OLY-6.1.2, OLY-6.2.2, OLY-6.3.2, OLY-6.12.1, ONL-10.
    """
    if half == "own_five":
        yield from combinations(own, 5)
    elif game.takes == "any":
        yield from combinations((*own, *board), 5)
    else:
        for two, three in product(combinations(own, 2), combinations(board, 3)):
            yield two + three


def best_hand(
    game: GameRules, half: Half, own: Sequence[Card], board: Sequence[Card] = ()
) -> Hand | None:
    """
    Return the best of a player's hands in one half of the pot, None if there is none.

    Source: OLY-1.45, OLY-6.3.3.
    """
    scale = SCALES[half]
    best: Value | None = None
    proof: Five = ()
    for five in fives(game, half, own, board):
        value = scale(five)
        if value is not None and (best is None or value.order > best.order):
            best, proof = value, five
    return None if best is None else Hand(value=best, cards=proof)


@cache
def _high(ranks: tuple[int, ...], *, suited: bool, ace_low: bool = True) -> Value:
    """Return the value of five falling ranks; there are few enough of them to remember."""
    ranks, shape = _grouped(ranks)
    if (category := _OF_RANKS[shape]) != "high_card":
        return _value(category, ranks)
    top = _straight_top(ranks, ace_low=ace_low)
    if suited:
        return _value("straight_flush", (top,)) if top else _value("flush", ranks)
    return _value("straight", (top,)) if top else _value(category, ranks)


@cache
def _four_straights(ranks: tuple[int, ...]) -> tuple[Value, ...]:
    """Return the values of four among five falling ranks that follow one another."""
    fours = {fifth: ranks[:i] + ranks[i + 1 :] for i, fifth in enumerate(ranks)}
    tops = {fifth: _straight_top(four) for fifth, four in fours.items()}
    return tuple(_value("four_card_straight", (tops[one], one)) for one in tops if tops[one])


def _four_flush(five: Five) -> Iterator[Value]:
    suits = [card[1] for card in five]
    for fifth in five:
        if suits.count(fifth[1]) == 1 and FOUR in map(suits.count, suits):
            four = tuple(card for card in five if card is not fifth)
            yield _value("four_card_flush", (*_falling(four), fifth[0]))


def _value(category: str, ranks: tuple[int, ...]) -> Value:
    return Value((STRENGTH[category], *ranks), ranks, category)


def _grouped(ranks: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return each rank once, the most frequent first, and how often each is there."""
    once = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    return tuple(once), tuple(ranks.count(rank) for rank in once)


def _straight_top(ranks: tuple[int, ...], *, ace_low: bool = True) -> int:
    """Return the top of falling ranks that follow one another, 0 if they do not."""
    if ranks == tuple(range(ranks[0], ranks[0] - len(ranks), -1)):
        return ranks[0]
    wheel = (ACE, *range(len(ranks), 1, -1))
    return len(ranks) if ace_low and ranks == wheel else 0


def _falling(cards: Five) -> tuple[int, ...]:
    return tuple(sorted([card[0] for card in cards], reverse=True))


def _falling_ace_low(cards: Five) -> tuple[int, ...]:
    return tuple(sorted([1 if card[0] == ACE else card[0] for card in cards], reverse=True))


def _suited(cards: Five) -> bool:
    return len({card[1] for card in cards}) == 1


def _negative(order: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(-one for one in order)
