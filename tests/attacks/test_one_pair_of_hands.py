"""The holder of a colleague's API key is both people of a box, of a bag and of a fill."""

from dataclasses import replace

import pytest

from casino.cage.services.deposits import OwnBag, confirm_credit
from casino.countroom.services.boxes import count_box, take_box
from casino.house.stamp import Stamp, with_key
from casino.staff.models import Role
from casino.tablefloats.services.transfers import SamePerson, ask_fill, confirm_fill, issue_fill
from tests.counting import dispatch, pack
from tests.refusing import refused
from tests.world import World, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return a_club()


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
