"""The screens in the room, and whether there is anything new for the screens of the staff."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from casino.board import queries
from casino.cage.queries.due import due_total
from casino.db import now
from casino.house.models import Club
from casino.ledger.queries.version import version
from casino.refusals import NotFound
from casino.replica import reads_replica
from casino.web.pages import NOTHING_NEW
from casino.web.roles import ClubRequest, may_open, page, public_club
from casino.web.room import Screen, for_the_room
from jackpot.queries.levels import sharing
from tournaments.queries.pictures import screen_picture
from tournaments.queries.requests import waiting_number
from tournaments.queries.room import open_seat_for, room
from tournaments.queries.tournaments import tournament

# So long who was let in to the news hears that there are none without being looked up again.
KNOWN_SECONDS = 10
# What is drawn of lists is drawn anew after an act, or after so long: minutes pass, too.
BODY_SECONDS = 10
VIEWS = {
    "clock": gettext_lazy("Clock"),
    "payouts": gettext_lazy("Payouts"),
    "seats": gettext_lazy("Seats by name"),
    "today": gettext_lazy("Tournaments today"),
    "next": gettext_lazy("Next tournament"),
    "waiting": gettext_lazy("Waiting list"),
    "pool": gettext_lazy("Prize pool"),
    "ranking": gettext_lazy("Ranking"),
    "sponsors": gettext_lazy("Sponsors"),
}
SOUNDS = {
    "level": gettext_lazy("Level ends"),
    "minute": gettext_lazy("One minute left"),
    "break": pgettext_lazy("a tournament", "Break begins"),
    "hand": gettext_lazy("Hand for hand"),
    "seat": gettext_lazy("Seat open"),
}
TONES = {
    "gong": gettext_lazy("Gong"),
    "bell": gettext_lazy("Bell"),
    "chime": gettext_lazy("Chime"),
    "horn": gettext_lazy("Horn"),
    "beep": gettext_lazy("Beep"),
    "off": pgettext_lazy("a sound", "off"),
}


@for_the_room
def board(club: Club) -> Screen:
    """Draw the screen in the room."""
    return Screen(panel=_board_panel(club.pk, now().replace(microsecond=0)))


@lru_cache(maxsize=256)
@reads_replica()
def _board_panel(club_id: int, at: datetime) -> SafeString:
    """Draw a room once a second, however many strangers look at it."""
    club = Club.objects.get(id=club_id)
    shows: Any = settings.PUBLIC_BOARD
    shown = queries.room_board(club, at=at, shows=shows)
    return render_to_string("board/board_panel.html", {"club": club, "board": shown})


@for_the_room
def room_screen(club: Club, tournament_id: int = 0, view: str = "") -> Screen:
    """
    Draw a tournament on the screen in the room; without one: what runs now, or begins next.

    view: one of VIEWS; without one the screen takes several in turn, as it was set up.
    """
    if view not in VIEWS and view:
        raise Http404(_("There is no such screen."))
    panel = _screen_panel(club.pk, tournament_id, view or "clock", int(now().timestamp()))
    own = {} if view else {"views": VIEWS, "sounds": SOUNDS, "tones": TONES}
    return Screen(panel=panel, counts=True, takes_turns=own)


@lru_cache(maxsize=256)
@reads_replica()
def _screen_panel(club_id: int, tournament_id: int, view: str, second: int) -> SafeString:
    """Draw a screen once a second, however many strangers look at it."""
    club, at = Club.objects.get(id=club_id), now()
    found = tournament(club_id, tournament_id) if tournament_id else queries.followed(club, at)
    shown = {"club": club, "view": view, "at": at, "tournament": found}
    if found:
        shown |= room(found, at) | {"open_seat": open_seat_for(found, at)}
    if view != "clock" or not found:
        about = found.pk if found else 0
        body = _body(club_id, about, view, version(club_id), second // BODY_SECONDS)
        shown |= {"body": body}
    return render_to_string("board/screen.html", shown)


@lru_cache(maxsize=256)
def _body(club_id: int, tournament_id: int, view: str, known: str, turn: int) -> SafeString:
    """Draw the lists of a view when something happened, or after a while; turn: of its pages."""
    club, at, shows = Club.objects.get(id=club_id), now(), settings.PUBLIC_BOARD
    found = tournament(club_id, tournament_id) if tournament_id else None
    body = queries.screen_body(club, found, view, at=at, shows=shows, turn=turn)
    return render_to_string("board/screen_body.html", {"club": club, "view": view, "at": at} | body)


@require_safe
def picture(request: HttpRequest, club: str, picture_id: int) -> HttpResponse:
    """Send a sponsor's picture to the screens."""
    try:
        found = screen_picture(public_club(club).pk, picture_id)
    except NotFound as missing:
        raise Http404(_("There is no such screen.")) from missing
    answer = HttpResponse(bytes(found.content), "image/jpeg")
    patch_cache_control(answer, public=True, max_age=86_400, immutable=True)
    return answer


@page
def news(request: ClubRequest) -> HttpResponse:
    """
    Say whether anything happened since ?v=, with a word for the next time; 204: nothing.

    Every screen asks this every other second; what has news is asked for by itself.
    """
    clubs = sharing(request.club.pk)
    now = version(*clubs)
    if request.GET.get("v") == now:
        caches["polls"].set(_asked_by(request), clubs, KNOWN_SECONDS)
        return HttpResponse(status=NOTHING_NEW)
    due = due_total(request.club.pk)[0] if may_open(request, "payments") else 0
    asked = waiting_number(request.club.pk) if may_open(request, "entry-more") else 0
    answer = render(request, "board/news.html", {"due": due, "asked": asked})
    answer["X-Version"] = now
    add_never_cache_headers(answer)
    return answer


class NothingNewMiddleware:
    """
    Answer a poll without news before session, person and role are read.

    Only to whom the whole way just answered that there is nothing new, for the same session,
    address and version; and nothing but that again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Say that nothing happened, or pass the request on."""
        asks = request.method == "GET" and request.path.endswith("/news/")
        if asks and "typing" not in request.GET:
            clubs = caches["polls"].get(_asked_by(request))
            if clubs and version(*clubs) == request.GET.get("v"):
                return HttpResponse(status=NOTHING_NEW)
        return self.get_response(request)


def _asked_by(request: HttpRequest) -> str:
    """Return the key of a poll: whose session asks, for which club, after which version."""
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    return sha256(repr((session, request.path, request.GET.get("v"))).encode()).hexdigest()
