"""The settings that a club opened with, and the way to all the others."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.approvals.queries import open_proposals
from casino.cage.forms import ChipColoursForm, ClubDenominationsForm, ClubForm
from casino.cage.reports import club_changes
from casino.cage.services.club import CHANGE, change_denominations, colour_chips, rename_club
from casino.paging import Page
from casino.web.fields import ActForm
from casino.web.pages import ask, carry_out, show
from casino.web.roles import ClubRequest, page, request_stamp

CHANGES = 50  # of a page


@page
def club_settings(request: ClubRequest) -> HttpResponse:
    """Name and language; what is counted, which a second person adopts; how both changed."""
    form = _name_form(request, request.POST or None)
    if carry_out(request, form, rename_club):
        return redirect("club-settings", club=request.club.slug)
    return _show(request, form, name_form=form)


@page
def club_denominations(request: ClubRequest) -> HttpResponse:
    """Propose other notes and chips."""
    form = _denominations_form(request, request.POST or None)
    return ask(request, form, change_denominations.ask) or _show(
        request, form, denominations_form=form
    )


@page
def club_colours(request: ClubRequest) -> HttpResponse:
    """Say which colour each chip has."""
    form = ChipColoursForm(request.POST or None, club=request.club)
    if carry_out(request, form, colour_chips):
        return redirect("club-settings", club=request.club.slug)
    return _show(request, form, colours_form=form)


def _show(request: ClubRequest, form: ActForm, **forms: ActForm) -> HttpResponse:
    waiting = open_proposals(request.club.id, at=request_stamp(request).at)
    part = Page(CHANGES, request.GET.get("before", ""))
    shown: dict[str, Any] = {
        "name_form": forms.get("name_form") or _name_form(request),
        "denominations_form": forms.get("denominations_form") or _denominations_form(request),
        "colours_form": forms.get("colours_form") or ChipColoursForm(club=request.club),
        "changes": club_changes(request.club.id, page=part),
        "next": part.next,
        "asked": [each for each in waiting if each.operation == CHANGE],
    }
    return show(request, "cage/club_settings.html", form, **shown)


def _name_form(request: ClubRequest, data: Any = None) -> ActForm:
    now = {"name": request.club.name, "language": request.club.language}
    return ClubForm(data, initial=now)


def _denominations_form(request: ClubRequest, data: Any = None) -> ActForm:
    now = {"notes": request.club.notes_cents, "chips": request.club.chips_cents}
    return ClubDenominationsForm(data, initial=now, auto_id="id_denominations_%s")
