"""Seating cards and badges, printed for all, for a draw, or for who was moved."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.web.pages import show
from casino.web.roles import ClubRequest, page
from tournaments.models import Entry, SeatMove, Tournament
from tournaments.queries import floor as floor_queries
from tournaments.queries import tournaments
from tournaments.queries.order import playing
from tournaments.views.shared import named_id, to_floor


@page
def cards(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """
    Seating cards by table and seat; ?draw=, ?entry=: of a draw, of one player.

    ?as=badges: names and ticket numbers to pin on; ?print=1: printed as the page opens.
    """
    found = tournaments.tournament(request.club.id, tournament_id)
    badges = request.GET.get("as") == "badges"
    kept = {name: value for name in ("draw", "entry") if (value := named_id(request, name))}
    return show(
        request,
        "tournaments/cards.html",
        tournament=found,
        title=_("Badges") if badges else _("Seating cards"),
        badges=badges,
        entries=_entries(request, found),
        at=request.at,
        at_once="print" in request.GET,
        query=urlencode(kept),
        back=reverse("tournament-floor", args=[request.club.slug, found.pk]),
    )


def _entries(request: ClubRequest, found: Tournament) -> list[Entry]:
    """Return whose cards are printed, by table and seat."""
    of_draw, of_entry = named_id(request, "draw"), named_id(request, "entry")
    if of_entry:
        return [one for one in playing(found) if one.pk == of_entry]
    drawn = set(floor_queries.draw(found, of_draw).tickets) if of_draw else None
    mine = [one for one in playing(found) if drawn is None or one.number in drawn]
    return sorted(mine, key=lambda one: (one.table_no or 0, one.seat_no or 0, one.number))


def to_floor_or_card(request: ClubRequest, found: Tournament, done: Any) -> HttpResponse:
    """Go back to the tables, or to the cards of who has just moved or drawn, where it was asked."""
    if "print" not in request.POST:
        return to_floor(request, found.pk)
    lot = floor_queries.draws(found)[-1:]
    which = {"entry": done.entry_id} if isinstance(done, SeatMove) else {"draw": lot[0].pk}
    here = reverse("seating-cards", args=[request.club.slug, found.pk])
    return redirect(f"{here}?{urlencode(which | {'print': 1})}")
