"""A payment taken back by two: both slips name each other, and it is due again."""

import pytest
from django.db import Error, connection, transaction

from casino.approvals.services import NotYours, approve
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Payable, Shift
from casino.cage.queries.due import payables, payment_of, taken_back
from casino.cage.queries.tallies import slip, slips
from casino.cage.services.payables import pay_out
from casino.cage.services.reversals import reverse_slip
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.owing import owe_prize
from tests.refusing import refused
from tests.world import World, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return a_club(overrides={"house.cash_unit_cents": 5})


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


def paid(world: World, shift: Shift, *, cents: int = 30_003) -> Payable:
    """Owe a prize and pay it in cash; coins of a cent do not exist."""
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=cents)
    pay(world, prize, shift)
    return prize


def pay(world: World, prize: Payable, shift: Shift) -> None:
    what = {"payable_id": prize.pk, "shift_id": shift.pk, "paid_with": "cash"}
    pay_out(world.stamp("21:30"), **what)


def take_back(world: World, prize: Payable, shift: Shift, *, role: str = Role.ACCOUNTANT) -> None:
    payment = payment_of(prize)
    assert payment
    what = {"shift_id": shift.pk, "entry_id": payment.entry_id, "reason": "Other guest"}
    refused(NeedsSignature, reverse_slip, world.stamp("21:40"), **what)
    asked = reverse_slip.ask(world.stamp("21:40"), **what)
    approve(world.stamp("21:41", role=role), proposal_id=asked.pk, digest=asked.digest)


def test_a_payment_taken_back_is_due_again_and_paid_again(world: World, shift: Shift):
    before = world.balance("cash:drawer", shift.drawer_id)
    prize = paid(world, shift)
    assert world.balance("cash:drawer", shift.drawer_id) == before - 30_005

    take_back(world, prize, shift)

    assert world.balance("cash:drawer", shift.drawer_id) == before
    assert world.balance("payable", prize.pk) == -30_003
    assert world.balance("expense:rounding") == 0
    assert payables(world.club.pk) == [prize]
    (first,) = taken_back(prize)
    back = slip(world.club.pk, first.reversal_id)
    assert (back.reverses_id, back.memo) == (first.entry_id, "Other guest")
    assert slip(world.club.pk, first.entry_id).reversed_by_id == back.id
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []

    pay(world, prize, shift)
    assert payables(world.club.pk) == []


def test_only_accountant_or_manager_take_a_payment_back(world: World, shift: Shift):
    prize = paid(world, shift, cents=100)
    refused(NotYours, take_back, world, prize, shift, role=Role.SUPERVISOR)
    take_back(world, prize, shift, role=Role.MANAGER)


def test_the_database_knows_which_entry_takes_a_payment_back(world: World, shift: Shift):
    prize = paid(world, shift)
    first = payment_of(prize)
    assert first
    float_slip = slips(shift)[-1].id
    attack = "UPDATE cage_payment SET reversal_id = %s WHERE id = %s"
    says = "reversal of its entry"
    with pytest.raises(Error, match=says), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(attack, [float_slip, first.pk])
