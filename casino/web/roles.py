"""Who may open which page: the club of the address, and the role of the user there."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import wraps
from hashlib import sha256
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django_htmx.middleware import HtmxDetails

from casino.db import by_name, now, row_of
from casino.house.models import Club, ControlProfile
from casino.house.queries import book_on, club_stamp, permissions_in_force
from casino.house.rulebook import RuleBook, load_book
from casino.house.stamp import Stamp, with_key
from casino.messages import msg
from casino.refusals import Refusal
from casino.staff.models import User
from casino.staff.permissions import (
    PermissionOverrides,
    acting,
    actions,
    opening,
    performing,
    permission_overrides,
    whom_to_ask,
)
from casino.staff.services import PinPrompt
from casino.web.interrupted import keeps_typed, shown_again
from casino.web.step_up import must_confirm


class ClubMoved(Refusal):
    """The club is in another cell; `address`: where its pages and its API are."""

    status = 308
    code = "HOUSE-009"
    message = msg("The club has moved to another address.")
    next_step = msg("Sign in there.")

    def __init__(self, club: Club) -> None:
        super().__init__(msg("The club is at {address} now.", address=club.moved_to))
        self.address, self.slug = club.moved_to, club.slug


def new_addresses() -> list[str]:
    """Return the addresses of clubs that have moved; none while the database is away."""
    moved = Club.objects.exclude(moved_to="").values_list("moved_to", flat=True)
    with suppress(Error):
        return sorted(set(moved))
    return []


class OwnRequest(HttpRequest):
    """A page's request by somebody who has signed in."""

    user: User


class ClubRequest(OwnRequest):
    """A page's request below a club, once the guard has let it in, `at` by the database's clock."""

    # What the page shows that its reader may not open, read by the 403 page.
    shut: str
    club: Club
    roles: frozenset[str]
    overrides: PermissionOverrides
    controls: ControlProfile.Name
    at: datetime
    request_id: str
    htmx: HtmxDetails


View = Callable[..., HttpResponseBase]
LOOKING = ("GET", "HEAD")
# What not every rule book has: a page by its name -> sections or values of the book, one suffices.
# Chips of cash games lie on tables of the house alone: there they are dealt, boxed, filled.
VALUES_OF = {
    **dict.fromkeys(("jackpot", "close-floor"), ("jackpot",)),
    **dict.fromkeys(
        ("tables", "session-open", "table-add", "waiting", "stacks"), ("chips.for_money",)
    ),
    "time-rake": ("time_rake",),
    "table-break": ("seats.breaks_first",),
    "decision-clock": ("clock",),
    "spend": ("chips.tips", "chips.food_and_drink"),
    "special-cap": ("rake.special_cap_cents",),
    "away": ("absence",),
    **dict.fromkeys(("seat-punish", "player-punish"), ("penalties",)),
    **dict.fromkeys(
        (
            "tournaments",
            "template-add",
            "tournament-announce",
            "series-add",
            "player-career",
            "ranking",
        ),
        ("structure",),
    ),
    **dict.fromkeys(
        ("boxes", "fills", "dealer", "table-boxes", "table-bank"), ("chips.cash_games",)
    ),
}
# The end of the name of a table of figures.
TABLE_NAME = re.compile(r'(\.(?:csv|xlsx)")')


def club_with_roles(user: str) -> str:
    """
    Return the SQL that finds the club %(slug)s with the roles of a user there.

    Plain SQL: every request asks this, and the ORM takes three times as long to say it.
    """
    sql = f"""
WITH clock AS MATERIALIZED (SELECT house_now() AS at)
SELECT c.*, clock.at, array_agg(m.role) AS held, (
    SELECT json_agg(json_build_array(p.action, p.acts, p.seconds, p.reads))
    FROM ({permissions_in_force("c.id", "clock.at")}) p
) AS overrides, (
    SELECT profile FROM house_controlprofile
    WHERE club_id = c.id AND since <= clock.at ORDER BY id DESC LIMIT 1
) AS controls, (
    SELECT count(*) FROM staff_wrongpin WHERE user_id = {user} AND NOT seen
) AS wrong_pins, (
    SELECT count(*) FROM staff_apitoken
    WHERE user_id = {user} AND made_by_id <> {user} AND NOT is_known
) AS unknown_keys, ARRAY(
    SELECT DISTINCT book FROM house_adoption WHERE club_id = c.id
) AS books FROM clock, house_club c
JOIN staff_membership m ON m.club_id = c.id
WHERE m.user_id = {user} AND c.slug = %(slug)s GROUP BY c.id, clock.at
"""  # noqa: S608  (a column or a parameter)
    return by_name(Club, "c", sql)


CLUB_WITH_ROLES = club_with_roles("%(user)s")
Entered = tuple[Club, frozenset[str], PermissionOverrides, ControlProfile.Name, datetime]


def membership(user: User, slug: str) -> Entered:
    """
    Return a club with the user's roles there, its own permissions, its control profile, the time.

    A key was looked up together with the club that it asks for.

    Raises Http404 both for a club that is not there and for another's: one answer.
    """
    club = getattr(user, "entered", None)
    if club is None or club.slug != slug:
        club = row_of(Club, CLUB_WITH_ROLES, {"user": user.pk, "slug": slug})
    if club is None:
        raise Http404(_("There is no such club."))
    if club.moved_to:
        raise ClubMoved(club)
    known: Any = club
    controls = ControlProfile.Name(known.controls or ControlProfile.Name.CLUB)
    overrides = permission_overrides(known.overrides or ())
    return club, frozenset(known.held), overrides, controls, known.at


def public_club(slug: str) -> Club:
    """
    Return the club of a screen for everybody in the room, and speak its language.

    Raises Http404 where the club has no such screens.
    """
    found = Club.objects.filter(slug=slug).first()
    if found is None or settings.PUBLIC_BOARD == "off":
        raise Http404(_("There is no such screen."))
    if found.moved_to:
        raise ClubMoved(found)
    translation.activate(found.language)
    return found


def page(view: View) -> View:
    """
    Let a view under /<club>/ be opened by whom the permissions name; strangers get 404.

    What was typed into a form that was sent too late, or before it was shown who sends it, stands
    there again.
    """

    @keeps_typed
    @wraps(view)
    @login_required
    def guarded(request: Any, club: str, **arguments: Any) -> HttpResponseBase:
        def draw() -> HttpResponseBase:
            enter(request, club)
            if first := must_confirm(request):
                return first
            return say_controls(view(request, **arguments), request)

        return shown_again(request, draw) or draw()

    return guarded


def say_controls(response: HttpResponseBase, request: Any) -> HttpResponseBase:
    """
    Let an answer say the club's control profile, a file by its name too: in most it has no place.

    What says already which one was in force stays as it is.
    """
    if "Control-Profile" not in response and hasattr(request, "controls"):
        response["Control-Profile"] = request.controls.value
        named = response.get("Content-Disposition", "")
        response_name = TABLE_NAME.sub(rf"_{request.controls.value}\1", named)
        if named:
            response["Content-Disposition"] = response_name
    return response


def may_open(request: ClubRequest, address: str) -> bool:
    """Return whether the user looks at an address, by name, of the club that was entered."""
    return not request.roles.isdisjoint(opening(address, request.overrides))


def check_opens(request: ClubRequest, address: str) -> None:
    """Let a page be shut as what it shows is; it says who opens that. Raises PermissionDenied."""
    if not may_open(request, address):
        request.shut = address
        raise PermissionDenied


def has(request: ClubRequest, address: str) -> bool:
    """Return whether any book that the club has adopted, once or now, has what a page is about."""
    values, known = VALUES_OF.get(address), cast("Any", request.club)
    return values is None or any(
        _value(load_book(name), value) for name in known.books for value in values
    )


def _value(book: RuleBook, path: str) -> Any:
    """Return a value of a book, or the part of it that it lacks."""
    found: Any = book
    for name in path.split("."):
        found = found and getattr(found, name)
    return found


def may_send(request: ClubRequest, address: str) -> bool:
    """Return whether the user sends something to an address, by name, of the club."""
    return not request.roles.isdisjoint(acting(address, request.overrides))


def may_do(request: ClubRequest, act: str) -> bool:
    """Return whether the user performs an act, by its name."""
    return not request.roles.isdisjoint(performing(act, request.overrides))


def can_perform(request: ClubRequest, action: str) -> bool:
    """Return whether the user acts in a row of the permissions."""
    return not request.roles.isdisjoint(actions()[action].here(request.overrides).acts)


def can_view(request: ClubRequest, action: str) -> bool:
    """Return whether the user has anything to do with a row of the permissions."""
    return not request.roles.isdisjoint(actions()[action].can_be_viewed_by(request.overrides))


def enter(request: Any, slug: str, *, act: str = "") -> None:
    """
    Put the club, the user's roles and the club's own permissions on the request.

    Whoever is not named for the act that is asked for, or else for the address, gets no further.
    Raises Http404, PermissionDenied.

    From here on the club's language is spoken to those who chose none; a program's is what it asks.
    """
    entered = membership(request.user, slug)
    request.club, request.roles, request.overrides, request.controls, request.at = entered
    if SESSION_KEY in request.session and not request.user.language:
        translation.activate(request.club.language)
    address = request.resolver_match.url_name or ""
    if act and not may_do(request, act):
        who = whom_to_ask(performing(act, request.overrides))
        said = [msg("Your role may not do this."), *([who] if who else [])]
        raise PermissionDenied(" ".join(each.localized() for each in said))
    if not act and not (may_open if request.method in LOOKING else may_send)(request, address):
        raise PermissionDenied(_("Your role may not open this page."))


def request_stamp(request: Any, key: UUID | None = None) -> Stamp:
    """Return the head of the act that a request asks for, at the database's instant."""
    return club_stamp(
        request.club,
        at=request.at,
        is_live=True,
        actor_id=request.user.id,
        roles=request.roles,
        overrides=request.overrides,
        key=key,
        request_id=_where(request),
    )


def request_book(request: Any) -> RuleBook:
    """Return the rules of the club on the gaming day of a request."""
    return book_on(request.club.id, request_stamp(request).gaming_day)


def _where(request: Any) -> str:
    """Return which request it is, where it comes from, by which key: all stays with the act."""
    where = f"{request.request_id}@{request.META.get('REMOTE_ADDR', '')}"
    scope = getattr(request, "auth", None)
    if scope is None:
        return where
    return with_key(where, key_id=scope.key_id, holder_id=scope.holder_id)


def asked_at(request: Any, place: str) -> PinPrompt:
    """Return where a page or a program of the club is asking for a PIN."""
    user_id, club_id = request.user.pk, request.club.pk
    where = {"place": place, "request_id": _where(request)}
    return PinPrompt(**where, at=request.at, by_id=user_id, club_id=club_id)


def asked_at_lock(request: Any) -> PinPrompt:
    """Return where one's own lock is asking for the PIN: in this session alone."""
    session = sha256((request.session.session_key or "").encode()).hexdigest()
    return PinPrompt(place=f"lock {session[:30]}", at=now(), request_id=_where(request))
