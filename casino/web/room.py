"""Screens for everybody in the room: no sign-in, nothing to press, the same for all."""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from hashlib import sha256
from typing import Any

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from casino.house.models import Club
from casino.messages import msg
from casino.refusals import NotFound, Refusal
from casino.web.api import PerUser
from casino.web.roles import public_club

# What a screen asks for again, and so long it is the same for all that ask.
PART, KEPT_SECONDS = "part=room", 1


class AsksTooOften(Refusal):
    """A stranger's program is slowed down; the screens of a whole club stay far below."""

    status = 429
    code = "ROOM-001"
    message = msg("Too many requests from this address. Try again in a minute.")


class PerAddress(PerUser):
    """Counts what an address asks of the screens in windows of time: ROOM_RATE, 3000/minute."""

    scope = "room"
    counts: Counter[tuple[int, int | str]] = Counter()

    def who(self, request: Any) -> str:
        """Return the address: whoever is signed in is a stranger here."""
        return str(self.get_ident(request))


@dataclass(frozen=True, kw_only=True, slots=True)
class Screen:
    """
    What a screen shows: its panel, drawn at most once a second; place: the title, the club's.

    takes_turns: what may be chosen where the screen is set up: views, sounds, tones.
    """

    panel: SafeString
    place: str = ""
    counts: bool = False
    takes_turns: Mapping[str, Any] = field(default_factory=dict)


def for_the_room(draw: Callable[..., Screen]) -> Callable[..., HttpResponse]:
    """
    Make a view of what draws a screen of a club: `draw(club, **ids)`.

    ?part=room: what of it changes, for the screen that asks again.
    """

    @require_safe
    @wraps(draw)
    def screen(request: HttpRequest, club: str, **ids: Any) -> HttpResponse:
        rate = PerAddress()
        if not rate.allow_request(request, None):
            return too_often(request, rate.wait())
        found = public_club(club)
        try:
            shown = draw(found, **ids)
        except NotFound as missing:
            raise Http404(_("There is no such screen.")) from missing
        return _answer(request, found, shown)

    return screen


class KeptScreenMiddleware:
    """
    Answer a screen with what another was shown within the second, before a session is read.

    Only `for_the_room` keeps anything here; the address is counted as everywhere.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Send the panel that is kept, or pass the request on."""
        if request.method == "GET" and request.META["QUERY_STRING"] == PART:
            panel = caches["panels"].get(_kept(request))
            if panel is not None and PerAddress().allow_request(request, None):
                return _part(panel)
        return self.get_response(request)


def _answer(request: HttpRequest, club: Club, shown: Screen) -> HttpResponse:
    if request.GET.get("part") == "room":
        caches["panels"].set(_kept(request), shown.panel, KEPT_SECONDS)
        return _part(shown.panel)
    place = shown.place or club.name
    context = {"place": place, "panel": shown.panel, "counts": shown.counts, **shown.takes_turns}
    answer = render(request, "board/board.html", context)
    add_never_cache_headers(answer)
    return answer


def _kept(request: HttpRequest) -> str:
    return f"room:{sha256(request.path.encode()).hexdigest()}"


def _part(panel: str) -> HttpResponse:
    answer = HttpResponse(panel)
    add_never_cache_headers(answer)
    return answer


def too_often(request: HttpRequest, seconds: float) -> HttpResponse:
    refusal = AsksTooOften()
    answer = render(request, "web/refused.html", {"refusal": refusal}, status=refusal.status)
    answer["Retry-After"] = str(math.ceil(seconds))
    return answer
