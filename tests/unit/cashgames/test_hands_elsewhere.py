"""Our ranks against those of two other programs, all compared with all: every five, then deals."""

from collections.abc import Callable
from typing import Any

import pytest
from phevaluator import evaluate_cards, evaluate_omaha_cards
from pokerkit import (
    CombinationHand,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
)

from cashgames.rules.games import GAMES, Half
from cashgames.rules.hands import Value, best_hand, high, low8, low27, razz
from casino.cards import Card
from casino.house.rules import Game
from tests.unit.cashgames.deals import DEALS, assert_same_order, by_ranks, deals, every_five_cards

Cards = tuple[Card, ...]


def written(cards: Cards) -> str:
    return "".join(f"{card}"[0] + card.suit.lower() for card in cards)


def listed(cards: Cards) -> list[str]:
    text = written(cards)
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def any_five(own: Cards, board: Cards) -> int:
    return -evaluate_cards(*listed(own + board))


def own_five(own: Cards, board: Cards) -> int:
    return -evaluate_cards(*listed(own))


def two_of_four(own: Cards, board: Cards) -> int:
    return -evaluate_omaha_cards(*listed(board + own))


def two_of_five(own: Cards, board: Cards) -> int:
    """Three fours of the five own cards hold every two of them."""
    a, b, c, d, e = own
    return max(two_of_four(four, board) for four in [(a, b, c, d), (a, b, c, e), (a, b, d, e)])


def entry(hand: Any, sign: int) -> int | None:
    return None if hand is None else sign * hand.entry.index


def omaha_low(own: Cards, board: Cards) -> int | None:
    found = OmahaEightOrBetterLowHand.from_game_or_none(written(own), written(board))
    return entry(found, -1)


def stud_low(own: Cards, board: Cards) -> int | None:
    return entry(EightOrBetterLowHand.from_game_or_none(written(own), ""), -1)


def razz_low(own: Cards, board: Cards) -> int | None:
    return entry(RegularLowHand.from_game(written(own), ""), -1)


def deuce_to_seven(own: Cards, board: Cards) -> int | None:
    return entry(StandardLowHand(written(own)), -1)


FEWER = DEALS // 5
WHOLE_HANDS: list[tuple[Game, Half, Callable[[Cards, Cards], int | None], int]] = [
    ("texas_holdem", "high", any_five, DEALS),
    ("crazy_pineapple", "high", any_five, DEALS),
    ("watermelon", "high", any_five, DEALS),
    ("seven_card_stud", "high", any_five, DEALS),
    ("seven_card_stud_hilo", "low8", stud_low, FEWER),
    ("omaha", "high", two_of_four, DEALS),
    ("omaha_hilo", "high", two_of_four, FEWER),
    ("omaha_hilo", "low8", omaha_low, FEWER),
    ("five_card_omaha", "high", two_of_five, DEALS),
    ("courchevel", "high", two_of_five, FEWER),
    ("sviten_special", "high", two_of_five, FEWER),
    ("sviten_special", "own_five", own_five, DEALS),
    ("razz", "razz", razz_low, FEWER),
    ("triple_draw_27", "low27", deuce_to_seven, DEALS),
]
VALUES: list[tuple[Callable[[Cards], Value | None], type[CombinationHand], int]] = [
    (high, StandardHighHand, 1),
    (low8, EightOrBetterLowHand, -1),
    (razz, RegularLowHand, -1),
    (low27, StandardLowHand, -1),
]
# The other program is slow where it chooses among many fives: there it ranks the five we chose.
PROOFS: list[tuple[Game, Half, type[CombinationHand], int]] = [
    ("texas_holdem", "high", StandardHighHand, 1),
    ("omaha_hilo", "low8", EightOrBetterLowHand, -1),
    ("seven_card_stud_hilo", "low8", EightOrBetterLowHand, -1),
    ("razz", "razz", RegularLowHand, -1),
]


def test_every_five_cards_rank_as_elsewhere() -> None:
    fives = [five for five, _ in every_five_cards()]
    assert_same_order([high(five).order for five in fives], [any_five(five, ()) for five in fives])


@pytest.mark.parametrize(("value", "kind", "sign"), VALUES)
def test_all_ranks_suited_and_not_are_worth_the_same_elsewhere(
    value: Callable[[Cards], Value | None], kind: type[CombinationHand], sign: int
) -> None:
    ours, theirs = [], []
    for five, _ in by_ranks():
        own, other = value(five), entry(kind.from_game_or_none(written(five), ""), sign)
        assert (own is None) == (other is None)
        if own is not None:
            ours.append(own.order)
            theirs.append(other)
    assert_same_order(ours, theirs)


@pytest.mark.parametrize(("game", "half", "elsewhere", "count"), WHOLE_HANDS)
def test_hands_rank_as_elsewhere(
    game: Game, half: Half, elsewhere: Callable[[Cards, Cards], int | None], count: int
) -> None:
    ours, theirs = [], []
    for own, board in deals(game, count):
        hand, other = best_hand(GAMES[game], half, own, board), elsewhere(own, board)
        assert (hand is None) == (other is None)
        if hand is not None:
            ours.append(hand.value.order)
            theirs.append(other)
    assert_same_order(ours, theirs)


@pytest.mark.parametrize(("game", "half", "kind", "sign"), PROOFS)
def test_the_five_cards_of_the_proof_are_worth_the_same_elsewhere(
    game: Game, half: Half, kind: type[CombinationHand], sign: int
) -> None:
    hands = [best_hand(GAMES[game], half, own, board) for own, board in deals(game)]
    ours = [hand.value.order for hand in hands if hand]
    theirs = [entry(kind(written(hand.cards)), sign) for hand in hands if hand]
    assert_same_order(ours, theirs)
