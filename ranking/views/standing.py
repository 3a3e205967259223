"""The standing as it grows, a player's quarter, a tournament's points, the quarters before."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from casino import clock
from casino.ledger.queries import account_id
from casino.players.models import Player
from casino.web.pages import live, show
from casino.web.roles import ClubRequest, may_open, page, request_stamp
from ranking import queries
from ranking.models import Ranking
from ranking.rules.periods import first_day, last_day
from tournaments import queries as tournaments


@page
def rankings(request: ClubRequest) -> HttpResponse:
    """The open quarter of the club's own ranking, or how one comes about."""
    found = queries.rankings(request.club.id)
    if not found:
        return show(request, "ranking/none.html")
    quarter = clock.quarter(request_stamp(request).gaming_day)
    return redirect(
        "ranking-quarter", club=request.club.slug, ranking_id=found[0].pk, quarter=quarter
    )


@page
def standing(request: ClubRequest, ranking_id: int, quarter: str) -> HttpResponse:
    """A quarter: place, points, price of a point, prizes as of now, and what tonight would give."""
    found = queries.ranking(request.club.id, ranking_id)
    shown = _standing(request, found, quarter)
    if request.htmx:
        return live(request, "ranking/standing_panel.html", **shown)
    return show(
        request,
        "ranking/standing.html",
        rankings=queries.rankings(request.club.id),
        courses=queries.courses(shown["table"]),
        first=first_day(quarter),
        last=min(last_day(quarter), request_stamp(request).gaming_day),
        scores=queries.scores(found, quarter)[::-1],
        keeps=found.club_id == request.club.id,
        joins=may_open(request, "ranking-same-person") and queries.clubs_beside(request.club.id),
        **shown,
    )


def _standing(request: ClubRequest, found: Ranking, quarter: str) -> dict[str, Any]:
    """Return a quarter's table with what it waits for and what is played tonight."""
    at, today = timezone.now(), request_stamp(request).gaming_day
    current = clock.quarter(today)
    table = queries.table(found, quarter)
    return {
        "ranking": found,
        "table": table,
        "current": current,
        "is_over": table.closed is None and queries.ends_at(found, quarter) <= at,
        "unfinished": [] if table.closed else queries.unfinished(found, quarter),
        "tonight": queries.tonight(found, day=today, at=at) if quarter == current else [],
        "account": account_id(request.club.id, "ranking:pool", queries.ref(found, quarter)),
        "payout": getattr(table.closed, "payout", None),
    }


@page
def player(request: ClubRequest, ranking_id: int, quarter: str, player_id: int) -> HttpResponse:
    """A player's quarter: every tournament with its factors, and what a place tonight would do."""
    found = queries.ranking(request.club.id, ranking_id)
    shown = queries.player(found, player_id)
    return show(request, "ranking/player.html", **player_quarter(request, found, quarter, shown))


def player_quarter(
    request: ClubRequest, found: Ranking, quarter: str, shown: Player
) -> dict[str, Any]:
    """Return what a player's page shows."""
    at, today = timezone.now(), request_stamp(request).gaming_day
    table = queries.table(found, quarter)
    running = queries.tonight(found, day=today, at=at) if not table.closed else []
    return {
        "ranking": found,
        "table": table,
        "player": shown,
        "row": table.row(queries.cards(found, shown.pk)[0]),
        "points": queries.player_points(found, quarter, shown.pk),
        "chances": [(each, queries.chances(table, shown, each)) for each in running],
        "quarters": queries.closed_quarters(found),
    }


@page
def history(request: ClubRequest, ranking_id: int) -> HttpResponse:
    """The quarters of a ranking, what each paid, and the editions of its scheme."""
    found = queries.ranking(request.club.id, ranking_id)
    return show(
        request,
        "ranking/history.html",
        ranking=found,
        quarters=queries.closed_quarters(found),
        current=clock.quarter(request_stamp(request).gaming_day),
        editions=queries.editions(found),
        clubs=queries.clubs(found),
    )


@page
def tournament(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """What a tournament gave, ranking by ranking, with every correction before and after."""
    found = tournaments.tournament(request.club.id, tournament_id)
    return show(
        request,
        "ranking/tournament.html",
        tournament=found,
        scores=queries.tournament_scores(found),
    )
