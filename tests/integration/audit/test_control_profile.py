"""Which controls hold at a club: changed by two, looser ones after a day, kept by the database."""

from datetime import timedelta

import pytest
from django.db import Error, transaction
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.services import NotYours, OwnProposal, approve
from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.audit.queries.exceptions import exceptions
from casino.audit.services.controls import change_profile
from casino.cage.models import VaultCount
from casino.cage.queries.amounts import thresholds
from casino.cage.services.funds import fund_vault
from casino.house.models import ControlProfile
from casino.house.queries import control_profile
from casino.staff.models import Role
from tests.counting import sign
from tests.refusing import refused
from tests.world import EVENING, World, a_key, of_the_desk

pytestmark = pytest.mark.django_db
SPAN = {"first": EVENING, "last": EVENING}


def asked(world: World, profile: str, clock: str = "21:00") -> Proposal:
    stamp = world.stamp(clock, role=Role.MANAGER)
    return change_profile.ask(stamp, profile=profile, reason="The board wants it")


def in_force(world: World, clock: str, *, days: int = 0) -> str:
    at = world.at(clock, day=EVENING + timedelta(days))
    return control_profile(world.club.pk, at=at).value


def test_a_club_that_said_nothing_has_the_usual_controls(world: World):
    assert in_force(world, "21:00") == "club"
    refused(NothingChanges, asked, world, "club")


def test_stricter_controls_hold_at_once_and_bring_their_amounts(world: World):
    of_the_desk(world.club, count_second_over_cents=1_000)
    proposal = asked(world, "casino")
    own = {"proposal_id": proposal.pk, "digest": proposal.digest}
    refused(OwnProposal, approve, world.stamp("21:01", role=Role.MANAGER), **own)
    refused(NotYours, approve, world.stamp("21:01", role=Role.SUPERVISOR), **own)
    sign(world, world.stamp("21:02"), proposal, by=Role.ACCOUNTANT)

    assert in_force(world, "21:03") == "casino"
    amounts = thresholds(world.club.pk)
    assert (amounts.second_from_cents, amounts.count_second_over_cents) == (1, 0)
    assert amounts.float_alone_under_cents == 0
    listed = [row.operation for _, row, _ in exceptions(world.club, **SPAN)]
    assert "audit.change_profile" in listed


def test_looser_controls_wait_a_day(world: World):
    sign(world, world.stamp("21:01"), asked(world, "home"), by=Role.ACCOUNTANT)
    kept = ControlProfile.objects.get()
    assert (kept.proposed_by_id, kept.adopted_by_id) == (
        world.staff[Role.MANAGER].pk,
        world.staff[Role.ACCOUNTANT].pk,
    )
    assert in_force(world, "23:00") == "club"
    assert in_force(world, "23:00", days=1) == "club"
    assert in_force(world, "07:00", days=2) == "home"
    refused(NeedsSignature, fund_vault, world.stamp("21:30", role=Role.MANAGER), cash={10_000: 1})


def adopt(world: World, profile: str, clock: str) -> Proposal:
    proposal = asked(world, profile, clock)
    sign(world, world.stamp(clock), proposal, by=Role.ACCOUNTANT)
    return proposal


def test_looser_than_what_is_in_force_waits_whatever_waits_beside_it(world: World):
    adopt(world, "casino", "20:00")
    adopt(world, "home", "20:10")
    club = adopt(world, "club", "20:20")

    assert (club.content["instead_of"], club.content["waits"]) == ("casino", True)
    assert in_force(world, "20:25") == "casino"
    # Nor does home hold for an hour of the days until then, or after them.
    assert in_force(world, "06:59", days=1) == "casino"
    assert [in_force(world, "07:00", days=days) for days in (2, 3)] == ["club", "club"]


def test_what_waits_is_called_off_by_what_is_in_force(world: World):
    adopt(world, "home", "20:10")
    club = adopt(world, "club", "20:20")

    assert (club.content["instead_of"], club.content["waits"]) == ("home", False)
    assert [in_force(world, "21:00", days=days) for days in (0, 3)] == ["club", "club"]
    refused(NothingChanges, asked, world, "club")


def test_looser_still_than_what_waits_begins_a_day_after_it_was_decided(world: World):
    adopt(world, "casino", "20:00")
    adopt(world, "club", "20:10")
    next_evening = world.stamp("20:10", role=Role.MANAGER, day=EVENING + timedelta(1))
    proposal = change_profile.ask(next_evening, profile="home", reason="A quiet month")
    sign(world, next_evening, proposal, by=Role.ACCOUNTANT)

    assert in_force(world, "21:00", days=1) == "casino"
    assert [in_force(world, "21:00", days=days) for days in (2, 3)] == ["club", "home"]


def test_beyond_home_the_database_lets_nobody_sign_alone(world: World):
    proposal = asked(world, "casino")
    decided = {"approved": True, "decided_by": proposal.proposed_by, "decision_act_id": 1}
    alone = Proposal.objects.filter(id=proposal.pk)
    at = proposal.proposed_at
    for more, guard in (({}, "approvals_four_eyes"), ({"alone": True}, "approvals_alone_at_home")):
        with pytest.raises(Error, match=guard), transaction.atomic():
            alone.update(**decided, decided_at=at, **more)
    counter = world.staff[Role.MANAGER].pk
    with pytest.raises(Error, match="cage_vault_count_two_people"), transaction.atomic():
        VaultCount.objects.create(
            club=world.club,
            expected_cents=0,
            counted_cents=0,
            counted_by_id=counter,
            second_id=counter,
            counted_at=at,
            gaming_day=EVENING,
            act_id=1,
        )
    with pytest.raises(Error, match="house_home_by_two"), transaction.atomic():
        ControlProfile.objects.create(
            club=world.club,
            profile="home",
            since=at,
            reason="Mine",
            proposal_id=1,
            proposed_by_id=counter,
            act_id=2,
        )


def test_the_page_says_what_holds_and_takes_a_proposal(world: World):
    manager, auditor = Client(), Client()
    manager.force_login(world.staff[Role.MANAGER])
    auditor.force_login(world.staff[Role.AUDITOR])
    assert b'<p class="big">Club</p>' in auditor.get("/tallinn/rules/profile/").content
    assert b'name="profile"' not in auditor.get("/tallinn/rules/profile/").content
    assert b'name="profile"' in manager.get("/tallinn/rules/profile/").content
    sent = manager.post(
        "/tallinn/rules/profile/",
        {"profile": "casino", "reason": "A series", "key": str(a_key())},
    )
    assert sent.status_code == 302
    assert Proposal.objects.get().content["profile"] == "casino"
