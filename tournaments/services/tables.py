"""Tables of a tournament: opened, seats drawn, balanced, broken, drawn anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from casino.acts.kinds import Id, Several, Whole
from casino.acts.runner import act
from casino.db import refusing
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, Conflict
from tournaments.models import Entry, FloorTable, SeatDraw, Tournament
from tournaments.queries.days import seat_holders, under_way
from tournaments.queries.floor import before_hand, floor_table, floor_tables, free_tournament_seats
from tournaments.queries.order import playing
from tournaments.rules.moves import TableSeats, first_hand
from tournaments.rules.seat_draw import TooFewSeats, draw_of, redraw
from tournaments.rules.variants import most_at_a_table
from tournaments.services.presence import Seen, note_presence
from tournaments.services.seating import draw, note_moves, seated_entry, sit_all
from tournaments.services.shared import SeatNo, TableNo, running_tournament

TableNumbers = Annotated[Sequence[int], Several(of=Whole(low=1, high=999), minimum=1, maximum=200)]


class TableOpen(Conflict):
    """A table of the room is opened once."""

    code = "TOURNAMENT-031"
    message = msg("This table is already open for this tournament.")


class NothingToDraw(Conflict):
    """Everybody has a seat, or nobody is there."""

    code = "TOURNAMENT-032"
    message = msg("Every player already has a seat.")


class SeatsStay(Conflict):
    """When all seats are drawn anew stands in the book."""

    code = "TOURNAMENT-035"
    message = msg("The rules allow a full redraw at the final table only.")


@act("tournaments.open_tables")
def open_tables(
    stamp: Stamp,
    *,
    tournament_id: Id,
    numbers: TableNumbers,
    seats: Annotated[int, Whole(low=2, high=11)],
) -> list[FloorTable]:
    """
    Open tables of the room for a tournament: from now on every ticket draws a seat there.

    numbers: of the tables. Raises NotFound, TournamentOver, NoTournaments, BadInput, TableOpen.
    """
    tournament = running_tournament(stamp, tournament_id)
    book = book_on(stamp.club_id, tournament.gaming_day)
    variants: Any = tournament.variants
    draw_of(book)
    most, source = most_at_a_table(book, variants)
    if seats > most:
        said = msg("At most {number} players sit at a table of this tournament.", number=most)
        raise BadInput(said, field="seats", source=source)
    if len(set(numbers)) < len(numbers):
        raise BadInput(msg("Enter each table once."), field="numbers")
    with refusing(tournaments_table_open_once=TableOpen(field="numbers")):
        return FloorTable.objects.bulk_create(
            FloorTable(
                tournament=tournament,
                number=number,
                seats=seats,
                opened_at=stamp.at,
                act_id=stamp.act_id,
            )
            for number in sorted(numbers)
        )


@act("tournaments.draw_seats")
def draw_seats(stamp: Stamp, *, tournament_id: Id) -> SeatDraw:
    """
    Draw seats by lot for everybody who has none, from a seed that is kept.

    Source: OLY-3.4.3, VOO-T11, IMG-T6, HOME-3. Raises NotFound, TournamentOver, NothingToDraw,
    TooFewSeats.
    """
    tournament = running_tournament(stamp, tournament_id)
    entries = [each for each in seat_holders(tournament) if not each.seat]
    if not entries:
        raise NothingToDraw
    free = free_tournament_seats(tournament, floor_tables(tournament))
    drawn = draw(stamp, tournament, what=SeatDraw.What.SEATS, entries=entries, free=free)
    if under_way(tournament):
        sit_all(stamp, tournament, entries)
    return drawn


@act("tournaments.sit_down")
def sit_down(stamp: Stamp, *, tournament_id: Id, entry_id: Id) -> Entry:
    """
    Note that a player who came from another place has taken the seat (OLY-2.7, AMB-122).

    Raises NotFound, TournamentOver, NotSeated, PlaysElsewhere.
    """
    tournament = running_tournament(stamp, tournament_id)
    entry, _ = seated_entry(tournament, entry_id)
    note_presence(stamp, tournament_id=tournament_id, seen=[Seen(entry_id=entry_id, present=True)])
    return entry


@dataclass(frozen=True, kw_only=True, slots=True)
class ButtonAt:
    """Where the button of the next hand is at a table."""

    table_no: TableNo
    seat_no: SeatNo


@act("tournaments.break_table")
def break_table(
    stamp: Stamp, *, tournament_id: Id, table_no: TableNo, buttons: Sequence[ButtonAt] = ()
) -> FloorTable:
    """
    Break a table: its players draw the free seats of the others; an empty one is only closed.

    buttons: of the next hand at other tables, so that it is said who sits that hand out.
    Source: VOO-T21, VOO-T37, OLY-3.4.3, OLY-3.4.20, IMG-T21, HOME-6.
    Raises NotFound, TournamentOver, TooFewSeats, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    table = floor_table(tournament, table_no)
    here = [each for each in playing(tournament) if each.table_no == table_no]
    others = [each for each in floor_tables(tournament) if each != table]
    before = {
        one.table_no: _before_hand(tournament, others, table_no=one.table_no, button=one.seat_no)
        for one in buttons
    }
    table.broken_at = stamp.at
    table.save(update_fields=["broken_at"])
    if here:
        free = free_tournament_seats(tournament, others)
        _drawn_anew(stamp, tournament, here, free, what=SeatDraw.What.BROKEN, before=before)
    return table


def _before_hand(
    tournament: Tournament, others: Sequence[FloorTable], *, table_no: int, button: int
) -> TableSeats:
    """Return a table that stays as it is before the others come. Raises BadInput."""
    table = next((one for one in others if one.number == table_no), None)
    if table is None or button > table.seats:
        raise BadInput(msg("Enter an occupied seat for the button."), field="buttons")
    return before_hand(tournament, table, button=button)


@act("tournaments.draw_again")
def draw_again(
    stamp: Stamp, *, tournament_id: Id, tables: TableNumbers, monthly: bool = False
) -> SeatDraw:
    """
    Draw everybody's seat anew at some of the open tables and break the others: the final table.

    tables: numbers that stay; monthly: a monthly tournament, which draws at more tables, too.
    Source: OLY-3.4.16, OLY-3.4.21, VOO-T22, IMG-T22, HOME-6.
    Raises NotFound, TournamentOver, SeatsStay, NothingToDraw, TooFewSeats.
    """
    tournament = running_tournament(stamp, tournament_id)
    stay = [floor_table(tournament, number) for number in sorted(set(tables))]
    left = seat_holders(tournament)
    if not left:
        raise NothingToDraw
    book = book_on(stamp.club_id, tournament.gaming_day)
    verdict = redraw(book, tables_left=len(stay), monthly=monthly)
    if not verdict.allowed:
        raise SeatsStay(field="tables", source=verdict.because[0].rule)
    others = tournament.tables.filter(broken_at=None).exclude(id__in=[one.pk for one in stay])
    others.update(broken_at=stamp.at)
    free = {one.number: list(range(1, one.seats + 1)) for one in stay}
    return _drawn_anew(stamp, tournament, left, free, what=SeatDraw.What.AGAIN)


def _drawn_anew(
    stamp: Stamp,
    tournament: Tournament,
    entries: Sequence[Entry],
    free: dict[int, list[int]],
    *,
    what: SeatDraw.What,
    before: Mapping[int, TableSeats] | None = None,
) -> SeatDraw:
    """Draw new seats and note who went where; before: tables whose next hand is known."""
    if sum(map(len, free.values())) < len(entries):
        more = msg("Open another table first.")
        raise TooFewSeats(field="tables", next_step=more, next_page="tables-open")
    sat = {each.pk: each.seat for each in entries if each.seat}
    lot = draw(stamp, tournament, what=what, entries=entries, free=free)
    moved = [(each, sat[each.pk]) for each in entries if each.pk in sat]
    book = book_on(stamp.club_id, tournament.gaming_day)
    first = {
        each.pk: first_hand(book, before[each.table_no], seat=each.seat_no)
        for each in entries
        if before and each.table_no and each.seat_no and each.table_no in before
    }
    note_moves(stamp, moved, reason=what.label, lot=lot, first=first)
    if under_way(tournament):
        sit_all(stamp, tournament, [each for each in entries if each.pk not in sat])
    return lot
