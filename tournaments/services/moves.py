"""Players who change tables: the move that the book names, or the supervisor's own."""

from casino.acts.kinds import Id, Reason
from casino.acts.runner import act
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import msg, msg_count
from casino.refusals import BadInput, Refusal
from tournaments.models import SeatMove, Tournament
from tournaments.queries.floor import before_hand, floor, floor_table, free_tournament_seats
from tournaments.queries.order import playing
from tournaments.rules.moves import Played, seat_move
from tournaments.rules.seat_draw import exchange_verdict
from tournaments.services.seating import SeatIsTaken, put, seated_entry
from tournaments.services.shared import SeatNo, TableNo, running_tournament


class NoMove(Refusal):
    """The book wants another move than this one, or none."""

    status = 409
    code = "TOURNAMENT-033"


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
    refused if the book now names somebody else.
    Source: OLY-3.4.14 to OLY-3.4.19, VOO-T19, VOO-T20, VOO-T23, IMG-T20, HOME-5, AMB-78.
    Raises NotFound, TournamentOver, NoMove, NoSeatToMove, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    suggested = suggestion(
        tournament,
        from_table=from_table,
        to_table=to_table,
        from_button=from_button,
        to_button=to_button,
        played=played,
    )
    if entry_id not in (None, suggested.entry.pk):
        said = msg(
            "The rules now choose {player} instead of the player shown.",
            player=suggested.entry.player,
        )
        raise NoMove(said, field="entry_id")
    return _moved(stamp, suggested)


def suggestion(
    tournament: Tournament,
    *,
    from_table: int,
    to_table: int,
    from_button: int,
    to_button: int,
    played: Played = "flop",
) -> SeatMove:
    """
    Return the move that the book wants, not made yet.

    Raises NotFound, NoMove, NoSeatToMove, BadInput.
    """
    book = book_on(tournament.club_id, tournament.gaming_day)
    here = floor_table(tournament, from_table)
    there = floor_table(tournament, to_table)
    if not (0 < from_button <= here.seats and 0 < to_button <= there.seats):
        raise BadInput(msg("Enter an occupied seat for the button."), field="from_button")
    balance = floor(tournament).balance
    wanted = balance.moves if balance else ()
    if (from_table, to_table) not in {(one.from_table, one.to_table) for one in wanted}:
        source = book.source("tournament.balance_difference")
        raise NoMove(msg("These tables are balanced."), field="to_table", source=source)
    move = seat_move(
        book,
        played,
        from_table=before_hand(tournament, here, button=from_button),
        to_table=before_hand(tournament, there, button=to_button),
    )
    reasons = (*balance.because, *move.because) if balance else move.because
    entry = next(each for each in playing(tournament) if each.seat == (from_table, move.from_seat))
    return SeatMove(
        entry=entry,
        from_table=from_table,
        from_seat=move.from_seat,
        to_table=to_table,
        to_seat=move.to_seat,
        reason="Balancing",
        because=[each.as_json() for each in reasons],
    )


@act("tournaments.move_player")
def move_player(
    stamp: Stamp,
    *,
    tournament_id: Id,
    entry_id: Id,
    to_table: TableNo,
    to_seat: SeatNo,
    reason: Reason,
) -> SeatMove:
    """
    Move a player to a free seat because the supervisor says so, with the reason.

    Source: OLY-1.4, OLY-3.4.3, VOO-T11. Raises NotFound, TournamentOver, NotSeated, SeatIsTaken,
    BadInput.
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
    return _moved(
        stamp,
        SeatMove(
            entry=entry,
            from_table=from_table,
            from_seat=from_seat,
            to_table=to_table,
            to_seat=to_seat,
            reason=reason,
        ),
    )


def _moved(stamp: Stamp, move: SeatMove) -> SeatMove:
    move.entry.table_no, move.entry.seat_no = move.to_table, move.to_seat
    put([move.entry])
    move.at, move.moved_by_id, move.act_id = stamp.at, stamp.person_id, stamp.act_id
    move.save(force_insert=True)
    return move
