"""The clock: for the supervisor who stops and sets it, and on a full screen for the room."""

from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from casino.db import now
from casino.house.models import Club
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, live, show
from casino.web.roles import ClubRequest, can_perform, page
from casino.web.room import Screen, for_the_room
from tournaments.forms.floor import SetClockForm
from tournaments.models import Tournament
from tournaments.queries.changes import notice
from tournaments.queries.chips import chips
from tournaments.queries.clock import all_bets, clock_face, marks, rebuys_open, registration_open
from tournaments.queries.floor import bubble
from tournaments.queries.order import playing
from tournaments.queries.pools import waterfall
from tournaments.queries.tournaments import tournament, unrefunded
from tournaments.queries.undo import undone_acts
from tournaments.services import clock as clock_services
from tournaments.views.shared import floor_page

PRIZES_SHOWN = 9


@page
def clock(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """The clock with its keys, and what was done to it."""
    found = tournament(request.club.id, tournament_id)
    shown = room(found, request.at) | {
        "marks": marks(found)[:12],
        "undone": undone_acts(found),
        "runs": can_perform(request, "run_tournament"),
        "open": not (found.cancelled_at or found.finished_at),
        "public": settings.PUBLIC_BOARD != "off",
    }
    if request.htmx:
        return live(request, "tournaments/clock_panel.html", "news, over", **shown)
    return show(request, "tournaments/clock.html", **shown)


def room(found: Tournament, at: datetime) -> dict[str, Any]:
    """Return what everybody in the room may see of a tournament's clock: no name."""
    water = waterfall(found, at=at)
    face = clock_face(found, at)
    return {
        "tournament": found,
        "at": at,
        "face": face,
        "until": at + face.left if face else None,
        "break_at": at + face.until_break if face and face.until_break else None,
        "left": len(playing(found)),
        "entered": len(unrefunded(found)),
        "chips": chips(found),
        "water": water,
        "prizes": list(enumerate(water.prizes_cents, start=1))[:PRIZES_SHOWN],
        "registration": registration_open(found, at),
        "rebuys": rebuys_open(found, at),
        "notice": notice(found, at),
        "bubble": bubble(found, paid_places=len(water.prizes_cents)),
    }


@page
def pause(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Let the clock stand."""
    return _pressed(request, tournament_id, clock_services.pause_clock, _("Pause clock"))


@page
def resume(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Let the clock run on."""
    return _pressed(request, tournament_id, clock_services.resume_clock, _("Resume clock"))


@page
def set_clock(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Set the clock to a level or a break."""
    found = tournament(request.club.id, tournament_id)
    face = clock_face(found, request.at)
    here = {"step": face.now.step} if face else {}
    form = SetClockForm(request.POST or None, levels=all_bets(found), initial=here)
    return _act(request, found, form, clock_services.set_clock, _("Set clock"))


def _pressed(request: ClubRequest, tournament_id: int, service: Any, title: Title) -> HttpResponse:
    found = tournament(request.club.id, tournament_id)
    return _act(request, found, ActForm(request.POST or None), service, title)


def _act(
    request: ClubRequest, found: Tournament, form: ActForm, service: Any, title: Title
) -> HttpResponse:
    """Carry out what was pressed and go back to the clock."""
    if carry_out(request, form, service, tournament_id=found.pk):
        return redirect("tournament-clock", club=request.club.slug, tournament_id=found.pk)
    return floor_page(request, form, title=title, tournament=found)


@for_the_room
def screen(club: Club, tournament_id: int) -> Screen:
    """Draw the clock on the screen in the room."""
    panel = _screen_panel(club.pk, tournament_id, int(now().timestamp()))
    return Screen(panel=panel, counts=True)


@lru_cache(maxsize=64)
def _screen_panel(club_id: int, tournament_id: int, second: int) -> SafeString:
    """Draw a clock once a second, however many strangers look at it."""
    found = tournament(club_id, tournament_id)
    shown = room(found, now()) | {"club": found.club}
    return render_to_string("tournaments/clock_screen.html", shown)
