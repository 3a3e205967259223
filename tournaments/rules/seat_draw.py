"""Seats by lot: drawn from a recorded seed, so that anybody can draw them again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import SeatNo
from casino.house.tournaments import SeatDraw
from casino.messages import msg
from casino.refusals import Conflict
from tournaments.rules.verdict import NoTournaments, SaleVerdict, allow, refuse

Lot = TypeVar("Lot", int, str)


class TooFewSeats(Conflict):
    """There are more players than free seats."""

    code = "too_few_seats"
    message = msg("There are more players than free seats.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Seat:
    """A seat of a tournament."""

    table: int
    seat: SeatNo


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawnSeats:
    """Who sits where, and the seed that gives the same seats again."""

    seats: dict[str, Seat]
    seed: str
    because: tuple[Because, ...]


def draw_seats(
    book: RuleBook, *, players: Sequence[str], free: Mapping[int, Sequence[SeatNo]], seed: str
) -> DrawnSeats:
    """
    Return a seat for each player by lot: always at the table with the most free seats.

    free: the free seats by table. The lots are SHA-256 of the seed and what is drawn; the order
    in which players or seats are named plays no part. Raises TooFewSeats, NoTournaments.

    Source: OLY-3.4.3, OLY-3.4.16, OLY-3.4.21, VOO-T11, VOO-T21, VOO-T22, IMG-T6, IMG-T22,
    HOME-3, HOME-6.
    """
    draw_of(book)
    if sum(map(len, free.values())) < len(players):
        raise TooFewSeats(field="players")
    left = {table: _shuffled(seats, f"{seed}/{table}") for table, seats in sorted(free.items())}
    seats = {}
    for player in _shuffled(players, seed):
        table = max(left, key=lambda one: len(left[one]))
        seats[player] = Seat(table=table, seat=left[table].pop())
    why = book.why("seat_draw.by", len(seats), seed=seed)
    return DrawnSeats(seats=seats, seed=seed, because=(why,))


def redraw(
    book: RuleBook, *, tables_left: int, monthly: bool = False, table_broken: bool = False
) -> SaleVerdict:
    """
    Return whether seats are drawn anew now, and for whom: everybody, or a broken table's players.

    Raises NoTournaments.

    Source: OLY-3.4.16, OLY-3.4.21, VOO-T21, VOO-T22, IMG-T22, HOME-6.
    """
    rule = draw_of(book)
    if tables_left == 1 and rule.final_table:
        return allow(book, "final_table", "seat_draw.final_table")
    if monthly and tables_left == rule.redraw_at_tables:
        return allow(book, "everybody", "seat_draw.redraw_at_tables", tables_left=tables_left)
    if table_broken and rule.broken_table:
        return allow(book, "broken_table", "seat_draw.broken_table")
    return refuse(book, "seats_stay", "seat_draw.by", tables_left=tables_left)


def exchange_verdict(book: RuleBook) -> SaleVerdict:
    """
    Return whether players may exchange the seats that they drew. Raises NoTournaments.

    Source: OLY-3.4.3, VOO-T11, IMG-T6, HOME-7.
    """
    if draw_of(book).exchanged:
        return allow(book, "exchanged", "seat_draw.exchanged")
    return refuse(book, "seat_was_drawn", "seat_draw.exchanged")


def draw_of(book: RuleBook) -> SeatDraw:
    """
    Return how the house gives tournament seats. Raises NoTournaments.

    Source: OLY-3.4.3, VOO-T11, IMG-T6, HOME-3.
    """
    if book.seat_draw is None:
        raise NoTournaments(field="house")
    return book.seat_draw


def _shuffled(lots: Sequence[Lot], seed: str) -> list[Lot]:
    return sorted(lots, key=lambda lot: sha256(f"{seed}/{lot}".encode()).digest())
