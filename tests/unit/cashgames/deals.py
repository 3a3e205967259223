"""Every five cards, random deals of every game, and a comparison of two ways to rank them."""

import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import (
    combinations,
    combinations_with_replacement,
    pairwise,
    permutations,
    product,
)
from math import comb, prod
from typing import Any

from cashgames.rules.games import GAMES
from casino.cards import DECK, SUITS, Card
from casino.house.rules import Game

# The values of five cards are compared whole; deals ask which five of a player's cards are chosen.
DEALS = 20_000 if os.environ.get("LONG") else 2_000
RENAMINGS = [dict(zip(SUITS, order, strict=True)) for order in permutations(SUITS)]
Cards = tuple[Card, ...]
Suits = tuple[tuple[str, ...], ...]


def every_five_cards() -> Iterator[tuple[Cards, int]]:
    """
    Yield all five cards that differ by more than the names of their suits, and in how many ways.

    Together 134,459, which stand for 2,598,960; their suits are named in any of 24 ways, the same
    at every run.
    """
    chance = random.Random("suits")
    for ranks in combinations_with_replacement(range(2, 15), 5):
        times = Counter(ranks)
        if max(times.values()) > len(SUITS):
            continue
        for suits, ways in in_suits(*times.values()).items():
            name = chance.choice(RENAMINGS)
            yield (
                tuple(
                    Card(rank, name[suit])
                    for rank, of_rank in zip(times, suits, strict=True)
                    for suit in of_rank
                ),
                ways,
            )


@cache
def in_suits(*times: int) -> Counter[Suits]:
    """Return how a rank that comes so often, and a second, and so on, may be suited."""
    return Counter(
        min(
            tuple(tuple(sorted(name[suit] for suit in of_rank)) for of_rank in suits)
            for name in RENAMINGS
        )
        for suits in product(*(list(combinations(SUITS, each)) for each in times))
    )


def by_ranks() -> Iterator[tuple[Cards, int]]:
    """Yield five cards for each set of ranks, suited and not, and in how many ways they come."""
    for ranks in combinations_with_replacement(range(2, 15), 5):
        times = Counter(ranks)
        if max(times.values()) > 4:
            continue
        suited = 4 if len(times) == 5 else 0
        suits: Counter[int] = Counter()
        mixed = []
        for rank in ranks:
            mixed.append(Card(rank, "CDHS"[(suits[rank] + (rank == ranks[0])) % 4]))
            suits[rank] += 1
        yield tuple(mixed), prod(comb(4, n) for n in times.values()) - suited
        if suited:
            yield tuple(Card(rank, "S") for rank in ranks), suited


def deals(game: Game, count: int = DEALS) -> Iterator[tuple[Cards, Cards]]:
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
