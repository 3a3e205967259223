"""Who hits a jackpot, whoever is named first."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashgames.rules.families import FAMILIES
from cashgames.rules.games import GAMES
from casino.cards import DECK, Card
from casino.house.rulebook import load_book
from casino.house.rules import Game
from casino.refusals import BadInput
from jackpot.rules.qualification import HandVerdict, Played, Shown, qualification

BOOK = load_book("olympic")
MAX_SEATS = 9
PLAYED = sorted(game for game in GAMES if FAMILIES[game] in ("flop", "stud"))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(DECK[one] for one in text.split())


def hand(game: Game, board: str, *own: str, players: int = 6) -> Played:
    return Played(
        game=game,
        players=players,
        open_cards_dealt=4,
        board=cards(board),
        showdown=True,
        hands=tuple(Shown(seat=seat, cards=cards(text)) for seat, text in enumerate(own, start=1)),
    )


ACES_FULL = hand("texas_holdem", "AS AD JC 9H 9D", "AH JD", "9C 9S")


@given(st.sampled_from(PLAYED), st.permutations(list(DECK.values())), st.data())
def test_the_order_of_the_hands_changes_nothing(
    game: Game, deck: list[Card], data: st.DataObject
) -> None:
    own, board = GAMES[game].own_cards, deck[-5:] if GAMES[game].boards[-1] else []
    seats = data.draw(st.integers(1, 47 // own).map(lambda maximum: min(maximum, MAX_SEATS)))
    dealt = tuple(
        Shown(seat=seat + 1, cards=tuple(deck[seat * own : seat * own + own]))
        for seat in range(seats)
    )
    played = replace(hand(game, ""), board=tuple(board), hands=dealt)
    mixed = replace(played, hands=tuple(data.draw(st.permutations(dealt))))
    first, second = qualification(BOOK, played), qualification(BOOK, mixed)
    assert seen(first) == seen(second)
    assert not set(first.losing_seats) & set(first.winning_seats)
    assert first.bad_beat == bool(first.losing_seats) == bool(first.winning_seats)


def seen(verdict: HandVerdict) -> tuple[object, ...]:
    return (
        verdict.bad_beat_reason,
        verdict.losing_seats,
        verdict.winning_seats,
        verdict.royal_seats,
    )


@pytest.mark.rule("OLY-4.7.3", "OLY-4.12")
def test_a_hit_is_proved_by_five_cards_with_both_hole_cards() -> None:
    verdict = qualification(BOOK, ACES_FULL)
    assert verdict.bad_beat_reason == "hit"
    assert set(verdict.proof[1]) == set(cards("AS AD AH JC JD"))
    assert set(cards("9C 9S")) <= set(verdict.proof[2])


@pytest.mark.rule("OLY-4.11", "OLY-4.1", "OLY-4.3")
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"campaign": True}, "campaign"),
        ({"players": 5}, "too_few_players"),
        ({"board": (), "showdown": False}, "first_round_not_passed"),
        ({"showdown": False}, "no_showdown"),
    ],
)
def test_what_closes_the_jackpot_is_named(changes: dict[str, object], reason: str) -> None:
    verdict = qualification(BOOK, replace(ACES_FULL, **changes))  # type: ignore[arg-type]
    assert (verdict.bad_beat, verdict.bad_beat_reason) == (False, reason)
    assert not verdict.royal_flush


def test_a_house_without_jackpot_has_nothing_to_win() -> None:
    verdict = qualification(load_book("voodoo"), ACES_FULL)
    assert verdict.bad_beat_reason == "house_has_no_jackpot"


@pytest.mark.rule("OLY-4.9", "OLY-4.12")
def test_a_royal_flush_on_the_board_is_nobodys() -> None:
    board = hand("texas_holdem", "AS KS QS JS TS", "2C 2D", "3C 3D")
    assert qualification(BOOK, board).royal_seats == ()


@pytest.mark.parametrize(
    ("played", "field"),
    [
        (hand("texas_holdem", "AS AD JC 9H 9D", "AH JD", "AH 9S"), "hands[1].cards"),
        (hand("texas_holdem", "AS AD JC 9H AS", "AH JD"), "board"),
        (hand("texas_holdem", "AS AD", "AH JD"), "board"),
        (hand("texas_holdem", "AS AD JC 9H", "AH JD"), "board"),
        (hand("texas_holdem", "AS AD JC 9H 9D", "AH JD 2C"), "hands[0].cards"),
        (hand("seven_card_stud", "", "AS AD JC 9H 9D 2C"), "hands[0].cards"),
        (hand("seven_card_stud", "AC", "AS AD JC 9H 9D 2C 3C"), "board"),
    ],
)
def test_cards_that_cannot_have_been_dealt_are_refused(played: Played, field: str) -> None:
    with pytest.raises(BadInput) as refused:
        qualification(BOOK, played)
    assert refused.value.field == field
