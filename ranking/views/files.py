"""Standing, points and payout list of a quarter, for a spreadsheet."""

from django.http import HttpResponse

from casino.web.downloads import as_download
from casino.web.roles import ClubRequest, page
from ranking import exports
from ranking.queries.players import scores
from ranking.queries.rankings import ranking
from ranking.queries.standing import prizes, table


@page
def standing(request: ClubRequest, ranking_id: int, quarter: str) -> HttpResponse:
    found = ranking(request.club.id, ranking_id)
    return as_download(
        exports.standing_csv(table(found, quarter)), f"{request.club.slug}_ranking_{quarter}.csv"
    )


@page
def points(request: ClubRequest, ranking_id: int, quarter: str) -> HttpResponse:
    """Every tournament's points with their factors."""
    found = ranking(request.club.id, ranking_id)
    content = exports.points_csv(scores(found, quarter))
    return as_download(content, f"{request.club.slug}_ranking_{quarter}_points.csv")


@page
def payouts(request: ClubRequest, ranking_id: int, quarter: str) -> HttpResponse:
    """What a quarter owes to whom."""
    found = ranking(request.club.id, ranking_id)
    content = exports.payouts_csv(prizes(found, quarter))
    return as_download(content, f"{request.club.slug}_ranking_{quarter}_payouts.csv")
