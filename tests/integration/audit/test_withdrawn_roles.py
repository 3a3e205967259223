"""One role that was given by mistake is taken back at once; what else somebody is stays."""

import pytest

from casino.approvals.models import Proposal
from casino.audit.services.access import (
    LastManager,
    OnlyRole,
    give_role,
    withdraw_role,
)
from casino.house.stamp import Stamp
from casino.refusals import NotFound
from casino.staff.models import FormerRole, Membership, Role
from tests.refusing import refused
from tests.world import World, a_key

pytestmark = pytest.mark.django_db


def manager(world: World, clock: str) -> Stamp:
    return world.stamp(clock, role=Role.MANAGER)


def roles(world: World, user_id: int) -> set[str]:
    held = Membership.objects.filter(club=world.club, user=user_id)
    return set(held.values_list("role", flat=True))


def test_a_role_given_by_mistake_is_taken_back_and_the_right_one_stays(world: World):
    cashier = world.staff[Role.CASHIER]
    world.also(Role.CASHIER, Role.SUPERVISOR)
    what = {"user_id": cashier.pk, "reason": "Meant somebody else"}
    refused(NotFound, withdraw_role, manager(world, "20:00"), role=Role.AUDITOR, **what)

    desk = world.browser(Role.MANAGER)
    assert "Take a role back" in desk.get("/tallinn/acts/access/").content.decode()
    typed = {"role": Role.SUPERVISOR, "reason": "Meant somebody else", "key": a_key()}
    desk.post(f"/tallinn/acts/access/{cashier.pk}/role/", typed)

    assert roles(world, cashier.pk) == {Role.CASHIER}
    former = FormerRole.objects.get()
    assert (former.user_id, former.role) == (cashier.pk, Role.SUPERVISOR)
    cashier.refresh_from_db()
    assert cashier.is_active
    assert cashier.has_usable_password()
    error = refused(OnlyRole, withdraw_role, manager(world, "20:10"), role=Role.CASHIER, **what)
    assert error.next_page == "dismiss"


def test_a_club_keeps_its_last_manager(world: World):
    world.also(Role.MANAGER, Role.SUPERVISOR)
    what = {"user_id": world.staff[Role.MANAGER].pk, "role": Role.MANAGER, "reason": "Enough"}
    refused(LastManager, withdraw_role, manager(world, "20:00"), **what)


def test_what_waits_by_who_loses_a_role_is_void(world: World):
    world.also(Role.MANAGER, Role.SUPERVISOR)
    cashier = world.staff[Role.CASHIER].pk
    world.also(Role.CASHIER, Role.SUPERVISOR)
    asked = give_role.ask(
        manager(world, "20:00"),
        username=world.staff[Role.CASHIER].username,
        role=Role.SUPERVISOR,
        reason="Again",
    )
    withdraw_role(
        manager(world, "20:01"), user_id=cashier, role=Role.SUPERVISOR, reason="A mistake"
    )
    assert Proposal.objects.get(pk=asked.pk).approved is False
    assert roles(world, cashier) == {Role.CASHIER}
