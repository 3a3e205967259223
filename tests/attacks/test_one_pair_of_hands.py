"""The holder of a colleague's API key is both people: of a box, a bag, a fill, a drawer's count."""

from dataclasses import replace

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import BeneficiaryCannotApprove, approve
from casino.cage.models import Shift
from casino.cage.services.closing import NotYourShift, close_shift, force_close
from casino.cage.services.count_corrections import OwnCount, correct_count
from casino.cage.services.counts import submit_count
from casino.cage.services.deposits import OwnBag, confirm_credit
from casino.cage.services.handover import OwnHandOver, accept_drawer, take_over
from casino.countroom.services.boxes import count_box, take_box
from casino.house.stamp import Stamp, with_key
from casino.staff.models import Role
from casino.tablefloats.services.transfers import SamePerson, ask_fill, confirm_fill, issue_fill
from tests.counting import dispatch, pack
from tests.refusing import refused
from tests.world import FLOAT, RACK, World, a_key, a_member

pytestmark = pytest.mark.django_db


def by_key(world: World, stamp: Stamp, holder: str) -> Stamp:
    """Return a stamp of a program with a key in a colleague's name, which `holder` made."""
    asked = with_key("r1@127.0.0.1", key_id=5, holder_id=world.staff[holder].pk)
    return replace(stamp, request_id=asked)


def test_one_pair_of_hands_counts_a_box_once(world: World):
    session = world.session("Boxes", by_box=True)
    world.seat(session, *"AB", cents=50_000)
    floor = world.stamp("22:00", role=Role.SUPERVISOR)
    box = take_box(floor, session_id=session.pk, fee="rake", number="R1")
    as_colleague = by_key(world, world.stamp("22:10", role=Role.SUPERVISOR), Role.CASHIER)
    count_box(as_colleague, box_id=box.pk, chips={2_500: 2})
    count_box(world.stamp("22:20", role=Role.CASHIER), box_id=box.pk, chips={2_500: 2})
    box.refresh_from_db()
    assert box.booked_at is None


def test_who_packed_a_bag_by_a_colleagues_key_does_not_credit_it(world: World):
    world.fund(1_000_000)
    manager = by_key(world, world.stamp("22:00", role=Role.MANAGER), Role.ACCOUNTANT)
    bag = pack(world, manager, cents=300_000, seal="EE 41 7")
    dispatch(world, world.stamp("22:10", role=Role.MANAGER), bag)
    own = world.stamp("22:14", role=Role.ACCOUNTANT)
    refused(OwnBag, confirm_credit, own, bag_id=bag.pk, cents=300_000, statement="line 12")


def test_who_issued_a_fill_by_a_colleagues_key_does_not_confirm_it(world: World):
    shift, session = world.open_shift(), world.session("Float")
    floor = world.stamp("21:00", role=Role.SUPERVISOR)
    asked = ask_fill(floor, session_id=session.pk, chips={2500: 14})
    cashier = by_key(world, world.stamp("21:05"), Role.SUPERVISOR)
    issue_fill(cashier, transfer_id=asked.pk, shift_id=shift.pk, chips={2500: 14})
    own = world.stamp("21:10", role=Role.SUPERVISOR)
    refused(SamePerson, confirm_fill, own, transfer_id=asked.pk, chips={2500: 14})


@pytest.fixture
def left(world: World) -> Shift:
    """The supervisor's key in the cashier's name counts the drawer and leaves it for the next."""
    shift = world.open_shift()
    figure = {"shift_id": shift.pk, "cash": FLOAT, "chips": RACK}
    submit_count(by_key(world, world.stamp("23:00"), Role.SUPERVISOR), **figure)
    return shift


def test_who_left_a_drawer_by_a_colleagues_key_does_not_accept_it(world: World, left: Shift):
    world.also(Role.SUPERVISOR, Role.CASHIER)
    key = by_key(world, world.stamp("23:05"), Role.SUPERVISOR)
    close_shift(key, shift_id=left.pk, hand_over=True)
    own = world.stamp("23:10", role=Role.SUPERVISOR)
    refused(OwnHandOver, accept_drawer, own, drawer_id=left.drawer_id)
    other = {"drawer_id": left.drawer_id, "cash": FLOAT, "chips": RACK}
    asked = take_over.submit(world.stamp("23:11", role=Role.SUPERVISOR), **other)
    assert isinstance(asked, Proposal)


def test_who_left_a_drawer_by_a_colleagues_key_signs_no_variance_of_the_next(
    world: World, left: Shift
):
    close_shift(
        by_key(world, world.stamp("23:05"), Role.SUPERVISOR), shift_id=left.pk, hand_over=True
    )
    next_one = a_member(world.club, Role.CASHIER, name="berta")
    count = {"drawer_id": left.drawer_id, "cash": FLOAT | {1000: 99}, "chips": RACK}
    stamp = replace(world.stamp("23:11"), actor_id=next_one.pk, key=a_key())
    asked = take_over.submit(stamp, **count, reason="One missing")
    own = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(BeneficiaryCannotApprove, approve, world.stamp("23:12", role=Role.SUPERVISOR), **own)


def test_who_counted_a_shift_by_a_colleagues_key_does_not_close_it_by_force(
    world: World, left: Shift
):
    own = world.stamp("23:10", role=Role.SUPERVISOR)
    again = {"shift_id": left.pk, "cash": FLOAT | {1000: 99}, "chips": RACK}
    refused(NotYourShift, force_close.ask, own, **again, reason="Gone home")
    manager = world.stamp("23:11", role=Role.MANAGER)
    asked = force_close.ask(manager, **again, reason="Gone home")
    own = world.stamp("23:12", role=Role.SUPERVISOR)
    signs = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(BeneficiaryCannotApprove, approve, own, **signs)


@pytest.mark.parametrize("holder", [Role.CASHIER, Role.SUPERVISOR])
def test_nobody_corrects_the_count_that_their_hands_made(world: World, left: Shift, holder: str):
    close_shift(world.stamp("23:05"), shift_id=left.pk)
    right = {"shift_id": left.pk, "moment": "closing", "cash": FLOAT | {1000: 99}, "chips": RACK}
    own = by_key(world, world.stamp("23:10", role=Role.SUPERVISOR), Role.CASHIER)
    if holder == Role.SUPERVISOR:
        own = world.stamp("23:10", role=Role.SUPERVISOR)
    refused(OwnCount, correct_count.ask, own, **right, reason="Typed wrongly")
    manager = world.stamp("23:11", role=Role.MANAGER)
    asked = correct_count.ask(manager, **right, reason="Typed wrongly")
    signs = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(BeneficiaryCannotApprove, approve, world.stamp("23:12", role=Role.SUPERVISOR), **signs)
