"""Playing cards: rank and suit, written in two characters, AS for the ace of spades."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, NamedTuple

from casino.messages import msg
from casino.schema import By, Range

RANKS = "23456789TJQKA"
SUITS = "CDHS"
ACE = 14
_SIGNS = str.maketrans("\u2663\u2666\u2665\u2660", SUITS)


class Card(NamedTuple):
    """
    A card, rank 2 to 14. The greater of two has the higher rank, then the higher suit.

    Where suits decide at all (odd chips, chip races) the letters already stand in their order:
    clubs, diamonds, hearts, spades.
    """

    rank: int
    suit: str

    def __str__(self) -> str:
        return RANKS[self.rank - 2] + self.suit


DECK = {
    str(card): card for card in (Card(rank, suit) for rank in range(2, ACE + 1) for suit in SUITS)
}


def parse_card(text: object) -> Card:
    """Return the card of its two characters. Raises ValueError."""
    if isinstance(text, str) and text in DECK:
        return DECK[text]
    raise ValueError(
        msg("must be a card, one of {ranks} and one of {suits}, like AS", ranks=RANKS, suits=SUITS)
    )


AnyCard = Annotated[Card, By(parse_card)]
Cards = Annotated[tuple[AnyCard, ...], Range(0, len(DECK))]


def typed_cards(text: str) -> list[str]:
    """Return the cards of `AhKh`, `ah kh`, `10h`; what is no card is left for `parse_card`."""
    letters = text.translate(_SIGNS).upper().replace("10", "T")
    return re.findall(r"\S{1,2}", re.sub(r"[\s,;]+", "", letters))


def card_twice(cards: Iterable[Card]) -> Card | None:
    """Return a card that is there twice, if any is."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            return card
        seen.add(card)
    return None


def texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


class Deal(NamedTuple):
    """A hand as two people may enter it: its boards, and who showed which own cards."""

    boards: Iterable[Collection[str]]
    own: Mapping[int, Collection[str]]


def is_one_deal(one: Deal, other: Deal) -> bool:
    """Return whether a board, or what was entered of it, and somebody's own cards are the same."""
    boards = [(set(first), set(second)) for first in one.boards for second in other.boards]
    shown = one.own.keys() & other.own.keys()
    return any(first <= second or second <= first for first, second in boards) and any(
        set(one.own[who]) == set(other.own[who]) for who in shown
    )
