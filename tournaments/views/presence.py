"""Present or absent at the tables, and what becomes of who never came."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.messages import msg
from casino.web.pages import carry_out
from casino.web.roles import ClubRequest, page
from tournaments.forms.presence import NoShowsForm, PresenceForm, ScanForm
from tournaments.queries import tournaments
from tournaments.queries.chips import bought_chips
from tournaments.queries.floor import floor_table
from tournaments.queries.order import playing
from tournaments.queries.presence import attendance, no_shows
from tournaments.services.presence import note_presence
from tournaments.services.presence import remove_no_shows as remove
from tournaments.views.shared import floor_page, named_id, to_floor


@page
def table(request: ClubRequest, tournament_id: int, table_no: int) -> HttpResponse:
    """Tap who is at the table and who is not."""
    found = tournaments.tournament(request.club.id, tournament_id)
    at = floor_table(found, table_no)
    players = [one for one in playing(found) if one.table_no == at.number]
    players.sort(key=lambda one: one.seat_no or 0)
    form = PresenceForm(request.POST or None, players=players, here=attendance(found).here)
    where = {"tournament_id": tournament_id}
    if carry_out(request, form, note_presence, **where) is not None:
        return to_floor(request, tournament_id)
    title = msg("Present at table {number}", number=at.number)
    return floor_page(request, form, title=title, tournament=found)


@page
def scan(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Scan ticket after ticket; ?seen= who was scanned last."""
    found = tournaments.tournament(request.club.id, tournament_id)
    players = playing(found)
    form = ScanForm(request.POST or None, players=players)
    if carry_out(request, form, note_presence, tournament_id=tournament_id) is not None:
        seen = {"seen": form.cleaned_data["ticket"].pk}
        return redirect(reverse("ticket-scan", args=[request.club.slug, found.pk], query=seen))
    asked = named_id(request, "seen")
    seated = next((one for one in players if one.pk == asked), None)
    shown: dict[str, Any] = {"template": "tournaments/scan.html", "seated": seated}
    return floor_page(request, form, title=_("Scan tickets"), tournament=found, **shown)


@page
def remove_no_shows(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Put out who never came."""
    found = tournaments.tournament(request.club.id, tournament_id)
    missing = [one for one in no_shows(found, request.at) if one.removal.allowed]
    bought = bought_chips(found)
    form = NoShowsForm(request.POST or None, missing=missing, bought=bought)
    if carry_out(request, form, remove, tournament_id=tournament_id):
        return to_floor(request, tournament_id)
    shown: dict[str, Any] = {"template": "tournaments/no_shows.html", "missing": missing}
    return floor_page(request, form, title=_("Remove no-shows"), tournament=found, **shown)
