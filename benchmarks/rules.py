"""
Rake and jackpot drop of a batch of hands, decided on one core, beside an empty loop over them;
and whether a full table's showdown is a bad beat.

Run by script/bench rules. The hands are the imports' million in small: most with a flop, one in ten
with a side pot.
"""

from random import Random
from statistics import median

from benchmarks._bench import ratio, raws, seconds, show, side_by_side
from cashgames.rules.jackpot_drop import drop_terms, pot_charges
from cashgames.rules.rake import rake_terms
from casino.cards import Card, parse_card
from casino.house.rulebook import load_book
from jackpot.rules.qualification import Played, Shown, qualification

HANDS = 500_000
AIM = 200_000
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

    table = full_table()
    assert qualification(book, table).bad_beat
    took = [seconds(lambda: qualification(book, table)) * 1000 for _ in range(101)]
    show("a bad beat at a full table decided, ms", median(took), most=5)


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
