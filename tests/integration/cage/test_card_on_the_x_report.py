"""What a drawer sold by card and wire stands on its X report, to compare with the terminal."""

import pytest

from casino.cage.models import Shift
from casino.cage.services.payables import pay_out
from casino.staff.models import Role
from tests.api.program import program
from tests.counting import bank
from tests.owing import owe_prize
from tests.tournaments import a_tournament, signed, sold
from tests.world import World
from tournaments.services.sale_reversals import take_back_sale

SAID = "Sold by card and wire"


def report(world: World, shift: Shift, role: str) -> str:
    page = world.browser(role).get(f"/tallinn/shifts/{shift.pk}/x/")
    return " ".join(page.content.decode().split())


@pytest.mark.parametrize("role", [Role.CASHIER, Role.SUPERVISOR, Role.ACCOUNTANT])
def test_a_sale_booked_as_paid_by_card_is_told_before_the_count(
    world: World, shift: Shift, role: str
):
    """Whoever keeps the cash of an entry and books it by card lacks it on the terminal's total."""
    friday = a_tournament(world)
    sold(world, friday, "Ann", shift_id=shift.pk)
    assert SAID not in report(world, shift, role)
    sold(world, friday, "Bob", shift_id=shift.pk, paid_with="card")
    sold(world, friday, "Cat", shift_id=shift.pk, paid_with="card")
    sold(world, friday, "Dan", shift_id=shift.pk, paid_with="bank")
    said = report(world, shift, role)
    assert f"{SAID}: <strong>330,00</strong>" in said
    assert "It is the total of the card terminal and the wires of this shift together." in said


def test_a_sale_by_card_that_is_taken_back_is_none(world: World, shift: Shift):
    friday = a_tournament(world)
    first = sold(world, friday, "Ann", shift_id=shift.pk, paid_with="card")
    sold(world, friday, "Bob", shift_id=shift.pk, paid_with="card")
    what = {"shift_id": shift.pk, "purchase_id": first.pk, "reason": "Twice"}
    signed(world, take_back_sale.ask(world.stamp("20:40"), **what), clock="20:41")
    assert f"{SAID}: <strong>110,00</strong> </p>" in report(world, shift, Role.CASHIER)


def test_what_is_paid_by_wire_is_told_apart(world: World, shift: Shift):
    bank(world, world.stamp("20:30", role=Role.MANAGER), cents=100_000)
    sold(world, a_tournament(world), "Ann", shift_id=shift.pk, paid_with="card")
    owed = owe_prize(world.stamp("21:00"), cents=30_000)
    where = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "bank"}
    pay_out(world.stamp("22:00"), **where)
    said = f"{SAID}: <strong>110,00</strong>, paid out by wire <strong>300,00</strong>"
    assert said in report(world, shift, Role.CASHIER)
    told = program(world, Role.CASHIER).get(f"shifts/{shift.pk}/").json()
    assert told["sold_by_card_and_wire_cents"] == 11_000
    assert told["paid_by_wire_cents"] == 30_000
