"""The end of a flight or day with its bags, and the beginning of the next."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.web.pages import carry_out
from casino.web.roles import ClubRequest, page
from tournaments.forms.days import BeginDayForm, EndDayForm
from tournaments.queries import days
from tournaments.queries.chips import chips
from tournaments.queries.presence import to_bag
from tournaments.queries.tournaments import tournament
from tournaments.services import days as days_services
from tournaments.views.shared import floor_page


@page
def end_day(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Put everybody's stack into a bag."""
    found = tournament(request.club.id, tournament_id)
    follows = {"another_flight": days.flights_follow(found)}
    form = EndDayForm(request.POST or None, today=to_bag(found), club=found.club, initial=follows)
    if carry_out(request, form, days_services.end_day, tournament_id=tournament_id):
        return redirect("day-begin", club=request.club.slug, tournament_id=tournament_id)
    in_play = chips(found).in_play - days.bagged_chips(found)
    where: dict[str, Any] = {"template": "tournaments/day.html", "in_play": in_play}
    return floor_page(request, form, title=_("End day"), tournament=found, **where)


@page
def begin_day(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """The bags, and the beginning of the next flight or day."""
    found = tournament(request.club.id, tournament_id)
    night = days.night(found)
    form = BeginDayForm(request.POST or None, night=night, club=found.club, now=request.at)
    if carry_out(request, form, days_services.begin_day, tournament_id=tournament_id):
        return redirect("tournament-floor", club=request.club.slug, tournament_id=tournament_id)
    title = _("Start next flight") if night and night.another_flight else _("Start day")
    shown: dict[str, Any] = {
        "template": "tournaments/day.html",
        "night": night,
        "bags": days.bags(found),
    }
    return floor_page(request, form, title=title, tournament=found, **shown)
