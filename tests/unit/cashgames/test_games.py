"""The sixteen games, by paragraph: which cards make a hand, who wins, who may play what."""

from typing import get_args

import pytest

from cashgames.rules.families import FAMILIES, MIXED, dealt_family
from cashgames.rules.first_round import first_round_key
from cashgames.rules.games import GAMES, check_board, check_own, game_rules
from cashgames.rules.hands import CATEGORIES, best_hand, fives, high
from cashgames.rules.pots import showdown, winners_by_half
from cashgames.rules.table_limits import GameNotOffered, most_players, run_it_twice
from casino.calculators.registry import calculate
from casino.cards import DECK, Card
from casino.house.rulebook import NAMES, load_book
from casino.house.rules import Game
from casino.refusals import BadInput

ALL: tuple[Game, ...] = get_args(Game)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(DECK[one] for one in text.split())


def winners(game: Game, board: str, *own: str) -> list[list[int]]:
    """Return the seats, from 1, that win each half."""
    hands = {seat: cards(text) for seat, text in enumerate(own, start=1)}
    run = showdown(game_rules(game), cards(board), hands)
    return winners_by_half(run, sorted(run))


@pytest.mark.parametrize(
    ("game", "board", "own", "category"),
    [
        pytest.param(
            "texas_holdem", "AS KS QS JS 2D", "TS 2C", "straight_flush", id="OLY-6.1.1 one"
        ),
        pytest.param("texas_holdem", "AS AD KC KD KH", "2C 3D", "full_house", id="OLY-6.1.1 none"),
        pytest.param("omaha", "AS KS QS JS 2D", "TS 2C 3C 4D", "pair", id="OLY-6.2.1 two, not one"),
        pytest.param("omaha", "9S KS QS 3D 2D", "AS TS 3C 4D", "flush", id="OLY-6.2.1 two of four"),
        pytest.param("omaha", "AS AD AH AC 2D", "KC KD 3C 4D", "full_house", id="ONL-2 Omaha"),
        pytest.param("soko", "", "2S 5S 9S KS 3D", "four_card_flush", id="OLY-6.4.1 five of five"),
        pytest.param(
            "seven_card_stud",
            "",
            "2C 2D 2H 9S 9D KC 4H",
            "full_house",
            id="OLY-6.5.2 five of seven",
        ),
        pytest.param(
            "crazy_pineapple", "AS KS QS JS 2D", "TS 2C", "straight_flush", id="OLY-6.6.1"
        ),
        pytest.param("watermelon", "AS AD KC KD KH", "2C 3D", "full_house", id="OLY-6.9.1"),
    ],
)
def test_the_cards_from_which_a_game_makes_its_hand(
    game: Game, board: str, own: str, category: str
) -> None:
    hand = best_hand(game_rules(game), game_rules(game).halves[0], cards(own), cards(board))
    assert hand is not None
    assert hand.value.category == category
    assert len(hand.cards) == 5


@pytest.mark.parametrize(
    ("game", "own", "complete"),
    [
        pytest.param("texas_holdem", "AS KS QS", True, id="OLY-6.1.1 two own cards"),
        pytest.param("omaha", "AS KS QS", True, id="OLY-6.2.1 four own cards"),
        pytest.param("soko", "AS KS QS JS", True, id="OLY-6.4.1 five own cards"),
        pytest.param(
            "seven_card_stud", "AS KS QS JS TS 9S", True, id="OLY-6.5.2 five rounds, 7 cards"
        ),
        pytest.param("crazy_pineapple", "AS KS QS", True, id="OLY-6.6.1 one is thrown away"),
        pytest.param("watermelon", "AS KS QS", True, id="OLY-6.9.1 two are thrown away"),
    ],
)
def test_a_hand_with_another_number_of_own_cards_is_refused(
    *, game: Game, own: str, complete: bool
) -> None:
    with pytest.raises(BadInput, match="hole cards"):
        check_own(game, cards(own), complete=complete, field="own")


@pytest.mark.parametrize("game", ["seven_card_stud", "razz", "soko"])
def test_stud_has_no_common_cards(game: Game) -> None:
    with pytest.raises(BadInput, match="board cards"):
        check_board(game, cards("AS KS QS"), complete=False, field="board")


@pytest.mark.parametrize(
    ("game", "board", "own", "expected"),
    [
        # The high hand and the low hand may use different own cards; both halves to one player.
        pytest.param(
            "omaha_hilo",
            "3S 5D 8C KD QH",
            ("KS KH AC 2D", "QS QD 9C TD"),
            [[1], [1]],
            id="OLY-6.3.1 two halves",
        ),
        pytest.param(
            "omaha_hilo",
            "3S 5D 8C KD QH",
            ("KS KH 9C TD", "AC 2D 9S TS"),
            [[1], [2]],
            id="OLY-6.3.1 high and low",
        ),
        pytest.param(
            "seven_card_stud_hilo",
            "",
            ("KS KH KC 9D TD 2C 4C", "AC 2D 3H 5S 7D QC JC"),
            [[1], [2]],
            id="OLY-6.11.1 high and low",
        ),
        pytest.param(
            "seven_card_stud_hilo",
            "",
            ("KS KH KC 9D TD 2C 4C", "QS QH AC 2D 3H JD TC"),
            [[1]],
            id="OLY-6.11.1 no low, the high hand takes all",
        ),
        pytest.param(
            "seven_card_stud_hilo",
            "",
            ("AS 2S 3D 5D 7H KC KD", "AH 2H 3C 5C 7S QC QD"),
            [[1], [1, 2]],
            id="OLY-6.11.1 equal lows share",
        ),
        pytest.param(
            "omaha_hilo",
            "3S 5D 8C KD QH",
            ("AS 2S 9C TD", "AC 2D 9S TS"),
            [[1, 2], [1, 2]],
            id="ONL-2 Omaha Hi-Lo",
        ),
    ],
)
def test_who_wins_the_halves_of_a_pot(
    game: Game, board: str, own: tuple[str, ...], expected: list[list[int]]
) -> None:
    assert winners(game, board, *own) == expected


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(("olympic", "OLY-1.44"), id="OLY-1.44"),
        pytest.param(("voodoo", "VOO-G30"), id="VOO-G30"),
        pytest.param(("img", "IMG-G42"), id="IMG-G42"),
        pytest.param(("home", "HOME-27"), id="HOME-27"),
    ],
)
def test_suits_never_decide_a_pot(rule: tuple[str, str]) -> None:
    house, paragraph = rule
    assert load_book(house).source("hands.suits") == paragraph
    assert winners("texas_holdem", "2C 3D 7H 9S JC", "AS KS", "AC KC") == [[1, 2]]
    flushes = [high(cards(" ".join(f"{rank}{suit}" for rank in "A9742"))) for suit in "CDHS"]
    assert len(set(flushes)) == 1


@pytest.mark.parametrize(
    ("house", "paragraph"),
    [
        pytest.param("voodoo", "VOO-G28", id="VOO-G28 the cards speak"),
        pytest.param("img", "IMG-G41", id="IMG-G41 the highest value wins"),
        pytest.param("home", "HOME-26", id="HOME-26 the cards speak"),
    ],
)
def test_a_house_ranks_hands_by_its_own_paragraph(house: str, paragraph: str) -> None:
    given = {"game": "texas_holdem", "cards": ["AS", "AD"], "board": ["AC", "KD", "KS"]}
    answer = calculate("hand_rank", given | {"house": house})
    assert answer["high"]["category"] == "full_house"
    assert [why["rule"] for why in answer["because"]] == [paragraph]


@pytest.mark.rule("OLY-1.45", "VOO-G29")
def test_a_sixth_and_a_seventh_card_never_count() -> None:
    assert winners("texas_holdem", "AS KD QH JC TD", "9S 9D", "2S 2D") == [[1, 2]]
    given = {"game": "texas_holdem", "cards": ["9S", "9D"], "board": ["AS", "KD", "QH", "JC", "TD"]}
    reasons = [
        calculate("hand_rank", given | {"house": one})["because"] for one in ("olympic", "voodoo")
    ]
    assert [why[-1]["rule"] for why in reasons] == ["OLY-1.45", "VOO-G29"]
    for game, rules in GAMES.items():
        for half in rules.halves:
            own, board = list(DECK.values())[: rules.own_cards], list(DECK.values())[-5:]
            five = next(fives(rules, half, own, board if rules.boards[-1] else ()))
            assert len(five) == load_book("voodoo").hands.cards, game


@pytest.mark.parametrize("name", NAMES)
def test_the_book_makes_hands_as_the_program_does(name: str) -> None:
    for game, made in load_book(name).hands.made.items():
        rules = GAMES[game]
        expected = "any_five" if rules.takes == "any" else rules.takes
        if "own_five" in rules.halves:
            expected = f"own_five_and_{expected}"
        assert made == expected, game


@pytest.mark.rule("OLY-6.4.1", "OLY-6.4.2", "AMB-42")
def test_the_four_card_hands_lie_where_the_books_put_them() -> None:
    for name in ("olympic", "voodoo"):
        assert load_book(name).hands.four_card_hands == "below_two_pair"
    order = ["pair", "four_card_straight", "four_card_flush", "two_pair"]
    assert [one for one in CATEGORIES if one in order] == order


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("name", NAMES)
def test_every_game_of_a_house_has_a_limit_and_a_first_round_and_no_other(
    name: str, game: Game
) -> None:
    """OLY-1.6 sixteen, VOO-G1 six, IMG-G1 ten, HOME-0 Hold'em, ONL-2 three games."""
    book = load_book(name)
    if game not in book.tables.max_players:
        with pytest.raises(GameNotOffered):
            most_players(book, game, at="cash")
        return
    cash, tournament = (most_players(book, game, at=at) for at in ("cash", "tournament"))
    assert 2 <= cash.max_players <= tournament.max_players <= 10
    assert all(why.says for why in cash.because + tournament.because)
    for dealt in MIXED.get(game, (game,)):
        assert book.says(book.source(first_round_key(dealt_family(game, dealt))))


@pytest.mark.parametrize(
    ("name", "offered"),
    [("olympic", 16), ("voodoo", 6), ("img", 10), ("home", 1), ("online", 3)],
)
def test_a_house_offers_the_games_that_its_book_lists(name: str, offered: int) -> None:
    assert len(load_book(name).tables.max_players) == offered
    assert set(FAMILIES) | set(MIXED) == set(ALL)


@pytest.mark.rule("OLY-2.29")
@pytest.mark.parametrize(
    ("all_in_before", "dealt_twice"),
    [("flop", ("flop", "turn", "river")), ("turn", ("turn", "river")), ("river", ("river",))],
)
def test_on_flop_turn_and_river_the_rest_may_be_dealt_twice(
    all_in_before: str, dealt_twice: tuple[str, ...]
) -> None:
    verdict = run_it_twice(
        load_book("olympic"),
        "texas_holdem",
        players=9,
        small_blind_cents=200,
        big_blind_cents=200,
        all_in_before=all_in_before,
        all_agree=True,
    )
    assert verdict.dealt_twice == dealt_twice


@pytest.mark.rule("OLY-2.32", "VOO-C27")
@pytest.mark.parametrize("name", ["olympic", "voodoo"])
def test_the_rest_is_dealt_twice_only_where_everybody_agrees(name: str) -> None:
    hand = {"players": 4, "small_blind_cents": 200, "big_blind_cents": 200}
    refused, allowed = (
        run_it_twice(
            load_book(name), "texas_holdem", **hand, all_in_before="turn", all_agree=agreed
        )
        for agreed in (False, True)
    )
    assert (refused.code, refused.dealt_twice) == ("not_agreed", ())
    assert allowed.allowed
