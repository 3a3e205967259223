"""The floor of a tournament: tables, who sits where, what to balance, how seats were drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from itertools import groupby

from django.db.models import Q

from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.messages import Message, msg
from casino.players.models import PlayingPlace
from casino.players.queries import excluded_among, kept_apart_among
from casino.refusals import NotFound
from tournaments.models import DayEnd, Entry, FloorTable, SeatDraw, SeatMove, Tournament
from tournaments.queries.days import ends, seat_holders, under_way
from tournaments.queries.tournaments import left_count
from tournaments.rules.hand_for_hand import HandForHand, hand_for_hand
from tournaments.rules.moves import TableSeats
from tournaments.rules.seat_draw import draw_seats
from tournaments.rules.table_balance import Balance, table_balance

ONE_HAND = timedelta(minutes=4)


@dataclass(frozen=True, kw_only=True, slots=True)
class TableView:
    """An open table with its seats, an empty one being None; waits: others catch up first."""

    table: FloorTable
    seats: dict[int, Entry | None]
    waits: bool

    @property
    def taken(self) -> int:
        """How many play here."""
        return sum(each is not None for each in self.seats.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class Floor:
    """
    All tables, who has no seat, who plays elsewhere still, and how the tables should be.

    balance: None with fewer than two tables. to_break: the table that the others have room for.
    final: whether everybody left fits at one table and more than one is open.
    """

    tables: list[TableView]
    seatless: list[Entry]
    elsewhere: dict[int, Message]
    balance: Balance | None
    to_break: FloorTable | None
    final: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatConflict:
    """Whose seat asks for the floor: excluded until a day, or with whom they must not sit."""

    entry_id: int
    must_not_sit_with: list[str]
    excluded_until: date | None


@dataclass(frozen=True, kw_only=True, slots=True)
class FloorOfDay(Floor):
    """The floor with what is said on a gaming day of those who may not sit where they do."""

    seat_conflicts: list[SeatConflict]


def floor_tables(tournament: Tournament) -> list[FloorTable]:
    """Return the open tables, by number."""
    return list(tournament.tables.filter(broken_at=None).order_by("number"))


def floor_table(tournament: Tournament, number: int) -> FloorTable:
    """Return an open table. Raises NotFound."""
    found = tournament.tables.filter(broken_at=None, number=number).first()
    if found is None:
        raise NotFound(
            msg("Table {number} is not open for this tournament.", number=number), field="table_no"
        )
    return found


def free_tournament_seats(
    tournament: Tournament, tables: Sequence[FloorTable]
) -> dict[int, list[int]]:
    """Return the free seats of tables, by table."""
    left = tournament.entries.filter(out_at=None, refunded_at=None, seat_no__isnull=False)
    taken = set(left.values_list("table_no", "seat_no"))
    return {
        table.number: [
            seat for seat in range(1, table.seats + 1) if (table.number, seat) not in taken
        ]
        for table in tables
    }


def floor(tournament: Tournament) -> Floor:
    """Return the floor as it is now, and what the book wants done about it."""
    book = book_on(tournament.club_id, tournament.gaming_day)
    left, tables = seat_holders(tournament), floor_tables(tournament)
    at = {each.seat: each for each in left if each.seat}
    sizes = {
        table.number: sum((table.number, seat) in at for seat in range(1, table.seats + 1))
        for table in tables
    }
    balance = table_balance(book, sizes) if len(tables) > 1 else None
    stopped = balance.stopped_tables if balance and tournament.started_at else ()
    return Floor(
        tables=[_view(table, at, waits=table.number in stopped) for table in tables],
        seatless=[each for each in left if not each.seat],
        elsewhere=_elsewhere(tournament, left),
        balance=balance,
        to_break=_to_break(tables, sizes),
        final=len(tables) > 1 and 0 < len(left) <= max(table.seats for table in tables),
    )


def _view(table: FloorTable, at: Mapping[tuple[int, int], Entry], *, waits: bool) -> TableView:
    seats = {seat: at.get((table.number, seat)) for seat in range(1, table.seats + 1)}
    return TableView(table=table, seats=seats, waits=waits)


def _to_break(tables: Sequence[FloorTable], sizes: Mapping[int, int]) -> FloorTable | None:
    """Return the smallest table that the others have room for, of two the higher number."""
    if len(tables) < 2:  # noqa: PLR2004
        return None
    smallest = min(tables, key=lambda table: (sizes[table.number], -table.number))
    room = sum(table.seats - sizes[table.number] for table in tables if table != smallest)
    return smallest if room >= sizes[smallest.number] else None


def _elsewhere(tournament: Tournament, left: Sequence[Entry]) -> dict[int, Message]:
    """Return where players are who have a seat here and have not sat down, by entry."""
    if not under_way(tournament):
        return {}
    seated = {each.player_id: each.pk for each in left if each.seat}
    places = PlayingPlace.objects.filter(player_id__in=seated, until=None)
    rows = list(places.values_list("player_id", "kind", "about"))
    # By its number: it may have been renamed since.
    kind, number = PlayingPlace.Kind.TOURNAMENT, ending_of(tournament.pk)
    playing_here = {who for who, what, said in rows if what == kind and said.endswith(number)}
    says = {
        who: msg("still plays in {place}", place=said)
        if what == kind
        else msg("still in a cash game: {place}", place=said)
        for who, what, said in rows
    }
    return {
        entry_id: says.get(player_id, msg("not here yet"))
        for player_id, entry_id in seated.items()
        if player_id not in playing_here
    }


def kept_apart(floor: Floor, *, gaming_day: date) -> dict[int, list[str]]:
    """
    Return who sits where the club lets them not, by entry, with the names of whom.

    A lot that was drawn stays; whoever runs the floor moves one of them. Source: OLY-1.49.
    """
    tables = [[each for each in view.seats.values() if each] for view in floor.tables]
    seated = {each.player_id for table in tables for each in table}
    pairs = kept_apart_among(seated, gaming_day=gaming_day)
    found = {
        each.pk: [str(other.player) for other in table if other.player_id in pairs[each.player_id]]
        for table in tables
        for each in table
        if each.player_id in pairs
    }
    return {entry_id: names for entry_id, names in found.items() if names}


def excluded(floor: Floor, *, gaming_day: date) -> dict[int, date]:
    """Return who has a seat and may not play any more, by entry, and until when (OLY-1.3)."""
    seated = [each for view in floor.tables for each in view.seats.values() if each]
    until = excluded_among([each.player_id for each in seated], gaming_day=gaming_day)
    return {each.pk: until[each.player_id] for each in seated if each.player_id in until}


def floor_of_day(tournament: Tournament, *, gaming_day: date) -> FloorOfDay:
    """Return the floor, and who may not sit where they do, by table and seat."""
    now = floor(tournament)
    apart, until = kept_apart(now, gaming_day=gaming_day), excluded(now, gaming_day=gaming_day)
    seated = [each.pk for view in now.tables for each in view.seats.values() if each]
    return FloorOfDay(
        **{each.name: getattr(now, each.name) for each in fields(now)},
        seat_conflicts=[
            SeatConflict(
                entry_id=entry_id,
                must_not_sit_with=apart.get(entry_id, []),
                excluded_until=until.get(entry_id),
            )
            for entry_id in seated
            if entry_id in apart or entry_id in until
        ],
    )


def apart_at(tournament: Tournament, entry: Entry, table_no: int, *, gaming_day: date) -> list[str]:
    """Return the names of those at a table with whom the club lets a player not sit."""
    there = [each for each in seat_holders(tournament) if each.table_no == table_no]
    everybody = {entry.player_id, *(each.player_id for each in there)}
    apart = kept_apart_among(everybody, gaming_day=gaming_day).get(entry.player_id, set())
    return [str(each.player) for each in there if each.player_id in apart]


def about_of(tournament: Tournament) -> str:
    """Return a tournament as the place where its players are; a name may come again."""
    return tournament.name[:80] + ending_of(tournament.pk)


def ending_of(tournament_id: int) -> str:
    """Return how `about_of` ends, whatever a tournament is called meanwhile."""
    return f", tournament {tournament_id}"


def bubble(tournament: Tournament, *, paid_places: int, tickets: int = 0) -> HandForHand:
    """
    Return whether tables play hand for hand now (OLY-3.4.23).

    tickets: how many a satellite pays, of which the last is played for, too, where the place after
    it wins the rest.
    """
    book = book_on(tournament.club_id, tournament.gaming_day)
    found = [
        hand_for_hand(
            book,
            players_left=left_count(tournament),
            paid_places=places,
            international=tournament.kind == Tournament.Kind.INTERNATIONAL,
        )
        for places in (paid_places, tickets or paid_places)
    ]
    return next((one for one in found if one.on), found[0])


def before_hand(tournament: Tournament, table: FloorTable, *, button: int) -> TableSeats:
    """Return a table as the rules of moves look at it: who sits, the button, who went out last."""
    seated = tournament.entries.filter(table_no=table.number, out_at=None, refunded_at=None)
    taken = tuple(sorted(seat for seat in seated.values_list("seat_no", flat=True) if seat))
    # Not of an earlier table of that number.
    gone = tournament.entries.filter(table_no=table.number, out_at__gte=table.opened_at)
    latest = gone.order_by("-out_at", "-id").first()
    return TableSeats(
        seats=table.seats,
        taken=taken,
        button=button,
        vacated=latest.seat_no if latest and latest.seat_no not in taken else None,
    )


def draws(tournament: Tournament) -> list[SeatDraw]:
    return list(tournament.draws.select_related("drawn_by").order_by("id"))


def draw(tournament: Tournament, draw_id: int) -> SeatDraw:
    """Return a draw of seats. Raises NotFound."""
    found = tournament.draws.select_related("drawn_by").filter(id=draw_id).first()
    if found is None:
        raise NotFound(msg("This tournament has no such draw."), field="draw_id")
    return found


def drawn_again(book: RuleBook, found: SeatDraw) -> bool:
    """Return whether the seed gives the same seats again."""
    again = draw_seats(
        book,
        players=[str(ticket) for ticket in found.tickets],
        free={int(table): seats for table, seats in found.free.items()},
        seed=found.seed,
    )
    same = {ticket: [seat.table, seat.seat] for ticket, seat in again.seats.items()}
    return bool(same == found.drawn)


def seats_left(tournament: Tournament, night: DayEnd) -> dict[int, tuple[int, int]]:
    """
    Return table and seat that each ticket had as a day ended, by what was drawn and moved.

    Not of whose seat another had since, or whose table was broken before: they had none.
    """
    before = ends(tournament).filter(id__lt=night.pk).order_by("-id").first()
    since = {"act_id__gt": before.act_id if before else 0, "act_id__lt": night.act_id}
    noted = [
        (lot.act_id, int(ticket), (table, seat))
        for lot in tournament.draws.filter(**since)
        for ticket, (table, seat) in lot.drawn.items()
    ]
    moved = SeatMove.objects.filter(entry__tournament=tournament, **since, draw=None)
    noted += [
        (one.act_id, one.entry.number, (one.to_table, one.to_seat))
        for one in moved.select_related("entry")
    ]
    open_then = tournament.tables.filter(Q(broken_at=None) | Q(broken_at=night.at))
    opened = dict(open_then.values_list("number", "act_id"))
    held: dict[tuple[int, int], int] = {}
    for act_id, group in groupby(sorted(noted), key=lambda one: one[0]):
        taken = {seat: number for _, number, seat in group}
        movers = set(taken.values())
        held = {seat: number for seat, number in held.items() if number not in movers}
        held |= {
            seat: one for seat, one in taken.items() if opened.get(seat[0], act_id + 1) <= act_id
        }
    return {number: seat for seat, number in held.items()}


def sitting_out(tournament: Tournament, at: datetime) -> list[SeatMove]:
    """Return who came from a broken table just now and gets no cards in the next hand."""
    made = SeatMove.objects.filter(
        entry__tournament=tournament, entry__out_at=None, sits_out=True, at__gte=at - ONE_HAND
    )
    return list(made.select_related("entry__player").order_by("to_table", "to_seat"))


def moves(tournament: Tournament) -> list[SeatMove]:
    """Return who changed seats, the latest first."""
    made = SeatMove.objects.filter(entry__tournament=tournament)
    return list(made.select_related("entry__player", "moved_by", "draw").order_by("-id"))
