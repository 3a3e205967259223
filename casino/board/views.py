"""The screen in the room, and whether there is anything new for the screens of the staff."""

from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from casino.board.queries import room_board
from casino.cage.queries.due import due_total
from casino.house.models import Club
from casino.ledger.queries.version import version
from casino.web.pages import NOTHING_NEW
from casino.web.roles import ClubRequest, may_open, page, public_club


@require_safe
def board(request: HttpRequest, club: str) -> HttpResponse:
    """
    The screen in the room, for everybody: no sign-in, nothing to press.

    ?part=room: what of it changes, for the screen that asks again.
    """
    found = public_club(club)
    panel = _board_panel(found.pk, timezone.now().replace(microsecond=0))
    if request.GET.get("part") == "room":
        answer = HttpResponse(panel)
    else:
        answer = render(request, "board/board.html", {"place": found.name, "panel": panel})
    add_never_cache_headers(answer)
    return answer


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
    answer = render(request, "board/news.html", {"due": due})
    answer["X-Version"] = now
    add_never_cache_headers(answer)
    return answer
