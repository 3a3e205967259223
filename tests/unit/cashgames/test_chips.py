"""Chips, by paragraph: which are played with, what buys them, where they may go."""

from typing import get_args

import pytest

from cashgames.rules.chips import (
    Means,
    Move,
    OtherChips,
    least_stack_verdict,
    move_verdict,
    payment_verdict,
    played_with,
)
from casino.house.rulebook import NAMES, load_book


@pytest.mark.parametrize(
    ("house", "at", "rule"),
    [
        pytest.param("olympic", "tournament", "OLY-1.10", id="OLY-1.10 two kinds of chips"),
        pytest.param("olympic", "cash", "OLY-2.1", id="OLY-2.1 cash chips in cash games"),
        pytest.param("voodoo", "tournament", "VOO-G9", id="VOO-G9 two kinds of chips"),
        pytest.param("voodoo", "cash", "VOO-C1", id="VOO-C1 cash chips in cash games"),
        pytest.param("img", "tournament", "IMG-G2", id="IMG-G2 poker has chips of its own"),
        pytest.param("img", "cash", "IMG-C2", id="IMG-C2 cash chips in cash games"),
    ],
)
def test_a_game_takes_its_own_kind_of_chips_and_no_other(house: str, at: str, rule: str) -> None:
    book = load_book(house)
    assert played_with(book, at=at, chips=at).rule == rule
    with pytest.raises(OtherChips) as refused:
        played_with(book, at=at, chips="cash" if at == "tournament" else "tournament")
    assert refused.value.source == rule


@pytest.mark.parametrize(("house", "at"), [("home", "cash"), ("online", "tournament")])
def test_a_house_without_such_games_has_no_chips_for_them(house: str, at: str) -> None:
    with pytest.raises(OtherChips):
        played_with(load_book(house), at=at, chips=at)


@pytest.mark.parametrize(
    ("house", "means", "dealt", "code", "rule"),
    [
        pytest.param("olympic", "plaque", False, "allowed", "OLY-2.10", id="OLY-2.10 plaque"),
        pytest.param("olympic", "cash", True, "cards_dealt", "OLY-2.2", id="OLY-2.2 no cash bets"),
        pytest.param("voodoo", "cash", True, "cards_dealt", "VOO-C2", id="VOO-C2 no cash bets"),
        pytest.param("voodoo", "chips", False, "allowed", "VOO-C8", id="VOO-C8 cash chips"),
        pytest.param("voodoo", "plaque", False, "means_not_accepted", "VOO-C8", id="VOO-C8 plaque"),
        pytest.param("img", "cash", False, "allowed", "IMG-C4", id="IMG-C4 banknotes"),
        pytest.param("img", "plaque", False, "means_not_accepted", "IMG-C4", id="IMG-C4 plaque"),
        pytest.param("img", "cash", True, "cards_dealt", "IMG-C3", id="IMG-C3 before the cards"),
    ],
)
def test_money_becomes_chips_before_the_cards(
    *, house: str, means: Means, dealt: bool, code: str, rule: str
) -> None:
    verdict = payment_verdict(load_book(house), means=means, cards_dealt=dealt)
    assert (verdict.code, verdict.because[0].rule) == (code, rule)
    assert verdict.allowed == (code == "allowed")


@pytest.mark.parametrize(
    ("house", "move", "in_hand", "equal", "code"),
    [
        pytest.param("olympic", "add", True, False, "hand_in_progress", id="OLY-2.19 no adding"),
        pytest.param("olympic", "take_away", True, False, "hand_in_progress", id="OLY-1.52 carry"),
        pytest.param("olympic", "add", False, False, "allowed", id="OLY-2.19 between hands"),
        pytest.param("olympic", "food_and_drink", True, False, "allowed", id="OLY-2.19 food"),
        pytest.param(
            "olympic", "give_to_player", False, False, "not_between_players", id="OLY-2.21"
        ),
        pytest.param(
            "olympic", "exchange", False, True, "not_between_players", id="OLY-2.21 equal"
        ),
        pytest.param("voodoo", "add", True, False, "hand_in_progress", id="VOO-C19 no adding"),
        pytest.param("voodoo", "tip", True, False, "allowed", id="VOO-C19 tip"),
        pytest.param("voodoo", "food_and_drink", True, False, "allowed", id="VOO-C19 drinks"),
        pytest.param("olympic", "tip", True, False, "allowed", id="OLY-2.19 tip"),
        pytest.param("voodoo", "give_to_player", False, True, "not_between_players", id="VOO-C20"),
        pytest.param(
            "voodoo", "exchange", False, True, "not_between_players", id="VOO-C20 no exchange"
        ),
        pytest.param("img", "exchange", False, True, "allowed", id="IMG-G3 equal exchange"),
        pytest.param("img", "exchange", False, False, "not_between_players", id="IMG-G3 a loan"),
        pytest.param("img", "add", True, False, "hand_in_progress", id="IMG-G4 between deals"),
        pytest.param("img", "food_and_drink", True, False, "allowed", id="IMG-C17 meals"),
        pytest.param("img", "tip", True, False, "allowed", id="IMG-G57 tips"),
        pytest.param(
            "home", "add", True, False, "hand_in_progress", id="HOME-1 no rebuy in a hand"
        ),
        pytest.param("home", "tip", False, False, "not_removed", id="HOME-0 nobody is tipped"),
    ],
)
def test_what_a_player_may_do_with_the_chips_of_a_stack(
    *, house: str, move: Move, in_hand: bool, equal: bool, code: str
) -> None:
    verdict = move_verdict(load_book(house), move=move, in_hand=in_hand, equal_value=equal)
    assert verdict.code == code
    assert verdict.allowed == (code == "allowed")


@pytest.mark.parametrize("name", NAMES)
def test_no_house_lets_a_player_give_chips_away(name: str) -> None:
    for equal in (True, False):
        verdict = move_verdict(
            load_book(name), move="give_to_player", in_hand=False, equal_value=equal
        )
        assert not verdict.allowed


@pytest.mark.parametrize("move", get_args(Move))
@pytest.mark.parametrize("name", NAMES)
def test_every_move_has_its_paragraph(name: str, move: Move) -> None:
    (why,) = move_verdict(load_book(name), move=move, in_hand=True).because
    assert why.says


@pytest.mark.parametrize(
    ("house", "stack", "code"),
    [
        pytest.param("olympic", 199, "too_few_chips", id="OLY-2.14 less than a bet"),
        pytest.param("olympic", 200, "dealt_in", id="OLY-2.14 exactly a bet"),
        pytest.param("voodoo", 199, "too_few_chips", id="VOO-C13 less than a big blind"),
        pytest.param("voodoo", 200, "dealt_in", id="VOO-C13 a big blind"),
        pytest.param("img", 1, "dealt_in", id="IMG says nothing of it"),
        pytest.param("img", 0, "too_few_chips", id="nobody is dealt in without chips"),
    ],
)
def test_cards_are_dealt_to_who_can_bet(house: str, stack: int, code: str) -> None:
    verdict = least_stack_verdict(load_book(house), stack_cents=stack, least_bet_cents=200)
    assert (verdict.code, verdict.allowed) == (code, code == "dealt_in")
