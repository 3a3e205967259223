"""What an explanation of a jackpot says: both hands with five cards and name, what is missing."""

from typing import Any

import pytest

from casino.house.because import Because
from casino.house.rulebook import load_book
from jackpot.rules.payouts import bad_beat_payout
from jackpot.rules.qualification import Played, qualification
from tests.unit.jackpot.test_qualification import ACES_FULL, hand

BOOK = load_book("olympic")


def of_the_bad_beat(played: Played) -> Because:
    return qualification(BOOK, played).because[-1]


def named(category: str, *ranks: int) -> dict[str, Any]:
    return {"category": category, "ranks": list(ranks)}


@pytest.mark.rule("OLY-4.7.3")
def test_a_hit_shows_both_hands_with_their_five_cards_and_names() -> None:
    why = of_the_bad_beat(ACES_FULL)
    assert why.result == "hit"
    assert why.inputs["at_least"] == named("full_house", 14, 11)
    assert why.inputs["hand_names"] == {
        1: named("full_house", 14, 11),
        2: named("four_of_a_kind", 9, 14),
    }
    assert set(why.inputs["hands"][1]) == {"AS", "AD", "AH", "JC", "JD"}
    assert "missing" not in why.inputs


@pytest.mark.parametrize(
    ("played", "names", "missing"),
    [
        (
            hand("texas_holdem", "AS AD TC 9H 9D", "AH TD", "9C 9S"),
            {1: named("full_house", 14, 10), 2: named("four_of_a_kind", 9, 14)},
            "the losing hand is too low",
        ),
        (
            hand("texas_holdem", "AS AD JC JH 9D", "AH 2D", "JS JD"),
            {1: named("full_house", 14, 11), 2: named("four_of_a_kind", 11, 14)},
            "the losing hand does not use both hole cards",
        ),
        (
            hand("texas_holdem", "AS AD AC 2H 2D", "KS KD", "AH 3C"),
            {1: named("full_house", 14, 13), 2: named("four_of_a_kind", 14, 3)},
            "",
        ),
        (
            hand("texas_holdem", "AS KS QD JH TC", "2D 3D", "2C 3C"),
            {1: named("straight", 14), 2: named("straight", 14)},
            "no shown hand was beaten",
        ),
        (
            hand("texas_holdem", "9S 9H 9D 9C 2D", "KS KD", "AH 3C"),
            {1: named("four_of_a_kind", 9, 13), 2: named("four_of_a_kind", 9, 14)},
            "the losing hand does not use both hole cards",
        ),
    ],
)
def test_a_miss_says_which_hands_there_were_and_what_is_missing(
    played: Played, names: dict[int, Any], missing: str
) -> None:
    why = of_the_bad_beat(played)
    assert why.inputs["hand_names"] == names
    assert why.inputs.get("missing", "") == missing
    assert all(len(five) == 5 for five in why.inputs["hands"].values())


@pytest.mark.rule("AMB-25")
def test_a_winner_that_uses_one_own_card_is_what_is_missing() -> None:
    why = of_the_bad_beat(hand("texas_holdem", "8H 9H TH JH JD", "JS JC", "QH 2C"))
    assert why.result == "winning_hand_does_not_qualify"
    assert why.inputs["missing"] == "the winning hand does not use both hole cards"


@pytest.mark.rule("OLY-4.9")
def test_under_a_royal_flush_the_miss_is_the_bad_beats() -> None:
    verdict = qualification(BOOK, hand("texas_holdem", "TS JS QS 2H 3D", "AS KS", "2C 2D"))
    royal, beat = verdict.because
    assert (royal.inputs["jackpot"], royal.result) == ("royal_flush", [1])
    assert (beat.inputs["jackpot"], beat.result) == ("bad_beat", "no_losing_hand_qualifies")


def test_the_bad_beats_three_parts_are_named_by_whose_they_are() -> None:
    payout = bad_beat_payout(
        BOOK, base_cents=1_000_000, losing_seats=[1], winning_seats=[2], seats=range(1, 7)
    )
    parts = {
        name: seats
        for why in payout.because
        for name, seats in why.inputs.items()
        if name.endswith("_seats")
    }
    assert parts == {"losing_seats": [1], "winning_seats": [2], "table_seats": [1, 2, 3, 4, 5, 6]}
