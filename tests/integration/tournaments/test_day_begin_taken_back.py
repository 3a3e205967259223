"""Start next day, pressed in error: taken back until something came of the new day."""

import pytest

from casino.cage.models import Shift
from casino.ledger.verify import Books
from casino.players.models import PlayingPlace
from casino.verify.findings import broken
from tests.integration.tournaments.test_day_end_taken_back import now_at, take_back, where
from tests.tournament_floor import begun, opened, out, td
from tests.tournaments import a_tournament, chips_of, enter, now
from tests.world import World
from tournaments.models import Bag, Entry, Tournament
from tournaments.queries.clock import position
from tournaments.queries.days import at_play, bagged_chips, night, stage
from tournaments.services.days import begin_day, end_day
from tournaments.services.tables import draw_seats, open_tables
from tournaments.services.undo import last_act


@pytest.fixture
def friday(world: World) -> Tournament:
    return a_tournament(world, reentry=True, flights=2)


@pytest.fixture
def left(world: World, shift: Shift, friday: Tournament) -> list[Entry]:
    """Two of three, whose bags wait, with seats drawn for the next day."""
    ann, bob, cat = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    opened(world, friday)
    draw_seats(td(world, "20:50"), **where(friday))
    begun(world, friday)
    out(world, friday, cat, "21:50")
    return [ann, bob]


def overnight(world: World, friday: Tournament, left: list[Entry], *, flight: bool = False) -> None:
    ann, bob = left
    bags = chips_of({ann.pk: 18_000, bob.pk: 12_000})
    end_day(td(world, "22:00"), **where(friday), bags=bags, another_flight=flight)


def test_a_day_begun_in_error_has_not_begun_and_begins_once_more(
    world: World, friday: Tournament, left: list[Entry]
):
    overnight(world, friday, left)
    opened_again(world, friday)
    seats = [now_at(each).seat for each in left]
    assert all(seats)
    before = position(now(friday), world.at("22:09"))
    begin_day(td(world, "22:10"), **where(friday))
    assert PlayingPlace.objects.filter(until=None).count() == 2

    said = take_back(world, friday, "22:12")

    assert "Ann: 18\u00a0000 wait in the bag" in said
    assert [now_at(each).seat for each in left] == seats
    assert not PlayingPlace.objects.filter(until=None).exists()
    assert (bagged_chips(now(friday)), at_play(now(friday))) == (30_000, [])
    assert position(now(friday), world.at("22:40")) == before
    found = stage(now(friday))
    assert found
    assert (night(now(friday)) is not None, found.number) == (True, 2)

    begin_day(td(world, "22:45"), **where(friday))
    assert PlayingPlace.objects.filter(until=None).count() == 2
    assert not Bag.objects.filter(taken_up_at=None).exists()
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def opened_again(world: World, friday: Tournament) -> None:
    open_tables(td(world, "22:05"), **where(friday), numbers=[1], seats=6)
    draw_seats(td(world, "22:06"), **where(friday))


def test_a_flight_begun_in_error_leaves_the_bags_of_the_one_before(
    world: World, friday: Tournament, left: list[Entry]
):
    overnight(world, friday, left, flight=True)
    begin_day(td(world, "22:10"), **where(friday))
    take_back(world, friday, "22:11")
    assert bagged_chips(now(friday)) == 30_000
    assert night(now(friday))
    begin_day(td(world, "22:20"), **where(friday))
    found = stage(now(friday))
    assert found
    assert found.letter == "B"


def test_then_the_end_of_the_day_before_is_taken_back_too(
    world: World, friday: Tournament, left: list[Entry]
):
    overnight(world, friday, left)
    begin_day(td(world, "22:10"), **where(friday))
    take_back(world, friday, "22:11")
    take_back(world, friday, "22:12")
    assert night(now(friday)) is None
    assert [one.pk for one in at_play(now(friday))] == [one.pk for one in left]


def test_the_beginning_of_a_day_stays_once_a_level_has_passed(
    world: World, friday: Tournament, left: list[Entry]
):
    overnight(world, friday, left, flight=True)
    begin_day(td(world, "22:10"), **where(friday))
    assert said(world, friday, "22:50").startswith("A level has passed since the day began")


def test_the_beginning_of_a_day_stays_where_an_entry_was_sold_since(
    world: World, shift: Shift, friday: Tournament, left: list[Entry]
):
    overnight(world, friday, left, flight=True)
    begin_day(td(world, "22:10"), **where(friday))
    enter(world, friday, "Dan", shift_id=shift.pk, clock="22:12")
    assert said(world, friday, "22:13").startswith("Entries were sold since the day began")


def said(world: World, friday: Tournament, clock: str) -> str:
    last = last_act(now(friday), world.at(clock))
    assert last
    assert last.blocked
    return str(last.blocked.message)
