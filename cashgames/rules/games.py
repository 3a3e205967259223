"""How the hands of each game are made, and what may be dealt of it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from cashgames.rules.families import FAMILIES
from casino.cards import Card, card_twice
from casino.house.rules import Game
from casino.messages import msg
from casino.refusals import BadInput

Half = Literal["high", "own_five", "low8", "razz", "soko", "low27"]

FLOP_BOARDS = (0, 3, 4, 5)
MIN_STUD = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class GameRules:
    """
    The hand of one game: own cards, which five of them count, what wins each half of the pot.

    takes: any five of own and common cards, or two own and three common ones. boards: how many
    common cards there can be at any time.
    """

    own_cards: int
    halves: tuple[Half, ...]
    takes: Literal["any", "two_and_three"] = "any"
    boards: tuple[int, ...] = (0,)


def _flop(
    own_cards: int,
    *halves: Half,
    takes: Literal["any", "two_and_three"] = "two_and_three",
    boards: tuple[int, ...] = FLOP_BOARDS,
) -> GameRules:
    return GameRules(own_cards=own_cards, halves=halves, takes=takes, boards=boards)


GAMES: dict[Game, GameRules] = {
    "texas_holdem": _flop(2, "high", takes="any"),
    # Two of the own cards are left after the discards.
    "crazy_pineapple": _flop(2, "high", takes="any"),
    "watermelon": _flop(2, "high", takes="any"),
    "omaha": _flop(4, "high"),
    "omaha_hilo": _flop(4, "high", "low8"),
    "five_card_omaha": _flop(5, "high"),
    # The first common card is open before the betting.
    "courchevel": _flop(5, "high", boards=(0, 1, 3, 4, 5)),
    "sviten_special": _flop(5, "own_five", "high"),
    "seven_card_stud": GameRules(own_cards=7, halves=("high",)),
    "seven_card_stud_hilo": GameRules(own_cards=7, halves=("high", "low8")),
    "razz": GameRules(own_cards=7, halves=("razz",)),
    "soko": GameRules(own_cards=5, halves=("soko",)),
    "triple_draw_27": GameRules(own_cards=5, halves=("low27",)),
    # Played for points, row by row.
    "ofc_pineapple": GameRules(own_cards=13, halves=()),
}


def game_rules(game: Game) -> GameRules:
    """
    Return how the hands of a game are made. Raises BadInput for a mixed game.

    Source: OLY-1.6, CATALOGUE 3.1.
    """
    if game not in GAMES:
        raise BadInput(msg("game: enter which game of {game} was dealt.", game=game), field="game")
    return GAMES[game]


def ranked_rules(game: Game) -> GameRules:
    """
    Return how the hands of a game are made that is decided by hands. Raises BadInput.

    Source: OLY-1.6, CATALOGUE 3.1.
    """
    rules = game_rules(game)
    if not rules.halves:
        raise BadInput(
            msg("game: {game} is scored in points, not by hand.", game=game), field="game"
        )
    return rules


def check_board(game: Game, board: Collection[Card], *, complete: bool, field: str) -> None:
    """
    Refuse a number of common cards that the game never has. Raises BadInput.

    complete: all cards were dealt, as they are at a showdown.

    Source: OLY-6.1.1, OLY-6.2.1, OLY-6.5.1, OLY-6.7.1.
    """
    allowed = game_rules(game).boards
    if complete:
        allowed = allowed[-1:]
    if len(board) not in allowed:
        numbers = ", ".join(map(str, allowed))
        raise BadInput(
            msg(
                "{field}: board cards possible in {game} here: {numbers}; entered: {count}.",
                field=field,
                game=game,
                numbers=numbers,
                count=len(board),
            ),
            field=field,
        )


def check_own(game: Game, own: Collection[Card], *, complete: bool, field: str) -> None:
    """
    Refuse a number of own cards that the game never has. Raises BadInput.

    Stud deals own cards one by one, so before the last one (complete) there can be fewer.

    Source: OLY-6.1.1, OLY-6.2.1, OLY-6.4.1, OLY-6.5.1.
    """
    maximum = game_rules(game).own_cards
    partial = FAMILIES[game] == "stud" and not complete
    fewest = MIN_STUD if partial else maximum
    if not fewest <= len(own) <= maximum:
        number = f"{fewest}\N{EN DASH}{maximum}" if partial else str(maximum)
        raise BadInput(
            msg(
                "{field}: hole cards in {game} here: {number}; entered: {count}.",
                field=field,
                game=game,
                number=number,
                count=len(own),
            ),
            field=field,
        )


class CardTwice(BadInput):
    """One card lies in two places."""


def check_no_card_twice(cards: Iterable[Card], *, field: str) -> None:
    """Refuse a card that is there twice, an invariant of a deck. Raises CardTwice."""
    if twice := card_twice(cards):
        raise CardTwice(
            msg("{field}: {twice} is given twice.", field=field, twice=twice), field=field
        )
