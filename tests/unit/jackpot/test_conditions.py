"""The conditions of a claim say the same as the verdict, one by one."""

from collections.abc import Sequence
from typing import Any

import pytest

from casino.calculators.topics.hands import QualificationGiven
from casino.house.rulebook import load_book
from casino.refusals import BadInput
from casino.schema import read
from jackpot.rules.conditions import ClaimedHand, Condition, judge
from jackpot.rules.qualification import Played
from tests.unit.jackpot.test_qualification import cards, hand
from tests.unit.vectors import cases

BOOK = load_book("olympic")
KNOWN = [case for case in cases("jackpot_qualification") if "error" not in case["expect"]]


def claimed(given: QualificationGiven) -> ClaimedHand:
    return ClaimedHand(
        game=given.game,
        players=given.players_dealt_in,
        open_cards_dealt=given.open_cards_dealt,
        boards=(given.board,),
        showdown=given.showdown,
        hands=given.hands,
        campaign=given.campaign_no_jackpot,
    )


def all_met(conditions: Sequence[Condition], subject: str) -> bool:
    asked = [each for each in conditions if each.of in ("hand", subject)]
    return any(each.of == subject for each in asked) and all(each.met for each in asked)


@pytest.mark.parametrize("case", KNOWN, ids=lambda case: case["id"])
def test_every_condition_is_ticked_exactly_when_the_jackpot_is_hit(case: dict[str, Any]) -> None:
    given = read(QualificationGiven, case["given"])
    judged = judge(given.house, claimed(given))

    assert judged.verdict.bad_beat == case["expect"]["bad_beat"]
    assert all_met(judged.conditions, "bad_beat") == judged.verdict.bad_beat
    assert all_met(judged.conditions, "royal_flush") == judged.verdict.royal_flush
    assert judged.hit or not all(each.met for each in judged.conditions)


def played_twice(*boards: str) -> ClaimedHand:
    aces = hand("texas_holdem", boards[0], "AH JD", "9C 9S")
    return ClaimedHand(
        game=aces.game,
        players=6,
        open_cards_dealt=0,
        boards=tuple(cards(board) for board in boards),
        showdown=True,
        hands=aces.hands,
    )


@pytest.mark.rule("AMB-34")
def test_of_two_boards_only_the_first_counts() -> None:
    hit, miss = "AS AD JC 9H 9D", "AS AD JC 2H 3D"

    assert judge(BOOK, played_twice(hit, miss)).hit
    judged = judge(BOOK, played_twice(miss, hit))
    assert not judged.hit
    assert judged.board_no == 1


@pytest.mark.rule("AMB-34")
def test_where_the_house_says_so_the_second_board_counts_too() -> None:
    book = BOOK.with_overrides({"jackpot.boards": 2})
    judged = judge(book, played_twice("AS AD JC 2H 3D", "AS AD JC 9H 9D"))
    assert (judged.hit, judged.board_no) == (True, 2)


def test_a_card_on_both_boards_is_refused_after_they_part() -> None:
    with pytest.raises(BadInput, match="9H is given twice"):
        judge(BOOK, played_twice("AS AD JC 9H 9D", "AS AD JC 2H 9H"))


def test_a_crossed_condition_says_what_was_found_and_its_paragraph() -> None:
    few = hand("texas_holdem", "AS AD JC 9H 9D", "AH JD", "9C 9S", players=5)
    claim = ClaimedHand(
        game=few.game,
        players=5,
        open_cards_dealt=0,
        boards=(few.board,),
        showdown=True,
        hands=few.hands,
    )
    failed = next(each for each in judge(BOOK, claim).conditions if not each.met)
    assert (failed.rule, failed.found) == ("OLY-2.38", "5 players dealt in")


def ticked(played: Played) -> dict[str, str]:
    """Return what is ticked of the bad beat, with its paragraph."""
    one = ClaimedHand(
        game=played.game,
        players=6,
        open_cards_dealt=4,
        boards=(played.board,),
        showdown=True,
        hands=played.hands,
    )
    conditions = judge(BOOK, one).conditions
    return {each.name: each.rule for each in conditions if each.of == "bad_beat" and each.met}


@pytest.mark.rule("AMB-41")
def test_with_three_hands_the_side_pots_are_named() -> None:
    three = hand("texas_holdem", "AS AD JC 9H 9D", "AH JD", "9C 9S", "KS KD")
    assert ticked(three)["Side pots do not count"] == "AMB-41"


@pytest.mark.rule("AMB-40")
def test_in_a_hilo_game_the_high_hands_alone_count() -> None:
    hilo = hand("omaha_hilo", "8S 8D 7C 7H 2D", "7S 7D KC QD", "8H 8C AC AD")
    assert ticked(hilo)["The high hand was beaten"] == "AMB-40"
