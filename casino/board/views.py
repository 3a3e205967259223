"""The screen in the room, and whether there is anything new for the screens of the staff."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.safestring import SafeString

from casino.board.queries import room_board
from casino.cage.queries.due import due_total
from casino.db import now
from casino.house.models import Club
from casino.ledger.queries.version import version
from casino.web.pages import NOTHING_NEW
from casino.web.roles import ClubRequest, may_open, page
from casino.web.room import Screen, for_the_room
from tournaments.queries.requests import waiting_number

# So long who was let in to the news hears that there are none without being looked up again.
KNOWN_SECONDS = 10


@for_the_room
def board(club: Club) -> Screen:
    """Draw the screen in the room."""
    return Screen(panel=_board_panel(club.pk, now().replace(microsecond=0)))


@lru_cache(maxsize=64)
def _board_panel(club_id: int, at: datetime) -> SafeString:
    """Draw a room once a second, however many strangers look at it."""
    club = Club.objects.get(id=club_id)
    shows: Any = settings.PUBLIC_BOARD
    shown = room_board(club, at=at, shows=shows)
    return render_to_string("board/board_panel.html", {"club": club, "board": shown})


@page
def news(request: ClubRequest) -> HttpResponse:
    """
    Say whether anything happened since ?v=, with a word for the next time; 204: nothing.

    Every screen asks this every other second; what has news is asked for by itself.
    """
    now = version()
    if request.GET.get("v") == now:
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
        session = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        seen = request.GET.get("v")
        if not (session and seen and request.method == "GET" and request.path.endswith("/news/")):
            return self.get_response(request)
        key = sha256(repr((session, request.path, seen)).encode()).hexdigest()
        if caches["panels"].get(key) and version() == seen:
            return HttpResponse(status=NOTHING_NEW)
        response = self.get_response(request)
        if response.status_code == NOTHING_NEW:
            caches["panels"].set(key, seen, KNOWN_SECONDS)
        return response
