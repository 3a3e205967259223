"""The screen in the room."""

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
from casino.house.models import Club
from casino.web.roles import public_club


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
