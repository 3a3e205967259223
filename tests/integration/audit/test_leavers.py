"""Who leaves, who comes back, who lost password or phone."""

from functools import partial

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session

from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.audit.queries import codes
from casino.audit.services.access import (
    LastManager,
    WrongCode,
    choose_password,
    dismiss,
    give_role,
    renew_sign_in,
)
from casino.audit.services.badges import issue_badge
from casino.audit.services.keys import make_key
from casino.house.stamp import Stamp
from casino.refusals import BadInput, NotFound
from casino.staff.models import Membership, Pin, Role, User
from casino.staff.services import NameTaken, set_pin
from tests.racing import race
from tests.refusing import refused
from tests.world import World, a_club, a_key, a_member

PASSWORD = "gravel-otter-92-lantern"
WHY = {"reason": "Left"}


def signed_in(user: User) -> str:
    key = f"{user.pk:032}"
    Session.objects.create(session_key=key, session_data="x", expire_date="2099-01-01T00:00Z")
    UserSession.objects.create(user=user, session_key=key, ip="127.0.0.1")
    return key


def approved(world: World, asked: Proposal, *, by: str = Role.ACCOUNTANT) -> Proposal:
    stamp = world.stamp("20:30", role=by)
    return approvals.approve(stamp, proposal_id=asked.pk, digest=asked.digest)


def code_of(proposal: Proposal, stamp: Stamp) -> dict[str, str]:
    """Return what the two who let somebody in read out."""
    readers = (proposal.proposed_by_id, proposal.decided_by_id)
    first, second = (codes.halves_for(proposal, who, at=stamp.at) for who in readers)
    return {"first": first[0], "second": second[0]}


def test_who_leaves_takes_along_all_that_was_asked_for(world: World):
    other = a_member(world.club, Role.MANAGER, name="berta")
    leaver = world.staff[Role.MANAGER]
    stamp = world.stamp("20:00", role=Role.MANAGER)
    name = world.staff[Role.CASHIER].username
    mine = give_role.ask(stamp, username=name, role=Role.SUPERVISOR, reason="Promoted")
    world.staff["berta"] = other
    theirs = give_role.ask(
        world.stamp("20:00", role="berta"), username=name, role=Role.DIRECTOR, reason="Stands in"
    )
    dismiss(world.stamp("20:10", role="berta"), user_id=leaver.pk, **WHY)

    void, waits = (Proposal.objects.get(pk=each.pk) for each in (mine, theirs))
    assert (void.approved, void.remark) == (False, "Who asked for it no longer works here.")
    assert waits.approved is None


def test_what_waits_for_somebody_who_leaves_lets_nobody_in_again(world: World):
    leaver, stays = world.staff[Role.CASHIER], world.staff[Role.SUPERVISOR]
    manager = partial(world.stamp, "20:00", role=Role.MANAGER)
    key = {"name": "Robot", "days": 30, "reason": "x"}
    asked = [
        give_role.ask(manager(), username=leaver.username, role=Role.DIRECTOR, reason="Promoted"),
        renew_sign_in.ask(manager(), user_id=leaver.pk, reason="Phone lost"),
        issue_badge.ask(manager(), user_id=leaver.pk, reason="New"),
        make_key.ask(manager(), user_id=leaver.pk, **key),
    ]
    other = issue_badge.ask(manager(), user_id=stays.pk, reason="New")
    dismiss(world.stamp("20:10", role=Role.MANAGER), user_id=leaver.pk, **WHY)

    for each in asked:
        refused(approvals.AlreadyDecided, approved, world, each)
        each.refresh_from_db()
        assert (each.approved, each.remark) == (False, "Whom it is about no longer works here.")
    leaver.refresh_from_db()
    assert not leaver.is_active
    assert approved(world, other).approved


def test_who_leaves_the_last_club_leaves_nothing_to_sign_in_with(world: World):
    leaver = world.staff[Role.CASHIER]
    set_pin(leaver, "4711")
    Authenticator.objects.create(user=leaver, type=Authenticator.Type.TOTP, data={})
    session = signed_in(leaver)
    dismiss(world.stamp("20:00", role=Role.MANAGER), user_id=leaver.pk, **WHY)
    leaver.refresh_from_db()
    assert (leaver.is_active, leaver.has_usable_password()) == (False, False)
    assert not Pin.objects.filter(user=leaver).exists()
    assert not Authenticator.objects.filter(user=leaver).exists()
    assert not Session.objects.filter(session_key=session).exists()


def test_who_works_at_another_club_stays_signed_in_there(world: World):
    leaver = world.staff[Role.CASHIER]
    Membership.objects.create(user=leaver, club=a_club("riga").club, role=Role.CASHIER)
    session, _ = signed_in(leaver), set_pin(leaver, "4711")
    dismiss(world.stamp("20:00", role=Role.MANAGER), user_id=leaver.pk, **WHY)
    leaver.refresh_from_db()
    assert (leaver.is_active, leaver.has_usable_password()) == (True, True)
    assert (Pin.objects.count(), Session.objects.filter(session_key=session).count()) == (1, 1)


def test_two_managers_never_dismiss_each_other_to_none(committed_db: None):
    world = a_club()
    world.staff["berta"] = a_member(world.club, Role.MANAGER, name="berta")
    pair = ((Role.MANAGER, "berta"), ("berta", Role.MANAGER))
    results = race(
        *(
            partial(dismiss, world.stamp("20:00", role=one), user_id=world.staff[other].pk, **WHY)
            for one, other in pair
        )
    )
    assert sorted(type(each).__name__ for each in results) in (
        ["LastManager", "User"],
        ["NotAllowed", "User"],
    )
    assert Membership.objects.filter(club=world.club, role=Role.MANAGER).count() == 1


def test_who_comes_back_is_let_in_by_two_and_chooses_a_new_password(world: World):
    cashier, manager = world.staff[Role.CASHIER], world.stamp("20:00", role=Role.MANAGER)
    dismiss(manager, user_id=cashier.pk, **WHY)
    back = {"username": cashier.username, "role": Role.CASHIER, "reason": "Comes back"}
    let_in = approved(world, give_role.ask(world.stamp("20:20", role=Role.MANAGER), **back))
    cashier.refresh_from_db()
    assert (cashier.is_active, cashier.has_usable_password()) == (True, False)

    stamp = world.stamp("20:40")
    code = code_of(let_in, stamp)
    what = {"proposal_id": let_in.pk, "password": PASSWORD}
    half = {"first": code["first"], "second": code["first"]}
    refused(WrongCode, choose_password, stamp, **what, **half)
    typed = {name: half.lower().replace("-", " ") for name, half in code.items()}
    choose_password(world.stamp("20:41"), **what, **typed)
    cashier.refresh_from_db()
    assert cashier.check_password(PASSWORD)
    refused(WrongCode, choose_password, world.stamp("20:42"), **what, **code)


def test_a_code_ends_after_three_days(world: World):
    user = world.staff[Role.CASHIER]
    asked = renew_sign_in.ask(
        world.stamp("20:00", role=Role.MANAGER), user_id=user.pk, reason="Phone lost"
    )
    let_in = approved(world, asked)
    user.refresh_from_db()
    code = code_of(let_in, world.stamp("20:40"))
    late = world.stamp("21:00", day=let_in.decided_at.date() + codes.LASTS)
    refused(WrongCode, choose_password, late, proposal_id=let_in.pk, password=PASSWORD, **code)
    assert codes.halves_for(let_in, let_in.proposed_by_id, at=late.at) == []


def test_a_new_sign_in_ends_the_old_one_and_nobody_gets_it_alone(world: World):
    user = world.staff[Role.SUPERVISOR]
    session, _ = signed_in(user), set_pin(user, "4711")
    manager = world.stamp("20:00", role=Role.MANAGER)
    let_in = approved(world, renew_sign_in.ask(manager, user_id=user.pk, reason="Phone lost"))
    user.refresh_from_db()
    assert (user.is_active, user.has_usable_password(), Pin.objects.count()) == (True, False, 0)
    assert not Session.objects.filter(session_key=session).exists()
    own, others, stranger = (
        codes.halves_for(let_in, world.staff[role].pk, at=manager.at)
        for role in (Role.MANAGER, Role.ACCOUNTANT, Role.SUPERVISOR)
    )
    assert (len(own), len(others), stranger) == (1, 1, [])
    assert own != others


def test_nobody_asks_for_or_approves_the_own_new_sign_in(world: World):
    manager, accountant = (world.staff[role].pk for role in (Role.MANAGER, Role.ACCOUNTANT))
    stamp = world.stamp("20:00", role=Role.MANAGER)
    riga = a_club("riga").staff[Role.CASHIER].pk
    refused(NotFound, renew_sign_in.ask, stamp, user_id=riga, reason="Not ours")
    a_member(world.club, Role.ACCOUNTANT, name="second")  # else it is not the accountant's to sign
    asked = renew_sign_in.ask(stamp, user_id=accountant, reason="Phone lost")
    with pytest.raises(approvals.BeneficiaryCannotApprove):
        approved(world, asked)
    own = renew_sign_in.ask(
        world.stamp("20:01", role=Role.MANAGER), user_id=manager, reason="Forgotten"
    )
    assert manager in own.not_by


def test_a_new_colleague_is_hired_by_two(world: World):
    manager = world.stamp("20:00", role=Role.MANAGER)
    new = {"username": "ruta", "role": Role.CASHIER, "reason": "Hired"}
    refused(NotFound, give_role.ask, manager, **new)
    refused(NameTaken, give_role.ask, manager, **new | {"username": "cashier@ta11inn"}, name="Ruta")
    known = {"username": world.staff[Role.DIRECTOR].username}
    refused(BadInput, give_role.ask, manager, **new | known, name="Ruta")
    asked = give_role.ask(world.stamp("20:05", role=Role.MANAGER), **new, name="Ruta Ozola")
    assert not User.objects.filter(username="ruta").exists()
    let_in = approved(world, asked)
    ruta = User.objects.get(username="ruta")
    assert (ruta.name, ruta.has_usable_password()) == ("Ruta Ozola", False)
    world.staff["ruta"] = ruta
    stamp = world.stamp("20:40", role="ruta")
    code = code_of(let_in, stamp)
    choose_password(stamp, proposal_id=let_in.pk, password=PASSWORD, **code)
    ruta.refresh_from_db()
    assert ruta.check_password(PASSWORD)


def test_the_last_manager_stays(world: World):
    stamp = world.stamp("20:00", role=Role.MANAGER, key=a_key())
    refused(LastManager, dismiss, stamp, user_id=world.staff[Role.MANAGER].pk, reason="Tired")
