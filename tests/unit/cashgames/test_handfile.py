"""Recorded hands out of files: each as expected, or refused by field and reason."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashgames.rules.first_round import Street, first_round_passed
from cashgames.rules.handfile import (
    MAX_RECORD_LENGTH,
    HandRecord,
    RefusedRow,
    phh_hands,
)
from cashgames.rules.jackpot_drop import charges
from cashgames.rules.rake import rake_terms
from casino.house.rulebook import load_book
from tests.recorded import EXCERPT, expected, folders, recorded
from tests.unit.cashgames.handlines import PHH, a_row, read

BOOK = load_book("olympic")
TERMS = rake_terms(BOOK.rake)


def figures(hand: HandRecord) -> dict[str, int]:
    """Charge a hand by the olympic book, in the columns of the expected figures."""
    street = Street(
        family=hand.family,
        board_cards_dealt=hand.board_cards_dealt,
        open_cards_dealt=hand.open_cards_dealt,
        draws_done=hand.draws_done,
    )
    taken = charges(
        BOOK, TERMS, pots_cents=hand.pots_cents, players=hand.players_dealt, street=street
    )
    return {
        "players_dealt": hand.players_dealt,
        "flop_seen": int(first_round_passed(street, BOOK.first_round)),
        "total_pot_cents": sum(hand.pots_cents),
        "main_pot_cents": hand.pots_cents[0],
        "rake_whole_pot_cents": taken.rake.rake_cents,
        "jackpot_drop_cents": taken.drop.drop_cents,
    }


def refusal_between(line: str) -> RefusedRow:
    """The refusal of a line that stands between two good ones."""
    before, refused, after = read(json.dumps(a_row()), line, json.dumps(a_row(id="a:3")))
    assert isinstance(before, HandRecord)
    assert isinstance(after, HandRecord)
    assert (before.position, refused.position, after.position) == (1, 2, 3)
    assert isinstance(refused, RefusedRow)
    assert refused.reason.isprintable()
    assert len(refused.reason) <= 300
    return refused


@pytest.mark.parametrize("folder", folders(), ids=str)
def test_every_recorded_hand_is_as_expected(folder: Path):
    known = expected(folder)
    found = {}
    for name, hand in recorded(folder):
        assert isinstance(hand, HandRecord), hand
        found[name] = figures(hand)
        known[name].pop("rake_main_pot_cents")
    assert found == known


def test_the_excerpt_holds_what_is_hard():
    hands = [hand for _, hand in recorded(EXCERPT) if isinstance(hand, HandRecord)]
    assert {hand.family for hand in hands} == {"flop", "stud", "draw"}
    assert any(len(hand.pots_cents) > 1 for hand in hands if ":130" in hand.external_id)
    assert {5, 6} <= {hand.players_dealt for hand in hands}


MANY = [1] * 23
BAD_ROWS: dict[str, tuple[dict[str, Any], str, str]] = {
    "no id": ({"id": None}, "id", "printable text"),
    "an empty id": ({"id": ""}, "id", "printable text"),
    "an id that is a number": ({"id": 7}, "id", "printable text"),
    "an id of 101 characters": ({"id": "x" * 101}, "id", "printable text"),
    "a NUL in the id": ({"id": "a\0b"}, "id", "printable text"),
    "a tab in the id": ({"id": "a\tb"}, "id", "printable text"),
    "half a character in the id": ({"id": "\ud800"}, "id", "printable text"),
    "a text that turns round": ({"id": "a\u202eb"}, "id", "printable text"),
    "no game": ({"game": None}, "game", "printable text"),
    "a list for a game": ({"game": ["omaha"]}, "game", "printable text"),
    "no family": ({"family": None}, "family", "flop, stud, draw"),
    "an unknown family": ({"family": "poker"}, "family", "'poker' is unknown"),
    "a list for a family": ({"family": []}, "family", "[] is unknown"),
    "no main pot": ({"main_pot_cents": None}, "main_pot_cents", "not None"),
    "a pot of nothing": ({"main_pot_cents": 0}, "main_pot_cents", "above zero, not 0"),
    "a negative pot": ({"main_pot_cents": -300}, "main_pot_cents", "not -300"),
    "half a cent": ({"main_pot_cents": 300.5}, "main_pot_cents", "not 300.5"),
    "a whole number with a point": ({"main_pot_cents": 300.0}, "main_pot_cents", "not 300.0"),
    "a number as text": ({"main_pot_cents": "300"}, "main_pot_cents", "not '300'"),
    "true for a number": ({"main_pot_cents": True}, "main_pot_cents", "not True"),
    "a pot of a quadrillion": ({"main_pot_cents": 10**15}, "main_pot_cents", "not 1000"),
    "no list of side pots": ({"side_pots_cents": None}, "side_pots_cents", "list"),
    "a number for side pots": ({"side_pots_cents": 200}, "side_pots_cents", "list"),
    "a side pot of nothing": ({"side_pots_cents": [0]}, "side_pots_cents", "above zero"),
    "more pots than players": ({"side_pots_cents": MANY}, "side_pots_cents", "at most"),
    "a side pot forgotten": ({"side_pots_cents": []}, "total_pot_cents", "add up to 300"),
    "no total": ({"total_pot_cents": None}, "total_pot_cents", "not None"),
    "a total with a point": ({"total_pot_cents": 500.0}, "total_pot_cents", "not 500.0"),
    "no word on the flop": ({"flop_seen": None}, "flop_seen", "true or false"),
    "a number for the flop": ({"flop_seen": 1}, "flop_seen", "true or false"),
    "nobody dealt in": ({"players_dealt": None}, "players_dealt", "not None"),
    "one player": ({"players_dealt": 1}, "players_dealt", "not 1"),
    "24 players": ({"players_dealt": 24}, "players_dealt", "not 24"),
    "a card twice on the board": ({"board": ["As", "Kd", "As"]}, "board", "'As' appears twice"),
    "a card of the board in a hand": (
        {"board": ["As", "Kd", "2c"], "shown_hands": [{"cards": ["Kd", "3c"]}]},
        "board",
        "'Kd' appears twice",
    ),
    "a number for the board": ({"board": 7}, "board", "must be lists of cards"),
    "numbers on the board": ({"board": [7, 8, 9]}, "board", "must be lists of cards"),
    "a hand without cards": ({"shown_hands": [{}]}, "board", "must be lists of cards"),
    "a text for the shown hands": ({"shown_hands": "As"}, "board", "must be lists of cards"),
    "no instant": ({"played_at": "yesterday"}, "played_at", "'yesterday' is not a date and time"),
    "an instant of nowhere": (
        {"played_at": "2026-02-27T22:00:00"},
        "played_at",
        "no time zone offset",
    ),
    "the year 1": ({"played_at": "0001-01-01T00:00:00+05:00"}, "played_at", "impossible year"),
    "an instant as a list": ({"played_at": [1] * 9999}, "played_at", "is not a date and time"),
}


@pytest.mark.parametrize("case", BAD_ROWS)
def test_a_wrong_field_is_named_and_the_others_are_read(case: str):
    changes, field, reason = BAD_ROWS[case]
    refused = refusal_between(json.dumps(a_row(**changes)))
    assert refused.field == field
    assert reason in refused.reason


BAD_LINES = {
    "no JSON": ("poker", "not valid JSON"),
    "a list": ("[1, 2]", "not a JSON object"),
    "a number": ("7", "not a JSON object"),
    "null": ("null", "not a JSON object"),
    "two objects": ("{} {}", "not valid JSON"),
    "NaN": ('{"id": "a", "main_pot_cents": NaN}', "not valid JSON"),
    "infinity": ('{"main_pot_cents": -Infinity}', "not valid JSON"),
    "a number of 5,000 digits": ('{"main_pot_cents": ' + "9" * 5000 + "}", "not valid JSON"),
    "a NUL byte": ('{"id": "a\0"}', "not valid JSON"),
    "100,000 levels": ("[" * 100_000, "not valid JSON"),
    "900 levels in the id": ('{"id": ' + "[" * 900 + "]" * 900 + "}", ""),
    "bytes that are no UTF-8": ('{"id": "\udcff"}', "not UTF-8"),
    "10 MB in one line": (json.dumps(a_row(note="x" * 10_000_000)), f"{MAX_RECORD_LENGTH}"),
    "a field twice": ('{"id": "a", "id": "b"}', "twice"),
    "a field twice deep inside": ('{"players": [{"seat": 1, "seat": 2}]}', "twice"),
    "a name that is not readable": ('{"id": "a\\n\\u001b[2J", "\\ud800": 1}', ""),
}


@pytest.mark.parametrize("case", BAD_LINES)
def test_a_line_that_is_no_hand_is_refused_and_the_others_are_read(case: str):
    line, reason = BAD_LINES[case]
    refused = refusal_between(line)
    assert reason in refused.reason
    assert refused.external_id.isprintable()
    assert len(refused.external_id) <= 600


def test_a_field_that_stands_twice_is_named():
    assert refusal_between('{"id": "a", "players_dealt": 6, "players_dealt": 2}').field == (
        "players_dealt"
    )


def test_empty_lines_are_passed_over_and_counted():
    rows = read("\n", json.dumps(a_row()), "  \r\n", "?")
    assert [row.position for row in rows] == [2, 4]


@pytest.mark.parametrize(
    ("family", "cards"),
    [
        ("flop", {"board_cards_dealt": 3}),
        ("stud", {"open_cards_dealt": 2}),
        ("draw", {"draws_done": 1}),
    ],
)
def test_what_was_seen_follows_from_the_family(family: str, cards: dict[str, int]):
    seen, unseen = read(
        json.dumps(a_row(family=family)), json.dumps(a_row(family=family, flop_seen=False))
    )
    none = {"board_cards_dealt": 0, "open_cards_dealt": 0, "draws_done": 0}
    assert {name: getattr(seen, name) for name in none} == none | cards
    assert {name: getattr(unseen, name) for name in none} == none


def test_an_instant_is_read_in_utc():
    (hand,) = read(json.dumps(a_row(played_at="2026-02-28T00:30:00+02:00")))
    assert isinstance(hand, HandRecord)
    assert hand.played_at == datetime(2026, 2, 27, 22, 30, tzinfo=UTC)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(st.sampled_from(sorted(a_row(played_at="", board=[], shown_hands=[]))), json_values)
def test_no_value_of_a_field_stops_the_reader(field: str, value: Any):
    assert len(read(json.dumps(a_row() | {field: value}), json.dumps(a_row()))) == 2


@given(st.text(max_size=40))
def test_no_text_stops_either_reader(text: str):
    good = json.dumps(a_row())
    assert isinstance(read(text.replace("\n", " "), good)[-1], HandRecord)
    rows = list(phh_hands(["[1]\n", text.replace("\n", " ") + "\n", "[2]\n", PHH], "w"))
    assert isinstance(rows[-1], HandRecord)
