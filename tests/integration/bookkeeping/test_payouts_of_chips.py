"""The register of payouts names who was paid cash for chips, at a drawer or off a table."""

from casino.cage.services.desk import redeem_chips
from casino.staff.models import Role
from tests.books import register
from tests.correcting import leave
from tests.counting import reverse_by_two, sign
from tests.world import World, of_the_desk


def test_chips_paid_in_cash_are_among_the_payouts(world: World):
    alone = {"second_from_cents": 10**8, "manager_from_cents": 10**8}
    of_the_desk(world.club, **alone, identify_from_cents=10**8)
    shift = world.open_shift()
    world.sell(500_000, "20:10")
    ann, bob = world.player("Ann"), world.player("Bob")
    at_drawer = {"shift_id": shift.pk, "player_id": ann.pk}
    redeem_chips(world.stamp("21:00"), **at_drawer, cents=30_000)
    redeem_chips(world.stamp("21:01"), **at_drawer, cents=29_900)
    wrong = redeem_chips(world.stamp("21:02"), **at_drawer, cents=40_000)
    slip = {"shift_id": shift.pk, "entry_id": wrong.entry_id}
    reverse_by_two(world, world.stamp("21:03"), **slip, reason="Mistyped")
    game = world.session()
    cat, _ = world.seat(game, "Cat", "Dan", cents=40_000)
    leave(world, game, cat, 32_000, "21:05", shift_id=shift.pk, paid_with="cash")
    of_the_desk(world.club, **alone | {"second_from_cents": 35_000}, identify_from_cents=10**8)
    stamp = world.stamp("22:30")
    asked = redeem_chips.ask(stamp, shift_id=shift.pk, player_id=bob.pk, cents=35_000)
    sign(world, stamp, asked, by=Role.SUPERVISOR)
    of_the_desk(world.club, **alone, identify_from_cents=30_000)

    cashier, second = (str(world.staff[role].username) for role in (Role.CASHIER, Role.SUPERVISOR))
    shown = [
        [row[each] for each in ("name", "amount", "paid", "cashier", "approved_by")]
        for row in register(world, "payouts")
    ]
    assert shown == [
        ["Ann", "300.00", "300.00", cashier, ""],
        ["Cat", "320.00", "320.00", cashier, ""],
        ["Bob", "350.00", "350.00", cashier, second],
    ]
