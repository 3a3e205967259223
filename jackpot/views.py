"""The jackpot's pages."""

from django.http import HttpRequest, HttpResponse

from casino.web.pages import show
from casino.web.roles import EVERYBODY, page
from jackpot import queries


@page(*EVERYBODY)
def levels(request: HttpRequest) -> HttpResponse:
    """Every jackpot: its pool, the level fixed at the last close, and the levels before."""
    found = [
        {"level": queries.level(jackpot), "history": queries.history(jackpot)}
        for jackpot in queries.jackpots(request.club.id)
    ]
    return show(request, "jackpot/levels.html", jackpots=found)
