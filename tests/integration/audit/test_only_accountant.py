"""A club whose only accountant is out can let one in again, by two of its own people."""

import pytest
from django.test import Client
from django.utils import timezone

from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.approvals.services import NotYours, OwnProposal
from casino.approvals.signed import StaleProposal
from casino.audit.queries import codes
from casino.audit.services.access import choose_password, dismiss, give_role, renew_sign_in
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.refusals import Refusal
from casino.staff.models import Membership, Role
from tests.refusing import refused
from tests.world import EVENING, World, a_key, a_member

PASSWORD = "gravel-otter-92-lantern"
pytestmark = pytest.mark.django_db


def manager(world: World, clock: str = "12:10"):
    return world.stamp(clock, role=Role.MANAGER)


def sign(world: World, asked: Proposal, role: str) -> Proposal:
    stamp = world.stamp("12:11", role=role)
    return approvals.approve(stamp, proposal_id=asked.pk, digest=asked.digest)


def who_may_sign(world: World, asked: Proposal, *, of: set[str]) -> set[str]:
    """Return the roles that are not refused; none signs in truth."""
    found = set()
    for role in of:
        stamp = world.stamp("12:11", role=role)
        try:
            approvals.approve(stamp, proposal_id=asked.pk, digest="0" * 64)
        except (NotYours, OwnProposal):
            continue
        except Refusal:
            found.add(role)
    return found


def test_who_was_dismissed_by_a_wrong_click_comes_back_by_manager_and_supervisor(world: World):
    gone = world.staff[Role.ACCOUNTANT]
    dismiss(manager(world, "12:00"), user_id=gone.pk, reason="Meant the other one")
    given = {"username": gone.username, "role": "accountant", "reason": "Revoked wrongly"}
    asked = give_role.ask(manager(world), **given)
    left = set(Role.values) - {Role.ACCOUNTANT}
    assert who_may_sign(world, asked, of=left) == {Role.SUPERVISOR}

    sign(world, asked, Role.SUPERVISOR)
    assert Membership.objects.filter(user=gone, role="accountant", club=world.club).exists()
    asked.refresh_from_db()
    readers = (asked.proposed_by_id, asked.decided_by_id)
    halves = [codes.halves_for(asked, who, at=world.at("12:12")) for who in readers]
    assert [len(each) for each in halves] == [1, 1]


def test_who_signs_for_another_accountant_reads_who_was_it_and_who_revoked_that(world: World):
    gone, boss = world.staff[Role.ACCOUNTANT], world.staff[Role.MANAGER]
    client = Client()
    client.force_login(boss)
    page = f"/tallinn/acts/access/{gone.pk}/end/"
    assert "only accountant" in client.get(page).text
    dismiss(manager(world, "12:00"), user_id=gone.pk, reason="Gone")
    friend = {"username": "friend", "role": "accountant", "name": "A Friend", "reason": "New"}
    told = {
        "accountant_before": str(gone),
        "accountant_until": EVENING.isoformat(),
        "access_revoked_by": str(boss),
    }
    ahead = give_role.preview(manager(world), **friend).ahead
    assert {name: ahead.get(name) for name in told} == told
    back = friend | {"username": gone.username, "name": None}
    assert "access_revoked_by" not in give_role.preview(manager(world), **back).ahead


def test_the_only_accountant_who_forgot_the_password_gets_a_new_one(world: World):
    who = world.staff[Role.ACCOUNTANT]
    asked = renew_sign_in.ask(manager(world), user_id=who.pk, reason="Forgot it")
    sign(world, asked, Role.SUPERVISOR)
    asked.refresh_from_db()
    readers = (asked.proposed_by_id, asked.decided_by_id)
    (first,), (second,) = (codes.halves_for(asked, who, at=world.at("12:12")) for who in readers)
    stamp = world.stamp("12:13", role=Role.ACCOUNTANT, key=a_key())
    halves = {"proposal_id": asked.pk, "first": first, "second": second}
    assert choose_password(stamp, password=PASSWORD, **halves).check_password(PASSWORD)


def test_each_of_the_two_reads_the_own_half_of_its_code(world: World):
    def at_once(role: str) -> Stamp:
        who = world.staff[role].pk
        return club_stamp(world.club, at=timezone.now(), actor_id=who, key=a_key())

    who = world.staff[Role.ACCOUNTANT].pk
    asked = renew_sign_in.ask(at_once(Role.MANAGER), user_id=who, reason="Forgot it")
    said = {"proposal_id": asked.pk, "digest": asked.digest}
    approvals.approve(at_once(Role.SUPERVISOR), **said)
    asked.refresh_from_db()

    for role in (Role.MANAGER, Role.SUPERVISOR):
        client = world.browser(role)
        (half,) = codes.halves_for(asked, world.staff[role].pk, at=timezone.now())
        page = client.get(f"/tallinn/acts/access/code/{asked.pk}/")
        assert (page.status_code, half in page.text) == (200, True), role


def test_with_another_accountant_it_stays_the_accountants_to_sign(world: World):
    other = a_member(world.club, Role.ACCOUNTANT, name="second")
    who = world.staff[Role.ACCOUNTANT]
    asked = renew_sign_in.ask(manager(world), user_id=who.pk, reason="Forgot it")
    refused(NotYours, sign, world, asked, Role.SUPERVISOR)
    dismiss(manager(world, "12:12"), user_id=other.pk, reason="Left")


def test_another_role_waits_for_the_accountant(world: World):
    dismiss(manager(world, "12:00"), user_id=world.staff[Role.ACCOUNTANT].pk, reason="Left")
    given = {"username": "eve", "name": "Eve", "role": "cashier", "reason": "New"}
    asked = give_role.ask(manager(world), **given)
    refused(NotYours, sign, world, asked, Role.SUPERVISOR)


def test_a_role_asked_for_while_no_accountant_could_sign_is_not_given_once_one_can(world: World):
    gone = world.staff[Role.ACCOUNTANT]
    dismiss(manager(world, "12:00"), user_id=gone.pk, reason="Meant the other one")
    other = {"username": "second", "name": "Second", "role": "accountant", "reason": "New"}
    asked = give_role.ask(manager(world), **other)
    back = {"username": gone.username, "role": "accountant", "reason": "Revoked wrongly"}
    sign(world, give_role.ask(manager(world), **back), Role.SUPERVISOR)

    refused(StaleProposal, sign, world, asked, Role.SUPERVISOR)
    accountants = Membership.objects.filter(club=world.club, role="accountant")
    assert [each.user_id for each in accountants] == [gone.pk]


def test_a_new_sign_in_of_the_only_accountant_is_not_signed_so_once_there_is_another(world: World):
    who = world.staff[Role.ACCOUNTANT]
    asked = renew_sign_in.ask(manager(world), user_id=who.pk, reason="Forgot it")
    a_member(world.club, Role.ACCOUNTANT, name="second")
    refused(StaleProposal, sign, world, asked, Role.SUPERVISOR)
