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
from tournaments.views.shared import ID_DIGITS, named_id, to_floor


@page
def cards(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """
    Seating cards by table and seat; ?draw=, ?entry=: of a draw, of players.

    ?as=badges: names and ticket numbers to pin on; ?print=1: printed as the page opens.
    """
    found = tournaments.tournament(request.club.id, tournament_id)
    badges = request.GET.get("as") == "badges"
    kept = {"draw": named_id(request, "draw") or [], "entry": _entry_ids(request)}
    return show(
        request,
        "tournaments/cards.html",
        tournament=found,
        title=_("Badges") if badges else _("Seating cards"),
        badges=badges,
        entries=_entries(request, found),
        at=request.at,
        at_once="print" in request.GET,
        query=urlencode(kept, doseq=True),
        back=reverse("tournament-floor", args=[request.club.slug, found.pk]),
    )


def _entries(request: ClubRequest, found: Tournament) -> list[Entry]:
    """Return whose cards are printed, by table and seat."""
    of_draw, ids = named_id(request, "draw"), _entry_ids(request)
    drawn = set(floor_queries.draw(found, of_draw).tickets) if of_draw else None
    mine = [one for one in playing(found) if drawn is None or one.number in drawn]
    mine = [one for one in mine if not ids or one.pk in ids]
    return sorted(mine, key=lambda one: (one.table_no or 0, one.seat_no or 0, one.number))


def _entry_ids(request: ClubRequest) -> list[int]:
    """Return the entries that the address names."""
    asked = request.GET.getlist("entry")
    return [int(one) for one in asked if one.isascii() and one.isdigit() and len(one) < ID_DIGITS]


def to_floor_or_card(request: ClubRequest, found: Tournament, done: Any) -> HttpResponse:
    """Go back to the tables, or to the cards of who has just moved or drawn, where it was asked."""
    if "print" not in request.POST:
        return to_floor(request, found.pk)
    lot = floor_queries.draws(found)[-1:]
    moved = [done] if isinstance(done, SeatMove) else done if isinstance(done, list) else []
    which = {"entry": [one.entry_id for one in moved]} if moved else {"draw": lot[0].pk}
    here = reverse("seating-cards", args=[request.club.slug, found.pk])
    return redirect(f"{here}?{urlencode(which | {'print': 1}, doseq=True)}")
