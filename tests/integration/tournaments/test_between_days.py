"""Between two days of a tournament: who has a seat already, and where everybody may play."""

from typing import Any

import pytest

from cashgames.models import Session
from cashgames.services.seats import seat_player
from casino.cage.models import Shift
from casino.house.stamp import Stamp
from casino.players.models import PlayingPlace
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, chips_of, enter, now
from tests.world import World
from tournaments.models import Entry, Tournament
from tournaments.queries.floor import floor
from tournaments.queries.waitlist import lists
from tournaments.services.days import begin_day, end_day
from tournaments.services.knockouts import NotPlaying, Out, knock_out
from tournaments.services.presence import Seen, note_presence
from tournaments.services.selling import NotAdmitted, sell_entry
from tournaments.services.starting import start
from tournaments.services.tables import draw_seats, open_tables


@pytest.fixture
def friday(world: World) -> Tournament:
    return a_tournament(world, reentry=True, flights=2)


@pytest.fixture
def bagged(world: World, shift: Shift, friday: Tournament) -> list[Entry]:
    """Play a flight until two of three are left."""
    entries = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    where = {"tournament_id": friday.pk}
    open_tables(td(world, "20:50"), **where, numbers=[1], seats=4)
    draw_seats(td(world, "20:50"), **where)
    start(td(world, "21:00"), **where)
    knock_out(td(world, "21:50"), **where, outs=[Out(entry_id=entries[2].pk, stack=100)])
    return entries[:2]


def night(world: World, friday: Tournament, bagged: list[Entry], *, another: bool) -> None:
    """End the day at ten; a table of four waits for the next one."""
    where = {"tournament_id": friday.pk}
    bags = chips_of(dict.fromkeys((each.pk for each in bagged), 15_000))
    end_day(td(world, "22:00"), **where, bags=bags, another_flight=another)
    open_tables(td(world, "22:05"), **where, numbers=[1], seats=4)


def at_cash(world: World, session: Session, player_id: int, clock: str) -> Any:
    """Sit down at a cash table."""
    world.sell(20_000, "22:06")
    stamp: Stamp = world.stamp(clock, role=Role.SUPERVISOR)
    seat_no = session.seats.count() + 1
    bought = {"cents": 20_000, "paid_with": "chips", "seat_no": seat_no}
    return seat_player(stamp, session_id=session.pk, player_id=player_id, **bought)


def plays_here(friday: Tournament) -> set[str]:
    """Return who is noted as playing in the tournament."""
    places = PlayingPlace.objects.filter(kind=PlayingPlace.Kind.TOURNAMENT, until=None)
    return {each.player.name for each in places.select_related("player")}


def test_a_ticket_of_the_next_flight_bars_nobody_from_cash_until_the_flight_begins(
    world: World, shift: Shift, friday: Tournament, bagged: list[Entry]
):
    session = world.session()
    night(world, friday, bagged, another=True)
    fay = world.player("Fay")
    at_cash(world, session, fay.pk, "22:07")
    (eve,) = enter(world, friday, "Eve", shift_id=shift.pk, clock="22:10")
    at_cash(world, session, eve.player_id, "22:20")
    (gil,) = enter(world, friday, "Gil", shift_id=shift.pk, clock="22:21")
    desk: Any = {"paid_with": "cash", "shift_id": shift.pk}
    bought = {"tournament_id": friday.pk, "player_id": fay.pk} | desk
    fays = sell_entry(world.stamp("22:21"), **bought).entry
    seen = [Seen(entry_id=gil.pk, present=True)]
    note_presence(td(world, "22:22"), tournament_id=friday.pk, seen=seen)
    assert plays_here(friday) == set()

    begin_day(td(world, "22:30"), tournament_id=friday.pk)
    assert plays_here(friday) == {"Gil"}
    assert set(floor(now(friday)).elsewhere) == {eve.pk, fays.pk}


def test_the_seats_of_the_last_day_are_drawn_the_evening_before(
    world: World, friday: Tournament, bagged: list[Entry]
):
    night(world, friday, bagged, another=False)
    where = {"tournament_id": friday.pk}
    assert draw_seats(td(world, "22:10"), **where).tickets == [each.number for each in bagged]
    seats = {each.pk: each.seat for each in friday.entries.filter(out_at=None)}
    assert plays_here(friday) == set()
    outs = [Out(entry_id=bagged[0].pk, stack=100)]
    refused(NotPlaying, knock_out, td(world, "22:11"), **where, outs=outs)
    client = world.browser(Role.DIRECTOR)
    page = client.get(f"/tallinn/tournaments/{friday.pk}/floor/").content.decode()
    assert "Ann" in page.partition("</h1>")[2]

    begin_day(td(world, "22:30"), **where)
    assert plays_here(friday) == {"Ann", "Bob"}
    assert {each.pk: each.seat for each in friday.entries.filter(out_at=None)} == seats


def test_before_another_flight_no_seats_are_drawn_for_who_has_a_bag(
    world: World, shift: Shift, friday: Tournament, bagged: list[Entry]
):
    night(world, friday, bagged, another=True)
    (eve,) = enter(world, friday, "Eve", shift_id=shift.pk, clock="22:10")
    assert [each.pk for each in friday.entries.filter(seat_no__isnull=False, out_at=None)] == [
        eve.pk
    ]


def test_the_places_of_the_next_flight_are_not_held_by_the_bags_of_the_one_before(
    world: World, shift: Shift, friday: Tournament, bagged: list[Entry]
):
    Tournament.objects.filter(id=friday.pk).update(places=4)
    night(world, friday, bagged, another=True)
    assert lists(now(friday), world.at("22:10")).free == 4
    enter(world, friday, "Dan", "Eve", "Fay", "Gil", shift_id=shift.pk, clock="22:11")
    begin_day(td(world, "22:30"), tournament_id=friday.pk)
    assert lists(now(friday), world.at("22:31")).free == 0
    hal: Any = {"player_id": world.player("Hal").pk, "paid_with": "cash", "shift_id": shift.pk}
    refused(NotAdmitted, sell_entry, world.stamp("22:32"), tournament_id=friday.pk, **hal)


def test_the_bags_of_the_last_day_hold_their_places(
    world: World, friday: Tournament, bagged: list[Entry]
):
    Tournament.objects.filter(id=friday.pk).update(places=4)
    night(world, friday, bagged, another=False)
    assert lists(now(friday), world.at("22:10")).free == 2
    begin_day(td(world, "22:30"), tournament_id=friday.pk)
    assert lists(now(friday), world.at("22:31")).free == 2
