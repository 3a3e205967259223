"""Tables and seats: drawn by lot from a seed that is kept, balanced, broken, drawn anew."""

from typing import Any

import pytest

from cashgames.services import cash_out, seat_player
from casino.cage.models import Shift
from casino.house.queries import book_on
from casino.players.models import Place
from casino.players.services import PlaysElsewhere
from casino.refusals import BadInput, NotFound
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournaments import a_tournament, enter, now, sold
from tests.world import EVENING, World, a_club
from tournaments import queries
from tournaments.models import Entry, SeatDraw, SeatMove, Tournament
from tournaments.rules.moves import NoSeatToMove
from tournaments.rules.seat_draw import TooFewSeats
from tournaments.services import (
    balance_tables,
    break_table,
    draw_again,
    draw_seats,
    knock_out,
    move_player,
    open_tables,
    sell_entry,
    sell_more,
    sit_down,
    start,
    undo_knockout,
)
from tournaments.services.moves import NoMove
from tournaments.services.seating import NotSeated, SeatIsTaken
from tournaments.services.shared import TournamentOver
from tournaments.services.tables import NothingToDraw, SeatsStay, TableOpen

NAMES = [f"Guest {number}" for number in range(1, 12)]


@pytest.fixture
def world(db: None) -> World:
    return a_club()


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


@pytest.fixture
def friday(world: World) -> Tournament:
    return a_tournament(world)


def td(world: World, clock: str = "21:10") -> Any:
    return world.stamp(clock, role=Role.DIRECTOR)


def opened(world: World, friday: Tournament, *numbers: int, seats: int = 6) -> None:
    open_tables(td(world, "20:10"), tournament_id=friday.pk, numbers=numbers or (1, 2), seats=seats)


def begun(world: World, friday: Tournament) -> None:
    start(td(world, "21:00"), tournament_id=friday.pk)


def out(world: World, friday: Tournament, entry: Entry, clock: str = "21:20") -> Any:
    outs = [{"entry_id": entry.pk, "stack": 100}]
    return knock_out(td(world, clock), tournament_id=friday.pk, outs=outs)[0]


def at_table(friday: Tournament, number: int) -> list[Entry]:
    return [each for each in queries.playing(friday) if each.table_no == number]


def at_seat(friday: Tournament, table: int, seat: int) -> Entry:
    return next(each for each in queries.playing(friday) if each.seat == (table, seat))


def placed(friday: Tournament, seats: dict[int, list[int]]) -> None:
    """Put who plays at given seats, so that the button's rules can be told from the lot."""
    names = [(table, seat) for table, all_of in seats.items() for seat in all_of]
    players = queries.playing(friday)
    Entry.objects.filter(id__in=[one.pk for one in players]).update(table_no=None, seat_no=None)
    for each, (table, seat) in zip(players, names, strict=True):
        Entry.objects.filter(id=each.pk).update(table_no=table, seat_no=seat)


def test_every_ticket_draws_a_seat_once_tables_are_open(
    world: World, shift: Shift, friday: Tournament
):
    opened(world, friday)
    enter(world, friday, *NAMES, shift_id=shift.pk)
    seats = [each.seat for each in queries.playing(friday)]
    assert None not in seats
    assert len(set(seats)) == 11
    assert sorted(view.taken for view in queries.floor(friday).tables) == [5, 6]


def test_tickets_sold_before_draw_their_seats_together_and_the_seed_draws_them_again(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES, shift_id=shift.pk)
    assert len(queries.floor(friday).seatless) == 11
    opened(world, friday)
    made = draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    drawn = {str(each.number): list(each.seat or ()) for each in queries.playing(friday)}
    assert made.drawn == drawn
    book = book_on(world.club.pk, EVENING)
    assert queries.drawn_again(book, queries.draw(friday, made.pk))
    made.drawn["1"], made.drawn["2"] = made.drawn["2"], made.drawn["1"]
    assert not queries.drawn_again(book, made)


def test_two_draws_have_two_seeds(world: World, shift: Shift, friday: Tournament):
    opened(world, friday)
    enter(world, friday, "A", "B", shift_id=shift.pk)
    first, second = queries.draws(friday)
    assert first.seed != second.seed


def test_a_draw_pressed_twice_is_one_draw(world: World, shift: Shift, friday: Tournament):
    enter(world, friday, "A", "B", shift_id=shift.pk)
    opened(world, friday)
    stamp = td(world, "20:50")
    first = draw_seats(stamp, tournament_id=friday.pk)
    assert draw_seats(stamp, tournament_id=friday.pk).seed == first.seed
    assert SeatDraw.objects.count() == 1
    refused(NothingToDraw, draw_seats, td(world, "20:51"), tournament_id=friday.pk)


def test_more_players_than_seats_wait_for_another_table(
    world: World, shift: Shift, friday: Tournament
):
    opened(world, friday, 1, seats=2)
    enter(world, friday, "A", "B", "C", shift_id=shift.pk)
    assert [str(each.player) for each in queries.floor(friday).seatless] == ["C"]
    refused(TooFewSeats, draw_seats, td(world), tournament_id=friday.pk)
    opened(world, friday, 2, seats=2)
    draw_seats(td(world), tournament_id=friday.pk)
    assert queries.floor(friday).seatless == []


@pytest.mark.parametrize(
    ("numbers", "seats", "refusal"),
    [([1, 1], 6, BadInput), ([], 6, BadInput), ([1], 1, BadInput), ([1], 12, BadInput)],
)
def test_tables_that_cannot_be(
    world: World, friday: Tournament, numbers: list[int], seats: int, refusal: Any
):
    more = {"tournament_id": friday.pk, "numbers": numbers, "seats": seats}
    refused(refusal, open_tables, td(world), **more)


def test_a_table_is_open_once(world: World, friday: Tournament):
    opened(world, friday, 7)
    more = {"tournament_id": friday.pk, "numbers": [7], "seats": 6}
    refused(TableOpen, open_tables, td(world), **more)


def test_from_the_start_on_who_has_a_seat_plays_here_and_nowhere_else(
    world: World, shift: Shift, friday: Tournament
):
    opened(world, friday)
    entries = enter(world, friday, "A", "B", "C", shift_id=shift.pk)
    assert not Place.objects.exists()
    begun(world, friday)
    session = world.session()
    world.sell(20_000, "21:05")

    cash = {"session_id": session.pk, "seat_no": 1, "cents": 20_000, "paid_with": "chips"}
    where = cash | {"player_id": entries[0].player_id}
    refused(PlaysElsewhere, seat_player, world.stamp("21:06", role=Role.SUPERVISOR), **where)
    out(world, friday, entries[0])
    seat_player(world.stamp("21:30", role=Role.SUPERVISOR), **where)


def test_who_plays_for_cash_at_the_start_sits_down_after_leaving_the_cash_table(
    world: World, shift: Shift, friday: Tournament
):

    seat = world.seat(world.session(), "Mari")[0].seat
    opened(world, friday)
    enter(world, friday, "A", "B", shift_id=shift.pk)
    sale = sell_entry(
        world.stamp("20:40"),
        tournament_id=friday.pk,
        player_id=seat.player_id,
        shift_id=shift.pk,
        paid_with="cash",
    )
    begun(world, friday)
    assert list(queries.floor(now(friday)).elsewhere) == [sale.entry_id]
    where = {"tournament_id": friday.pk, "entry_id": sale.entry_id}
    refused(PlaysElsewhere, sit_down, td(world), **where)
    cash_out(
        world.stamp("21:15", role=Role.SUPERVISOR),
        session_id=seat.session_id,
        player_id=seat.player_id,
        cents=20_000,
        paid_with="chips",
    )
    sit_down(td(world, "21:16"), **where)
    assert queries.floor(now(friday)).elsewhere == {}


def test_a_late_ticket_is_not_sold_to_who_plays_for_cash(
    world: World, shift: Shift, friday: Tournament
):
    seat = world.seat(world.session(), "Mari")[0].seat
    opened(world, friday)
    enter(world, friday, "A", "B", shift_id=shift.pk)
    begun(world, friday)
    late = {"tournament_id": friday.pk, "shift_id": shift.pk, "paid_with": "cash"}
    stamp = world.stamp("21:05")
    refused(PlaysElsewhere, sell_entry, stamp, player_id=seat.player_id, **late)
    assert friday.entries.count() == 2
    assert world.balance("tournament:pool", friday.pk) == -20_000


def test_the_big_blind_moves_to_the_seat_that_posts_it_soonest(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:8], shift_id=shift.pk)
    opened(world, friday)
    placed(friday, {1: [1, 2, 3, 4, 5], 2: [1, 3, 5]})
    begun(world, friday)
    floor = queries.floor(now(friday))
    assert floor.balance
    assert [(one.from_table, one.to_table) for one in floor.balance.moves] == [(1, 2)]
    where = {"tournament_id": friday.pk, "from_table": 1, "to_table": 2}
    asked = where | {"from_button": 1, "to_button": 1}
    big_blind = at_seat(friday, 1, 3)
    refused(NoMove, balance_tables, td(world), **asked, entry_id=at_seat(friday, 1, 1).pk)
    move = balance_tables(td(world), **asked, entry_id=big_blind.pk)
    assert (move.entry_id, move.from_seat, move.to_table) == (big_blind.pk, 3, 2)
    assert {one["rule"] for one in move.because} >= {"OLY-3.4.14", "OLY-3.4.17", "OLY-3.4.19"}
    assert at_seat(friday, 2, move.to_seat).pk == big_blind.pk
    refused(NoMove, balance_tables, td(world), **asked)


def test_three_players_fewer_and_the_table_waits(world: World, shift: Shift, friday: Tournament):
    enter(world, friday, *NAMES[:7], shift_id=shift.pk)
    opened(world, friday)
    placed(friday, {1: [1, 2, 3, 4, 5], 2: [1, 3]})
    assert [view.waits for view in queries.floor(friday).tables] == [False, False]
    begun(world, friday)
    assert [view.waits for view in queries.floor(now(friday)).tables] == [False, True]


def test_the_button_lies_at_a_seat(world: World, shift: Shift, friday: Tournament):
    enter(world, friday, *NAMES[:7], shift_id=shift.pk)
    opened(world, friday)
    placed(friday, {1: [1, 2, 3, 4, 5], 2: [1, 3]})
    where = {"tournament_id": friday.pk, "from_table": 1, "to_table": 2}
    for wrong in ({"from_button": 7, "to_button": 1}, {"from_button": 1, "to_button": 0}):
        refused(BadInput, balance_tables, td(world), **where, **wrong)
    assert not SeatMove.objects.exists()


def test_a_broken_table_draws_the_free_seats_of_the_others(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:8], shift_id=shift.pk)
    opened(world, friday, 1, 2, 3)
    placed(friday, {1: [1, 2, 3], 2: [1, 2, 3], 3: [4, 6]})
    begun(world, friday)
    floor = queries.floor(now(friday))
    assert floor.to_break
    assert floor.to_break.number == 3
    made = break_table(td(world), tournament_id=friday.pk, table_no=3)
    assert made
    assert queries.drawn_again(book_on(world.club.pk, EVENING), made)
    assert [view.table.number for view in queries.floor(friday).tables] == [1, 2]
    assert [len(at_table(friday, number)) for number in (1, 2)] == [4, 4]
    moves = queries.moves(friday)
    assert {(one.from_table, one.reason) for one in moves} == {(3, "Broken table")}
    assert {one.draw_id for one in moves} == {made.pk}
    refused(NotFound, break_table, td(world), tournament_id=friday.pk, table_no=3)


def test_a_table_is_not_broken_while_the_others_have_no_room(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:5], shift_id=shift.pk)
    opened(world, friday, 1, seats=3)
    opened(world, friday, 2, seats=3)
    draw_seats(td(world, "20:55"), tournament_id=friday.pk)
    before = {each.pk: each.seat for each in queries.playing(friday)}
    refused(TooFewSeats, break_table, td(world), tournament_id=friday.pk, table_no=2)
    assert {each.pk: each.seat for each in queries.playing(friday)} == before
    assert len(queries.floor(friday).tables) == 2


def test_the_final_table_is_drawn_anew(world: World, shift: Shift, friday: Tournament):
    enter(world, friday, *NAMES[:6], shift_id=shift.pk)
    opened(world, friday)
    draw_seats(td(world, "20:55"), tournament_id=friday.pk)
    begun(world, friday)
    assert queries.floor(now(friday)).final
    where = {"tournament_id": friday.pk}
    kept = refused(SeatsStay, draw_again, td(world), **where, tables=[1, 2])
    assert kept.source == "OLY-3.4.3"
    draw_again(td(world), **where, tables=[2])
    assert {each.table_no for each in queries.playing(friday)} == {2}
    assert len({each.seat for each in queries.playing(friday)}) == 6
    assert [view.table.number for view in queries.floor(friday).tables] == [2]
    assert SeatMove.objects.count() == 6


def test_a_monthly_tournament_draws_anew_at_three_tables(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:6], shift_id=shift.pk)
    opened(world, friday, 1, 2, 3, 4)
    draw_seats(td(world, "20:55"), tournament_id=friday.pk)
    three = {"tournament_id": friday.pk, "tables": [1, 2, 3]}
    refused(SeatsStay, draw_again, td(world), **three)
    draw_again(td(world), **three, monthly=True)
    assert [view.taken for view in queries.floor(friday).tables] == [2, 2, 2]


def test_the_supervisor_moves_a_player_with_a_reason_and_never_onto_another(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:4], shift_id=shift.pk)
    opened(world, friday)
    placed(friday, {1: [1, 2], 2: [1, 2]})
    entry = at_seat(friday, 1, 1)
    where = {"tournament_id": friday.pk, "entry_id": entry.pk}
    taken = refused(
        SeatIsTaken, move_player, td(world), **where, to_table=2, to_seat=2, reason="Asked"
    )
    assert taken.source == "OLY-3.4.3"
    refused(SeatIsTaken, move_player, td(world), **where, to_table=2, to_seat=7, reason="Asked")
    refused(BadInput, move_player, td(world), **where, to_table=2, to_seat=3, reason=" ")
    move_player(td(world), **where, to_table=2, to_seat=3, reason="Cannot see the board")
    assert at_seat(friday, 2, 3).pk == entry.pk
    assert queries.moves(friday)[0].reason == "Cannot see the board"


def test_who_has_no_seat_is_not_moved(world: World, shift: Shift, friday: Tournament):
    entry = enter(world, friday, "A", "B", shift_id=shift.pk)[0]
    opened(world, friday)
    where = {"tournament_id": friday.pk, "entry_id": entry.pk, "to_table": 1, "to_seat": 1}
    refused(NotSeated, move_player, td(world), **where, reason="Asked")


def test_an_undone_knock_out_finds_the_old_seat_or_none(
    world: World, shift: Shift, friday: Tournament
):
    opened(world, friday, 1, 2, seats=3)
    entries = enter(world, friday, *NAMES[:5], shift_id=shift.pk)
    begun(world, friday)
    friday.refresh_from_db()
    first = entries[0]
    first.refresh_from_db()
    seat = first.seat
    gone = out(world, friday, first)
    undo_knockout(td(world, "21:21"), tournament_id=friday.pk, knockout_id=gone.pk)
    first.refresh_from_db()
    assert first.seat == seat
    gone = out(world, friday, first, "21:22")
    sold(world, friday, "Late 1", shift_id=shift.pk, clock="21:23")
    sold(world, friday, "Late 2", shift_id=shift.pk, clock="21:23")
    undo_knockout(td(world, "21:24"), tournament_id=friday.pk, knockout_id=gone.pk)
    assert [each.pk for each in queries.floor(friday).seatless] == [first.pk]


def test_a_rebuy_keeps_the_seat_and_a_reentry_draws_one(world: World, shift: Shift):
    terms = {"variants": ["rebuy_when_broke"], "rebuy_cents": 10_000, "rebuy_levels": 2}
    tournament = a_tournament(world, reentry=True, **terms)
    opened(world, tournament)
    entries = enter(world, tournament, *NAMES[:5], shift_id=shift.pk)
    begun(world, tournament)
    first = entries[0]
    first.refresh_from_db()
    seat = first.seat
    again = {"entry_id": first.pk, "paid_with": "cash", "shift_id": shift.pk}
    out(world, tournament, first)
    sell_more(world.stamp("21:25"), what="rebuy", **again)
    first.refresh_from_db()
    assert first.seat == seat
    out(world, tournament, first, "21:26")
    sell_more(world.stamp("21:27"), what="reentry", **again)
    assert queries.draws(tournament)[-1].tickets == [1]
    first.refresh_from_db()
    assert first.seat


def test_nothing_is_moved_once_a_tournament_is_cancelled(
    world: World, shift: Shift, friday: Tournament
):
    opened(world, friday)
    Tournament.objects.filter(id=friday.pk).update(cancelled_at=world.at("20:30"))
    where = {"tournament_id": friday.pk}
    refused(TournamentOver, draw_seats, td(world), **where)
    refused(TournamentOver, break_table, td(world), **where, table_no=1)
    refused(TournamentOver, open_tables, td(world), **where, numbers=[9], seats=6)


def test_nobody_moves_to_a_full_table(world: World, shift: Shift, friday: Tournament):
    enter(world, friday, *NAMES[:6], shift_id=shift.pk)
    open_tables(td(world, "20:10"), tournament_id=friday.pk, numbers=[1], seats=6)
    open_tables(td(world, "20:11"), tournament_id=friday.pk, numbers=[2], seats=2)
    placed(friday, {1: [1, 2, 3, 4], 2: [1, 2]})
    where = {"tournament_id": friday.pk, "from_table": 1, "to_table": 2}
    refused(NoSeatToMove, balance_tables, td(world), **where, from_button=1, to_button=1)
