"""The page of an authority's holds on a guest's record."""

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.players import queries
from casino.players.forms import HoldForm, LiftHoldForm
from casino.players.services import holds
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, page


@page
def player_holds(request: ClubRequest, player_id: int) -> HttpResponse:
    """What authorities want of a guest's record; the manager enters the next."""
    found = queries.player(request.club.id, player_id)
    form = HoldForm(request.POST or None)
    if carry_out(request, form, holds.place_hold, player_id=player_id):
        return redirect("player-holds", club=request.club.slug, player_id=player_id)
    listed = holds.holds(request.club.id, player_id)
    return show(request, "players/holds.html", form, player=found, holds=listed)


@page
def lift_hold(request: ClubRequest, player_id: int, hold_id: int) -> HttpResponse:
    """Let a hold end, with a reason."""
    found = queries.player(request.club.id, player_id)
    hold, form = (
        holds.hold_of(request.club.id, player_id, hold_id),
        LiftHoldForm(request.POST or None),
    )
    if carry_out(request, form, holds.lift_hold, player_id=player_id, hold_id=hold_id):
        return redirect("player-holds", club=request.club.slug, player_id=player_id)
    return show(request, "players/hold_lift.html", form, player=found, hold=hold)
