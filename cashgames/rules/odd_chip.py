"""Who gets the chips that do not divide evenly among the winners."""

from collections.abc import Mapping
from dataclasses import dataclass

from casino.cards import Card
from casino.house.rulebook import RuleBook
from casino.house.rules import Family, Players, SeatNo
from casino.messages import msg
from casino.refusals import BadInput


@dataclass(frozen=True, kw_only=True, slots=True)
class Seating:
    """The places of a table and where the button was; without a button it counts for nothing."""

    seats_at_table: Players
    button_seat: SeatNo


def odd_chip_key(family: Family) -> str:
    """
    Return the key of the book under which a family's odd chip stands.

    Source: OLY-1.46, VOO-G31, IMG-G44, HOME-28.
    """
    return "odd_chip.draw" if family == "ofc" else f"odd_chip.{family}"


def odd_chip_order(
    book: RuleBook, family: Family, seating: Seating, odd_cards: Mapping[int, Card | None]
) -> list[int]:
    """
    Return the winning seats in the order in which they get odd chips.

    odd_cards: each winner's highest own card; a house that asks for it needs it. Raises BadInput.

    Source: OLY-1.46, VOO-G31, IMG-G43, IMG-G44, HOME-28, AMB-43, AMB-45, AMB-47.
    """
    rule = book.values[odd_chip_key(family)]
    if rule == "highest_card" and len(odd_cards) > 1:
        return sorted(odd_cards, key=lambda seat: _known(odd_cards[seat], seat), reverse=True)
    if rule == "left_of_button":
        first = seating.button_seat + 1
        return sorted(odd_cards, key=lambda seat: (seat - first) % seating.seats_at_table)
    return sorted(odd_cards)


def _known(card: Card | None, seat: int) -> Card:
    if card is None:
        said = msg(
            "odd_card: the highest card of seat {seat} is missing. It decides the odd chip.",
            seat=seat,
        )
        raise BadInput(said, field="odd_card")
    return card
