"""Who leaves a table for a shorter one, to which seat, and whether the next hand is his."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import SeatNo
from casino.house.tournaments import TableMoves
from casino.messages import msg
from casino.refusals import Conflict
from casino.schema import Distinct
from tournaments.rules.table_balance import Move, table_balance
from tournaments.rules.verdict import NoTournaments, SaleVerdict, allow, refuse

Played = Literal["flop", "stud", "mixed"]
HEADS_UP = 2


class NoSeatToMove(Conflict):
    """Nobody sits at the one table, or no seat is free at the other."""

    code = "no_seat_to_move"
    message = msg("There is no player to move or no free seat.")


@dataclass(frozen=True, kw_only=True, slots=True)
class TableSeats:
    """
    A table before its next hand, seats numbered clockwise.

    button: of that hand; in mixed games where it last was. vacated: who sat there went out last.
    """

    seats: SeatNo
    taken: Annotated[tuple[SeatNo, ...], Distinct()]
    button: SeatNo
    vacated: SeatNo | None = None

    @property
    def free(self) -> list[int]:
        """Return the free seats, ascending."""
        return [seat for seat in range(1, self.seats + 1) if seat not in self.taken]

    def after_button(self, seat: int) -> int:
        """Return how far a seat is from the button, clockwise; the button itself is last."""
        return (seat - self.button - 1) % self.seats


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatMove:
    """From which seat of the one table to which of the other; at_once: no hand is waited for."""

    from_seat: int
    to_seat: int
    at_once: bool
    because: tuple[Because, ...]


def seat_move(
    book: RuleBook, played: Played, *, from_table: TableSeats, to_table: TableSeats
) -> SeatMove:
    """
    Return who is moved to balance two tables, and where he sits down.

    Raises NoSeatToMove, NoTournaments.

    Source: OLY-3.4.17 to OLY-3.4.19, VOO-T20, VOO-T23, IMG-T20, HOME-5.
    """
    rule = moves_of(book)
    if not from_table.taken or not to_table.free:
        raise NoSeatToMove(field="from_table" if to_table.free else "to_table")
    if played == "stud" and rule.stud:
        cited, (from_seat, to_seat) = "stud", _by_position(from_table, to_table)
    else:
        cited = "mixed" if played == "mixed" and rule.mixed else "flop"
        from_seat, to_seat = _by_blind(rule, from_table, to_table)
    reasons = [book.why(f"table_moves.{cited}", {"from_seat": from_seat, "to_seat": to_seat})]
    if rule.at_once:
        reasons.append(book.why("table_moves.at_once", rule.at_once))
    return SeatMove(
        from_seat=from_seat, to_seat=to_seat, at_once=rule.at_once, because=tuple(reasons)
    )


def balancing_moves(
    book: RuleBook, played: Played, tables: Mapping[int, TableSeats]
) -> list[tuple[Move, SeatMove]]:
    """
    Return every move that makes the tables as equal as the house wants them, in their order.

    tables: by number. Each move is chosen as if those before it were made. Raises NoSeatToMove,
    NoTournaments.

    Source: OLY-3.4.14 to OLY-3.4.19, VOO-T19, VOO-T20, VOO-T23, IMG-T20, HOME-5, AMB-78.
    """
    now, found = dict(tables), []
    for move in table_balance(book, {no: len(one.taken) for no, one in now.items()}).moves:
        here, there = now[move.from_table], now[move.to_table]
        chosen = seat_move(book, played, from_table=here, to_table=there)
        stay = tuple(seat for seat in here.taken if seat != chosen.from_seat)
        now[move.from_table] = replace(here, taken=stay)
        filled = there.vacated == chosen.to_seat
        now[move.to_table] = replace(
            there,
            taken=tuple(sorted((*there.taken, chosen.to_seat))),
            vacated=None if filled else there.vacated,
        )
        found.append((move, chosen))
    return found


def first_hand(book: RuleBook, table: TableSeats, *, seat: SeatNo) -> SaleVerdict:
    """
    Return whether who comes from a broken table to a seat is dealt into the next hand.

    table: before he came; heads-up the button is the small blind, and nothing lies between.
    Raises NoTournaments.

    Source: OLY-3.4.20, VOO-T37, IMG-T21.
    """
    nearest = min(map(table.after_button, table.taken), default=0)
    between = len(table.taken) > HEADS_UP and table.after_button(seat) < nearest
    if between and moves_of(book).between_blinds:
        return refuse(book, "sits_out_one_hand", "table_moves.between_blinds", seat=seat)
    return allow(book, "dealt_in", "table_moves.between_blinds", seat=seat)


def moves_of(book: RuleBook) -> TableMoves:
    """
    Return how the house moves players between tables. Raises NoTournaments.

    Source: OLY-3.4.17, VOO-T20, IMG-T20, HOME-5.
    """
    if book.table_moves is None:
        raise NoTournaments(field="house")
    return book.table_moves


def _by_blind(rule: TableMoves, from_table: TableSeats, to_table: TableSeats) -> tuple[int, int]:
    if rule.flop == "same_position":
        return _same_position(from_table, to_table)
    if rule.flop == "big_blind_to_vacated" and to_table.vacated in to_table.free:
        return _big_blind(from_table), to_table.vacated
    return _big_blind(from_table), _next_blind(to_table)


def _by_position(from_table: TableSeats, to_table: TableSeats) -> tuple[int, int]:
    """Return who sits where the busted player sat, or next to it, and the busted player's seat."""
    to_seat = to_table.vacated if to_table.vacated in to_table.free else to_table.free[0]
    mover = min(from_table.taken, key=lambda seat: (seat - to_seat) % from_table.seats)
    return mover, to_seat


def _same_position(from_table: TableSeats, to_table: TableSeats) -> tuple[int, int]:
    """Return the pair of seats that lie most alike as seen from the button."""
    pairs = [(one, other) for one in _clockwise(from_table, from_table.taken)
             for other in _clockwise(to_table, to_table.free)]  # fmt: skip
    return min(
        pairs,
        key=lambda pair: abs(from_table.after_button(pair[0]) - to_table.after_button(pair[1])),
    )


def _big_blind(table: TableSeats) -> int:
    return _clockwise(table, table.taken)[0 if len(table.taken) <= HEADS_UP else 1]


def _next_blind(table: TableSeats) -> int:
    """Return the free seat that posts a big blind soonest; before the small blind is the last."""
    seats = len(table.taken) + 1

    def hands_until_blind(seat: int) -> int:
        place = _clockwise(table, (*table.taken, seat)).index(seat)
        return (place - (0 if seats <= HEADS_UP else 1)) % seats

    return min(_clockwise(table, table.free), key=hands_until_blind)


def _clockwise(table: TableSeats, seats: Sequence[int]) -> list[int]:
    return sorted(seats, key=table.after_button)
