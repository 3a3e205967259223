"""Who gains never approves; what one person did alone waits for another."""

import pytest
from django.db import IntegrityError

from casino.acts.permission import NotAllowed
from casino.approvals import queries
from casino.approvals.models import Proposal
from casino.approvals.services import (
    COMPLETIONS,
    AlreadyDecided,
    BeneficiaryCannotApprove,
    NoEmergency,
    OwnProposal,
    approve,
    approve_alone,
    confirm,
)
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.approving import ask, ask_at_night
from tests.refusing import refused
from tests.world import World, a_member

pytestmark = pytest.mark.django_db
WHY = {"remark": "Nobody else in the house at five"}


def signed(proposal: Proposal) -> dict[str, object]:
    return {"proposal_id": proposal.pk, "digest": proposal.digest}


def test_who_gains_by_it_does_not_approve_it(world: World):
    gains = world.staff[Role.ACCOUNTANT].pk
    asked = ask_at_night(world.stamp(role=Role.SUPERVISOR), cents=100, people=(gains,))
    refused(
        BeneficiaryCannotApprove,
        approve,
        world.stamp("22:05", role=Role.ACCOUNTANT),
        **signed(asked),
    )
    other = a_member(world.club, Role.ACCOUNTANT, name="second accountant")
    world.staff[Role.ACCOUNTANT] = other
    assert approve(world.stamp("22:06", role=Role.ACCOUNTANT), **signed(asked)).approved


def test_the_database_knows_who_gains_too(world: World):
    gains = world.staff[Role.ACCOUNTANT].pk
    asked = ask_at_night(world.stamp(role=Role.SUPERVISOR), cents=100, people=(gains,))
    decided = {"decided_by": gains, "decided_at": world.at("22:05"), "decision_act_id": 10**9}
    with pytest.raises(IntegrityError, match="approvals_not_by_who_gains"):
        Proposal.objects.filter(id=asked.pk).update(approved=True, **decided)


def test_who_gains_is_told_before_and_not_changed_afterwards(world: World):
    asked = ask_at_night(world.stamp(role=Role.SUPERVISOR), cents=100, people=(7,))
    with pytest.raises(IntegrityError, match="decided once"):
        Proposal.objects.filter(id=asked.pk).update(not_by=[])


def test_the_manager_does_alone_what_is_listed_and_it_waits_for_the_accountant(world: World):
    manager = world.stamp(role=Role.MANAGER)
    asked = ask_at_night(manager, cents=100)
    refused(
        BadInput,
        approve_alone,
        world.stamp("22:04", role=Role.MANAGER),
        **signed(asked),
        remark=" ",
    )
    done = approve_alone(world.stamp("22:05", role=Role.MANAGER), **signed(asked), **WHY)
    assert (done.emergency, world.balance("cash:vault")) == (True, 100)
    assert queries.unconfirmed(world.club.pk) == [done]

    which = {"proposal_id": done.pk, "remark": "The camera shows it"}
    world.also(Role.MANAGER, Role.ACCOUNTANT)
    refused(OwnProposal, confirm, world.stamp("22:06", role=Role.MANAGER), **which)
    refused(NotAllowed, confirm, world.stamp("22:07", role=Role.SUPERVISOR), **which)
    confirm(world.stamp("22:08", role=Role.ACCOUNTANT), **which)
    assert queries.unconfirmed(world.club.pk) == []
    refused(AlreadyDecided, confirm, world.stamp("22:09", role=Role.ACCOUNTANT), **which)


def test_no_money_leaves_the_house_by_one_persons_word():
    listed = {name for name, each in COMPLETIONS.items() if each.emergency}
    assert listed == {"cashgames.change_limits", "cashgames.special_cap", "test.fund_alone"}


def test_nothing_else_is_done_alone_and_by_nobody_else(world: World):
    listed = ask_at_night(world.stamp(role=Role.SUPERVISOR), cents=100)
    supervisor = world.stamp("22:05", role=Role.SUPERVISOR)
    refused(NotAllowed, approve_alone, supervisor, **signed(listed), **WHY)
    not_listed = ask(world.stamp("22:06", role=Role.MANAGER), cents=100)
    manager = world.stamp("22:07", role=Role.MANAGER)
    refused(NoEmergency, approve_alone, manager, **signed(not_listed), **WHY)


def test_the_database_refuses_one_person_twice_where_it_is_no_emergency(world: World):
    asked = ask(world.stamp(role=Role.SUPERVISOR), cents=100)
    decided = {"decided_at": world.at("22:05"), "decision_act_id": 10**9}
    with pytest.raises(IntegrityError, match="approvals_four_eyes"):
        Proposal.objects.filter(id=asked.pk).update(
            approved=True, decided_by=asked.proposed_by, **decided
        )
