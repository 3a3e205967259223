"""The name of a hand as a dealer announces it: Full house, kings over tens."""

from collections.abc import Callable, Sequence

from casino.messages import Message, msg

NAMES = {
    14: msg("ace"), 13: msg("king"), 12: msg("queen"), 11: msg("jack"), 10: msg("ten"),
    9: msg("nine"), 8: msg("eight"), 7: msg("seven"), 6: msg("six"), 5: msg("five"),
    4: msg("four"), 3: msg("three"), 2: msg("two"), 1: msg("ace"),
}  # fmt: skip
SEVERAL = {
    14: msg("aces"), 13: msg("kings"), 12: msg("queens"), 11: msg("jacks"), 10: msg("tens"),
    9: msg("nines"), 8: msg("eights"), 7: msg("sevens"), 6: msg("sixes"), 5: msg("fives"),
    4: msg("fours"), 3: msg("threes"), 2: msg("twos"),
}  # fmt: skip
LETTERS = {14: "A", 13: "K", 12: "Q", 11: "J", 10: "10", 1: "A"}
ACE = 14


def high_in_words(category: str, ranks: Sequence[int]) -> Message:
    """
    Return a high hand in words; ranks: those that break ties, in their order.

    Source: OLY-1.41.
    """
    return IN_WORDS[category](*ranks)


def low_in_words(ranks: Sequence[int]) -> Message:
    """
    Return a low hand by its ranks from the highest.

    Source: OLY-1.45.
    """
    return msg("Low: {ranks}", ranks="-".join(LETTERS.get(rank, str(rank)) for rank in ranks))


def _letters(ranks: Sequence[int]) -> str:
    return " ".join(LETTERS.get(rank, str(rank)) for rank in ranks)


def _with_kickers(hand: Message, ranks: Sequence[int]) -> Message:
    if len(ranks) == 1:
        return msg("{hand}, {kicker} kicker", hand=hand, kicker=NAMES[ranks[0]])
    return msg("{hand}, kickers {cards}", hand=hand, cards=_letters(ranks)) if ranks else hand


def _straight_flush(top: int) -> Message:
    if top == ACE:
        return msg("Royal flush")
    return msg("Straight flush, {top} high", top=NAMES[top])


def _full_house(top: int, pair: int) -> Message:
    return msg("Full house, {top} full of {pair}", top=SEVERAL[top], pair=SEVERAL[pair])


def _two_pair(top: int, low: int, *rest: int) -> Message:
    return _with_kickers(msg("Two pair, {top} and {low}", top=SEVERAL[top], low=SEVERAL[low]), rest)


def _four_card_flush(*ranks: int) -> Message:
    hand = msg("Four-card flush, {cards}", cards=_letters(ranks[:4]))
    return _with_kickers(hand, ranks[4:])


IN_WORDS: dict[str, Callable[..., Message]] = {
    "straight_flush": _straight_flush,
    "four_of_a_kind": lambda top, *rest: _with_kickers(msg("Four {top}", top=SEVERAL[top]), rest),
    "full_house": _full_house,
    "flush": lambda *ranks: msg("Flush, {cards}", cards=_letters(ranks)),
    "straight": lambda top: msg("Straight, {top} high", top=NAMES[top]),
    "three_of_a_kind": lambda top, *rest: _with_kickers(msg("Three {top}", top=SEVERAL[top]), rest),
    "two_pair": _two_pair,
    "four_card_flush": _four_card_flush,
    "four_card_straight": lambda top, *rest: _with_kickers(
        msg("Four-card straight, {top} high", top=NAMES[top]), rest
    ),
    "pair": lambda top, *rest: _with_kickers(msg("Pair of {top}", top=SEVERAL[top]), rest),
    "high_card": lambda *ranks: msg("High card, {cards}", cards=_letters(ranks)),
}
