"""Who may open which page: the club of the address, and the role of the user there."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.staff.models import Role, User

View = Callable[..., HttpResponse]
EVERYBODY = tuple(Role)
# Who may read what accountants read; nobody of them moves money by reading.
READERS = (Role.ACCOUNTANT, Role.MANAGER, Role.AUDITOR, Role.SUPERVISOR)

# Plain SQL: every request asks this, and the ORM takes three times as long to say it.
CLUB_WITH_ROLES = """
SELECT c.*, array_agg(m.role) AS held FROM house_club c
JOIN staff_membership m ON m.club_id = c.id
WHERE m.user_id = %s AND c.slug = %s GROUP BY c.id
"""


def membership(user: User, slug: str) -> tuple[Club, frozenset[str]]:
    """
    Return a club with the user's roles there.

    Raises Http404 both for a club that is not there and for another's: one answer.
    """
    for club in Club.objects.raw(CLUB_WITH_ROLES, [user.pk, slug]):
        return club, frozenset(club.held)  # type: ignore[attr-defined]
    raise Http404(_("There is no such club."))


def public_club(slug: str) -> Club:
    """
    Return the club of a screen for everybody in the room, and speak its language.

    Raises Http404 where the club has no such screens.
    """
    found = Club.objects.filter(slug=slug).first()
    if found is None or settings.PUBLIC_BOARD == "off":
        raise Http404(_("There is no such screen."))
    translation.activate(found.language)
    return found


def page(*allowed: Role) -> Callable[[View], View]:
    """Let a view under /<club>/ be opened by these roles; others get 403, strangers 404."""

    def decorate(view: View) -> View:
        @wraps(view)
        @login_required
        def guarded(request: HttpRequest, club: str, **arguments: Any) -> HttpResponse:
            enter(request, club, allowed)
            return view(request, **arguments)

        guarded.allowed = frozenset(allowed)  # type: ignore[attr-defined]
        return guarded

    return decorate


def enter(request: Any, slug: str, allowed: tuple[str, ...]) -> None:
    """
    Put the club and the user's roles on the request. Raises Http404, PermissionDenied.

    From here on the club's language is spoken to those who chose none.
    """
    request.club, request.roles = membership(request.user, slug)
    if not request.user.language:
        translation.activate(request.club.language)
    if not request.roles & frozenset(allowed):
        raise PermissionDenied(_("Your role does not open this page."))


def request_stamp(request: Any, key: UUID | None = None) -> Stamp:
    """Return the head of the act that a request asks for; here a page reads the clock."""
    return club_stamp(
        request.club,
        at=timezone.now(),
        actor_id=request.user.id,
        key=key,
        # Where it came from stands beside which request it was: both stay with the act.
        request_id=f"{request.request_id}@{request.META.get('REMOTE_ADDR', '')}",
    )
