"""Who approves up to which amount: data of the club, changed by two people."""

from typing import Any

import pytest

from casino.approvals.services import NotYours
from casino.approvals.signed import NothingChanges, StaleProposal
from casino.staff.models import Membership, Role
from jackpot.queries.clubs import limits
from jackpot.rules.limits import Limits
from jackpot.services.awards import BaseNotChecked
from jackpot.services.limits import AboveLimit, change_limits
from tests.claiming import ROYAL, approved, claimed, fed, proposed, six_seated
from tests.integration.jackpot.test_pools import agreed, asked
from tests.refusing import refused
from tests.world import World, a_member

USUAL = {"accountant_award_cents": 0, "check_from_cents": 50_001, "manager_adjust_cents": 0}


def wanted(world: World, **amounts: int) -> Any:
    stamp = world.stamp("21:00", role=Role.MANAGER)
    return change_limits.ask(stamp, **(USUAL | amounts), reason="So we work.")


def changed(world: World, **amounts: int) -> None:
    approved(world, wanted(world, **amounts), "21:01", role=Role.ACCOUNTANT)


def second(world: World, role: str) -> World:
    """Return the world with another person in a role."""
    other = a_member(world.club, role, name=f"second.{role}@tallinn")
    return World(club=world.club, staff=world.staff | {role: other})


def test_the_usual_amounts_are_the_houses(world: World):
    assert limits(world.club.pk) == Limits()


def test_other_amounts_hold_once_the_accountant_approved_them(world: World):
    proposal = wanted(world, accountant_award_cents=50_000)
    assert limits(world.club.pk) == Limits()
    refused(NotYours, approved, world=world, proposal=proposal, role=Role.DIRECTOR)
    approved(world, proposal, "21:01", role=Role.ACCOUNTANT)
    assert limits(world.club.pk) == Limits(accountant_award_cents=50_000)


def test_a_proposal_changes_something_and_what_was_shown(world: World):
    refused(NothingChanges, wanted, world=world)
    late = wanted(world, manager_adjust_cents=1)
    changed(world, manager_adjust_cents=2)
    refused(StaleProposal, approved, world=world, proposal=late, role=Role.ACCOUNTANT)


def test_the_accountant_approves_an_award_up_to_the_clubs_amount(world: World):
    pool = fed(world)
    proposal = proposed(world, claimed(world, six_seated(world), **ROYAL))  # 500.00
    call = {"world": world, "proposal": proposal, "role": Role.ACCOUNTANT}
    assert refused(AboveLimit, approved, **call).message == "Accountant approves no such amount."
    changed(world, accountant_award_cents=49_999)
    said = "Accountant approves up to 499,99."
    assert refused(AboveLimit, approved, **call).message == said
    changed(world, accountant_award_cents=50_000)
    approved(world, proposal, role=Role.ACCOUNTANT)
    assert world.balance("jackpot:pool", pool.pk) == -950_000


@pytest.mark.rule("AMB-39")
def test_a_second_accountant_approves_what_the_first_checked_up_to_the_amount(world: World):
    fed(world)
    proposal = proposed(world, claimed(world, six_seated(world)), base=1_000_000)
    other = second(world, Role.ACCOUNTANT)
    refused(AboveLimit, approved, world=other, proposal=proposal, role=Role.ACCOUNTANT)
    changed(world, accountant_award_cents=600_000)
    approved(other, proposal, role=Role.ACCOUNTANT)


def test_who_is_manager_too_has_no_limit(world: World):
    fed(world)
    proposal = proposed(world, claimed(world, six_seated(world), **ROYAL))
    person = world.staff[Role.ACCOUNTANT]
    Membership.objects.create(club=world.club, user=person, role=Role.MANAGER)
    approved(world, proposal, role=Role.ACCOUNTANT)


def test_the_base_of_a_royal_flush_is_checked_from_the_clubs_amount(world: World):
    fed(world)
    proposal = proposed(world, claimed(world, six_seated(world), **ROYAL))
    changed(world, check_from_cents=50_000)
    refused(BaseNotChecked, approved, world=world, proposal=proposal)


def test_another_manager_changes_a_pool_up_to_the_clubs_amount(world: World):
    pool = fed(world)
    proposal = asked(world, pool.pk)  # 500.00
    other = second(world, Role.MANAGER)
    refused(AboveLimit, approved, world=other, proposal=proposal, clock="22:05")
    changed(world, manager_adjust_cents=50_000)
    approved(other, proposal, "22:05")
    assert world.balance("jackpot:pool", pool.pk) == -1_050_000


def test_money_out_of_a_pool_counts_like_money_in(world: World):
    pool = fed(world)
    proposal = asked(world, pool.pk, why="box_short", cents=50_001)
    changed(world, manager_adjust_cents=50_000)
    other = second(world, Role.MANAGER)
    refused(AboveLimit, approved, world=other, proposal=proposal, clock="22:05")
    agreed(world, proposal)
