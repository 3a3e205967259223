"""Chips of a count that was typed wrongly are put right, whatever guests hold and found since."""

import pytest

from casino.cage.models import Shift
from casino.cage.queries.stock import drawer_stocks
from casino.cage.queries.tallies import over_short_cents
from casino.cage.services.closing import close_shift
from casino.cage.services.count_corrections import OwnCount, correct_count
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import sell_chips
from casino.cage.services.handover import take_over
from casino.staff.models import Role, User
from tests.counting import sign
from tests.integration.cage.test_count_corrections import (
    TYPED,
    asked,
    by,
    closed,
    corrected,
    right,
)
from tests.refusing import refused
from tests.world import FLOAT, RACK, World, a_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def berta(world: World) -> User:
    return a_member(world.club, Role.CASHIER, name="berta")


def took(world: World, person: User, shift: Shift, *, chips: dict[int, int], **cash: int) -> Shift:
    """Take a drawer over with other chips than were left, signed by the manager."""
    stamp = by(world, person, "21:20")
    counted = {"cash": FLOAT | {int(cents): many for cents, many in cash.items()}, "chips": chips}
    sign(world, stamp, take_over.ask(stamp, drawer_id=shift.drawer_id, **counted, reason="Differs"))
    return Shift.objects.get(drawer_id=shift.drawer_id, state="open")


def overs(*shifts: Shift) -> list[int]:
    return [over_short_cents(Shift.objects.get(id=each.pk)) for each in shifts]


@pytest.mark.parametrize("sold_cents", [0, 100_000])
@pytest.mark.parametrize("typed", [20, 2000])
@pytest.mark.parametrize("note", [FLOAT[10_000], 1])
def test_chips_that_the_next_cashier_found_are_put_right_whatever_guests_hold(
    world: World, berta: User, *, sold_cents: int, typed: int, note: int
):
    shift = world.open_shift()
    there, notes = RACK, FLOAT[5_000]
    if sold_cents:
        sell_chips(world.stamp("20:30"), shift_id=shift.pk, cents=sold_cents)
        there, notes = RACK | {2500: RACK[2500] - 40}, notes + 20
    cash = FLOAT | {5_000: notes}
    wrong = {"cash": cash | {10_000: note}, "chips": there | {500: typed}}
    submit_count(world.stamp("21:00"), shift_id=shift.pk, **wrong)
    stamp = world.stamp("21:01")
    sign(world, stamp, close_shift.ask(stamp, shift_id=shift.pk, reason="?", hand_over=True))
    taken = took(world, berta, shift, chips=there, **{"5000": notes})

    corrected(world, clock="21:40", **right(shift, cash=cash, chips=there))

    assert overs(shift, taken) == [0, 0]
    assert world.balance("chips:floor") == -sold_cents
    assert world.balance("expense:over-short") == 0


@pytest.mark.parametrize("order", [("opening", "closing"), ("closing", "opening")])
def test_two_wrong_counts_of_one_shift_are_put_right_in_any_order(
    world: World, berta: User, order: tuple[str, str]
):
    shift = closed(world, cash=FLOAT, hand_over=True)
    taken = took(world, berta, shift, chips=RACK | {2500: RACK[2500] - 10})
    submit_count(by(world, berta, "22:00"), shift_id=taken.pk, cash=TYPED, chips=RACK)
    stamp = by(world, berta, "22:01")
    sign(world, stamp, close_shift.ask(stamp, shift_id=taken.pk, reason="?"))

    for minute, moment in enumerate(order, start=10):
        corrected(world, clock=f"22:{minute}", **right(taken, moment))

    assert overs(taken) == [0]
    assert world.balance("chips:floor") == world.balance("expense:over-short") == 0


def test_a_drawer_that_was_counted_again_shows_that_count_in_the_inventory(
    world: World, berta: User
):
    shift = closed(world, cash=FLOAT, hand_over=True)
    taken = took(world, berta, shift, chips=RACK | {2500: RACK[2500] - 10})
    submit_count(by(world, berta, "21:50"), shift_id=taken.pk, cash=FLOAT, chips=RACK)
    before = drawer_stocks(taken, "Drawer")

    corrected(world, clock="22:00", **right(taken, "opening"))

    assert drawer_stocks(taken, "Drawer") == before


def test_who_was_counted_does_not_ask_for_another_count(world: World):
    world.also(Role.CASHIER, Role.SUPERVISOR)
    shift = closed(world)

    refused(OwnCount, correct_count.ask, world.stamp("21:10"), **right(shift))

    assert asked(world, clock="21:11", **right(shift)).operation == "cage.correct_count_large"
