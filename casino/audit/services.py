"""Who gets access, by two people; who leaves, at once; and the quarterly look at all of it."""

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import Any

from allauth.usersessions.models import UserSession

from casino.approvals.models import Proposal
from casino.approvals.queries import own
from casino.approvals.services import completes, propose
from casino.audit.models import AccessReview
from casino.audit.queries import members
from casino.clock import day_bounds, quarter
from casino.db import command
from casino.house.models import Club, Permission
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import BadInput, NotFound, Refusal
from casino.staff.models import FormerRole, Membership, Role, User
from casino.staff.permissions import Departure, actions, departure, kept_apart
from casino.words import say

GIVE, PERMIT = "audit.give_role", "audit.change_permissions"


class RolesApart(Refusal):
    """Some roles are never one person's, and on one gaming day not one after the other."""

    status = 409
    code = "AUDIT-001"
    next_step = say("End the access first; the other role begins on a later gaming day.")


class LastManager(Refusal):
    """A club without a manager could let nobody in."""

    status = 409
    code = "AUDIT-002"
    message = say("This is the last manager of the club.")


class NothingChanges(Refusal):
    """A proposal differs from what holds."""

    status = 422
    code = "AUDIT-003"
    message = say("Nothing would change: this is who does it now.")


class OtherPermissions(Refusal):
    """What is approved is the step from the roles that were shown."""

    status = 409
    code = "AUDIT-004"
    message = say("The roles are no longer those that this proposal changes.")
    next_step = say("Let it be proposed again.")


@command
def propose_role(stamp: Stamp, *, username: str, role: str, reason: str) -> Proposal:
    """
    Propose a role for somebody, who is not the one to approve it.

    Raises NotFound, BadInput, RolesApart. Source: RELIABILITY 4 (nobody grants themselves).
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(stamp, "audit.propose_role", username=username, role=role, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    if role not in Role.values:
        raise BadInput(say("There is no role {role}.", role=role[:20]), field="role")
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        raise NotFound(say("Nobody signs in under that name."), field="username")
    _check_apart(stamp, user, role)
    content = {"user_id": user.pk, "username": user.username, "role": role}
    return propose(stamp, act, operation=GIVE, content=content, reason=reason, not_by=[user.pk])


def role_ahead(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what the user is by now. Raises RolesApart."""
    user = User.objects.get(id=content["user_id"])
    _check_apart(stamp, user, content["role"])
    return {"is now": ", ".join(sorted(_roles(stamp, user))) or "nothing here"}


@completes(
    GIVE,
    title=say("A role for somebody"),
    lives=timedelta(days=3),
    consequence=role_ahead,
)
def give_role(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Membership:
    """Give the role, to somebody who had left too. Raises RolesApart."""
    user = User.objects.select_for_update().get(id=proposal.content["user_id"])
    if not user.is_active:
        user.is_active = True
        user.save(update_fields=["is_active"])
    return take_role(stamp, user, proposal.content["role"])


def take_role(stamp: Stamp, user: User, role: str) -> Membership:
    """Let somebody have a role at the club, as a step of a command. Raises RolesApart."""
    _check_apart(stamp, user, role)
    return Membership.objects.get_or_create(user=user, club_id=stamp.club_id, role=role)[0]


@command
def dismiss(stamp: Stamp, *, user_id: int, reason: str) -> User:
    """
    End somebody's access to the club at once, sessions and keys too where no club remains.

    Raises NotFound, LastManager, BadInput. Source: RELIABILITY 4 (leavers off at once).
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(stamp, "audit.dismiss", user_id=user_id, reason=reason)
    user = User.objects.select_for_update().filter(id=user_id).first()
    if user and act.replayed:
        return user
    here = Membership.objects.filter(club_id=stamp.club_id, user_id=user_id)
    if user is None or not here.exists():
        raise NotFound(say("This person has no access here."), field="user_id")
    managers = Membership.objects.filter(club_id=stamp.club_id, role=Role.MANAGER)
    if not managers.exclude(user_id=user_id).exists():
        raise LastManager
    FormerRole.objects.bulk_create(
        FormerRole(
            user=user,
            club_id=stamp.club_id,
            role=each.role,
            last_day=stamp.gaming_day,
            act_id=act.id,
        )
        for each in here
    )
    here.delete()
    if not user.memberships.exists():
        user.tokens.all().delete()
        user.is_active = False
        user.save(update_fields=["is_active"])
    for session in UserSession.objects.filter(user=user):
        session.end()
    return user


@command
def review_access(stamp: Stamp, *, remark: str) -> AccessReview:
    """Keep who had which access when somebody looked at all of it. Raises BadInput."""
    remark = clean_name(remark, field="remark", longest=200)
    act = ledger.act(stamp, "audit.review_access", remark=remark)
    if act.replayed:
        return AccessReview.objects.get(act_id=act.id)
    seen = [
        {"username": each.user.username, "roles": list(each.roles), "keys": each.keys}
        for each in members(stamp.club_id)
    ]
    return AccessReview.objects.create(
        club_id=stamp.club_id,
        quarter=quarter(stamp.gaming_day),
        members=seen,
        remark=remark,
        reviewed_by_id=stamp.person_id,
        reviewed_at=stamp.at,
        act_id=act.id,
    )


@command
def propose_permissions(
    stamp: Stamp,
    *,
    action: str,
    acts: Collection[str] = (),
    seconds: Collection[str] = (),
    reads: Collection[str],
    from_day: date | None = None,
    reason: str,
) -> Proposal:
    """
    Propose who acts, who is the second and who reads in a row of the permissions, instead of now.

    It holds once it is approved, or from the opening of `from_day` on. Raises NotFound,
    FixedAction, BadInput, NothingChanges. Source: RELIABILITY 4.
    """
    reason = clean_name(reason, field="reason", longest=200)
    wanted = _as_content(departure(action, acts=acts, seconds=seconds, reads=reads))
    what = {"action": action, "from_day": from_day and from_day.isoformat()} | wanted
    act = ledger.act(stamp, "audit.propose_permissions", **what, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    before = _as_content(_permitted(stamp, action))
    if wanted == before:
        raise NothingChanges
    content = what | {"title": actions()[action].title, "instead_of": before}
    return propose(stamp, act, operation=PERMIT, content=content, reason=reason)


@completes(PERMIT, title=say("Who may do what"), lives=timedelta(days=3))
def change_permissions(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Permission:
    """Let the proposed roles hold, never before now. Raises OtherPermissions."""
    content = proposal.content
    club = Club.objects.select_for_update(no_key=True).get(id=stamp.club_id)
    if content["instead_of"] != _as_content(_permitted(stamp, content["action"])):
        raise OtherPermissions
    since = stamp.at
    if content["from_day"]:
        day = date.fromisoformat(content["from_day"])
        opens_at, _ = day_bounds(day, timezone=club.timezone, closes_at=club.closes_at)
        since = max(since, opens_at)
    return Permission.objects.create(
        club=club,
        action=content["action"],
        acts=content["acts"],
        seconds=content["seconds"],
        reads=content["reads"],
        since=since,
        proposal_id=proposal.pk,
        proposed_by_id=proposal.proposed_by_id,
        adopted_by_id=stamp.person_id,
        act_id=act.id,
    )


def _permitted(stamp: Stamp, action: str) -> Departure:
    return actions()[action].here(own(stamp.club_id, at=stamp.at))


def _as_content(roles: Departure) -> dict[str, list[str]]:
    return {name: sorted(getattr(roles, name)) for name in ("acts", "seconds", "reads")}


def _roles(stamp: Stamp, user: User) -> set[str]:
    held = Membership.objects.filter(club_id=stamp.club_id, user=user)
    return set(held.values_list("role", flat=True))


def _roles_of_the_day(stamp: Stamp, user: User) -> set[str]:
    """Return what the user is here, and was on this gaming day."""
    former = FormerRole.objects.filter(club_id=stamp.club_id, user=user)
    today = former.filter(last_day__gte=stamp.gaming_day)
    return _roles(stamp, user).union(today.values_list("role", flat=True))


def _check_apart(stamp: Stamp, user: User, role: str) -> None:
    """Raise RolesApart. Source: RELIABILITY 4 (in one club on one day)."""
    held = _roles_of_the_day(stamp, user)
    for one, other in kept_apart():
        if (role == one and other in held) or (role == other and one in held):
            labels = {"one": Role(one).label, "other": Role(other).label}
            raise RolesApart(
                say("{one} and {other}: never one person at a club on one gaming day.", **labels),
                field="role",
            )
