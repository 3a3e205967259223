"""What is owed is paid once: alone, by two, or with the manager."""

from typing import Any

import pytest
from django.db import Error, IntegrityError, connection, transaction

from casino.approvals import services as approvals
from casino.approvals.services import NotYours, OwnProposal
from casino.cage import queries
from casino.cage.models import Payable, Payment, PaymentThresholds, Shift
from casino.cage.queries import ShiftNotOpen
from casino.cage.services import ask_payment, identify, pay_out
from casino.cage.services.payables import (
    NeedsSecond,
    NotByYou,
    NotIdentified,
    PaidBefore,
    PlayerNamed,
)
from casino.ledger import queries as ledger
from casino.ledger.services import NotEnough
from casino.players.services import add_player
from casino.staff.models import Role
from tests.owing import owe_prize
from tests.racing import outcomes, race
from tests.refusing import refused
from tests.world import World, a_club, a_key, a_member


@pytest.fixture
def world(db: None) -> World:
    return a_club()


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


def owed(world: World, cents: int = 30_000, **more: Any) -> Payable:
    return owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=cents, **more)


def pay(world: World, owed: Payable, shift: Shift, paid_with: str = "cash", **more: Any) -> Payment:
    stamp = world.stamp("22:00", **more)
    return pay_out(stamp, payable_id=owed.pk, shift_id=shift.pk, paid_with=paid_with)


def ask(world: World, owed: Payable, shift: Shift) -> Any:
    stamp = world.stamp("22:00")
    return ask_payment(stamp, payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")


def sign(world: World, proposal: Any, role: str) -> None:
    approvals.approve(
        world.stamp("22:05", role=role), proposal_id=proposal.pk, digest=proposal.digest
    )


def test_a_small_prize_is_paid_by_one_cashier(world: World, shift: Shift):
    prize = owed(world)
    assert world.balance("payable", prize.pk) == -30_000

    paid = pay(world, prize, shift)

    assert world.balance("payable", prize.pk) == 0
    assert world.balance("cash:drawer", shift.drawer_id) == 400_000 - 30_000
    assert (paid.entry.number, paid.second) == (2, None)
    assert queries.payables(world.club.pk) == []


def test_a_prize_in_chips_comes_out_of_the_rack_and_one_by_wire_out_of_the_bank(
    world: World, shift: Shift
):
    pay(world, owed(world), shift, "chips")
    assert world.balance("chips:floor") == -30_000
    tally = queries.tally(shift)
    assert (tally.cash.expected_cents, tally.chips.out_cents) == (400_000, 30_000)

    # Nothing lies in the bank yet.
    refused(NotEnough, pay, world, owed(world), shift, "bank")


def test_a_prize_in_cash_leaves_the_rack_alone(world: World, shift: Shift):
    pay(world, owed(world), shift)
    tally = queries.tally(shift)
    assert (tally.cash.out_cents, tally.chips.in_cents, tally.chips.out_cents) == (30_000, 0, 0)


def test_it_is_paid_once_and_the_second_desk_learns_where(world: World, shift: Shift):
    prize = owed(world)
    pay(world, prize, shift)
    refusal = refused(PaidBefore, pay, world, prize, shift)
    assert refusal.message == "Cashier@Tallinn has paid this, slip 2 of Desk 1."


def test_the_same_request_twice_pays_once(world: World, shift: Shift):
    prize, key = owed(world), a_key()
    assert pay(world, prize, shift, key=key) == pay(world, prize, shift, key=key)
    assert world.balance("payable", prize.pk) == 0


@pytest.mark.parametrize(
    ("cents", "more"), [(50_000, {}), (100, {"two": True}), (499_999, {"two": True})]
)
def test_a_larger_prize_waits_for_a_second_signature(
    world: World, shift: Shift, cents: int, more: dict[str, Any]
):
    prize = owed(world, cents, player_id=identified(world), **more)
    world.sell(cents)
    refused(NeedsSecond, pay, world, prize, shift)
    proposal = ask(world, prize, shift)
    refused(NotYours, sign, world, proposal, Role.ACCOUNTANT)
    refused(OwnProposal, sign, world, proposal, Role.CASHIER)

    if cents > 400_000:
        return
    sign(world, proposal, Role.SUPERVISOR)

    (paid,) = queries.payments(world.club.pk)
    assert (paid.paid_by, paid.second) == (
        world.staff[Role.CASHIER],
        world.staff[Role.SUPERVISOR],
    )
    assert world.balance("payable", prize.pk) == 0


def identified(world: World) -> int:
    stamp = world.stamp("20:00")
    return add_player(stamp, name="Mari Tamm", document="AB 1234567").pk


def test_from_five_thousand_on_only_the_manager_is_the_second(world: World, shift: Shift):
    prize = owed(world, 500_000, player_id=identified(world))
    proposal = ask(world, prize, shift)
    refused(NotYours, sign, world, proposal, Role.SUPERVISOR)
    refused(NotEnough, sign, world, proposal, Role.MANAGER)  # the drawer holds 4,000.00
    assert queries.payment_of(prize) is None


def test_from_the_threshold_on_the_player_is_identified(world: World, shift: Shift):
    prize = owed(world, 200_000)
    refused(NotIdentified, ask, world, prize, shift)
    stranger = world.player("Somebody").pk
    identify(world.stamp("21:30"), payable_id=prize.pk, player_id=stranger)
    refused(NotIdentified, ask, world, prize, shift)
    refused(
        PlayerNamed,
        identify,
        world.stamp("21:31"),
        payable_id=prize.pk,
        player_id=identified(world),
    )


def test_who_approved_an_award_never_pays_it(world: World, shift: Shift):
    prize = owed(world, not_by=(world.staff[Role.CASHIER].pk,))
    refused(NotByYou, pay, world, prize, shift)


def test_a_club_has_its_own_thresholds(world: World, shift: Shift):
    PaymentThresholds.objects.create(
        club=world.club, second_from_cents=100, manager_from_cents=200, identify_from_cents=300
    )
    refused(NeedsSecond, pay, world, owed(world, 100), shift)


def test_nobody_pays_from_another_cashiers_drawer(world: World, shift: Shift):
    other = a_member(world.club, Role.CASHIER, name="other")
    world.staff["other"] = other
    refused(ShiftNotOpen, pay, world, owed(world), shift, role="other")


def test_what_is_due_is_found_by_name_number_and_words(world: World):
    prize = owed(world, player_id=world.player("Jüri Mägi").pk)
    for text in ("mägi", "first", str(prize.pk)):
        assert queries.payables(world.club.pk, text) == [prize]
    assert queries.payables(world.club.pk, "somebody else") == []


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE cage_payment SET second_id = paid_by_id",
        (
            "INSERT INTO cage_payment (payable_id, shift_id, paid_with, paid_by_id, paid_at,"
            " entry_id, act_id) SELECT payable_id, shift_id, paid_with, paid_by_id, paid_at,"
            " entry_id, act_id + 1 FROM cage_payment"
        ),
    ],
)
def test_the_database_knows_one_payment_by_two_different_people(
    world: World, shift: Shift, attack: str
):
    pay(world, owed(world), shift)
    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(attack)


def test_a_payable_that_the_ledger_does_not_owe_is_refused_at_the_commit(committed_db: None):
    world = a_club()
    with pytest.raises(IntegrityError, match="not owed in the ledger"):
        owed(world, 30_000, credited_cents=29_999)
    assert not Payable.objects.exists()
    assert ledger.trial_balance(world.club.pk)[0].cents == 0


def test_of_fifty_desks_at_once_one_pays(committed_db: None):
    world = a_club()
    shift, prize = world.open_shift(), owed(world)
    results = race(*[lambda: pay(world, prize, shift) for _ in range(50)])
    assert outcomes(results) == {"Payment": 1, "PaidBefore": 49}
    assert world.balance("cash:drawer", shift.drawer_id) == 370_000
