"""A drawer whose name was mistyped is called otherwise; its slips go on without a gap."""

import pytest
from django.test import Client

from casino.approvals.signed import NothingChanges
from casino.cage.models import Drawer, Shift
from casino.cage.queries.tallies import slips
from casino.cage.services.desk import DrawerNamed, add_drawer, rename_drawer
from casino.house.stamp import Stamp
from casino.refusals import NotFound
from casino.staff.models import Role
from tests.correcting import wrong
from tests.refusing import refused
from tests.world import World, a_key

pytestmark = pytest.mark.django_db


def keeper(world: World, clock: str = "21:00") -> Stamp:
    return world.stamp(clock, role=Role.MANAGER)


def test_a_mistyped_drawer_is_renamed_and_its_slips_are_numbered_on(world: World, shift: Shift):
    other, drawer = world.drawer("Desk 2"), {"drawer_id": shift.drawer_id}
    was = shift.drawer.name
    refused(DrawerNamed, rename_drawer, keeper(world), **drawer, name="Desk 2")
    refused(NothingChanges, rename_drawer, keeper(world), **drawer, name=was)
    refused(NotFound, rename_drawer, keeper(world), drawer_id=2**40, name="Desk 3")
    world.sell(5_000)
    client = Client()
    client.force_login(world.staff[Role.MANAGER])
    page = f"/tallinn/shifts/drawers/{shift.drawer_id}/"
    assert f'href="{page}rename/"' in client.get(page).text
    sent = {"key": str(a_key()), "name": "Desk 3"}
    assert client.post(f"{page}rename/", sent).status_code == 302
    assert "Desk 3" in client.get("/tallinn/shifts/").text
    world.sell(6_000)
    numbers = [each.number for each in slips(Shift.objects.get(pk=shift.pk))]
    assert sorted(numbers, key=int) == [*range(1, len(numbers) + 1)]
    assert Drawer.objects.get(pk=other.pk).name == "Desk 2"
    assert wrong(world) == []


def test_a_name_that_slips_of_another_drawer_bear_is_given_to_no_drawer(world: World):
    one, two = world.drawer("Desk 8"), world.drawer("Desk 9")
    rename_drawer(keeper(world), drawer_id=one.pk, name="Desk 7")
    said = refused(DrawerNamed, add_drawer, keeper(world), name="Desk 8")
    assert "Slips of another drawer" in str(said.message)
    refused(DrawerNamed, rename_drawer, keeper(world), drawer_id=two.pk, name="Desk 8")
    back = rename_drawer(keeper(world), drawer_id=one.pk, name="Desk 8")
    assert back.pk == one.pk


def test_a_repeated_request_for_a_drawer_finds_it_under_its_right_name(world: World):
    stamp = world.stamp("21:00", role=Role.MANAGER, key=a_key())
    added = add_drawer(stamp, name="Desk 8")
    rename_drawer(keeper(world, "21:01"), drawer_id=added.pk, name="Desk 7")
    assert add_drawer(stamp, name="Desk 8").pk == added.pk
