"""Badges: a card that names its holder to a scanner, issued by two like a role."""

from casino.acts.kinds import Id, Reason
from casino.acts.runner import act
from casino.approvals.signed import Preview, signed
from casino.audit.services.access import LIVES, WAITS, member
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import Conflict, NotFound
from casino.staff.models import Badge, User
from casino.staff.services import new_badge_code, void_badges

BADGE = "audit.issue_badge"


class BadgePrinted(Conflict):
    """A code is said once."""

    code = "AUDIT-006"
    message = msg("This badge has been printed.")
    next_step = msg("Revoke it and issue another one.")
    next_page = "badge-revoke"


def badge_preview(stamp: Stamp, *, user_id: int, reason: str) -> Preview:
    """Say who gets a badge. Raises NotFound."""
    user = member(stamp, user_id)
    return Preview(content={"username": user.username}, not_by=[user.pk])


@signed(
    BADGE,
    asked_as="audit.propose_badge",
    preview=badge_preview,
    kinds={BADGE: msg("Issue badge")},
    lives=LIVES,
    waits=WAITS,
)
def issue_badge(stamp: Stamp, *, user_id: Id, reason: Reason) -> Badge:
    """
    Let somebody have a badge, once it is printed; the one they had is void.

    They are not the one to approve it.
    """
    user = User.objects.select_for_update().get(id=user_id)
    void_badges(stamp.club_id, user, at=stamp.at)
    return Badge.objects.create(
        user=user, club_id=stamp.club_id, issued_at=stamp.at, act_id=stamp.act_id
    )


@act("audit.print_badge", replay=lambda stamp, badge_id: Badge.objects.get(pk=badge_id))
def print_badge(stamp: Stamp, *, badge_id: Id) -> Badge:
    """
    Give a badge its `code`, said this once; a repeat has none. Raises NotFound, BadgePrinted.
    """
    ours = Badge.objects.select_for_update().filter(club_id=stamp.club_id, revoked_at=None)
    badge = ours.filter(id=badge_id).first()
    if badge is None:
        raise NotFound(msg("There is no such badge."), field="badge_id")
    if badge.digest:
        raise BadgePrinted(about={"user_id": badge.user_id})
    badge.code = new_badge_code(badge)
    return badge


@act("audit.revoke_badge", replay=lambda stamp, user_id, reason: User.objects.get(pk=user_id))
def revoke_badge(stamp: Stamp, *, user_id: Id, reason: Reason) -> User:
    """Let somebody's badge be void at once: lost, stolen, given back. Raises NotFound."""
    user = member(stamp, user_id)
    if not void_badges(stamp.club_id, user, at=stamp.at):
        raise NotFound(msg("This person has no badge here."), field="user_id")
    return user
