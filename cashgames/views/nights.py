"""A player's night as a page and a file."""

from datetime import date

from django.http import HttpResponse

from cashgames.exports import night_csv
from cashgames.queries.nights import Night, player_night
from casino.players.queries import player
from casino.web.downloads import as_download
from casino.web.pages import show
from casino.web.roles import ClubRequest, page


@page
def night(request: ClubRequest, player_id: int, day: date) -> HttpResponse:
    """What a player did in the cash room on a gaming day."""
    return show(request, "cashgames/night.html", night=_night(request, player_id, day))


@page
def night_file(request: ClubRequest, player_id: int, day: date) -> HttpResponse:
    found = _night(request, player_id, day)
    name = f"{request.club.slug}_player_{found.player.code}_{day}.csv"
    return as_download(night_csv(request.club, found), name)


def _night(request: ClubRequest, player_id: int, day: date) -> Night:
    found = player(request.club.id, player_id)
    return player_night(request.club, found, day, at=request.at)
