"""What is said beside an amount while it is typed."""

from django.http import HttpRequest, HttpResponse

from casino.cage import services
from casino.cage.forms import ChipsForm
from casino.web.pages import show
from casino.web.roles import page, request_stamp


@page
def standing(request: HttpRequest) -> HttpResponse:
    """Where the guest would stand against the threshold; nothing while there is no amount."""
    form = ChipsForm(request.GET, club_id=request.club.id)
    form.is_valid()
    player, cents = form.cleaned_data.get("player"), form.cleaned_data.get("cents")
    if not cents:
        return show(request, "cage/standing.html")
    player_id = player.pk if player else None
    found = services.standing(request_stamp(request), player_id=player_id, cents=cents)
    return show(request, "cage/standing.html", standing=found, named=player)
