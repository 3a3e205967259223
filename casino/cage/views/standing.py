"""What is said of a guest, and beside an amount, while both are typed."""

from typing import Any

from django.http import HttpResponse

from casino.cage.forms import ChipsForm
from casino.cage.queries.guests import guest_card
from casino.cage.queries.shifts import open_shift_of
from casino.cage.services import identity
from casino.web.pages import show
from casino.web.roles import ClubRequest, page, request_stamp


@page
def standing(request: ClubRequest) -> HttpResponse:
    """Who the guest is, and where they would stand against the threshold with the amount."""
    form = ChipsForm(request.GET, club_id=request.club.id)
    form.is_valid()
    player, cents = form.cleaned_data.get("player"), form.cleaned_data.get("cents")
    stamp = request_stamp(request)
    shown: dict[str, Any] = {"named": player}
    if player:
        shown["card"] = guest_card(player, gaming_day=stamp.gaming_day, at=stamp.at)
    if cents:
        shift = open_shift_of(request.user.id, request.club.pk)
        shown["standing"] = identity.standing(
            stamp,
            player_id=player.pk if player else None,
            cents=cents,
            series_id=shift.drawer.series_id if shift else None,
            sells=request.GET.get("operation") != "redeem",
        )
    return show(request, "cage/standing.html", **shown)
