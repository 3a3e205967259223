"""The ranks of hands: all 2,598,960 of them, and what each game makes of its cards."""

from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashgames.rules.games import GAMES, check_board, check_own, game_rules, ranked_rules
from cashgames.rules.hands import (
    SCALES,
    Five,
    best_hand,
    high,
    low8,
    low27,
    razz,
    soko,
)
from casino.cards import DECK, Card, card_twice, parse_card, texts
from casino.house.rules import Game
from casino.refusals import BadInput
from tests.unit.cashgames.deals import by_ranks, every_five_cards

HIGH_HANDS = {
    "straight_flush": 40,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
# Four suited: 4 * C(13,4) * 39, less the 600 straights among them. Four in sequence: 79 sets of
# ranks in 960 ways of suits, and 44 with a pair in 372 ways.
SOKO_HANDS = HIGH_HANDS | {
    "four_card_flush": 4 * comb(13, 4) * 39 - 600,
    "four_card_straight": 79 * 960 + 44 * 372,
    "pair": 1_098_240 - 44 * 372 - 4 * comb(13, 4) * 4 * 3,
    "high_card": 1_302_540 - 79 * 960 - (4 * comb(13, 4) * 27 - 600),
}
FOUR_CARDS = {"four_card_straight", "four_card_flush"}


def cards(text: str) -> Five:
    return tuple(parse_card(one) for one in text.split())


def test_every_five_cards_are_in_the_class_that_combinatorics_count() -> None:
    usual, with_four = Counter[str | None](), Counter[str | None]()
    for five, ways in every_five_cards():
        category = soko(five).category
        with_four[category] += ways
        # Elsewhere both say the same, as a test below shows.
        usual[high(five).category if category in FOUR_CARDS else category] += ways
    assert usual == HIGH_HANDS
    assert with_four == SOKO_HANDS


def test_four_cards_count_between_a_pair_and_two_pair_and_nowhere_else() -> None:
    for five, _ in by_ranks():
        value = soko(five)
        if value.category in FOUR_CARDS:
            assert high(five).category in ("high_card", "pair")
        else:
            assert value == high(five)


def test_every_low_hand_is_counted() -> None:
    seen: Counter[str] = Counter()
    for five, ways in by_ranks():
        seen["all"] += ways
        seen["low8"] += ways * (low8(five) is not None)
        seen["razz without a pair"] += ways * (len(set(razz(five).ranks)) == 5)
        seen["low27"] += ways * (low27(five).category is None)
    assert seen == {
        "all": comb(52, 5),
        "low8": comb(8, 5) * 4**5,
        "razz without a pair": comb(13, 5) * 4**5,
        # Nine straights: A-2-3-4-5 is none where the ace is high.
        "low27": (comb(13, 5) - 9) * (4**5 - 4),
    }


def test_there_are_7462_values_of_five_cards() -> None:
    assert len({high(five).order for five, _ in by_ranks()}) == 7462


@pytest.mark.rule("ONL-11")
@pytest.mark.parametrize(
    ("better", "worse"),
    [("AS 2D 3C 4H 5S", "AS 2D 3C 4H 6S"), ("7S 6D 5C 4H 2S", "8S 4D 3C 2H AS")],
)
def test_a_low_is_compared_from_its_highest_card(better: str, worse: str) -> None:
    assert low8(cards(better)).order > low8(cards(worse)).order  # type: ignore[union-attr]


def test_a_pair_or_a_nine_is_no_low() -> None:
    assert low8(cards("AS AD 3C 4H 5S")) is None
    assert low8(cards("AS 2D 3C 4H 9S")) is None


@pytest.mark.rule("OLY-6.10.1")
def test_razz_knows_straights_and_flushes_as_nothing_but_their_cards() -> None:
    assert razz(cards("AS 2S 3S 4S 5S")).ranks == (5, 4, 3, 2, 1)
    assert razz(cards("KS QD JC TH 9S")).order > razz(cards("AS AD 2C 3H 4S")).order
    assert razz(cards("AS AD 2C 3H 4S")).order > razz(cards("2S 2D AC 3H 4S")).order


def test_a_razz_low_says_all_its_five_cards() -> None:
    assert razz(cards("AS AD 2C 3H 4S")).ranks == (1, 1, 4, 3, 2)
    assert razz(cards("KS KD KC 3H 3S")).ranks == (13, 13, 13, 3, 3)


def test_the_best_of_deuce_to_seven_is_seven_five() -> None:
    best = low27(cards("7S 5D 4C 3H 2S"))
    assert best.order > low27(cards("7S 6D 4C 3H 2S")).order
    assert low27(cards("AS 5D 4C 3H 2S")).category is None
    assert low27(cards("6S 5D 4C 3H 2S")).category == "straight"
    assert low27(cards("7S 5S 4S 3S 2S")).category == "flush"


@pytest.mark.rule("OLY-6.2.2")
def test_omaha_takes_exactly_two_own_cards() -> None:
    board = cards("2S 7S JS 9S 4C")
    one_spade = best_hand(GAMES["omaha"], "high", cards("AS KD QH 3H"), board)
    assert one_spade is not None
    assert one_spade.value.category == "high_card"
    assert len(set(one_spade.cards) & set(cards("AS KD QH 3H"))) == 2


@pytest.mark.rule("OLY-6.12.1")
def test_sviten_ranks_the_own_five_and_two_with_three() -> None:
    own, board = cards("AS KS QS JS TS"), cards("2D 2H 2C 7D 9H")
    halves = [best_hand(GAMES["sviten_special"], half, own, board) for half in ("own_five", "high")]
    assert [hand and hand.value.category for hand in halves] == [
        "straight_flush",
        "three_of_a_kind",
    ]


@given(st.permutations(list(DECK.values())), st.sampled_from(sorted(GAMES)))
def test_the_proof_is_worth_what_the_hand_is(deck: list[Card], game: Game) -> None:
    rules = GAMES[game]
    own = deck[: rules.own_cards]
    board = deck[-5:] if rules.boards[-1] else []
    for half in rules.halves:
        hand = best_hand(rules, half, own, board)
        if hand:
            assert SCALES[half](hand.cards) == hand.value
            assert set(hand.cards) <= {*own, *board}
            assert not card_twice(hand.cards)
            turned = best_hand(rules, half, own[::-1], board[::-1])
            assert turned is not None
            assert turned.value == hand.value


@pytest.mark.parametrize("text", ["", "A", "AX", "1S", "10S", "as", "AS ", 14, None, ["AS"], True])
def test_what_is_no_card_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match="must be a card"):
        parse_card(text)


def test_cards_are_greater_by_rank_then_by_suit() -> None:
    order = [str(card) for card in sorted(DECK.values())]
    assert order[:5] == ["2C", "2D", "2H", "2S", "3C"]
    assert order[-1] == "AS"
    assert texts(cards("TS 9H")) == ["TS", "9H"]


@pytest.mark.parametrize(
    ("game", "own"), [("texas_holdem", 3), ("omaha", 2), ("razz", 8), ("soko", 4)]
)
def test_a_number_of_own_cards_that_the_game_never_has_is_refused(game: Game, own: int) -> None:
    with pytest.raises(BadInput, match="hole cards in"):
        check_own(game, list(DECK.values())[:own], complete=True, field="cards")


@pytest.mark.parametrize(("game", "board"), [("texas_holdem", 2), ("omaha", 1), ("soko", 5)])
def test_a_board_that_the_game_never_has_is_refused(game: Game, board: int) -> None:
    with pytest.raises(BadInput, match="board cards possible"):
        check_board(game, list(DECK.values())[:board], complete=False, field="board")


def test_mixed_games_and_open_face_have_no_hand_of_their_own() -> None:
    with pytest.raises(BadInput, match="enter which game"):
        game_rules("horse")
    with pytest.raises(BadInput, match="scored in points"):
        ranked_rules("ofc_pineapple")
