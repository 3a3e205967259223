"""Which roles do what at the club, and which controls hold there: changed by two people."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Annotated

from casino.acts.kinds import OneOf, Reason
from casino.approvals.queries import permission_overrides_at
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.audit.queries.access import holding_apart
from casino.audit.services.access import LIVES, WAITS, Roles
from casino.cage.services.thresholds import tighten
from casino.clock import day_bounds
from casino.house.models import Club, ControlProfile, Permission
from casino.house.queries import control_profile, control_profiles
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.refusals import Conflict
from casino.staff.permissions import PermissionOverride, actions, permission_override

PERMIT, PROFILE = "audit.change_permissions", "audit.change_profile"
# From the loosest to the strictest.
PROFILES = tuple(ControlProfile.Name.values)
HOME = ControlProfile.Name.HOME.value
WAITING = timedelta(days=1)


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
    """
    Say which roles a row would have, and has by then. Raises FixedAction, BadInput, NothingChanges.
    """
    if stamp.act_id:
        hold(Club, stamp.club_id)
    wanted = _as_content(permission_override(action, acts=acts, seconds=seconds, reads=reads))
    row, since = actions()[action], _since(stamp, from_day)
    before = _as_content(row.here(permission_overrides_at(stamp.club_id, at=since)))
    # What begins later still is called off by what is decided now.
    ahead = Permission.objects.filter(club_id=stamp.club_id, action=action, since__gt=since)
    if wanted == before and not ahead.exists():
        raise NothingChanges(msg("Nothing would change: these permissions are in force."))
    return Preview(content=wanted | {"title": row.title, "instead_of": before})


@signed(
    PERMIT,
    asked_as="audit.propose_permissions",
    preview=permissions_preview,
    kinds={PERMIT: msg("Permissions")},
    lives=LIVES,
    waits=WAITS,
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

    It holds from now on, or from the opening of `from_day`, until another is decided; what was
    decided before and begins later does not begin. Source: RELIABILITY 4.
    """
    return Permission.objects.create(
        club_id=stamp.club_id,
        action=action,
        acts=sorted(acts),
        seconds=sorted(seconds),
        reads=sorted(reads),
        since=_since(stamp, from_day),
        proposal_id=stamp.proposal_id,
        proposed_by_id=stamp.person_id,
        adopted_by_id=stamp.signer_id,
        act_id=stamp.act_id,
    )


class RolesTogether(Conflict):
    """Beyond `home`, some roles are never one person's."""

    code = "AUDIT-003"
    message = msg("Roles that must stay separate are held by one person.")
    next_step = msg("Grant them to other people and revoke access, then propose it again.")


def profile_preview(stamp: Stamp, *, profile: str, reason: str) -> Preview:
    """Say which controls would hold, and whether a day later. Raises RolesTogether."""
    if stamp.act_id:
        hold(Club, stamp.club_id)
    in_force = control_profile(stamp.club_id, at=stamp.at).value
    coming = _coming(stamp)
    latest = coming.profile if coming else in_force
    if profile == latest:
        raise NothingChanges(msg("Nothing would change: this control profile is adopted."))
    if profile != HOME and (together := holding_apart(stamp.club_id)):
        raise RolesTogether(
            msg("Roles that must stay separate: {people}.", people=", ".join(together))
        )
    # What is in force is adopted anew to call off what waits.
    before = latest if profile == in_force else in_force
    waits = _is_looser(profile, than=in_force)
    return Preview(content={"instead_of": before, "waits": waits}, reason=reason)


@signed(
    PROFILE,
    asked_as="audit.propose_profile",
    preview=profile_preview,
    kinds={PROFILE: msg("Control profile")},
    lives=LIVES,
    waits=WAITS,
    latest_of="profile",
)
def change_profile(
    stamp: Stamp, *, profile: Annotated[str, OneOf(words=PROFILES)], reason: Reason
) -> ControlProfile:
    """
    Let other controls hold: stricter ones than those in force at once, looser ones after a day.

    They call off what waits, and begin no later than that where it is looser still.
    home: one host does all of it; club: the usual; casino: every amount by two.
    Source: DESIGN 12. Raises NothingChanges, RolesTogether.
    """
    waits = profile_preview(stamp, profile=profile, reason=reason).content["waits"]
    since = stamp.closes_at + WAITING if waits else stamp.at
    coming = _coming(stamp)
    if waits and coming and not _is_looser(profile, than=coming.profile):
        # What is looser still would hold until then.
        since = min(since, coming.since)
    if profile == ControlProfile.Name.CASINO:
        tighten(stamp.club_id)
    return ControlProfile.objects.create(
        club_id=stamp.club_id,
        profile=profile,
        since=since,
        reason=reason,
        proposal_id=stamp.proposal_id,
        proposed_by_id=stamp.person_id,
        adopted_by_id=None if stamp.signer_id == stamp.person_id else stamp.signer_id,
        act_id=stamp.act_id,
    )


def _coming(stamp: Stamp) -> ControlProfile | None:
    """Return the profile that was decided last, where it waits for its day."""
    last = next(iter(control_profiles(stamp.club_id)), None)
    return last if last and last.since > stamp.at else None


def _is_looser(profile: str, *, than: str) -> bool:
    return PROFILES.index(profile) < PROFILES.index(than)


def _since(stamp: Stamp, from_day: date | None) -> datetime:
    """Return the instant from which on permissions hold."""
    if from_day is None:
        return stamp.at
    club = Club.objects.get(id=stamp.club_id)
    opens_at, _ = day_bounds(from_day, timezone=club.timezone, closes_at=club.closes_at)
    return max(stamp.at, opens_at)


def _as_content(roles: PermissionOverride) -> dict[str, list[str]]:
    return {name: sorted(getattr(roles, name)) for name in ("acts", "seconds", "reads")}
