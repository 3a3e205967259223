"""One proposes, another completes: by command, and against plain SQL."""

from typing import Any

import pytest
from django.db import Error, connection, transaction

from casino.acts.permission import NotAllowed
from casino.approvals import queries, services
from casino.approvals.models import Proposal
from casino.approvals.services import AlreadyDecided, Expired, NotYours, OtherContent, OwnProposal
from casino.paging import Page
from casino.refusals import BadInput, NotFound
from casino.staff.models import Role
from tests.approving import ask
from tests.racing import outcomes, race
from tests.world import World, a_club, a_key


def asked(world: World, cents: int = 5_000, role: str = Role.SUPERVISOR) -> Proposal:
    return ask(world.stamp("22:00", role=role), cents=cents)


def approve(world: World, proposal: Proposal, clock: str = "22:05", **more: Any) -> Proposal:
    stamp = world.stamp(clock, role=more.pop("role", Role.MANAGER), key=more.pop("key", None))
    return services.approve(
        stamp, proposal_id=proposal.pk, digest=more.pop("digest", proposal.digest)
    )


def test_nothing_happens_before_a_second_person_approves(world: World):
    proposal = asked(world)
    assert world.balance("cash:vault") == 0

    approve(world, proposal)

    assert world.balance("cash:vault") == 5_000
    decided = queries.proposal(world.club.pk, proposal.pk)
    assert (decided.approved, decided.decided_by) == (True, world.staff[Role.MANAGER])


def test_a_repeated_approval_has_one_effect(world: World):
    proposal, key = asked(world), a_key()

    assert approve(world, proposal, key=key) == approve(world, proposal, key=key)
    assert world.balance("cash:vault") == 5_000


@pytest.mark.parametrize(
    ("refusal", "more"),
    [
        (NotYours, {"role": Role.CASHIER}),
        (NotYours, {"role": Role.AUDITOR}),
        (OtherContent, {"digest": "0" * 64}),
        (Expired, {"clock": "22:15:01"}),
    ],
)
def test_the_wrong_person_content_or_time_is_refused(
    world: World, refusal: type[Exception], more: dict[str, Any]
):
    proposal = asked(world)
    before = transaction.savepoint()
    with pytest.raises(refusal):
        approve(world, proposal, **more)
    transaction.savepoint_rollback(before)
    assert world.balance("cash:vault") == 0


def test_nobody_approves_what_they_proposed(world: World):
    with pytest.raises(OwnProposal):
        approve(world, asked(world, role=Role.MANAGER))


def test_who_has_left_the_house_approves_nothing(world: World):
    proposal = asked(world)
    manager = world.staff[Role.MANAGER]
    manager.is_active = False
    manager.save()
    with pytest.raises(NotAllowed):
        approve(world, proposal)


def test_a_decision_is_final(world: World):
    proposal = asked(world)
    services.refuse(
        world.stamp("22:01", role=Role.MANAGER), proposal_id=proposal.pk, remark="Not tonight."
    )
    with pytest.raises(AlreadyDecided):
        approve(world, proposal)


def test_one_takes_ones_own_request_back(world: World):
    proposal = asked(world)
    stamp = world.stamp("22:01", role=Role.SUPERVISOR)

    services.refuse(stamp, proposal_id=proposal.pk, remark="A slip of the pen.")

    assert queries.open_proposals(world.club.pk, at=world.at("22:02")) == []
    (past,) = queries.past_proposals(world.club.pk, at=world.at("22:02"), page=Page(50))
    assert (past.approved, past.remark) == (False, "A slip of the pen.")


def test_a_refusal_says_why(world: World):
    with pytest.raises(BadInput):
        services.refuse(world.stamp(role=Role.MANAGER), proposal_id=asked(world).pk, remark=" ")


def test_another_clubs_proposal_is_not_there(world: World):
    proposal = asked(a_club("riga"))
    with pytest.raises(NotFound):
        approve(world, proposal)


def test_what_the_operation_refuses_leaves_the_proposal_open(world: World):
    proposal = asked(world, cents=-1)
    before = transaction.savepoint()
    with pytest.raises(Exception):  # noqa: B017, PT011  (whatever the ledger says)
        approve(world, proposal)
    transaction.savepoint_rollback(before)

    assert queries.open_proposals(world.club.pk, at=world.at("22:10")) == [proposal]


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE approvals_proposal SET content = '{\"cents\": 999999}'",
        "UPDATE approvals_proposal SET expires_at = expires_at + interval '1 day'",
        "UPDATE approvals_proposal SET proposed_by_id = proposed_by_id + 1",
        "DELETE FROM approvals_proposal",
        (
            "UPDATE approvals_proposal SET approved = true, decided_by_id = proposed_by_id,"
            " decided_at = proposed_at, decision_act_id = 1"
        ),
        "UPDATE approvals_proposal SET approved = true",
        (
            "UPDATE approvals_proposal SET approved = true, decision_act_id = 1, decided_at ="
            " expires_at + interval '1 s', decided_by_id = (SELECT max(id) FROM staff_user)"
        ),
    ],
)
def test_the_database_refuses_a_forged_decision(world: World, attack: str):
    asked(world)
    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(attack)


def test_of_ten_approvers_at_once_one_is_heard(committed_db: None):
    world = a_club()
    proposal = asked(world)
    runners = [lambda: approve(world, proposal) for _ in range(10)]

    assert outcomes(race(*runners)) == {"Proposal": 1, "AlreadyDecided": 9}
    assert world.balance("cash:vault") == 5_000
