"""What nobody signs in time leaves every queue, with its reason and an act of its own."""

import pytest

from casino.approvals.models import Proposal
from casino.approvals.queries import requests_of
from casino.approvals.services import Expired, approve, refuse
from casino.approvals.tasks import expire_requests
from casino.approvals.undecided import expire_due
from casino.audit.services.controls import change_permissions
from casino.cage.services.counts import RequestsWait, submit_count
from casino.cage.services.deposits import prepare_deposit
from casino.cage.services.vault import move_vault
from casino.ledger.models import Act
from casino.staff.models import Role
from jackpot.models import Claim
from jackpot.services.awards import award_claim
from tests.api.program import program
from tests.claiming import approved, claimed, fed, proposed, six_seated
from tests.refusing import refused
from tests.tournaments import signed
from tests.world import FLOAT, RACK, World, of_the_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(world: World) -> Proposal:
    """A bag that somebody wants to pack at 22:00."""
    world.fund()
    manager = world.stamp("22:00", role=Role.MANAGER)
    return prepare_deposit.ask(manager, cents=10_000, seal="EE 41 7")


def test_a_request_is_closed_once_its_time_is_over_and_not_before(world: World, asked: Proposal):
    assert expire_due(world.at("22:15")) == 0
    assert [expire_due(world.at("22:15:01")) for _ in range(2)] == [1, 0]

    gone = Proposal.objects.get()
    assert (gone.approved, gone.decided_by) == (False, None)
    assert gone.remark == "Nobody approved it in time."
    act = Act.objects.get(id=gone.decision_act_id)
    assert (act.operation, act.actor_id, act.happened_at) == (
        "approvals.expire",
        None,
        world.at("22:15:01"),
    )


def test_the_job_asks_the_clock(world: World, asked: Proposal):
    assert (expire_requests(), expire_requests()) == (1, 0)


def test_what_somebody_may_no_longer_ask_for_is_signed_by_nobody(world: World, asked: Proposal):
    may = {"acts": ["supervisor"], "seconds": ["accountant", "manager"], "reads": ["auditor"]}
    wanted = change_permissions.ask(
        world.stamp("22:01", role=Role.MANAGER), action="deposits", **may, reason="Kept apart"
    )
    signed(world, wanted, role=Role.ACCOUNTANT, clock="22:02")

    accountant = world.stamp("22:03", role=Role.ACCOUNTANT)
    refused(Expired, approve, accountant, proposal_id=asked.pk, digest=asked.digest)
    anew = prepare_deposit.ask(
        world.stamp("22:04", role=Role.SUPERVISOR), cents=10_000, seal="EE 41 8"
    )
    assert signed(world, anew, role=Role.ACCOUNTANT, clock="22:05").approved


def test_what_expired_is_signed_by_nobody_and_says_why(world: World, asked: Proposal):
    expire_due(world.at("22:16"))
    manager = world.stamp("22:17", role=Role.SUPERVISOR)
    refused(Expired, approve, manager, proposal_id=asked.pk, digest=asked.digest)
    refused(Expired, refuse, manager, proposal_id=asked.pk, remark="Too late")


def test_a_request_that_was_decided_never_expires(world: World, asked: Proposal):
    supervisor = world.stamp("22:05", role=Role.SUPERVISOR)
    approve(supervisor, proposal_id=asked.pk, digest=asked.digest)
    assert expire_due(world.at("23:00")) == 0
    assert Proposal.objects.get().approved


def test_every_door_says_that_it_expired(world: World, asked: Proposal):
    expire_due(world.at("22:16"))
    supervisor = world.browser(Role.SUPERVISOR)
    page = supervisor.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "Expired" in page
    assert "Refused by" not in page
    caller = program(world, Role.SUPERVISOR)
    assert caller.get("proposals/").json() == []
    found = caller.get(f"proposals/{asked.pk}/").json()
    assert (found["approved"], found["decided_by"]) == (False, None)
    assert found["remark"] == "Nobody approved it in time."


def test_a_claim_whose_award_expired_can_be_mended_and_proposed_again(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    proposed(world, claim, base=1_000_000)
    expire_due(world.at("23:28"))
    found = Claim.objects.get()
    assert (found.state, found.reason) == ("prepared", "Nobody approved it in time.")
    again = award_claim.ask(world.stamp("23:29", role=Role.SUPERVISOR), claim_id=claim.pk)
    assert approved(world, again, "23:30").approved


def test_a_drawer_is_counted_once_a_request_has_expired(world: World):
    shift = world.open_shift()
    of_the_desk(world.club, redeem_second_from_cents=100)
    what = {"shift_id": shift.pk, "way": "bring", "cash": {5000: 1}, "chips": {}}
    move_vault.ask(world.stamp("22:00"), **what)
    count = {"shift_id": shift.pk, "cash": FLOAT, "chips": RACK}
    said = refused(RequestsWait, submit_count, world.stamp("22:10"), **count)
    assert "1 \u00d7 50,00" in str(said.message).replace("\u00a0", " ")

    expire_due(world.at("22:16"))
    assert requests_of(world.club.pk, {"shift_id": shift.pk}, at=world.at("22:10")) == []
    assert submit_count(world.stamp("22:17"), **count).shift_id == shift.pk
