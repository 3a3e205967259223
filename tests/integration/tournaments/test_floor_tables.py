"""Tables and seats: drawn by lot from a seed that is kept, balanced, broken, drawn anew."""

from typing import Any

import pytest

from cashgames.services.cash_outs import cash_out
from cashgames.services.seats import seat_player
from casino.cage.models import Shift
from casino.house.queries import book_on
from casino.players.models import PlayingPlace
from casino.players.services.places import PlaysElsewhere
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import NAMES, begun, opened, out, placed, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import EVENING, World, a_club
from tournaments.models import SeatDraw, SeatMove, Tournament
from tournaments.queries.floor import draw, drawn_again, draws, floor
from tournaments.queries.order import playing
from tournaments.rules.seat_draw import TooFewSeats
from tournaments.services.moves import balance_tables
from tournaments.services.refunds import refund_entry
from tournaments.services.selling import sell_entry
from tournaments.services.tables import NothingToDraw, TableOpen, draw_seats, open_tables, sit_down


@pytest.fixture
def friday(world: World) -> Tournament:
    return a_tournament(world)


def test_every_ticket_draws_a_seat_once_tables_are_open(
    world: World, shift: Shift, friday: Tournament
):
    opened(world, friday)
    enter(world, friday, *NAMES, shift_id=shift.pk)
    seats = [each.seat for each in playing(friday)]
    assert None not in seats
    assert len(set(seats)) == 11
    assert sorted(view.taken for view in floor(friday).tables) == [5, 6]


def test_tickets_sold_before_draw_their_seats_together_and_the_seed_draws_them_again(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES, shift_id=shift.pk)
    assert len(floor(friday).seatless) == 11
    opened(world, friday)
    made = draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    drawn = {str(each.number): list(each.seat or ()) for each in playing(friday)}
    assert made.drawn == drawn
    book = book_on(world.club.pk, EVENING)
    assert drawn_again(book, draw(friday, made.pk))
    made.drawn["1"], made.drawn["2"] = made.drawn["2"], made.drawn["1"]
    assert not drawn_again(book, made)


@pytest.mark.rule("OLY-1.53")
def test_two_play_at_a_heads_up_table(world: World):
    match = a_tournament(world, variants=["heads_up"])
    said = refused(BadInput, opened, world, match, 1, 2, seats=3)
    assert (said.field, said.source) == ("seats", "OLY-1.53")
    opened(world, match, 1, 2, seats=2)
    assert [view.table.seats for view in floor(match).tables] == [2, 2]


@pytest.mark.django_db
@pytest.mark.rule("AMB-113")
@pytest.mark.parametrize(
    ("book", "most", "source"),
    [
        ("olympic", 9, "AMB-114"),
        ("voodoo", 10, "VOO-G2"),
        ("img", 10, "IMG-G1"),
        ("home", 10, "AMB-114"),
    ],
)
def test_a_table_has_no_more_seats_than_any_game_of_the_book(book: str, most: int, source: str):
    world = a_club(book=book)
    night = a_tournament(world, **({"shares_bp": [10_000]} if book == "home" else {}))
    said = refused(BadInput, opened, world, night, 1, seats=most + 1)
    assert (said.field, said.source) == ("seats", source)
    opened(world, night, 1, seats=most)


def test_two_draws_have_two_seeds(world: World, shift: Shift, friday: Tournament):
    opened(world, friday)
    enter(world, friday, "A", "B", shift_id=shift.pk)
    first, second = draws(friday)
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
    assert [str(each.player) for each in floor(friday).seatless] == ["C"]
    refused(TooFewSeats, draw_seats, td(world), tournament_id=friday.pk)
    opened(world, friday, 2, seats=2)
    draw_seats(td(world), tournament_id=friday.pk)
    assert floor(friday).seatless == []


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
    assert not PlayingPlace.objects.exists()
    begun(world, friday)
    session = world.session()
    world.sell(20_000, "21:05")

    cash = {"session_id": session.pk, "seat_no": 1, "cents": 20_000, "paid_with": "chips"}
    where = cash | {"player_id": entries[0].player_id}
    refused(PlaysElsewhere, seat_player, world.stamp("21:06", role=Role.SUPERVISOR), **where)
    out(world, friday, entries[0])
    seat_player(world.stamp("21:30", role=Role.SUPERVISOR), **where)


def test_a_ticket_to_another_tournament_given_back_lets_nobody_leave_this_one(
    world: World, shift: Shift, friday: Tournament
):
    opened(world, friday)
    ann, *_ = enter(world, friday, "A", "B", "C", shift_id=shift.pk)
    other = a_tournament(world, name="Late")
    ticket = sell_entry(
        world.stamp("20:31"),
        tournament_id=other.pk,
        player_id=ann.player_id,
        shift_id=shift.pk,
        paid_with="cash",
    ).entry
    begun(world, friday)

    where = {"entry_id": ticket.pk, "cause": "withdrawal", "reason": "Ill"}
    signed(world, refund_entry.ask(td(world, "21:12"), **where), clock="21:13")

    session = world.session()
    world.sell(20_000, "21:14")
    cash = {"session_id": session.pk, "seat_no": 1, "cents": 20_000, "paid_with": "chips"}
    stamp = world.stamp("21:15", role=Role.SUPERVISOR)
    refused(PlaysElsewhere, seat_player, stamp, **cash, player_id=ann.player_id)


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
    assert list(floor(now(friday)).elsewhere) == [sale.entry_id]
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
    assert floor(now(friday)).elsewhere == {}


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


def test_the_button_lies_at_a_seat(world: World, shift: Shift, friday: Tournament):
    enter(world, friday, *NAMES[:7], shift_id=shift.pk)
    opened(world, friday)
    placed(friday, {1: [1, 2, 3, 4, 5], 2: [1, 3]})
    where = {"tournament_id": friday.pk, "from_table": 1, "to_table": 2}
    for wrong in ({"from_button": 7, "to_button": 1}, {"from_button": 1, "to_button": 0}):
        refused(BadInput, balance_tables, td(world), **where, **wrong)
    assert not SeatMove.objects.exists()
