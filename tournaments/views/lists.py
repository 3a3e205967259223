"""Bookings and the waiting list of a tournament."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.messages import msg
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, show
from casino.web.roles import ClubRequest, can_perform, may_open, page
from tournaments.forms.desk import ListForm
from tournaments.queries import waitlist
from tournaments.queries.tournaments import tournament
from tournaments.services import listing
from tournaments.views.shared import back_to, came_from_tablet, form_page, not_asked


@page
def lists(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Who has booked and who waits, each list in its order."""
    found = tournament(request.club.id, tournament_id)
    return show(
        request,
        "tournaments/lists.html",
        tournament=found,
        lists=waitlist.lists(found, request.at),
        lists_people=can_perform(request, "book_entry"),
        admits=may_open(request, "list-admit"),
    )


@page
def book_place(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Keep a place that is paid later."""
    return _put(request, tournament_id, listing.book_place, _("Book a place"))


@page
def join_list(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Put a guest at the back of the waiting list."""
    return _put(request, tournament_id, listing.join_list, _("Add to waiting list"))


@page
def leave_list(request: ClubRequest, listed_id: int) -> HttpResponse:
    """Take a guest off a list."""
    return _pressed(request, listed_id, listing.leave_list, _("Take off the list"))


@page
def admit_waiting(request: ClubRequest, listed_id: int) -> HttpResponse:
    """Let who waits buy the next free place."""
    return _pressed(request, listed_id, listing.admit_waiting, _("Admit"))


def _put(request: ClubRequest, tournament_id: int, service: Any, title: Title) -> HttpResponse:
    found = tournament(request.club.id, tournament_id)
    form = ListForm(request.POST or None, club_id=request.club.id, without=not_asked(found))
    if carry_out(request, form, service, tournament_id=tournament_id):
        if came_from_tablet(request):
            return back_to(request, tournament_id)
        return _back(request, tournament_id)
    return form_page(request, form, title=title, tournament=found)


def _pressed(request: ClubRequest, listed_id: int, service: Any, title: Title) -> HttpResponse:
    row = waitlist.listed(request.club.id, listed_id)
    form = ActForm(request.POST or None)
    if carry_out(request, form, service, listed_id=listed_id):
        return _back(request, row.tournament_id)
    found = tournament(request.club.id, row.tournament_id)
    return form_page(
        request,
        form,
        title=msg("{title}: {player}", title=title, player=row.player),
        tournament=found,
    )


def _back(request: ClubRequest, tournament_id: int) -> HttpResponse:
    return redirect("tournament-lists", club=request.club.slug, tournament_id=tournament_id)
