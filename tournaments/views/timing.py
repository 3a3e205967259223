"""The clock: for the supervisor who stops and sets it."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, live, show
from casino.web.roles import ClubRequest, can_perform, page
from tournaments.forms.floor import SetClockForm
from tournaments.models import Tournament
from tournaments.queries.clock import all_bets, clock_face, marks
from tournaments.queries.room import room
from tournaments.queries.structures import expected_ends
from tournaments.queries.tournaments import tournament, version
from tournaments.queries.undo import undone_acts
from tournaments.services import clock as clock_services
from tournaments.views.shared import floor_page


@page
def clock(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """The clock with its keys, and what was done to it."""
    found = tournament(request.club.id, tournament_id)
    shown = room(found, request.at)
    shown |= {
        "ends": expected_ends(found, request.at, shown["chips"].in_play),
        "marks": marks(found)[:12],
        "undone": undone_acts(found),
        "runs": can_perform(request, "run_tournament"),
        "open": not (found.cancelled_at or found.finished_at),
        "public": settings.PUBLIC_BOARD != "off",
    }
    if request.htmx:
        return live(request, "tournaments/clock_panel.html", "news, over", **shown)
    return show(request, "tournaments/clock.html", **shown)


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
    here["structure"] = version(found).number
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
