"""Who has which access to a club, who may do what there, who left, and what was reviewed."""

from collections import Counter
from dataclasses import dataclass
from datetime import date

from allauth.mfa.models import Authenticator
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.db.models.functions import Now

from casino.approvals.queries import hands_by_act
from casino.audit.models import AccessReview
from casino.audit.queries.acts import with_people
from casino.house.models import Club
from casino.ledger.queries.documents import act_of
from casino.ledger.queries.trail import TrailRow, trail
from casino.paging import Page
from casino.staff.models import ApiToken, Badge, FormerRole, Membership, Role, User
from casino.staff.permissions import (
    Action,
    PermissionOverride,
    PermissionOverrides,
    actions,
    kept_apart,
)
from casino.webhooks.models import Webhook
from casino.webhooks.queries import webhooks

MAX_ROWS = 100_000
# Read once: a matrix asks for them in each row.
ROLES = tuple(Role.values)


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """
    Somebody's access to the club.

    keys: of programs, that open the club now; badge: one that is not void, printed or still to be.
    """

    user: User
    roles: tuple[str, ...]
    second_factor: bool
    keys: int
    badge: Badge | None


@dataclass(frozen=True, kw_only=True, slots=True)
class PermissionRow:
    """A row of the matrix at a club: what each role is in it; own: otherwise than usual."""

    action: Action
    here: PermissionOverride
    marks: dict[str, tuple[str, ...]]
    own: bool


def accountant_before(club_id: int, user: User | None) -> dict[str, str]:
    """
    Return who was a club's accountant last, until when, and who took that away.

    Nothing where that was the user themselves, or nobody yet.
    """
    former = FormerRole.objects.filter(club_id=club_id, role=Role.ACCOUNTANT)
    last = former.select_related("user").order_by("-id").first()
    if last is None or last.user == user:
        return {}
    ended = act_of(last.act_id)
    by = User.objects.filter(id=ended.actor_id or 0).first() if ended else None
    return {
        "accountant_before": str(last.user),
        "accountant_until": last.last_day.isoformat(),
        "access_revoked_by": str(by or ""),
    }


def is_only_accountant(club_id: int, user: User) -> bool:
    """Return whether a club has no other accountant than somebody."""
    held = Membership.objects.filter(club_id=club_id, role=Role.ACCOUNTANT, user__is_active=True)
    return list(held.values_list("user_id", flat=True)) == [user.pk]


def permissions(own: PermissionOverrides) -> list[PermissionRow]:
    """Return the matrix of a club, row by row as the table has them."""
    return [_permission(action, action.here(own)) for action in actions().values()]


def _permission(action: Action, here: PermissionOverride) -> PermissionRow:
    marks = {}
    for role in ROLES:
        columns = (
            (("alone" if action.alone else "proposes"), here.acts),
            ("second", here.seconds),
            ("reads", here.reads - here.acts - here.seconds),
        )
        marks[role] = tuple(mark for mark, roles in columns if role in roles)
    return PermissionRow(action=action, here=here, marks=marks, own=here != action.usual)


def members(club_id: int) -> list[Member]:
    held: dict[User, list[str]] = {}
    found = Membership.objects.filter(club_id=club_id, user__is_active=True)
    for each in found.select_related("user").order_by("user__name", "user_id", "role"):
        held.setdefault(each.user, []).append(each.role)
    badges = {each.user_id: each for each in Badge.objects.filter(club_id=club_id, revoked_at=None)}
    opening = Counter(each.user_id for each in keys(club_id) if vars(each)["lasts"])
    factors = set(Authenticator.objects.filter(user__in=held).values_list("user_id", flat=True))
    return [
        Member(
            user=user,
            roles=tuple(roles),
            second_factor=user.pk in factors,
            keys=opening[user.pk],
            badge=badges.get(user.pk),
        )
        for user, roles in held.items()
    ]


def keys(club_id: int) -> list[ApiToken]:
    """Return the keys of programs made for the club, by whose; lasts: it is not over."""
    here = Q(club_id=club_id) | Q(club=None, user__memberships__club_id=club_id)
    lasting = Q(expires_at=None) | Q(expires_at__gt=Now())
    lasts = ExpressionWrapper(lasting, BooleanField())
    found = ApiToken.objects.filter(here).annotate(lasts=lasts).distinct()
    found = found.select_related("user", "made_by")
    return list(found.order_by("user__name", "name", "pk"))


def keys_asked_for(club_id: int, user: User) -> list[ApiToken]:
    """Return the keys in colleagues' names that somebody asked for, and that open the club."""
    others = [each for each in keys(club_id) if each.made_by == user != each.user]
    return [each for each in others if vars(each)["lasts"]]


def webhooks_added_by(club_id: int, user: User) -> list[Webhook]:
    """
    Return the addresses that are told of the club because somebody added them.

    Who holds the API key of a colleague and adds one by it is who added it.
    """
    told = [each for each in webhooks(club_id) if each.ended_at is None]
    hands = hands_by_act({each.act_id: each.added_by_id for each in told})
    return [each for each in told if user.pk in hands[each.act_id]]


def leavers(club: Club, *, first: date, last: date) -> list[tuple[TrailRow, User | None]]:
    """Return whose access ended between two days, the latest first."""
    ended = trail(club, operations=["audit.dismiss"], first=first, last=last, limit=MAX_ROWS)
    return with_people(ended)


def reviews(club_id: int, *, page: Page | None = None) -> list[AccessReview]:
    """Return the reviews of access, the latest first."""
    found = AccessReview.objects.filter(club_id=club_id).select_related("reviewed_by")
    latest = found.order_by("-id")
    return page.of(latest) if page else list(latest)


def holding_apart(club_id: int) -> list[str]:
    """Return who holds roles that are never one person's beyond the control profile `home`."""
    return sorted(
        str(each.user)
        for each in members(club_id)
        if any({one, other} <= set(each.roles) for one, other in kept_apart())
    )
