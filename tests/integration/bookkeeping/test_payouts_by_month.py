"""The payouts of months add up, each by what was handed over and with what."""

from datetime import date
from typing import Any

from casino.cage.models import Payable, Shift
from casino.cage.services.desk import redeem_chips
from casino.cage.services.payables import pay_out
from tests.books import register
from tests.counting import reverse_by_two
from tests.owing import owe_prize
from tests.world import EVENING, World, a_club, of_the_desk

FEBRUARY, MARCH = date(2026, 2, 28), date(2026, 3, 1)
FREE = 10**8
ALONE = {"second_from_cents": FREE, "manager_from_cents": FREE}
REDEEMS = {"redeem_second_from_cents": FREE, "redeem_manager_from_cents": FREE}


def at_the_desk(world: World) -> Shift:
    of_the_desk(world.club, **ALONE | REDEEMS, identify_from_cents=FREE)
    return world.open_shift()


def owed(world: World, cents: int, day: date = EVENING) -> Payable:
    guest = world.player("Ann").pk
    return owe_prize(world.stamp("20:40", day=day), cents=cents, player_id=guest)


def payouts(world: World, *span: date) -> list[dict[str, str]]:
    of_the_desk(world.club, **ALONE | REDEEMS, identify_from_cents=30_000)
    return register(world, "payouts", *span)


def paid(found: list[dict[str, str]], **only: str) -> list[int]:
    rows = [row for row in found if only.items() <= row.items()]
    return [int(row["paid"].replace(".", "")) for row in rows]


def test_a_payment_reversed_in_the_next_month_is_a_line_below_zero_of_that_month(world: World):
    shift = at_the_desk(world)
    where: dict[str, Any] = {"payable_id": owed(world, 100_000, FEBRUARY).pk, "paid_with": "cash"}
    where |= {"shift_id": shift.pk}
    first = pay_out(world.stamp("21:00", day=FEBRUARY), **where)
    slip = {"shift_id": shift.pk, "entry_id": first.entry_id, "reason": "Wrong guest"}
    reverse_by_two(world, world.stamp("08:00", day=MARCH), **slip)
    pay_out(world.stamp("08:10", day=MARCH), **where)

    february = payouts(world, FEBRUARY, FEBRUARY)
    march = payouts(world, MARCH, MARCH)
    assert (paid(february), paid(march)) == ([100_000], [-100_000, 100_000])
    assert march[0]["reverses_slip"] == february[0]["slip_no"] != march[0]["slip_no"]
    assert [row["reverses_slip"] for row in (*february, march[1])] == ["", ""]
    assert march[0]["amount"] == "-1000.00"
    assert paid(payouts(world, FEBRUARY, MARCH)) == [100_000]


def test_a_prize_paid_in_chips_that_are_redeemed_is_one_payment_of_cash(world: World):
    shift = at_the_desk(world)
    prize = owed(world, 50_000)
    where = {"payable_id": prize.pk, "shift_id": shift.pk, "paid_with": "chips"}
    pay_out(world.stamp("21:00"), **where)
    slip = {"shift_id": shift.pk, "player_id": prize.player_id, "cents": 50_000}
    redeem_chips(world.stamp("21:10"), **slip)

    found = payouts(world)
    assert paid(found, paid_with="chips") == paid(found, paid_with="cash") == [50_000]


def test_what_was_paid_is_what_the_drawer_handed_over(db: None):
    world = a_club(overrides={"house.cash_unit_cents": 5})
    shift = at_the_desk(world)
    where = {"payable_id": owed(world, 30_037).pk, "shift_id": shift.pk, "paid_with": "cash"}
    before = world.balance("cash:drawer", shift.drawer_id)
    pay_out(world.stamp("21:00"), **where)

    (row,) = payouts(world)
    assert row["amount"] == "300.37"
    assert paid([row]) == [before - world.balance("cash:drawer", shift.drawer_id)] == [30_035]
