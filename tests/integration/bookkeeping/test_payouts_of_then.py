"""The payouts file of a past month keeps to the threshold at which its guests were paid."""

from datetime import date

from casino.cage.queries.amounts import thresholds
from casino.cage.queries.threshold_history import identified_from
from casino.cage.services.payables import pay_out
from casino.cage.services.thresholds import change_thresholds
from casino.players.services.guests import add_player
from casino.staff.models import Role
from tests.books import register
from tests.counting import sign
from tests.owing import owe_prize
from tests.profiles import profiles
from tests.world import EVENING, World, of_the_desk

NEXT, LAST = date(2026, 3, 10), date(2026, 3, 20)
FREE = dict.fromkeys(("second_from_cents", "manager_from_cents"), 10**8)


def identify_from(world: World, cents: int, clock: str = "12:00", day: date = NEXT) -> None:
    """Let a manager and the accountant change the amount."""
    stamp, now = world.stamp(clock, role=Role.MANAGER, day=day), thresholds(world.club.pk)
    kept = {name: getattr(now, name) for name in FREE}
    asked = change_thresholds.ask(stamp, **kept, identify_from_cents=cents, reason="As the law is")
    sign(world, stamp, asked, by=Role.ACCOUNTANT)


def a_guest_with_a_document(world: World) -> int:
    given = {"document": "AB 1234567", "birth_date": date(1988, 6, 24)}
    host = world.stamp("20:00", role=Role.SUPERVISOR)
    return add_player(host, name="Mari Tamm", **given).pk


def pay(world: World, shift_id: int, player_id: int, cents: int, day: date) -> None:
    owed = owe_prize(world.stamp("20:40", day=day), cents=cents, player_id=player_id)
    where = {"payable_id": owed.pk, "shift_id": shift_id, "paid_with": "cash"}
    pay_out(world.stamp("21:00", day=day), **where)


def test_a_past_month_is_the_same_file_after_the_threshold_was_changed(world: World):
    of_the_desk(world.club, **FREE, identify_from_cents=50_000)
    shift, ann = world.open_shift(), a_guest_with_a_document(world)
    for cents in (49_999, 50_000):
        pay(world, shift.pk, ann, cents, EVENING)
    before = register(world, "payouts")
    assert [(row["amount"], row["threshold"]) for row in before] == [("500.00", "500.00")]
    for cents in (30_000, 90_000):
        identify_from(world, cents)
        assert register(world, "payouts") == before
    pay(world, shift.pk, ann, 80_000, NEXT)
    assert register(world, "payouts", NEXT, NEXT) == []
    assert register(world, "payouts", EVENING, NEXT) == before


def test_a_casinos_amount_holds_as_long_as_its_controls_do(world: World):
    of_the_desk(world.club, identify_from_cents=200_000)
    identify_from(world, 500_000, day=EVENING)
    profiles(world, ("casino", NEXT), ("club", LAST))
    decided = [(at.date(), cents) for at, cents in identified_from(world.club.pk)]
    assert decided == [
        (date.min, 200_000),
        (EVENING, 500_000),
        (NEXT, 200_000),
        (LAST, 500_000),
    ]
