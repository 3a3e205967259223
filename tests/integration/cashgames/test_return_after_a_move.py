"""Who was moved, cashes out there and comes back within the hour left the first table by that."""

from functools import partial

import pytest

from cashgames.models import ChipMove, Session
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.cash_outs import cash_out
from cashgames.services.moves import move_player
from cashgames.services.seats import BuyInRefused, seat_player
from tests.correcting import floor
from tests.refusing import refused
from tests.world import World


@pytest.fixture
def one(world: World) -> Session:
    return world.session("1")


@pytest.fixture
def two(world: World) -> Session:
    return world.session("2")


@pytest.fixture
def who(world: World, one: Session, two: Session) -> int:
    """Seat Ann at the first table with 500.00, others at the second."""
    world.sell(100_000, "20:00")
    world.seat(two, "Bob", "Cat", cents=50_000)
    return world.seat(one, "Ann", cents=50_000)[0].seat.player_id


def move(world: World, who: int, here: Session, to: Session, clock: str) -> None:
    asked = {"session_id": here.pk, "player_id": who, "to_session_id": to.pk}
    move_player(floor(world, clock), **asked, seat_no=9, stack_cents=50_000)


def cash(world: World, who: int, here: Session, cents: int, clock: str) -> None:
    asked = {"session_id": here.pk, "player_id": who, "paid_with": "chips"}
    cash_out(floor(world, clock), **asked, cents=cents)


def back(world: World, who: int, to: Session, cents: int, clock: str) -> ChipMove:
    asked = {"session_id": to.pk, "player_id": who, "paid_with": "chips", "seat_no": 5}
    return seat_player(floor(world, clock), **asked, cents=cents)


@pytest.mark.parametrize("amounts", [(50_000, 50_000), (80_000, 50_000), (30_000, 30_000)])
def test_who_cashed_out_elsewhere_brings_what_left_the_first_table(
    world: World, one: Session, two: Session, who: int, amounts: tuple[int, int]
):
    cashed, brings = amounts
    move(world, who, one, two, "22:00")
    cash(world, who, two, cashed, "22:05")
    said = refused(BuyInRefused, back, world, who, one, 10_000, "22:10")
    assert said.source == "OLY-2.26"
    assert back(world, who, one, brings, "22:11").cents == brings


def test_the_hour_runs_from_the_move(world: World, one: Session, two: Session, who: int):
    move(world, who, one, two, "22:00")
    cash(world, who, two, 50_000, "22:50")
    refused(BuyInRefused, back, world, who, one, 10_000, "22:59:59")
    assert back(world, who, one, 10_000, "23:00").cents == 10_000


def test_who_lost_the_stack_at_the_other_table_has_the_usual_limits(
    world: World, one: Session, two: Session, who: int
):
    move(world, who, one, two, "22:00")
    cash(world, who, two, 0, "22:05")
    assert back(world, who, one, 10_000, "22:10").cents == 10_000


def test_a_chain_of_moves_ends_with_the_cash_out(
    world: World, one: Session, two: Session, who: int
):
    three = world.session("3")
    move(world, who, one, two, "22:00")
    move(world, who, two, three, "22:05")
    cash(world, who, three, 50_000, "22:10")
    comes = partial(back, world, who)
    refused(BuyInRefused, comes, one, 10_000, "22:15")
    refused(BuyInRefused, comes, two, 10_000, "22:15")
    refused(BuyInRefused, comes, three, 10_000, "22:15")


def test_who_is_moved_back_brings_the_stack_and_leaves_with_the_cash_out(
    world: World, one: Session, two: Session, who: int
):
    move(world, who, one, two, "22:00")
    move(world, who, two, one, "22:05")
    cash(world, who, one, 40_000, "22:10")
    refused(BuyInRefused, back, world, who, one, 50_000, "22:15")
    assert back(world, who, one, 40_000, "22:16").cents == 40_000


def test_a_stack_in_safekeeping_is_no_cash_out_of_the_first_table(
    world: World, one: Session, two: Session, who: int
):
    move(world, who, one, two, "22:00")
    seat = {"session_id": two.pk, "player_id": who}
    leave_seat(floor(world, "22:01"), **seat)
    remove_stack(floor(world, "22:40"), **seat, cents=50_000)
    assert back(world, who, one, 10_000, "22:45").cents == 10_000
