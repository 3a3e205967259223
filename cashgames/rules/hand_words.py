"""The name of a hand as a dealer announces it: Full house, kings over tens."""

from collections.abc import Callable, Sequence

from casino.words import Said, say

NAMES = {
    14: say("ace"), 13: say("king"), 12: say("queen"), 11: say("jack"), 10: say("ten"),
    9: say("nine"), 8: say("eight"), 7: say("seven"), 6: say("six"), 5: say("five"),
    4: say("four"), 3: say("three"), 2: say("two"), 1: say("ace"),
}  # fmt: skip
SEVERAL = {
    14: say("aces"), 13: say("kings"), 12: say("queens"), 11: say("jacks"), 10: say("tens"),
    9: say("nines"), 8: say("eights"), 7: say("sevens"), 6: say("sixes"), 5: say("fives"),
    4: say("fours"), 3: say("threes"), 2: say("twos"),
}  # fmt: skip
LETTERS = {14: "A", 13: "K", 12: "Q", 11: "J", 10: "10", 1: "A"}
ACE = 14


def high_in_words(category: str, ranks: Sequence[int]) -> Said:
    """
    Return a high hand in words; ranks: those that break ties, in their order.

    Source: OLY-1.41.
    """
    return IN_WORDS[category](*ranks)


def low_in_words(ranks: Sequence[int]) -> Said:
    """
    Return a low hand by its ranks from the highest.

    Source: OLY-1.45.
    """
    return say("Low: {ranks}", ranks="-".join(LETTERS.get(rank, str(rank)) for rank in ranks))


def _letters(ranks: Sequence[int]) -> str:
    return " ".join(LETTERS.get(rank, str(rank)) for rank in ranks)


def _with_kickers(hand: Said, ranks: Sequence[int]) -> Said:
    if len(ranks) == 1:
        return say("{hand}, {kicker} kicker", hand=hand, kicker=NAMES[ranks[0]])
    return say("{hand}, kickers {cards}", hand=hand, cards=_letters(ranks)) if ranks else hand


def _straight_flush(top: int) -> Said:
    if top == ACE:
        return say("Royal flush")
    return say("Straight flush, {top} high", top=NAMES[top])


def _full_house(top: int, pair: int) -> Said:
    return say("Full house, {top} full of {pair}", top=SEVERAL[top], pair=SEVERAL[pair])


def _two_pair(top: int, low: int, *rest: int) -> Said:
    return _with_kickers(say("Two pair, {top} and {low}", top=SEVERAL[top], low=SEVERAL[low]), rest)


def _four_card_flush(*ranks: int) -> Said:
    hand = say("Four-card flush, {cards}", cards=_letters(ranks[:4]))
    return _with_kickers(hand, ranks[4:])


IN_WORDS: dict[str, Callable[..., Said]] = {
    "straight_flush": _straight_flush,
    "four_of_a_kind": lambda top, *rest: _with_kickers(say("Four {top}", top=SEVERAL[top]), rest),
    "full_house": _full_house,
    "flush": lambda *ranks: say("Flush, {cards}", cards=_letters(ranks)),
    "straight": lambda top: say("Straight, {top} high", top=NAMES[top]),
    "three_of_a_kind": lambda top, *rest: _with_kickers(say("Three {top}", top=SEVERAL[top]), rest),
    "two_pair": _two_pair,
    "four_card_flush": _four_card_flush,
    "four_card_straight": lambda top, *rest: _with_kickers(
        say("Four-card straight, {top} high", top=NAMES[top]), rest
    ),
    "pair": lambda top, *rest: _with_kickers(say("Pair of {top}", top=SEVERAL[top]), rest),
    "high_card": lambda *ranks: say("High card, {cards}", cards=_letters(ranks)),
}
