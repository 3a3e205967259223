"""Players who change tables: the move that the book names, or the supervisor's own."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from casino.acts.kinds import Id, Reason
from casino.acts.runner import act
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import Message, msg, msg_count
from casino.refusals import BadInput, Conflict
from tournaments.models import SeatMove, Tournament
from tournaments.queries.floor import (
    apart_at,
    before_hand,
    floor,
    floor_table,
    floor_tables,
    free_tournament_seats,
)
from tournaments.queries.order import playing
from tournaments.rules.moves import Played, TableSeats, balancing_moves, seat_move
from tournaments.rules.moves import SeatMove as Chosen
from tournaments.rules.seat_draw import exchange_verdict
from tournaments.rules.table_balance import Move
from tournaments.services.seating import SeatIsTaken, put, seated_entry
from tournaments.services.shared import SeatNo, TableNo, running_tournament
from tournaments.services.tables import ButtonAt


class NoMove(Conflict):
    """The book wants another move than this one, or none."""

    code = "TOURNAMENT-033"


class KeptApart(Conflict):
    """The club lets these two not sit at one table; a lot that was drawn stays."""

    code = "TOURNAMENT-128"
    source = "OLY-1.49"


@act("tournaments.balance_tables")
def balance_tables(
    stamp: Stamp,
    *,
    tournament_id: Id,
    from_table: TableNo,
    to_table: TableNo,
    from_button: SeatNo,
    to_button: SeatNo,
    played: Played = "flop",
    entry_id: Id | None = None,
) -> SeatMove:
    """
    Move the player whom the book names from a full table to a short one.

    from_button, to_button: the seats with the button of the next hand; entry_id: who was shown,
    refused if the book now names somebody else. `balance/all/` makes all moves at once.
    Source: OLY-3.4.14 to OLY-3.4.19, VOO-T19, VOO-T20, VOO-T23, IMG-T20, HOME-5, AMB-78.
    Raises NotFound, TournamentOver, NoMove, NoSeatToMove, BadInput, KeptApart.
    """
    tournament = running_tournament(stamp, tournament_id)
    for table in (from_table, to_table):
        floor_table(tournament, table)
    if (from_table, to_table) not in {(one.from_table, one.to_table) for one in wanted(tournament)}:
        raise _balanced(tournament)
    tables = _before_hand(tournament, {from_table: from_button, to_table: to_button})
    book = book_on(tournament.club_id, tournament.gaming_day)
    here, there = tables[from_table], tables[to_table]
    chosen = seat_move(book, played, from_table=here, to_table=there)
    pair = Move(from_table=from_table, to_table=to_table)
    (move,) = _as_moves(tournament, [(pair, chosen)])
    _check_shown([move], [] if entry_id is None else [entry_id])
    return _balanced_by(stamp, move)


@act("tournaments.balance_floor")
def balance_floor(
    stamp: Stamp,
    *,
    tournament_id: Id,
    buttons: Sequence[ButtonAt],
    played: Played = "flop",
    entry_ids: Sequence[Id] = (),
) -> list[SeatMove]:
    """
    Make all moves that balance the tables, each chosen by the book as if those before were made.

    buttons: the seats with the button of the next hand at the tables that players leave or come
    to; entry_ids: who was shown, in order, refused if the book now names others.
    Source: OLY-3.4.14 to OLY-3.4.19, VOO-T19, VOO-T20, VOO-T23, IMG-T20, HOME-5, AMB-78.
    Raises NotFound, TournamentOver, NoMove, NoSeatToMove, BadInput, KeptApart.
    """
    tournament = running_tournament(stamp, tournament_id)
    at = {one.table_no: one.seat_no for one in buttons}
    moves = proposed(tournament, buttons=at, played=played)
    _check_shown(moves, entry_ids)
    return [_balanced_by(stamp, move) for move in moves]


def wanted(tournament: Tournament) -> tuple[Move, ...]:
    """Return between which tables players move until these are balanced."""
    balance = floor(tournament).balance
    return balance.moves if balance else ()


def proposed(
    tournament: Tournament, *, buttons: Mapping[int, int], played: Played = "flop"
) -> list[SeatMove]:
    """
    Return all moves that the book wants, not made yet; buttons: of the next hand, by table.

    Raises NotFound, NoMove, NoSeatToMove, BadInput.
    """
    pairs = wanted(tournament)
    if not pairs:
        raise _balanced(tournament)
    concerned = {table for one in pairs for table in (one.from_table, one.to_table)}
    if missing := sorted(concerned - buttons.keys()):
        said = msg("Enter the button seat of table {table}.", table=missing[0])
        raise BadInput(said, field="buttons")
    # The others stay as they are: where their buttons are changes nothing.
    others = {one.number: 1 for one in floor_tables(tournament) if one.number not in concerned}
    tables = _before_hand(tournament, others | {no: buttons[no] for no in sorted(concerned)})
    book = book_on(tournament.club_id, tournament.gaming_day)
    return _as_moves(tournament, balancing_moves(book, played, tables))


def _before_hand(tournament: Tournament, buttons: Mapping[int, int]) -> dict[int, TableSeats]:
    """Return tables as the rules look at them. Raises NotFound, BadInput."""
    found = {}
    for number, button in buttons.items():
        table = floor_table(tournament, number)
        if not 0 < button <= table.seats:
            raise BadInput(msg("Enter an occupied seat for the button."), field="from_button")
        found[number] = before_hand(tournament, table, button=button)
    return found


def _as_moves(tournament: Tournament, chosen: Sequence[tuple[Move, Chosen]]) -> list[SeatMove]:
    """Return moves as they will be kept, with who makes them."""
    balance = floor(tournament).balance
    at = {each.seat: each for each in playing(tournament) if each.seat}
    return [
        SeatMove(
            entry=at[move.from_table, seats.from_seat],
            from_table=move.from_table,
            from_seat=seats.from_seat,
            to_table=move.to_table,
            to_seat=seats.to_seat,
            reason="Balancing",
            because=[
                why.as_json() for why in (*(balance.because if balance else ()), *seats.because)
            ],
        )
        for move, seats in chosen
    ]


def _check_shown(moves: Sequence[SeatMove], shown: Sequence[int]) -> None:
    """Raise NoMove where others move than who was shown."""
    for move, entry_id in zip_longest(moves, shown) if shown else ():
        if move is None or entry_id != move.entry.pk:
            raise NoMove(
                msg("The tables have changed. Look at the proposal again.")
                if move is None
                else msg(
                    "The rules now choose {player} instead of the player shown.",
                    player=move.entry.player,
                ),
                field="entry_id",
            )


def _balanced(tournament: Tournament) -> NoMove:
    source = book_on(tournament.club_id, tournament.gaming_day).source(
        "tournament.balance_difference"
    )
    return NoMove(msg("These tables are balanced."), field="to_table", source=source)


@act("tournaments.move_player")
def move_player(
    stamp: Stamp,
    *,
    tournament_id: Id,
    entry_id: Id,
    to_table: TableNo,
    to_seat: SeatNo,
    reason: Reason,
    despite_separation: bool = False,
) -> SeatMove:
    """
    Move a player to a free seat because the supervisor says so, with the reason.

    despite_separation: to a table of somebody with whom the club lets them not sit, all the same.
    Source: OLY-1.4, OLY-1.49, OLY-3.4.3, VOO-T11. Raises NotFound, TournamentOver, NotSeated,
    SeatIsTaken, BadInput, KeptApart.
    """
    tournament = running_tournament(stamp, tournament_id)
    entry, (from_table, from_seat) = seated_entry(tournament, entry_id)
    table = floor_table(tournament, to_table)
    free = free_tournament_seats(tournament, [table])[to_table]
    if to_seat not in free:
        raise SeatIsTaken(
            None
            if 0 < to_seat <= table.seats
            else msg_count(
                "{table} has {number} seat.",
                "{table} has {number} seats.",
                table.seats,
                table=table,
            ),
            field="to_seat",
            source=exchange_verdict(book_on(stamp.club_id, tournament.gaming_day)).because[0].rule,
        )
    move = SeatMove(
        entry=entry,
        from_table=from_table,
        from_seat=from_seat,
        to_table=to_table,
        to_seat=to_seat,
        reason=reason,
    )
    if not despite_separation:
        _check_apart(stamp, move, msg("Choose another table, or seat them together all the same."))
    return _moved(stamp, move)


def _balanced_by(stamp: Stamp, move: SeatMove) -> SeatMove:
    """Make a move that the book names. Raises KeptApart, then the supervisor says who moves."""
    step = msg("Move another player, or this one all the same, with a reason.")
    _check_apart(stamp, move, step, page="player-move")
    return _moved(stamp, move)


def _check_apart(stamp: Stamp, move: SeatMove, step: Message, *, page: str | None = None) -> None:
    """Raise KeptApart where a player would come to somebody from whom they are kept apart."""
    entry = move.entry
    if move.to_table == move.from_table:
        return
    names = apart_at(entry.tournament, entry, move.to_table, gaming_day=stamp.gaming_day)
    if names:
        said = msg(
            "{player} must not sit at a table with {names}.",
            player=entry.player,
            names=", ".join(names),
        )
        raise KeptApart(
            said,
            field="to_table",
            next_step=step,
            next_page=page,
            about={"tournament_id": entry.tournament_id, "entrant_id": entry.pk},
        )


def _moved(stamp: Stamp, move: SeatMove) -> SeatMove:
    move.entry.table_no, move.entry.seat_no = move.to_table, move.to_seat
    put([move.entry])
    move.at, move.moved_by_id, move.act_id = stamp.at, stamp.person_id, stamp.act_id
    move.save(force_insert=True)
    return move
