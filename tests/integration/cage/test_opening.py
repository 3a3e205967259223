"""A float out of the vault: asked for by the cashier, signed by its keeper, at the same screen."""

import pytest
from django.db import Error, transaction

from casino.approvals.services import NotYours, OwnProposal, approve
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Drawer, Shift
from casino.cage.services.opening import open_shift
from casino.staff.models import Role
from casino.staff.services import set_pin
from tests.refusing import refused
from tests.world import FLOAT, RACK, World, a_club, a_key, of_the_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    of_the_desk(world.club, float_alone_under_cents=0)
    world.fund()
    return world


@pytest.fixture
def drawer(world: World) -> Drawer:
    return world.drawer()


def test_a_float_is_signed_by_a_second_person(world: World, drawer: Drawer):
    what = {"drawer_id": drawer.pk, "cash": FLOAT, "chips": RACK}
    refused(NeedsSignature, open_shift, world.stamp("20:00"), **what)
    asked = open_shift.ask(world.stamp("20:00"), **what)
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(OwnProposal, approve, world.stamp("20:01"), **signed)
    refused(NotYours, approve, world.stamp("20:01", role=Role.DIRECTOR), **signed)
    assert not Shift.objects.exists()

    approve(world.stamp("20:02", role=Role.SUPERVISOR), **signed)

    shift = Shift.objects.get()
    assert (shift.cashier, shift.opened_with) == (
        world.staff[Role.CASHIER],
        world.staff[Role.SUPERVISOR],
    )
    assert world.balance("cash:drawer", drawer.pk) == 400_000
    assert world.balance("cash:vault") == 4_600_000
    shift.pk, shift.opened_with = None, shift.cashier
    with pytest.raises(Error, match="cage_float_two_people"), transaction.atomic():
        shift.save(force_insert=True)


def test_where_nothing_leaves_the_vault_nobody_signs(world: World, drawer: Drawer):
    what = {"drawer_id": drawer.pk, "cash": {}}
    refused(NeedsSignature, open_shift, world.stamp("20:00"), **what, chips=RACK)
    shift = open_shift(world.stamp("20:01"), **what, chips={})
    assert shift.opened_with is None


def test_the_second_person_signs_the_float_at_the_cashiers_screen(world: World, drawer: Drawer):
    set_pin(world.staff[Role.SUPERVISOR], "4711")
    desk = world.browser(Role.CASHIER)

    counted = {"drawer_id": drawer.pk, "cash_10000": 3, "key": a_key()}
    asked = desk.post("/tallinn/till/open/", counted)
    assert asked["Location"].endswith("/sign/")
    page = desk.get(asked["Location"])
    signed = {"digest": page.context["proposal"].digest, "key": a_key()}
    signed |= {"username": "supervisor@tallinn", "secret": "4711"}
    assert desk.post(asked["Location"], signed).status_code == 302

    assert Shift.objects.get().opened_with == world.staff[Role.SUPERVISOR]
    assert desk.get("/tallinn/till/").status_code == 200
