"""Random deals of every game, and a comparison of two ways to rank them."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from cashgames.rules.games import GAMES
from casino.cards import DECK, Card
from casino.house.rules import Game

DEALS = 20_000


def deals(game: Game, count: int = DEALS) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Yield own and common cards, the same at every run."""
    rules, chance = GAMES[game], random.Random(f"casino {game}")
    deck, own = list(DECK.values()), rules.own_cards
    for _ in range(count):
        cards = chance.sample(deck, own + rules.boards[-1])
        yield tuple(cards[:own]), tuple(cards[own:])


def assert_same_order(ours: Sequence[Any], theirs: Sequence[Any]) -> None:
    """Compare all with all: greater, smaller and equal must be so in both."""
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    for (one, other), (greater, also_greater) in pairwise(pairs):
        assert one < greater
        assert other < also_greater
