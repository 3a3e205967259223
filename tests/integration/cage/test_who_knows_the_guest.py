"""Who enters a guest's ID, changes it or names a payee is not the one who lets it count."""

from datetime import date, timedelta
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Payment, Shift
from casino.cage.services.desk import redeem_chips, sell_chips
from casino.cage.services.identity import NotIdentified
from casino.cage.services.payables import identify, pay_out
from casino.players.queries import PlayerExcluded, TooYoung
from casino.players.services.guests import add_player, change_player, exclude_player
from casino.refusals import Refusal
from casino.staff.models import Role
from tests.correcting import floor
from tests.owing import owe_prize
from tests.refusing import refused
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
LET_IN = "players.note_admitted"


@pytest.fixture
def shift(world: World) -> Shift:
    shift = world.open_shift()
    world.sell(500_000, "20:10")
    return shift


def told(world: World) -> list[str]:
    days = {"first": EVENING, "last": EVENING + timedelta(1)}
    return [row.operation for _, row, _ in exceptions(world.club, **days)]


def test_a_birth_date_typed_by_who_pays_makes_an_old_document_newly_entered(
    world: World, shift: Shift
) -> None:
    guest = add_player(floor(world, "20:15"), name="Rein Known", document="AB 77")
    redeem_chips(world.stamp("21:00"), shift_id=shift.pk, cents=180_000, player_id=guest.pk)
    owed = owe_prize(world.stamp("21:02"), player_id=guest.pk)
    prize = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    refused(NotIdentified, pay_out.submit, world.stamp("21:05"), **prize)
    change_player(world.stamp("21:10"), player_id=guest.pk, birth_date=date(1980, 1, 1))
    assert isinstance(pay_out.submit(world.stamp("21:15"), **prize), Proposal)


def test_a_birth_date_that_lets_a_guest_in_who_was_too_young_stands_out(
    world: World, shift: Shift
) -> None:
    young = {"document": "AB 78", "birth_date": date(2010, 1, 1)}
    guest = add_player(floor(world, "20:15"), name="Kid", **young)
    what = {"shift_id": shift.pk, "cents": 10_000, "player_id": guest.pk}
    refused(TooYoung, sell_chips, world.stamp("21:00"), **what)
    change_player(world.stamp("21:01"), player_id=guest.pk, birth_date=date(1990, 1, 1))
    sell_chips(world.stamp("21:02"), **what)
    assert told(world) == [LET_IN]


@pytest.mark.parametrize("changed", ["excluded", "other"])
def test_a_card_that_a_changed_document_unlinks_from_an_excluded_one_stands_out(
    world: World, shift: Shift, changed: str
) -> None:
    paper = {"document": "AB 79", "birth_date": date(1990, 1, 1)}
    first = add_player(floor(world, "20:15"), name="Ann Out", **paper)
    other = add_player(floor(world, "20:16"), name="Anne Out", **paper)
    until = {"until": EVENING + timedelta(300), "reason": "by the house"}
    exclude_player(floor(world, "20:18"), player_id=first.pk, **until)
    what = {"shift_id": shift.pk, "cents": 10_000, "player_id": other.pk}
    refused(PlayerExcluded, sell_chips, world.stamp("21:00"), **what)
    card = {"excluded": first, "other": other}[changed]
    change_player(world.stamp("21:01"), player_id=card.pk, document="AB 790")
    sell_chips(world.stamp("21:02"), **what)
    assert told(world) == [LET_IN]


def test_a_change_that_lets_nobody_in_stands_out_nowhere(world: World, shift: Shift) -> None:
    guest = add_player(floor(world, "20:15"), name="Mari", birth_date=date(1980, 1, 1))
    change_player(world.stamp("21:01"), player_id=guest.pk, document="AB 80", notes="Sits late")
    assert told(world) == []


def named(world: World, shift: Shift, *, by: str, cents: int) -> dict[str, Any]:
    """Return what pays an amount whose payee somebody named."""
    owed = owe_prize(world.stamp("21:02"), cents=cents)
    friend = world.player("Friend")
    identify(world.stamp("21:03", role=by), payable_id=owed.pk, player_id=friend.pk)
    return {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}


def test_who_named_the_payee_does_not_sign_the_payment(world: World, shift: Shift) -> None:
    prize = named(world, shift, by=Role.SUPERVISOR, cents=90_000)
    asked = pay_out.submit(world.stamp("21:05"), **prize)
    assert isinstance(asked, Proposal)
    what = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(Refusal, approve, floor(world, "21:06"), **what)
    assert told(world) == ["cage.identify"]
    approve(world.stamp("21:07", role=Role.MANAGER), **what)
    assert Payment.objects.get().second_id == world.staff[Role.MANAGER].pk


def test_who_named_the_payee_pays_no_small_amount_alone(world: World, shift: Shift) -> None:
    prize = named(world, shift, by=Role.CASHIER, cents=9_000)
    assert pay_out.preview(world.stamp("21:05"), **prize).needs == "cage.pay_out"
