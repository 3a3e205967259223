"""What one person pays without a second person within an hour is listed, at whichever desk."""

from dataclasses import replace

from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Drawer, Shift
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import pay_out
from casino.house.stamp import Stamp, with_key
from casino.staff.models import Role, User
from tests.owing import owe_prize
from tests.world import EVENING, World, a_member

MANY = "many payments by one person within an hour"


def a_shift(world: World, clock: str, desk: str, cashier: User | None = None) -> Shift:
    stamp = by(world.stamp(clock), cashier)
    drawer = Drawer.objects.filter(name=desk).first() or world.drawer(desk)
    return open_shift(stamp, drawer_id=drawer.pk, cash={10_000: 20}, chips={2_500: 4})


def by(stamp: Stamp, cashier: User | None) -> Stamp:
    return replace(stamp, actor_id=cashier.pk) if cashier else stamp


def pay_three(world: World, shift: Shift, clock: str, *, request_id: str = "") -> None:
    """Pay three absent guests 400.00 each, five minutes after each other, by who works there."""
    for number in range(3):
        guest = world.player(f"Absent {clock} {number}")
        owed = owe_prize(world.stamp("19:00"), player_id=guest.pk, cents=40_000)
        at = by(world.stamp(f"{clock[:3]}{int(clock[3:]) + 5 * number:02}"), shift.cashier)
        at = replace(at, request_id=request_id)
        pay_out(at, payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")


def close(world: World, shift: Shift, clock: str, minute_later: str) -> None:
    stamp = by(world.stamp(clock), shift.cashier)
    counts = {"cash": {10_000: 8}, "chips": {2_500: 4}}
    submit_count(stamp, shift_id=shift.pk, **counts)
    asked = close_shift.submit(by(world.stamp(minute_later), shift.cashier), shift_id=shift.pk)
    assert Shift.objects.get(pk=shift.pk).closed_at, asked


def listed(world: World) -> list[str]:
    return [str(kind) for kind, *_ in exceptions(world.club, first=EVENING, last=EVENING)]


def test_one_person_at_two_desks_is_one_person(world: World):
    world.fund()
    first = a_shift(world, "20:00", "Desk 1")
    pay_three(world, first, "22:00")
    close(world, first, "22:15", "22:16")
    assert MANY not in listed(world)
    pay_three(world, a_shift(world, "22:20", "Desk 2"), "22:30")
    assert listed(world).count(MANY) == 1


def test_two_who_follow_each_other_at_one_desk_are_two_people(world: World):
    world.fund()
    first = a_shift(world, "20:00", "Desk 1")
    pay_three(world, first, "22:00")
    close(world, first, "22:15", "22:16")
    next_one = a_member(world.club, Role.CASHIER, name="next")
    pay_three(world, a_shift(world, "22:20", "Desk 1", next_one), "22:30")
    assert MANY not in listed(world)


def test_who_pays_by_the_key_of_a_colleague_too_is_one_person(world: World):
    world.fund()
    first = a_shift(world, "20:00", "Desk 1")
    pay_three(world, first, "22:00")
    colleague = a_member(world.club, Role.CASHIER, name="colleague")
    other = a_shift(world, "20:10", "Desk 2", colleague)
    held = with_key("r1", key_id=1, holder_id=first.cashier_id)
    pay_three(world, other, "22:30", request_id=held)
    assert listed(world).count(MANY) == 1
