"""Who gets access, by two people; who leaves, at once; and the quarterly look at all of it."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import Annotated

from allauth.usersessions.models import UserSession

from casino.acts.kinds import Id, OneOf, Reason, Several, Text
from casino.acts.runner import act
from casino.approvals.queries import permission_overrides_at
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.audit.models import AccessReview
from casino.audit.queries.access import holding_apart, members
from casino.cage.services.thresholds import tighten
from casino.clock import day_bounds, quarter
from casino.house.models import Club, ControlProfile, Permission
from casino.house.queries import control_profiles, one_person_suffices
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import NotFound, Refusal
from casino.staff.models import FormerRole, Membership, Role, User
from casino.staff.permissions import PermissionOverride, actions, kept_apart, permission_override

GIVE, PERMIT = "audit.give_role", "audit.change_permissions"
PROFILE = "audit.change_profile"
# From the loosest to the strictest.
PROFILES = tuple(ControlProfile.Name.values)
HOME = ControlProfile.Name.HOME.value
WAITING = timedelta(days=1)
ROLES = tuple(Role.values)
Roles = Annotated[Sequence[str], Several(of=OneOf(words=ROLES), maximum=len(ROLES))]


class RolesApart(Refusal):
    """Some roles are never one person's, and on one gaming day not one after the other."""

    status = 409
    code = "AUDIT-001"
    next_step = msg("Revoke access first. The other role can begin on a later gaming day.")
    next_page = "access"


class LastManager(Refusal):
    """A club without a manager could let nobody in."""

    status = 409
    code = "AUDIT-002"
    message = msg("This is the last manager of the club.")


def role_preview(stamp: Stamp, *, username: str, role: str, reason: str) -> Preview:
    """Say who gets the role, and what they are by now. Raises NotFound, RolesApart."""
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        raise NotFound(msg("There is no user of that name."), field="username")
    _check_apart(stamp, user, role)
    return Preview(
        content={"user_id": user.pk, "username": user.username},
        not_by=[user.pk],
        ahead={"is now": ", ".join(sorted(_roles(stamp, user))) or "nothing here"},
    )


@signed(
    GIVE,
    asked_as="audit.propose_role",
    preview=role_preview,
    kinds={GIVE: msg("Grant role")},
    lives=timedelta(days=3),
    waits="The accountant is not in every day.",
)
def give_role(
    stamp: Stamp,
    *,
    username: Annotated[str, Text(max_length=50)],
    role: Annotated[str, OneOf(words=ROLES)],
    reason: Reason,
) -> Membership:
    """
    Give somebody a role, who had left too; they are not the one to approve it.

    Source: RELIABILITY 4 (nobody grants themselves).
    """
    user = User.objects.select_for_update().get(username__iexact=username)
    if not user.is_active:
        user.is_active = True
        user.save(update_fields=["is_active"])
    return take_role(stamp, user, role)


def take_role(stamp: Stamp, user: User, role: str) -> Membership:
    """Let somebody have a role at the club, as a step of an act. Raises RolesApart."""
    _check_apart(stamp, user, role)
    return Membership.objects.get_or_create(user=user, club_id=stamp.club_id, role=role)[0]


@act("audit.dismiss")
def dismiss(stamp: Stamp, *, user_id: Id, reason: Reason) -> User:
    """
    End somebody's access to the club at once, sessions and keys too where no club remains.

    Raises NotFound, LastManager, BadInput. Source: RELIABILITY 4 (leavers off at once).
    """
    user = User.objects.select_for_update().filter(id=user_id).first()
    here = Membership.objects.filter(club_id=stamp.club_id, user_id=user_id)
    if user is None or not here.exists():
        raise NotFound(msg("This person has no access here."), field="user_id")
    managers = Membership.objects.filter(club_id=stamp.club_id, role=Role.MANAGER)
    if not managers.exclude(user_id=user_id).exists():
        raise LastManager
    FormerRole.objects.bulk_create(
        FormerRole(
            user=user,
            club_id=stamp.club_id,
            role=each.role,
            last_day=stamp.gaming_day,
            act_id=stamp.act_id,
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


@act("audit.review_access")
def review_access(stamp: Stamp, *, remark: Reason) -> AccessReview:
    """Keep who had which access when somebody looked at all of it. Raises BadInput."""
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
        act_id=stamp.act_id,
    )


def permissions_preview(
    stamp: Stamp,
    *,
    action: str,
    acts: Collection[str],
    seconds: Collection[str],
    reads: Collection[str],
    from_day: date | None,
    reason: str,
) -> Preview:
    """Say which roles a row would have, and has. Raises FixedAction, BadInput, NothingChanges."""
    if stamp.act_id:
        Club.objects.select_for_update(no_key=True).get(id=stamp.club_id)
    wanted = _as_content(permission_override(action, acts=acts, seconds=seconds, reads=reads))
    row = actions()[action]
    before = _as_content(row.here(permission_overrides_at(stamp.club_id, at=stamp.at)))
    if wanted == before:
        raise NothingChanges(msg("Nothing would change: these permissions are in force."))
    return Preview(content=wanted | {"title": row.title, "instead_of": before})


@signed(
    PERMIT,
    asked_as="audit.propose_permissions",
    preview=permissions_preview,
    kinds={PERMIT: msg("Permissions")},
    lives=timedelta(days=3),
    waits="The accountant is not in every day.",
)
def change_permissions(
    stamp: Stamp,
    *,
    action: Annotated[str, OneOf(words=tuple(actions()))],
    acts: Roles = (),
    seconds: Roles = (),
    reads: Roles,
    from_day: date | None = None,
    reason: Reason,
) -> Permission:
    """
    Let other roles act, be the second or read in a row of the permissions.

    It holds from now on, or from the opening of `from_day`. Source: RELIABILITY 4.
    """
    club, since = Club.objects.get(id=stamp.club_id), stamp.at
    if from_day:
        opens_at, _ = day_bounds(from_day, timezone=club.timezone, closes_at=club.closes_at)
        since = max(since, opens_at)
    return Permission.objects.create(
        club=club,
        action=action,
        acts=sorted(acts),
        seconds=sorted(seconds),
        reads=sorted(reads),
        since=since,
        proposal_id=stamp.proposal_id,
        proposed_by_id=stamp.person_id,
        adopted_by_id=stamp.signer_id,
        act_id=stamp.act_id,
    )


class RolesTogether(Refusal):
    """Beyond `home`, some roles are never one person's."""

    status = 409
    code = "AUDIT-003"
    message = msg("Roles that must stay separate are held by one person.")
    next_step = msg("Grant them to other people and revoke access, then propose it again.")


def profile_preview(stamp: Stamp, *, profile: str, reason: str) -> Preview:
    """Say which controls would hold, and whether a day later. Raises RolesTogether."""
    if stamp.act_id:
        Club.objects.select_for_update(no_key=True).get(id=stamp.club_id)
    ahead = next(iter(control_profiles(stamp.club_id)), None)
    before = ahead.profile if ahead else ControlProfile.Name.CLUB.value
    if profile == before:
        raise NothingChanges(msg("Nothing would change: this control profile is adopted."))
    if profile != HOME and (together := holding_apart(stamp.club_id)):
        raise RolesTogether(
            msg("Roles that must stay separate: {people}.", people=", ".join(together))
        )
    looser = PROFILES.index(profile) < PROFILES.index(before)
    return Preview(content={"instead_of": before, "waits": looser}, reason=reason)


@signed(
    PROFILE,
    asked_as="audit.propose_profile",
    preview=profile_preview,
    kinds={PROFILE: msg("Control profile")},
    lives=timedelta(days=3),
    waits="The accountant is not in every day.",
    latest_of="profile",
)
def change_profile(
    stamp: Stamp, *, profile: Annotated[str, OneOf(words=PROFILES)], reason: Reason
) -> ControlProfile:
    """
    Let other controls hold: stricter ones at once, looser ones after a waiting day.

    home: one host does all of it; club: the usual; casino: every amount by two.
    Source: DESIGN 12. Raises NothingChanges, RolesTogether.
    """
    waits = profile_preview(stamp, profile=profile, reason=reason).content["waits"]
    if profile == ControlProfile.Name.CASINO:
        tighten(stamp.club_id)
    return ControlProfile.objects.create(
        club_id=stamp.club_id,
        profile=profile,
        since=stamp.closes_at + WAITING if waits else stamp.at,
        reason=reason,
        proposal_id=stamp.proposal_id,
        proposed_by_id=stamp.person_id,
        adopted_by_id=None if stamp.signer_id == stamp.person_id else stamp.signer_id,
        act_id=stamp.act_id,
    )


def _as_content(roles: PermissionOverride) -> dict[str, list[str]]:
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
    """Raise RolesApart, save in the profile `home`. Source: RELIABILITY 4 (on one day)."""
    if one_person_suffices(stamp):
        return
    held = _roles_of_the_day(stamp, user)
    for one, other in kept_apart():
        if (role == one and other in held) or (role == other and one in held):
            labels = {"one": Role(one).label, "other": Role(other).label}
            raise RolesApart(
                msg(
                    "{one} and {other} are never the same person at one club on one gaming day.",
                    **labels,
                ),
                field="role",
            )
