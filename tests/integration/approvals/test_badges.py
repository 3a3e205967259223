"""A badge names who signs at a colleague's screen: given by two, shown once, void at once."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.approvals.services import BeneficiaryCannotApprove, approve
from casino.audit.queries.access import members
from casino.audit.queries.exceptions import exceptions
from casino.audit.services.access import dismiss
from casino.audit.services.badges import BadgePrinted, issue_badge, print_badge, revoke_badge
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.refusals import NotFound
from casino.staff.models import Badge, Membership, Role, User
from casino.staff.services import NotABadge, badge_holder, is_badge, set_pin
from tests.api.program import program
from tests.approving import ask
from tests.refusing import refused
from tests.world import World, a_club, a_key, a_member

pytestmark = pytest.mark.django_db
PIN = "4711"


def now(world: World, role: str) -> Stamp:
    return club_stamp(world.club, at=timezone.now(), actor_id=world.staff[role].pk, key=a_key())


def issued(world: World, user: User) -> Badge:
    """The manager asks for a badge, the accountant approves it."""
    asked = issue_badge.ask(now(world, Role.MANAGER), user_id=user.pk, reason="Approves at desks")
    approve(now(world, Role.ACCOUNTANT), proposal_id=asked.pk, digest=asked.digest)
    return Badge.objects.get(user=user, revoked_at=None)


def card(world: World, user: User) -> str:
    """Return the code of a new badge."""
    return print_badge(now(world, Role.MANAGER), badge_id=issued(world, user).pk).code


def asks(world: World) -> Proposal:
    return ask(now(world, Role.SUPERVISOR), cents=100)


def signs(world: World, proposal: Proposal, username: str, secret: str = PIN) -> Any:
    """Send what stands in the form on the supervisor's screen."""
    typed = {"username": username, "secret": secret, "digest": proposal.digest, "key": a_key()}
    desk = world.browser(Role.SUPERVISOR)
    return desk.post(f"/tallinn/approvals/{proposal.pk}/sign/", typed)


def everything_kept() -> str:
    """Return all rows of all tables as text."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        tables = [name for (name,) in cursor.fetchall()]
        rows = []
        for name in tables:
            cursor.execute(f'SELECT t::text FROM "{name}" t')
            rows += [row for (row,) in cursor.fetchall()]
    return "\n".join(rows)


def test_a_badge_is_given_by_two_and_nobody_gives_one_to_themselves(world: World):
    accountant = world.staff[Role.ACCOUNTANT]
    asked = issue_badge.ask(now(world, Role.MANAGER), user_id=accountant.pk, reason="Signs")
    own = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(BeneficiaryCannotApprove, approve, now(world, Role.ACCOUNTANT), **own)
    assert not Badge.objects.exists()
    badge = issued(world, world.staff[Role.MANAGER])
    assert {each.user: each.badge for each in members(world.club.pk)}[badge.user] == badge
    today = now(world, Role.MANAGER).gaming_day
    listed = [row.operation for _, row, _ in exceptions(world.club, first=today, last=today)]
    assert listed == ["audit.issue_badge"]


def test_its_code_is_said_once_and_kept_nowhere(world: World):
    badge, stamp = issued(world, world.staff[Role.MANAGER]), now(world, Role.MANAGER)
    code = print_badge(stamp, badge_id=badge.pk).code
    assert is_badge(code)
    assert print_badge(stamp, badge_id=badge.pk).code == ""
    refused(BadgePrinted, print_badge, now(world, Role.MANAGER), badge_id=badge.pk)
    signs(world, asks(world), code)
    kept = everything_kept()
    assert badge.user.username in kept
    assert code not in kept


def test_code_and_enter_name_the_holder_and_the_pin_signs(world: World):
    manager = world.staff[Role.MANAGER]
    set_pin(manager, PIN)
    code, proposal = card(world, manager), asks(world)
    scanned = signs(world, proposal, code, secret="")
    assert scanned.status_code == 200
    page = scanned.content.decode()
    assert f'value="{manager.username}"' in page
    assert code not in page
    assert scanned.context["form"].fields["secret"].widget.attrs["autofocus"]
    assert signs(world, proposal, manager.username).status_code == 302
    proposal.refresh_from_db()
    assert (proposal.approved, proposal.decided_by) == (True, manager)


def test_a_program_sends_code_and_pin_at_once(world: World):
    manager = world.staff[Role.MANAGER]
    set_pin(manager, PIN)
    code, desk = card(world, manager), program(world, Role.SUPERVISOR)
    for typed in (code, manager.username):
        proposal = asks(world)
        what = {"digest": proposal.digest, "secret": PIN}
        wrong = desk.post(f"proposals/{proposal.pk}/sign/", username=typed, digest="0", secret=PIN)
        assert wrong.json()["type"].endswith("/APPROVAL-004/")
        (sent,) = desk.post(f"proposals/{proposal.pk}/sign/", username=typed, **what).json()
        assert (sent["approved"], sent["decided_by"]) == (True, manager.username)


def test_a_wrong_pin_counts_against_the_holder_and_the_code_is_told_to_nobody(world: World):
    manager = world.staff[Role.MANAGER]
    set_pin(manager, PIN)
    code = card(world, manager)
    wrong = signs(world, asks(world), code, secret="9999")
    assert wrong.status_code == 422
    assert code not in wrong.content.decode()
    kept = manager.wrong_pins.get()
    assert (kept.asked_by, kept.counts) == (world.staff[Role.SUPERVISOR], True)
    assert code not in everything_kept()


@pytest.mark.parametrize("fate", ["wrong", "not printed", "replaced", "lost", "left", "other club"])
def test_a_badge_that_is_worth_nothing_gives_one_clear_error(world: World, fate: str):
    person = a_member(world.club, Role.MANAGER, name="second manager")
    set_pin(person, PIN)
    where = world
    if fate == "other club":
        where = a_club("riga")
        Membership.objects.create(user=person, club=where.club, role=Role.MANAGER)
    code = card(where, person)
    assert badge_holder(where.club.pk, code) == person
    if fate == "wrong":
        code = f"{(int(code) + 1) % 10**40:040}"
    elif fate in {"replaced", "not printed"}:
        issued(world, person)
        code = "0" * 40 if fate == "not printed" else code
    elif fate == "lost":
        revoke_badge(now(world, Role.MANAGER), user_id=person.pk, reason="Left in a taxi")
    elif fate == "left":
        dismiss(now(world, Role.MANAGER), user_id=person.pk, reason="Left the club")
        Membership.objects.create(user=person, club=world.club, role=Role.MANAGER)
        User.objects.filter(pk=person.pk).update(is_active=True)
    refused(NotABadge, badge_holder, world.club.pk, code)
    proposal = asks(world)
    for secret in ("", PIN):
        page = signs(world, proposal, code, secret=secret).content.decode()
        assert page.count("This badge is not valid here.") == 1
        assert code not in page
    proposal.refresh_from_db()
    assert proposal.approved is None


def test_who_no_longer_works_here_is_named_by_no_badge(world: World):
    code = card(world, world.staff[Role.MANAGER])
    world.staff[Role.MANAGER].memberships.all().delete()
    refused(NotABadge, badge_holder, world.club.pk, code)


def test_a_person_has_one_badge_and_only_that_is_printed_and_revoked(world: World):
    manager = world.staff[Role.MANAGER]
    old, new = issued(world, manager), issued(world, manager)
    refused(NotFound, print_badge, now(world, Role.MANAGER), badge_id=old.pk)
    with pytest.raises(IntegrityError, match="staff_one_badge_a_person"), transaction.atomic():
        Badge.objects.filter(pk=old.pk).update(revoked_at=None)
    other = a_club("riga")
    refused(NotFound, print_badge, now(other, Role.MANAGER), badge_id=new.pk)
    refused(NotFound, revoke_badge, now(other, Role.MANAGER), user_id=manager.pk, reason="Mine")
    revoke_badge(now(world, Role.MANAGER), user_id=manager.pk, reason="Lost")
    again = {"user_id": manager.pk, "reason": "Lost"}
    refused(NotFound, revoke_badge, now(world, Role.MANAGER), **again)


def test_programs_issue_print_and_revoke_badges(world: World):
    person = world.staff[Role.SUPERVISOR]
    manager, accountant = program(world, Role.MANAGER), program(world, Role.ACCOUNTANT)
    asked = manager.post(f"access/{person.pk}/badge/", reason="Signs").json()
    accountant.post(f"proposals/{asked['id']}/approve/", digest=asked["digest"])
    kept = {each["user_id"]: each["badge_id"] for each in accountant.get("access/").json()}
    printed = manager.post(f"access/badges/{kept[person.pk]}/print/")
    assert badge_holder(world.club.pk, printed.json()["code"]) == person
    assert printed["Cache-Control"].count("no-store")
    ended = manager.post(f"access/{person.pk}/badge/revoke/", reason="Lost")
    assert ended.json() == {"id": person.pk, "username": person.username}
    refused(NotABadge, badge_holder, world.club.pk, printed.json()["code"])
