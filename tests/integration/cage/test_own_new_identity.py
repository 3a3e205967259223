"""ID that the cashier who pays has entered is looked at by a second person, whatever is paid."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.cage.models import Payment, PaymentThresholds, Shift
from casino.cage.services.desk import redeem_chips
from casino.cage.services.identity import NotIdentified, is_own_new_identity
from casino.cage.services.payables import identify, pay_out
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.players.models import Player
from casino.players.services.guests import add_player, change_player
from casino.staff.models import Role
from tests.merging import merged
from tests.owing import owe_prize, owe_prizes
from tests.refusing import refused
from tests.world import EVENING, World, a_key, of_the_desk

pytestmark = pytest.mark.django_db
LOOK = "newly entered by the cashier who pays: look at the document"


@pytest.fixture
def shift(world: World) -> Shift:
    shift = world.open_shift()
    world.sell(500_000, "20:10")
    return shift


def paid_before(world: World, shift: Shift, cents: int = 180_000) -> Player:
    """Return a guest without ID, to whom so much was paid for chips tonight."""
    guest = world.player("Rein Known")
    redeem_chips(world.stamp("21:00"), shift_id=shift.pk, cents=cents, player_id=guest.pk)
    return guest


def entered(
    world: World, guest: Player, role: str = Role.CASHIER, *, stamp: Stamp | None = None
) -> None:
    known = {"document": f"AB {guest.pk}", "birth_date": date(1988, 6, 24)}
    stamp = stamp or world.stamp("21:10", role=role)
    change_player(stamp, player_id=guest.pk, **known)


def now(world: World) -> Stamp:
    """Return the head of an act of the cashier as the pages see the clock."""
    actor = world.staff[Role.CASHIER].pk
    return club_stamp(world.club, at=timezone.now(), actor_id=actor, key=a_key())


def a_prize(world: World, shift: Shift, **of: Any) -> dict[str, Any]:
    """Return what pays a prize of 300,00."""
    owed = owe_prize(world.stamp("21:02"), **of)
    return {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}


def test_a_redemption_to_who_was_identified_by_the_cashier_takes_two(world: World, shift: Shift):
    guest = paid_before(world, shift)
    what = {"shift_id": shift.pk, "player_id": guest.pk}
    entered(world, guest)
    assert redeem_chips.preview(world.stamp("21:15"), cents=19_900, **what).needs is None
    asked = redeem_chips.preview(world.stamp("21:15"), cents=20_000, **what)
    assert asked.needs == "cage.redeem_chips"
    assert LOOK in [str(each) for each in asked.ahead.values()]


@pytest.mark.parametrize("paid_with", ["cash", "chips", "bank"])
def test_a_prize_to_who_was_identified_by_the_cashier_takes_two(
    world: World, shift: Shift, paid_with: str
):
    guest = paid_before(world, shift)
    prize = a_prize(world, shift, player_id=guest.pk) | {"paid_with": paid_with}
    refused(NotIdentified, pay_out.submit, world.stamp("21:05"), **prize)
    entered(world, guest)
    asked = pay_out.submit(world.stamp("21:15"), **prize)
    assert isinstance(asked, Proposal)
    assert asked.operation == "cage.pay_out"


def test_below_the_amount_of_the_id_the_cashier_pays_alone(world: World, shift: Shift):
    guest = paid_before(world, shift, cents=169_900)
    prize = a_prize(world, shift, player_id=guest.pk)
    entered(world, guest)
    assert isinstance(pay_out.submit(world.stamp("21:15"), **prize), Payment)


def test_id_that_somebody_else_or_another_day_saw_takes_no_second(world: World, shift: Shift):
    guest = paid_before(world, shift)
    prize = a_prize(world, shift, player_id=guest.pk)
    entered(world, guest, Role.SUPERVISOR)
    assert isinstance(pay_out.submit(world.stamp("21:15"), **prize), Payment)

    other = world.player("Mari Other")
    entered(world, other)
    next_evening = {"day": EVENING + timedelta(1)}
    owed = owe_prize(world.stamp("21:02", **next_evening), player_id=other.pk)
    seen = world.stamp("21:15", **next_evening)
    asked = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "bank"}
    assert pay_out.preview(seen, **asked).needs is None


def test_id_of_before_the_end_of_the_gaming_day_is_new_after_it(world: World, shift: Shift):
    guest = paid_before(world, shift)
    prize = a_prize(world, shift, player_id=guest.pk) | {"paid_with": "bank"}
    entered(world, guest, stamp=world.stamp("06:58"))
    later = world.stamp("07:02", day=EVENING + timedelta(1))
    assert later.gaming_day == EVENING + timedelta(1)
    assert pay_out.preview(later, **prize).needs == "cage.pay_out"


def test_id_is_new_as_long_as_the_sum_for_it_looks_back(world: World, shift: Shift):
    guest = paid_before(world, shift)
    entered(world, guest)
    next_evening = {"day": EVENING + timedelta(1)}
    owed = owe_prize(world.stamp("21:02", **next_evening), player_id=guest.pk)
    asked = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "bank"}
    seen = world.stamp("21:15", **next_evening)
    assert pay_out.preview(seen, **asked).needs is None
    PaymentThresholds.objects.update_or_create(
        club=world.club, defaults={"identify_linked_days": 30}
    )
    assert pay_out.preview(seen, **asked).needs == "cage.pay_out"


def test_who_signs_is_told_to_look_also_where_the_amount_takes_two_anyway(
    world: World, shift: Shift
):
    guest = world.player("Rein Known")
    prize = a_prize(world, shift, cents=250_000, player_id=guest.pk)
    entered(world, guest, stamp=now(world))
    pay_out.submit(now(world), **prize)
    assert LOOK in approval_page(world, Proposal.objects.get())


def test_who_signs_several_shares_at_once_is_told_of_each(world: World, shift: Shift):
    first, second = owe_prizes(world.stamp("21:02"), 60_000, 210_000)
    guests = [world.player("Rein Known"), world.player("Mari Other")]
    for owed, guest in zip((first, second), guests, strict=True):
        identify(world.stamp("21:03"), payable_id=owed.pk, player_id=guest.pk)
    entered(world, guests[1], stamp=now(world))
    desk = {"shift_id": shift.pk, "paid_with": "cash"}
    asked, _ = [pay_out.submit(now(world), payable_id=owed.pk, **desk) for owed in (first, second)]
    assert approval_page(world, asked).count(LOOK) == 1


def approval_page(world: World, asked: Proposal) -> str:
    floor = world.browser(Role.SUPERVISOR)
    return floor.get(f"/tallinn/approvals/{asked.pk}/").content.decode()


def test_the_page_of_a_payment_says_that_two_pay(world: World, shift: Shift):
    of_the_desk(world.club, second_from_cents=300_000)
    guest = world.player("Rein Known")
    prize = a_prize(world, shift, cents=250_000, player_id=guest.pk)
    entered(world, guest, stamp=now(world))
    desk = world.browser(Role.CASHIER)
    address = f"/tallinn/payments/{prize['payable_id']}/"
    told = "A supervisor, director or manager must approve this."
    assert told in desk.get(address).content.decode()
    assert desk.post(address, {"paid_with": "cash", "key": str(a_key())})["Location"] == address
    assert Proposal.objects.get().content["own_new_identity"] is True


@pytest.mark.parametrize(("entered_by", "is_own"), [(Role.CASHIER, True), (Role.SUPERVISOR, False)])
def test_a_merge_makes_the_id_of_a_card_nobody_elses(
    world: World, entered_by: str, *, is_own: bool
):
    guest = world.player("Ann Tamm")
    typed = {"birth_date": date(1980, 1, 1), "document": "AB123456"}
    double = add_player(world.stamp("20:00", role=entered_by), name="Ann T", **typed)

    def asked(of: Player) -> bool:
        at_desk = world.stamp("21:00")
        return is_own_new_identity(at_desk, player_id=of.pk, cents=300_000)

    assert asked(double) == is_own
    merged(world, guest.pk, double.pk, clock="20:30")
    assert asked(guest) == is_own
