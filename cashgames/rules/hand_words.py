"""The name of a hand as a dealer announces it: Full house, kings over tens."""

from collections.abc import Callable, Sequence

NAMES = {
    14: "ace", 13: "king", 12: "queen", 11: "jack", 10: "ten", 9: "nine", 8: "eight", 7: "seven",
    6: "six", 5: "five", 4: "four", 3: "three", 2: "two", 1: "ace",
}  # fmt: skip
LETTERS = {14: "A", 13: "K", 12: "Q", 11: "J", 10: "10", 1: "A"}
ACE = 14


def high_in_words(category: str, ranks: Sequence[int]) -> str:
    """
    Return a high hand in words; ranks: those that break ties, in their order.

    Source: OLY-1.41.
    """
    return IN_WORDS[category](*ranks)


def low_in_words(ranks: Sequence[int]) -> str:
    """
    Return a low hand by its ranks from the highest.

    Source: OLY-1.45.
    """
    return f"Low: {'-'.join(LETTERS.get(rank, str(rank)) for rank in ranks)}"


def _letters(ranks: Sequence[int]) -> str:
    return " ".join(LETTERS.get(rank, str(rank)) for rank in ranks)


def _plural(rank: int) -> str:
    return f"{NAMES[rank]}es" if NAMES[rank] == "six" else f"{NAMES[rank]}s"


def _beside(ranks: Sequence[int]) -> str:
    return f", beside it {_letters(ranks)}" if ranks else ""


def _straight_flush(top: int) -> str:
    return "Royal flush" if top == ACE else f"Straight flush to the {NAMES[top]}"


IN_WORDS: dict[str, Callable[..., str]] = {
    "straight_flush": _straight_flush,
    "four_of_a_kind": lambda top, *rest: f"Four {_plural(top)}{_beside(rest)}",
    "full_house": lambda top, pair: f"Full house, {_plural(top)} over {_plural(pair)}",
    "flush": lambda *ranks: f"Flush, {_letters(ranks)}",
    "straight": lambda top: f"Straight to the {NAMES[top]}",
    "three_of_a_kind": lambda top, *rest: f"Three {_plural(top)}{_beside(rest)}",
    "two_pair": lambda top, low, *rest: (
        f"Two pair, {_plural(top)} and {_plural(low)}{_beside(rest)}"
    ),
    "four_card_flush": lambda *ranks: f"Four-card flush, {_letters(ranks[:4])}{_beside(ranks[4:])}",
    "four_card_straight": lambda top, *rest: (
        f"Four-card straight to the {NAMES[top]}{_beside(rest)}"
    ),
    "pair": lambda top, *rest: f"A pair of {_plural(top)}{_beside(rest)}",
    "high_card": lambda *ranks: f"High card, {_letters(ranks)}",
}
