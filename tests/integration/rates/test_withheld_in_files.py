"""The file of payouts with names says what was won, what was withheld of it and what was paid."""

from casino.staff.models import Role
from tests.books import register
from tests.counting import bank
from tests.integration.rates.test_withholding import adopt, pay, won
from tests.world import World, of_the_desk


def test_a_payout_less_tax_says_what_was_paid(world: World):
    of_the_desk(world.club, second_from_cents=10**8, manager_from_cents=10**8,
                identify_from_cents=10**8)  # fmt: skip
    world.fund()
    bank(world, world.stamp("18:00", role=Role.MANAGER), cents=2_000_000)
    shift = world.open_shift(clock="19:00")
    pay(world, won(world, 400_000, world.player("Ann").pk), shift)
    adopt(world)
    pay(world, won(world, 1_000_000, world.player("Bob").pk), shift)
    of_the_desk(world.club, identify_from_cents=300_000)
    found = register(world, "payouts")
    assert [(row["name"], row["amount"], row["withheld"], row["paid"]) for row in found] == [
        ("Ann", "4000.00", "0.00", "4000.00"),
        ("Bob", "10000.00", "1785.00", "8215.00"),
    ]
