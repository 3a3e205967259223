"""The standing as it grows, a player's quarter, a tournament's points, the quarters before."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString

from casino import clock
from casino.cage.models import Payable, Payment
from casino.cage.queries.due import standing_by_payable
from casino.house.queries import book_on
from casino.ledger.queries.balances import account_id
from casino.players.models import Player
from casino.web.pages import live, qr, show
from casino.web.roles import ClubRequest, may_open, page, request_stamp
from ranking.models import Ranking
from ranking.queries import players
from ranking.queries import rankings as rankings_queries
from ranking.queries import standing as standing_queries
from ranking.queries.counting import ends_at, unfinished
from ranking.rules.periods import first_day, last_day
from ranking.views.public import mark_of
from tournaments.queries import tournaments

# What the points of a place and the prizes of a quarter follow.
PARAGRAPHS = ("place_factors", "paid_places")


@page
def rankings(request: ClubRequest) -> HttpResponse:
    """The open quarter of the club's own ranking, or how one comes about."""
    found = rankings_queries.rankings(request.club.id)
    if not found:
        return show(request, "ranking/none.html")
    quarter = clock.quarter(request_stamp(request).gaming_day)
    return redirect(
        "ranking-quarter", club=request.club.slug, ranking_id=found[0].pk, quarter=quarter
    )


@page
def standing(request: ClubRequest, ranking_id: int, quarter: str) -> HttpResponse:
    """A quarter: place, points, price of a point, prizes as of now, and what tonight would give."""
    found = rankings_queries.ranking(request.club.id, ranking_id)
    shown = _standing(request, found, quarter)
    if request.htmx:
        return live(request, "ranking/standing_panel.html", **shown)
    return show(
        request,
        "ranking/standing.html",
        rankings=rankings_queries.rankings(request.club.id),
        courses=players.courses(shown["table"]),
        first=first_day(quarter),
        last=min(last_day(quarter), request_stamp(request).gaming_day),
        scores=players.scores(found, quarter)[::-1],
        keeps=found.club_id == request.club.id,
        joins=may_open(request, "ranking-same-person")
        and rankings_queries.clubs_beside(request.club.id),
        **shown,
    )


def _standing(request: ClubRequest, found: Ranking, quarter: str) -> dict[str, Any]:
    """Return a quarter's table with what it waits for and what is played tonight."""
    at, today = request.at, request_stamp(request).gaming_day
    current = clock.quarter(today)
    table = standing_queries.table(found, quarter)
    return {
        "ranking": found,
        "table": table,
        "current": current,
        "is_over": table.closed is None and ends_at(found, quarter) <= at,
        "unfinished": [] if table.closed else unfinished(found, quarter),
        "tonight": players.tonight(found, day=today, at=at) if quarter == current else [],
        "account": account_id(
            request.club.id, "ranking:pool", rankings_queries.ref(found, quarter)
        ),
        "owed": _owed(request, found, quarter) if table.closed else {},
        "payout": getattr(table.closed, "payout", None),
    }


def _owed(
    request: ClubRequest, found: Ranking, quarter: str
) -> dict[int, tuple[Payable, Payment | None]]:
    """Return by the guest of a place what the club owes for it, and how it was paid."""
    prizes = standing_queries.prizes(found, quarter)
    own = {each.place.player_id: each.payable for each in prizes
           if each.payable.club_id == request.club.id}  # fmt: skip
    paid = standing_by_payable([each.pk for each in own.values()])
    return {guest: (each, paid.get(each.pk)) for guest, each in own.items()}


@page
def player(request: ClubRequest, ranking_id: int, quarter: str, player_id: int) -> HttpResponse:
    """A player's quarter: every tournament with its factors, and what a place tonight would do."""
    found = rankings_queries.ranking(request.club.id, ranking_id)
    shown = players.player(found, player_id)
    return show(request, "ranking/player.html", **player_quarter(request, found, quarter, shown))


def player_quarter(
    request: ClubRequest, found: Ranking, quarter: str, shown: Player
) -> dict[str, Any]:
    """Return what a player's page shows."""
    at, today = request.at, request_stamp(request).gaming_day
    table = standing_queries.table(found, quarter)
    running = players.tonight(found, day=today, at=at) if not table.closed else []
    book = book_on(found.club_id, today)
    return {
        "sources": [book.source(f"ranking.{name}") for name in PARAGRAPHS if book.ranking],
        "ranking": found,
        "table": table,
        "player": shown,
        "row": table.row(players.cards(found, shown.pk)[0]),
        "points": players.player_points(found, quarter, shown.pk),
        "chances": [(each, players.chances(table, shown, each)) for each in running],
        "quarters": standing_queries.closed_quarters(found),
        "own_page": _own_page(request, found, shown),
    }


def _own_page(request: ClubRequest, found: Ranking, shown: Player) -> SafeString | None:
    """Return the code that leads the guest's telephone to this quarter, where that is public."""
    if settings.PUBLIC_BOARD == "off" or not found.own or shown.club_id != request.club.id:
        return None
    mark = mark_of(request.club.id, shown.code)
    here = reverse("public-player", args=[request.club.slug, shown.code, mark])
    return qr(request.build_absolute_uri(here), scale=4, svgclass="qr")


@page
def history(request: ClubRequest, ranking_id: int) -> HttpResponse:
    """The quarters of a ranking, what each paid, and the editions of its scheme."""
    found = rankings_queries.ranking(request.club.id, ranking_id)
    return show(
        request,
        "ranking/history.html",
        ranking=found,
        quarters=standing_queries.closed_quarters(found),
        current=clock.quarter(request_stamp(request).gaming_day),
        editions=rankings_queries.editions(found),
        clubs=rankings_queries.clubs(found),
    )


@page
def tournament(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """What a tournament gave, ranking by ranking, with every correction before and after."""
    found = tournaments.tournament(request.club.id, tournament_id)
    return show(
        request,
        "ranking/tournament.html",
        tournament=found,
        scores=players.tournament_scores(found),
    )
