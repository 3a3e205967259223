"""What cannot be asked about hands, tournaments and ranking is refused by field and reason."""

from typing import Any

import pytest

from tests.unit.vectors import answer, cases


def given(topic: str, case: str) -> dict[str, Any]:
    return next(one for one in cases(topic) if one["id"] == case)["given"]


SPLIT = given("pot_split", "cards-holdem")
SHOWDOWN = given("pot_split", "side-pot")
RANK = given("hand_rank", "low-wheel")
HIT = given("jackpot_qualification", "he-aces-full-of-jacks")


def bet(seat: int, cents: int = 1000) -> dict[str, Any]:
    return {"seat": seat, "cents": cents, "live": True}


def shows(seat: int) -> dict[str, Any]:
    return {"seat": seat, "first": 1, "second": None, "odd_card": None}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "old_maid"}, "game"),
        ({"game": "horse"}, "game"),
        ({"game": "ofc_pineapple"}, "game"),
        ({"cards": ["AS", "2D", "KH", "1C"]}, "cards[3]"),
        ({"cards": ["AS", "2D", "KH", "AS"]}, "cards"),
        ({"cards": ["AS", "2D", "KH", "3C"]}, "cards"),
        ({"cards": ["AS", "2D", "KH"]}, "cards"),
        ({"cards": ["AS", "2D", "KH", "QC", "QD"]}, "cards"),
        ({"board": ["3C", "4H"]}, "board"),
        ({"board": []}, "board"),
        ({"board": ["3C", "4H", "5S", "KD", "KC", "2C"]}, "board"),
    ],
)
def test_cards_that_cannot_be_ranked(change: dict[str, Any], field: str) -> None:
    refused = answer("hand_rank", RANK | change)
    assert (refused["error"], refused["field"]) == ("bad_input", field)


def test_three_cards_of_stud_are_no_hand() -> None:
    stud = {"game": "seven_card_stud", "cards": ["AS", "2D", "KH"], "board": []}
    assert answer("hand_rank", stud)["field"] == "cards"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"family": "stud"}, "family"),
        ({"halves": 2}, "halves"),
        ({"halves": 3}, "halves"),
        ({"button_seat": 10}, "button_seat"),
        ({"contributions": []}, "contributions"),
        ({"contributions": [bet(1), bet(12)]}, "contributions[1].seat"),
        ({"contributions": [bet(1), bet(1)]}, "contributions[1].seat"),
        ({"contributions": [bet(1), bet(2, -50)]}, "contributions[1].cents"),
        ({"contributions": [bet(1), bet(2), bet(4)]}, "showdown"),
        ({"contributions": [bet(1) | {"live": False}]}, "contributions"),
        ({"contributions": [{"cents": 5, "live": True}]}, "contributions[0].seat"),
        ({"cards": {"1": ["AD", "AH"], "2": ["KS", "AD"]}}, "cards.2"),
        ({"cards": {"1": ["AD", "AH"], "2": ["KS"]}}, "cards.2"),
        ({"cards": {"1": ["AD", "AH"], "99": ["KS", "3S"]}}, "cards.99"),
        ({"boards": [["2S", "7S"]]}, "boards[0]"),
        ({"boards": [["2S", "7S", "JS", "JD", "AD"]]}, "boards[0]"),
        ({"boards": None}, "boards"),
        ({"cards": None}, "cards"),
        ({"showdown": [[shows(1), shows(2)]]}, "showdown"),
    ],
)
def test_a_hand_that_cannot_be_settled(change: dict[str, Any], field: str) -> None:
    refused = answer("pot_split", SPLIT | change)
    assert (refused["error"], refused["field"]) == ("bad_input", field)


@pytest.mark.parametrize(
    ("showdown", "field"),
    [
        ([[shows(1), shows(2)]], "showdown"),
        ([[shows(1), shows(2), shows(3), shows(9)]], "showdown"),
        ([[shows(1), shows(2), shows(3), shows(3)]], "showdown[0]"),
        ([], "showdown"),
        (None, "showdown"),
    ],
)
def test_a_showdown_that_does_not_fit_the_bets(showdown: Any, field: str) -> None:
    refused = answer("pot_split", SHOWDOWN | {"showdown": showdown})
    assert (refused["error"], refused["field"]) == ("bad_input", field)


def test_two_boards_may_have_the_flop_in_common_but_no_other_card() -> None:
    flop, first = ["2S", "7S", "JS"], ["JD", "4C"]
    shared = SPLIT | {"boards": [flop + first, [*flop, "QD", "5C"]]}
    assert "error" not in answer("pot_split", shared)
    again = SPLIT | {"boards": [flop + first, [*flop, "4C", "5C"]]}
    assert answer("pot_split", again)["field"] == "boards[1]"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"board": ["AS", "AD", "JC", "9H", "9C"]}, "hands[1].cards"),
        ({"board": ["AS", "AD"]}, "board"),
        ({"hands": [{"seat": 1, "cards": ["AH", "JD"]}] * 2}, "hands[1].seat"),
        ({"hands": [{"seat": 1, "cards": ["AH"]}]}, "hands[0].cards"),
        ({"hands": [{"cards": ["AH", "JD"]}]}, "hands[0].seat"),
        ({"game": "eight_game"}, "game"),
        ({"players_dealt_in": -1}, "players_dealt_in"),
        ({"players_dealt_in": 1}, "players_dealt_in"),
    ],
)
def test_a_jackpot_hand_that_cannot_be(change: dict[str, Any], field: str) -> None:
    refused = answer("jackpot_qualification", HIT | change)
    assert (refused["error"], refused["field"]) == ("bad_input", field)


@pytest.mark.parametrize(
    ("topic", "change", "field"),
    [
        ("satellite", {"finishers": []}, "finishers"),
        ("satellite", {"ticket_cents": 0}, "ticket_cents"),
        ("time_tournament", {"players": [{"player": "A", "chips": 1}] * 2}, "players[1]"),
        (
            "finish_order",
            {"eliminated": [{"player": "A", "stack": 1, "hand": 1}] * 2},
            "eliminated[1]",
        ),
        ("bounty", {"entrants": ["A", "A"]}, "entrants"),
        ("bounty", {"events": [{"kind": "won", "out": "A"}]}, "events[0].kind"),
        ("waiting_list", {"events": [{"op": "push", "player": "A"}]}, "events[0].op"),
        ("waiting_list", {"events": [{"op": "pay"}]}, "events[0].player"),
        ("table_balance", {"tables": {}}, "tables"),
        ("table_balance", {"tables": {"one": 3}}, "tables.one"),
        ("ranking_quarter", {"quarter": "2026Q5"}, "quarter"),
        ("ranking_points", {"places": [["A"], []]}, "places[1]"),
        ("ranking_payout", {"standings": [{"player": "A", "points_x100": 1}] * 2}, "standings[1]"),
        ("prize_pool_build", {"kind": "secret"}, "kind"),
        ("refund", {"cause": "weather"}, "cause"),
    ],
)
def test_a_tournament_that_cannot_be(topic: str, change: dict[str, Any], field: str) -> None:
    refused = answer(topic, cases(topic)[0]["given"] | change)
    assert (refused["error"], refused["field"]) == ("bad_input", field)


@pytest.mark.parametrize("topic", ["hand_rank", "pot_split", "jackpot_qualification", "satellite"])
def test_an_answer_says_why(topic: str) -> None:
    why = answer(topic, cases(topic)[0]["given"])["because"]
    assert all(set(one) == {"rule", "says", "inputs", "result"} for one in why)
    assert why


def test_a_hand_is_proved_by_its_five_cards() -> None:
    proof = answer("hand_rank", RANK)["proof"]
    assert sorted(proof["low"]) == ["2D", "3C", "4H", "5S", "AS"]
    assert answer("jackpot_qualification", HIT)["proof"]["1"]
