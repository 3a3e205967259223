"""Seats as a step of other commands: drawn by lot, taken, left."""

from collections.abc import Mapping, Sequence
from secrets import token_hex

from casino.db import refusing
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players.models import PlayingPlace
from casino.players.services.places import leave_place, take_place, take_places
from casino.refusals import Conflict, NotFound
from tournaments.models import Entry, SeatDraw, SeatMove, Tournament
from tournaments.queries.days import under_way
from tournaments.queries.floor import (
    about_of,
    ending_of,
    floor_tables,
    free_tournament_seats,
)
from tournaments.queries.order import playing
from tournaments.rules.seat_draw import draw_seats
from tournaments.rules.verdict import SaleVerdict

TOURNAMENT = PlayingPlace.Kind.TOURNAMENT
# Where nobody said which seat has the button, the dealer deals.
UNKNOWN = SaleVerdict(allowed=True, code="dealt_in", because=())


class SeatIsTaken(Conflict):
    """A seat is one player's."""

    code = "TOURNAMENT-030"
    message = msg("That seat is already taken.")


class NotSeated(Conflict):
    """Who has no seat is not moved; seats are drawn."""

    code = "TOURNAMENT-034"
    message = msg("This player has no seat yet.")
    next_step = msg("Draw seats for the players without one.")
    next_page = "seats-draw"


def draw(
    stamp: Stamp,
    tournament: Tournament,
    *,
    what: SeatDraw.What,
    entries: Sequence[Entry],
    free: Mapping[int, Sequence[int]],
) -> SeatDraw:
    """
    Draw seats for entries among the free ones, from a new seed that is kept.

    Raises TooFewSeats, NoTournaments. Source: OLY-3.4.3, VOO-T11, IMG-T6, HOME-3.
    """
    lots = draw_seats(
        book_on(tournament.club_id, tournament.gaming_day),
        players=[str(each.number) for each in entries],
        free=free,
        seed=token_hex(16),
    )
    for each in entries:
        seat = lots.seats[str(each.number)]
        each.table_no, each.seat_no = seat.table, seat.seat
    put(entries)
    return SeatDraw.objects.create(
        tournament=tournament,
        what=what,
        seed=lots.seed,
        tickets=sorted(each.number for each in entries),
        free={str(table): list(seats) for table, seats in free.items()},
        drawn={ticket: [seat.table, seat.seat] for ticket, seat in lots.seats.items()},
        because=[each.as_json() for each in lots.because],
        at=stamp.at,
        drawn_by_id=stamp.person_id,
        act_id=stamp.act_id,
    )


def put(entries: Sequence[Entry]) -> None:
    """Write the seats of entries, which all leave their old ones first. Raises SeatIsTaken."""
    Entry.objects.filter(id__in=[each.pk for each in entries]).update(table_no=None, seat_no=None)
    with refusing(tournaments_seat_once=SeatIsTaken(field="to_seat")):
        Entry.objects.bulk_update(entries, ["table_no", "seat_no"])


def draw_late(stamp: Stamp, tournament: Tournament, entry: Entry) -> None:
    """
    Draw a free seat for somebody who comes in, if tables are open and one has room.

    While play is under way the player sits down with the ticket. Raises PlaysElsewhere.
    """
    free = free_tournament_seats(tournament, floor_tables(tournament))
    if not any(free.values()):
        return
    draw(stamp, tournament, what=SeatDraw.What.SEATS, entries=[entry], free=free)
    sit(stamp, tournament, entry)


def sit(stamp: Stamp, tournament: Tournament, entry: Entry) -> None:
    """
    Note that a player has taken the seat and plays here (AMB-122). Raises PlaysElsewhere.

    Before the start and between two days nobody plays here yet, whoever has a seat.
    """
    if not under_way(tournament):
        return
    about = about_of(tournament)
    take_place(stamp, player_id=entry.player_id, kind=TOURNAMENT, about=about)


def sit_all(stamp: Stamp, tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Note that everybody with a seat plays here, but for who still plays elsewhere."""
    seated = [each.player_id for each in entries if each.seat]
    about = about_of(tournament)
    take_places(stamp, player_ids=seated, kind=TOURNAMENT, about=about)


def leave(stamp: Stamp, entry: Entry) -> None:
    """Note that a player has left this tournament; another one, where they play, stays."""
    ending = ending_of(entry.tournament_id)
    leave_place(stamp, player_id=entry.player_id, kind=TOURNAMENT, ending=ending)


def plays_here(entry: Entry) -> bool:
    """Return whether a player's place is in this tournament now."""
    places = PlayingPlace.objects.filter(player=entry.player_id, kind=TOURNAMENT, until=None)
    return places.filter(about__endswith=ending_of(entry.tournament_id)).exists()


def all_leave(stamp: Stamp, tournament: Tournament) -> None:
    """Note that nobody plays here any more: the tournament is over or cancelled."""
    for each in playing(tournament):
        leave(stamp, each)


def keep_seat(entry: Entry) -> bool:
    """Return whether who comes back finds the old seat free, at a table that is open."""
    if not entry.seat:
        return False
    open_tables = floor_tables(entry.tournament)
    table = [each for each in open_tables if each.number == entry.table_no]
    free = free_tournament_seats(entry.tournament, table)
    return entry.seat_no in free.get(entry.table_no or 0, [])


def seat_before(entry: Entry, act_id: int) -> tuple[int | None, int | None]:
    """Return table and seat that a player had before an act: by the last lot or move until it."""
    moves = entry.moves.filter(act_id__lt=act_id)
    move = moves.order_by("act_id").last()
    lots = entry.tournament.draws.filter(act_id__lt=act_id, tickets__contains=[entry.number])
    lot = lots.order_by("act_id").last()
    if move and (lot is None or move.act_id >= lot.act_id):
        return move.to_table, move.to_seat
    table, seat = lot.drawn[str(entry.number)] if lot else (None, None)
    return table, seat


def note_moves(
    stamp: Stamp,
    moved: Sequence[tuple[Entry, tuple[int, int]]],
    *,
    reason: str,
    lot: SeatDraw,
    first: Mapping[int, SaleVerdict],
) -> list[SeatMove]:
    """Keep who went where by lot; first: whether the next hand is dealt to an entry, if known."""
    return SeatMove.objects.bulk_create(
        SeatMove(
            entry=entry,
            from_table=table,
            from_seat=seat,
            to_table=to_table,
            to_seat=to_seat,
            reason=reason,
            because=[*lot.because, *(each.as_json() for each in hand.because)],
            draw=lot,
            sits_out=not hand.allowed,
            at=stamp.at,
            moved_by_id=stamp.person_id,
            act_id=stamp.act_id,
        )
        for entry, (table, seat) in moved
        for to_table, to_seat in [lot.drawn[str(entry.number)]]
        for hand in [first.get(entry.pk, UNKNOWN)]
    )


def seated_entry(tournament: Tournament, entry_id: int) -> tuple[Entry, tuple[int, int]]:
    """Return who plays, and at which table and seat. Raises NotFound, NotSeated."""
    for each in playing(tournament):
        if each.pk == entry_id:
            if each.seat is None:
                raise NotSeated(field="entry_id")
            return each, each.seat
    raise NotFound(msg("No player of this tournament has that ticket."), field="entry_id")
