"""
Rake and jackpot drop of a batch of hands, decided on one core, beside an empty loop over them;
and how long the showdown of a full table takes.

Run by script/bench rules. The hands are the imports' million in small: most with a flop, one in ten
with a side pot.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

from benchmarks._bench import ratio, raws, seconds, show, side_by_side
from cashgames.rules.families import FAMILIES
from cashgames.rules.games import GAMES
from cashgames.rules.hands import best_hand
from cashgames.rules.jackpot_drop import drop_terms, pot_charges
from cashgames.rules.rake import rake_terms
from casino.cards import DECK, Card, parse_card
from casino.house.rulebook import load_book
from casino.house.rules import Game
from jackpot.rules.qualification import Played, Shown, qualification

HANDS = 500_000
AIM = 200_000
EACH = [game for game in GAMES if FAMILIES[game] in ("flop", "stud") and GAMES[game].own_cards]
Hand = tuple[list[int], int, bool]


def main() -> None:
    """Measure both loops and print decisions a second."""
    hands = some_hands()
    book = load_book("olympic")
    terms, dropping = rake_terms(book.rake), drop_terms(book, family="flop")

    def decide() -> int:
        return sum(rake + drop for rake, drop in pot_charges(terms, dropping, hands))

    def look() -> int:
        return sum(players for _pots, players, _passed in hands)

    assert decide() > 0
    found = side_by_side(
        {
            "rules": lambda: HANDS / seconds(decide),
            "empty loop": lambda: HANDS / seconds(look),
        }
    )
    raw = f"{raws(found['rules'], 'hands/s')} | {raws(found['empty loop'], 'hands/s')}"
    show("rake and drop / empty loop over the hands", ratio(found["rules"], found["empty loop"]),
         raw=raw)  # fmt: skip
    show("rake and drop, decisions a second on one core", median(found["rules"]), least=AIM)

    beaten = full_table()
    assert qualification(book, beaten).bad_beat
    tables = [beaten, *map(any_table, sorted(EACH))]
    slowest = max(median(milliseconds(partial(qualification, book, each))) for each in tables)
    show("a jackpot at the slowest full table decided, ms", slowest, most=5)
    show("eight hands of five-card omaha ranked, ms", median(milliseconds(rank_eight)), most=5)


def milliseconds(work: Callable[[], object]) -> list[float]:
    """Return how long a piece of work takes, a hundred and one times."""
    return [seconds(work) * 1000 for _ in range(101)]


def any_table(game: Game) -> Played:
    """Return a showdown of as many as nine who hold the first cards of the deck."""
    own, deck = GAMES[game].own_cards, list(DECK.values())
    return Played(
        game=game, players=6, open_cards_dealt=4, showdown=True,
        board=tuple(deck[-5:]) if GAMES[game].boards[-1] else (),
        hands=tuple(
            Shown(seat=i + 1, cards=tuple(deck[i * own : i * own + own]))
            for i in range(min(9, 47 // own))
        ),
    )  # fmt: skip


def rank_eight() -> None:
    """Rank what a whole table of five-card omaha holds."""
    deck = list(DECK.values())
    for i in range(8):
        best_hand(GAMES["five_card_omaha"], "high", deck[i * 5 : i * 5 + 5], deck[-5:])


def full_table() -> Played:
    """Return a showdown of ten: four aces are beaten by a straight flush."""
    owns = "ASAH KCJD THJH 2C2S 4C5S 6D6S 8C9S TS9D 3D4S KD7C"
    return Played(
        game="texas_holdem", players=10, open_cards_dealt=0, board=cards("ACADQHKH9H"),
        showdown=True,
        hands=tuple(Shown(seat=i, cards=cards(own)) for i, own in enumerate(owns.split(), 1)),
    )  # fmt: skip


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text like ASKH."""
    return tuple(parse_card(text[i : i + 2]) for i in range(0, len(text), 2))


def some_hands() -> list[Hand]:
    """Return hands as (pots in cents, stacks dealt in, first round passed)."""
    random = Random(HANDS)
    return [
        (
            [random.randrange(400, 20_000)]
            + ([random.randrange(100, 10_000)] if random.random() < 0.1 else []),
            random.randrange(4, 10),
            random.random() < 0.8,
        )
        for _ in range(HANDS)
    ]


if __name__ == "__main__":
    main()
