"""Whether somebody may perform an act: asked once, in the runner, whatever the door."""

from collections.abc import Callable

from casino.db import fetch_all
from casino.house.queries import own_permissions
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import Refusal
from casino.staff.permissions import (
    PermissionOverrides,
    actions,
    opening,
    performing,
    permission_overrides,
    whom_to_ask,
)

# Plain SQL: each act asks it, and the ORM takes five times as long to say it.
ROLES = """
SELECT m.role FROM staff_membership m JOIN staff_user u ON u.id = m.user_id
WHERE m.club_id = %s AND u.id = %s AND u.is_active
"""


class NotAllowed(Refusal):
    """The role does not do this at this club."""

    status = 403
    code = "STAFF-005"
    message = msg("Your role may not do this.")
    next_step = msg("Ask a colleague whose role may.")


def check_allowed(stamp: Stamp, act: str) -> None:
    """Raise NotAllowed unless the stamp's actor may perform an act; a job may perform any."""
    _check_among(stamp, lambda overrides: performing(act, overrides))


def can_perform(stamp: Stamp, act: str) -> bool:
    """Return whether the stamp's actor may perform an act."""
    return _is_among(stamp, lambda overrides: performing(act, overrides))


def check_sees(stamp: Stamp, row: str) -> None:
    """Raise NotAllowed unless the actor has anything to do with a row; a job has with any."""
    _check_among(stamp, actions()[row].can_be_viewed_by)


def check_opens(stamp: Stamp, address: str) -> None:
    """Raise NotAllowed unless the actor looks at an address, by name; a job looks at any."""
    _check_among(stamp, lambda overrides: opening(address, overrides))


def _check_among(stamp: Stamp, who: Callable[[PermissionOverrides], frozenset[str]]) -> None:
    if stamp.actor_id is not None and not _is_among(stamp, who):
        raise NotAllowed(next_step=whom_to_ask(who(_overrides(stamp))))


def _is_among(stamp: Stamp, who: Callable[[PermissionOverrides], frozenset[str]]) -> bool:
    """Return whether the actor has a role that the club's permissions name."""
    roles = stamp.roles
    if roles is None:
        roles = _roles(stamp.club_id, stamp.person_id)
    return not roles.isdisjoint(who(_overrides(stamp)))


def _overrides(stamp: Stamp) -> PermissionOverrides:
    if stamp.overrides is not None:
        return stamp.overrides
    return permission_overrides(own_permissions(stamp.club_id, at=stamp.at))


def _roles(club_id: int, person_id: int) -> frozenset[str]:
    return frozenset(role for (role,) in fetch_all(ROLES, [club_id, person_id]))
