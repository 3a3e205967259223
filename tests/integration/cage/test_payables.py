"""What is owed is paid once: alone, by two, or with the manager."""

from datetime import date
from typing import Any

import pytest
from django.db import Error, IntegrityError, connection, transaction

from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.approvals.services import NotYours, OwnProposal
from casino.approvals.signed import NeedsSignature, StaleProposal
from casino.cage.models import Payable, Payment, Shift
from casino.cage.queries import tallies
from casino.cage.queries.due import payables, payment_of, payments, rounded_cents
from casino.cage.queries.shifts import ShiftNotOpen
from casino.cage.services.counts import RequestsWait, submit_count
from casino.cage.services.identity import NotIdentified
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import NotByYou, PaidBefore, PlayerNamed, identify, pay_out
from casino.ledger.models import Entry
from casino.ledger.queries.balances import trial_balance
from casino.ledger.refusals import NotEnough
from casino.players.services.guests import add_player
from casino.staff.models import Role
from tests.counting import bank
from tests.owing import owe_prize
from tests.racing import outcomes, race
from tests.refusing import refused
from tests.world import World, a_club, a_key, a_member, of_the_desk


def owed(world: World, cents: int = 30_000, **more: Any) -> Payable:
    return owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=cents, **more)


def pay(world: World, owed: Payable, shift: Shift, paid_with: Any = "cash", **more: Any) -> Payment:
    stamp = world.stamp("22:00", **more)
    return pay_out(stamp, payable_id=owed.pk, shift_id=shift.pk, paid_with=paid_with)


def ask(
    world: World, owed: Payable, shift: Shift, paid_with: Any = "cash", **more: Any
) -> Proposal:
    stamp = world.stamp("22:00", **more)
    return pay_out.ask(stamp, payable_id=owed.pk, shift_id=shift.pk, paid_with=paid_with)


def sign(world: World, proposal: Proposal, role: str) -> None:
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
    assert payables(world.club.pk) == []


def test_a_prize_in_chips_comes_out_of_the_rack_and_one_by_wire_out_of_the_bank(
    world: World, shift: Shift
):
    pay(world, owed(world), shift, "chips")
    assert world.balance("chips:floor") == -30_000
    tally = tallies.tally(shift)
    assert (tally.cash.expected_cents, tally.chips.out_cents) == (400_000, 30_000)

    prize = owed(world)
    refused(NotEnough, pay, world, prize, shift, "bank")  # nothing lies at the bank yet
    bank(world, world.stamp("21:30", role=Role.MANAGER), cents=100_000)
    pay(world, prize, shift, "bank")
    assert world.balance("bank") == 70_000
    tally = tallies.tally(shift)
    assert (tally.cash.expected_cents, tally.chips.out_cents) == (400_000, 30_000)


@pytest.mark.parametrize(("cents", "handed"), [(33_333, 33_335), (33_331, 33_330), (2, 0)])
def test_cash_is_rounded_to_coins_by_an_entry_of_its_own(db: None, cents: int, handed: int):
    world = a_club(overrides={"house.cash_unit_cents": 5})
    shift, prize = world.open_shift(), owed(world, cents)
    paid = pay(world, prize, shift)
    assert world.balance("payable", prize.pk) == 0
    assert world.balance("expense:rounding") == handed - cents
    assert tallies.tally(shift).cash.expected_cents == 400_000 - handed
    slip = tallies.slip(world.club.pk, paid.entry_id)
    assert rounded_cents(world.club.pk, slip) == handed


def test_wires_and_chips_are_not_rounded(db: None):
    world = a_club(overrides={"house.cash_unit_cents": 100})
    shift = world.open_shift()
    bank(world, world.stamp("18:00", role=Role.MANAGER), cents=100_000)
    pay(world, owed(world, 33_350), shift, "chips")
    pay(world, owed(world, 33_333), shift, "bank")
    assert world.balance("expense:rounding") == 0


def test_a_prize_in_cash_leaves_the_rack_alone(world: World, shift: Shift):
    pay(world, owed(world), shift)
    tally = tallies.tally(shift)
    assert (tally.cash.out_cents, tally.chips.in_cents, tally.chips.out_cents) == (30_000, 0, 0)


def test_it_is_paid_once_and_the_second_desk_learns_where(world: World, shift: Shift):
    prize = owed(world)
    pay(world, prize, shift)
    refusal = refused(PaidBefore, pay, world, prize, shift)
    assert refusal.message == "Paid on 27.02.2026 at 22:00 by Cashier@Tallinn, slip 2 of Desk 1."


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
    refused(NeedsSignature, pay, world, prize, shift)
    proposal = ask(world, prize, shift)
    refused(NotYours, sign, world, proposal, Role.ACCOUNTANT)
    refused(OwnProposal, sign, world, proposal, Role.CASHIER)

    if cents > 400_000:
        return
    sign(world, proposal, Role.SUPERVISOR)

    (paid,) = payments(world.club.pk)
    assert (paid.paid_by, paid.second) == (
        world.staff[Role.CASHIER],
        world.staff[Role.SUPERVISOR],
    )
    assert world.balance("payable", prize.pk) == 0


def identified(world: World) -> int:
    stamp = world.stamp("20:00")
    born = date(1988, 6, 24)
    return add_player(stamp, name="Mari Tamm", document="AB 1234567", birth_date=born).pk


def test_from_five_thousand_on_only_the_manager_is_the_second(world: World, shift: Shift):
    prize = owed(world, 500_000, player_id=identified(world))
    proposal = ask(world, prize, shift)
    refused(NotYours, sign, world, proposal, Role.SUPERVISOR)
    refused(NotEnough, sign, world, proposal, Role.MANAGER)  # the drawer holds 4,000.00
    assert payment_of(prize) is None


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
    own = {"second_from_cents": 100, "manager_from_cents": 200, "identify_from_cents": 300}
    of_the_desk(world.club, **own)
    refused(NeedsSignature, pay, world, owed(world, 100), shift)


def test_nobody_pays_from_another_cashiers_drawer(world: World, shift: Shift):
    other = a_member(world.club, Role.CASHIER, name="other")
    world.staff["other"] = other
    refused(ShiftNotOpen, pay, world, owed(world), shift, role="other")


def test_what_is_due_is_found_by_name_number_and_words(world: World):
    prize = owed(world, player_id=world.player("Jüri Mägi").pk)
    for text in ("mägi", "first", str(prize.pk)):
        assert payables(world.club.pk, text) == [prize]
    assert payables(world.club.pk, "somebody else") == []


INTO_PAYMENT = (
    "INSERT INTO cage_payment (payable_id, shift_id, paid_with, paid_by_id, second_id, paid_at,"
    " entry_id, act_id) SELECT payable_id, shift_id, paid_with, {by}, {second}, paid_at,"
    " {entry}, act_id + 1 FROM cage_payment"
)
ATTACKS = (
    ("UPDATE cage_payment SET second_id = paid_by_id", "permission denied"),
    ("DELETE FROM cage_payment", "permission denied"),
    ("UPDATE cage_payable SET cents = 1", "permission denied"),
    ("UPDATE cage_payable SET two = false", "permission denied"),
    ("DELETE FROM cage_payable", "permission denied"),
    ("UPDATE cage_payable SET player_id = NULL", "written once"),
    (
        INTO_PAYMENT.format(by="paid_by_id", second="paid_by_id", entry="entry_id"),
        "cage_payment_two_people",
    ),
    (INTO_PAYMENT.format(by="paid_by_id", second="NULL", entry="entry_id"), "duplicate key"),
    (
        INTO_PAYMENT.format(by="paid_by_id", second="NULL", entry="entry_id - 1"),
        "does not pay",
    ),
)


@pytest.mark.parametrize(("attack", "says"), ATTACKS)
def test_the_database_keeps_what_is_owed_and_what_was_paid(
    world: World, shift: Shift, attack: str, says: str
):
    pay(world, owed(world, player_id=identified(world)), shift)
    with pytest.raises(Error, match=says), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(attack)


@pytest.mark.parametrize(
    ("more", "says"), [({"two": True}, "Two people"), ({"not_by": True}, "claimed or approved")]
)
def test_the_database_counts_the_signatures_too(
    world: World, shift: Shift, more: dict[str, Any], says: str
):
    me = world.staff[Role.CASHIER].pk
    prize = owed(world, **({"not_by": (me,)} if "not_by" in more else more))
    with pytest.raises(Error, match=says), transaction.atomic():
        Payment.objects.create(
            payable=prize,
            shift=shift,
            paid_with="cash",
            paid_by_id=me,
            paid_at=world.at("22:00"),
            entry_id=Entry.objects.latest("id").pk,
            act_id=10**9,
        )


def test_what_has_changed_since_it_was_asked_for_is_asked_for_again(world: World, shift: Shift):
    prize = owed(world, 60_000)
    proposal = ask(world, prize, shift)
    identify(world.stamp("22:01"), payable_id=prize.pk, player_id=identified(world))
    refused(StaleProposal, sign, world, proposal, Role.SUPERVISOR)
    sign(world, ask(world, prize, shift), Role.SUPERVISOR)


def test_a_lower_threshold_of_the_manager_counts_for_what_was_asked_before(
    world: World, shift: Shift
):
    prize = owed(world, 60_000)
    proposal = ask(world, prize, shift)
    own = {"second_from_cents": 100, "manager_from_cents": 60_000, "identify_from_cents": 10**6}
    of_the_desk(world.club, **own)
    refused(StaleProposal, sign, world, proposal, Role.SUPERVISOR)


def test_a_payment_that_waits_is_not_stranded_by_a_count(world: World, shift: Shift):
    proposal = ask(world, owed(world, 60_000), shift, "chips")
    counted = {"shift_id": shift.pk, "cash": {}, "chips": {}}
    said = refused(RequestsWait, submit_count, world.stamp("22:01"), **counted)
    assert f"request {proposal.pk} (600,00: First prize)" in str(said.message)
    sign(world, proposal, Role.SUPERVISOR)
    assert world.balance("chips:floor") == -60_000
    submit_count(world.stamp("22:06"), **counted)


def test_what_another_desk_has_paid_keeps_no_shift_from_its_count(world: World, shift: Shift):
    """Nobody can sign the request any more, so it is not waited for."""
    world.fund()
    other, prize = desk(world, 7), owed(world, 60_000)
    ask(world, prize, shift)
    sign(world, ask(world, prize, other, "chips", role="cashier 7"), Role.SUPERVISOR)
    counted = submit_count(world.stamp("22:06"), shift_id=shift.pk, cash={}, chips={})
    assert counted.shift_id == shift.pk


def test_a_payable_that_the_ledger_does_not_owe_is_refused_at_the_commit(committed_db: None):
    world = a_club()
    with pytest.raises(IntegrityError, match="not owed in the ledger"):
        owed(world, 30_000, credited_cents=29_999)
    assert not Payable.objects.exists()
    assert trial_balance(world.club.pk)[0].cents == 0


def test_of_fifty_requests_at_once_one_pays(committed_db: None):
    world = a_club()
    shift, prize = world.open_shift(), owed(world)
    results = race(*[lambda: pay(world, prize, shift) for _ in range(50)])
    assert outcomes(results) == {"Payment": 1, "PaidBefore": 49}
    assert world.balance("cash:drawer", shift.drawer_id) == 370_000


def test_of_fifty_desks_racing_to_pay_one_share_one_pays(committed_db: None):
    world = a_club()
    world.fund()
    share = owed(world, two=True)
    desks = [desk(world, number) for number in range(50)]
    asked = [ask(world, share, shift, role=f"cashier {n}") for n, shift in enumerate(desks)]

    results = race(*[lambda each=each: sign(world, each, Role.SUPERVISOR) for each in asked])

    assert outcomes(results) == {"NoneType": 1, "PaidBefore": 49}
    assert (
        sum(world.balance("cash:drawer", each.drawer_id) for each in desks) == 50 * 40_000 - 30_000
    )
    (paid,) = payments(world.club.pk)
    assert {str(each) for each in results if each} == {paid.sentence}


def desk(world: World, number: int) -> Shift:
    """Open one more desk with a cashier of its own and four hundred euro."""
    name = f"cashier {number}"
    world.staff[name] = a_member(world.club, Role.CASHIER, name=f"desk{number}")
    drawer = world.drawer(f"Desk {number}")
    return open_shift(
        world.stamp("20:00", role=name), drawer_id=drawer.pk, cash={10000: 4}, chips={}
    )


def test_a_count_and_a_payment_in_chips_never_cross(committed_db: None):
    world = a_club()
    shift, prize = world.open_shift(), owed(world)
    results = race(
        lambda: pay(world, prize, shift, "chips"),
        lambda: submit_count(world.stamp("22:00"), shift_id=shift.pk, cash={}, chips={}),
    )
    paid = payment_of(prize)
    assert outcomes(results)["ShiftNotOpen"] == (paid is None)
    shift.refresh_from_db()
    assert tallies.tally(shift).chips.out_cents == (30_000 if paid else 0)


@pytest.mark.parametrize("cents", [10_000, 60_000])
def test_what_is_submitted_twice_is_answered_with_the_first_result(
    world: World, shift: Shift, cents: int
):
    prize = owed(world, cents, player_id=identified(world))
    world.sell(cents)
    stamp = world.stamp("22:00")
    asked = {"payable_id": prize.pk, "shift_id": shift.pk, "paid_with": "cash"}

    first = pay_out.submit(stamp, **asked)

    assert type(first) is (Payment if cents == 10_000 else Proposal)
    assert pay_out.submit(stamp, **asked) == first
    if isinstance(first, Proposal):
        sign(world, first, Role.SUPERVISOR)
        assert pay_out.submit(stamp, **asked) == first
