"""To which family each game belongs; that decides what its first betting round is."""

from casino.house.rules import Family, Game
from casino.house.vocabulary import value_in_words
from casino.messages import msg
from casino.refusals import BadInput

FAMILIES: dict[Game, Family] = {
    "texas_holdem": "flop",
    "crazy_pineapple": "flop",
    "watermelon": "flop",
    "omaha": "flop",
    "omaha_hilo": "flop",
    "five_card_omaha": "flop",
    "courchevel": "flop",
    "sviten_special": "flop",
    "seven_card_stud": "stud",
    "seven_card_stud_hilo": "stud",
    "razz": "stud",
    "soko": "stud",
    "triple_draw_27": "draw",
    "ofc_pineapple": "ofc",
}
# A hand of a mixed game is a hand of the game being dealt (CATALOGUE 3.1).
MIXED: dict[Game, tuple[Game, ...]] = {
    "horse": (
        "texas_holdem",
        "omaha_hilo",
        "razz",
        "seven_card_stud",
        "seven_card_stud_hilo",
    ),
    "eight_game": (
        "triple_draw_27",
        "texas_holdem",
        "omaha_hilo",
        "razz",
        "seven_card_stud",
        "seven_card_stud_hilo",
        "omaha",
    ),
}


def named_game(text: str) -> Game:
    """Return the game of that name. Raises BadInput."""
    for game in (*FAMILIES, *MIXED):
        if game == text:
            return game
    raise BadInput(msg("{text} is not a game of this room.", text=text), field="game")


def dealt_family(session_game: Game, dealt: Game | None = None) -> Family:
    """
    Return the family of the hand dealt; a mixed game's hand names the game being dealt.

    Source: OLY-1.6, CATALOGUE 3.1. Raises BadInput for a game that is not dealt at this table.
    """
    game, table = dealt or session_game, value_in_words(session_game)
    if game != session_game and game not in MIXED.get(session_game, ()):
        named = value_in_words(game)
        said = msg("{game} is not part of {session_game}.", game=named, session_game=table)
        raise BadInput(said, field="game")
    if game not in FAMILIES:
        said = msg("Enter which game of {session_game} was dealt.", session_game=table)
        raise BadInput(said, field="game")
    return FAMILIES[game]


def families_dealt(session_game: Game) -> frozenset[Family]:
    """
    Return the families of the hands that may be dealt in a session's game.

    Source: OLY-1.6, CATALOGUE 3.1.
    """
    return frozenset(FAMILIES[game] for game in MIXED.get(session_game, (session_game,)))
