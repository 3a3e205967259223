"""A drawer whose name was mistyped is called otherwise; its slips go on without a gap."""

from dataclasses import replace

import pytest
from django.test import Client

from casino.approvals.signed import NothingChanges
from casino.bookkeeping.queries.registers import REGISTERS, rows
from casino.cage.models import Drawer, Shift
from casino.cage.queries.shifts import drawers_in_use
from casino.cage.queries.tallies import slips
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import (
    DrawerInUse,
    DrawerNamed,
    add_drawer,
    reinstate_drawer,
    rename_drawer,
    retire_drawer,
    sell_chips,
)
from casino.cage.services.opening import DrawerRetired, open_shift
from casino.house.stamp import Stamp
from casino.refusals import NotFound
from casino.staff.models import Role
from tests.correcting import wrong
from tests.refusing import refused
from tests.world import EVENING, FLOAT, RACK, World, a_key

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
    client = world.browser(Role.MANAGER)
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
    two, one = world.drawer("Desk 9"), world.open_shift(world.drawer("Desk 8")).drawer
    for name in ("Desk 7", "Desk 6", "Desk 5"):
        rename_drawer(keeper(world), drawer_id=one.pk, name=name)
    for name in ("Desk 8", "Desk 7", "Desk 6"):
        said = refused(DrawerNamed, add_drawer, keeper(world), name=name)
        assert "Slips of another drawer" in str(said.message)
        refused(DrawerNamed, rename_drawer, keeper(world), drawer_id=two.pk, name=name)
    back = rename_drawer(keeper(world), drawer_id=one.pk, name="Desk 8")
    assert back.pk == one.pk


def test_names_given_to_the_wrong_drawers_are_exchanged_before_a_slip_bears_one(world: World):
    left, right = world.drawer("Right"), world.drawer("Left")
    for drawer, name in ((left, "Third"), (right, "Right"), (left, "Left")):
        rename_drawer(keeper(world), drawer_id=drawer.pk, name=name)
    assert [Drawer.objects.get(pk=each.pk).name for each in (left, right)] == ["Left", "Right"]
    rename_drawer(keeper(world), drawer_id=left.pk, name="Third")
    refused(DrawerNamed, add_drawer, keeper(world), name="Left")  # its row of numbers has begun
    assert wrong(world) == []


def test_the_file_of_slips_calls_a_drawer_that_was_renamed_twice_by_one_name(world: World):
    drawer = world.open_shift(world.drawer("Dsek 1")).drawer
    stamp = world.stamp("21:00")
    shift = Shift.objects.get(drawer=drawer)
    for name in ("Desk 7", "Desk 1"):
        rename_drawer(keeper(world), drawer_id=drawer.pk, name=name)
        sell_chips(replace(stamp, key=a_key()), shift_id=shift.pk, cents=5_000)
    named = {row[3] for row in rows(REGISTERS["slips"], world.club.pk, EVENING, EVENING)}
    assert named == {"Desk 1"}
    assert wrong(world) == []


def test_a_drawer_that_is_not_used_any_more_is_retired_and_reinstated(world: World):
    shift = world.open_shift()
    which = {"drawer_id": shift.drawer_id}
    refused(DrawerInUse, retire_drawer, keeper(world), **which)
    submit_count(world.stamp("22:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    close_shift(world.stamp("22:01"), shift_id=shift.pk)
    client, page = Client(), f"/tallinn/shifts/drawers/{shift.drawer_id}/"
    client.force_login(world.staff[Role.MANAGER])
    assert f'action="{page}retire/"' in client.get(page).text
    assert client.post(f"{page}retire/", {"key": str(a_key())}).status_code == 302
    again = {**which, "cash": FLOAT, "chips": RACK}
    refused(DrawerRetired, open_shift, world.stamp("22:10"), **again)
    assert drawers_in_use(world.club.pk) == []
    refused(NothingChanges, retire_drawer, keeper(world, "22:11"), **which)
    assert f'action="{page}reinstate/"' in client.get(page).text
    assert " retired" in " ".join(client.get("/tallinn/shifts/").text.split())
    assert client.post(f"{page}reinstate/", {"key": str(a_key())}).status_code == 302
    assert open_shift(world.stamp("22:20"), **again).drawer_id == shift.drawer_id
    refused(NothingChanges, reinstate_drawer, keeper(world, "22:21"), **which)
    assert wrong(world) == []


def test_a_repeated_request_for_a_drawer_finds_it_under_its_right_name(world: World):
    stamp = world.stamp("21:00", role=Role.MANAGER, key=a_key())
    added = add_drawer(stamp, name="Desk 8")
    rename_drawer(keeper(world, "21:01"), drawer_id=added.pk, name="Desk 7")
    assert add_drawer(stamp, name="Desk 8").pk == added.pk
