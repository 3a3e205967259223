"""Can a hand have been played like that? What is typed, beside what the table knows."""

from dataclasses import dataclass
from typing import Literal

from casino.house.rulebook import RuleBook

# Of the small blind; of big blinds that the maximum reaches, and the minimum does not exceed.
FAR_BLIND, FEW_BIG_BLINDS, MANY_BIG_BLINDS = 10, 5, 1_000
Doubt = Literal["players_dealt", "pots_cents", "hands_an_hour"]


@dataclass(frozen=True, kw_only=True, slots=True)
class TableNow:
    """
    What a table knows at the moment of a hand.

    seats, absent: taken, and whose players are away; chips_cents: in play by the books;
    hands_in_hour: recorded within the hour before.
    """

    seats: int
    absent: int
    chips_cents: int
    hands_in_hour: int


def most_dealt(book: RuleBook, *, seats: int, absent: int) -> int:
    """
    Return how many stacks can be dealt in: absent ones where the house deals to them.

    Source: AMB-10, OLY-1.8.
    """
    return seats if book.floor.deals_to_absent else seats - absent


def doubts(
    book: RuleBook, table: TableNow, *, players_dealt: int, pot_cents: int
) -> dict[Doubt, int]:
    """
    Return what of a hand cannot be by what the table knows, with what it can be at most.

    Source: AMB-10, AMB-117 (chips in a pot lie on the table); hands an hour: `tables`.
    """
    limits: dict[Doubt, tuple[int, int]] = {
        "players_dealt": (
            players_dealt,
            most_dealt(book, seats=table.seats, absent=table.absent),
        ),
        "pots_cents": (pot_cents, table.chips_cents),
        "hands_an_hour": (table.hands_in_hour + 1, book.tables.max_hands_an_hour),
    }
    return {what: limit for what, (said, limit) in limits.items() if said > limit}


def has_odd_stakes(
    *, small_blind_cents: int, big_blind_cents: int, min_buy_in_cents: int, max_buy_in_cents: int
) -> bool:
    """
    Return whether blinds and buy-ins of a game are so far apart that a finger may have slipped.

    A maximum without a bound is none. Source: our own choice.
    """
    uneven = bool(small_blind_cents) and big_blind_cents > FAR_BLIND * small_blind_cents
    short = max_buy_in_cents < FEW_BIG_BLINDS * big_blind_cents
    deep = bool(big_blind_cents) and min_buy_in_cents > MANY_BIG_BLINDS * big_blind_cents
    return uneven or short or deep
