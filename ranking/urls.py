"""Addresses of the ranking."""

from django.urls import path

from casino.web import converters  # noqa: F401  (registers what may stand in an address)
from ranking.views import acts, files, standing

urlpatterns = [
    path("ranking/", standing.rankings, name="ranking"),
    path("ranking/<int:ranking_id>/", standing.history, name="ranking-history"),
    path("ranking/<int:ranking_id>/<quarter:quarter>/", standing.standing, name="ranking-quarter"),
    path(
        "ranking/<int:ranking_id>/<quarter:quarter>/players/<int:player_id>/",
        standing.player,
        name="ranking-player",
    ),
    path(
        "ranking/<int:ranking_id>/<quarter:quarter>/standing.csv",
        files.standing,
        name="ranking-standing-file",
    ),
    path(
        "ranking/<int:ranking_id>/<quarter:quarter>/points.csv",
        files.points,
        name="ranking-points-file",
    ),
    path(
        "ranking/<int:ranking_id>/<quarter:quarter>/payouts.csv",
        files.payouts,
        name="ranking-payouts-file",
    ),
    path("ranking/<int:ranking_id>/<quarter:quarter>/close/", acts.close, name="ranking-close"),
    path("ranking/<int:ranking_id>/<quarter:quarter>/pay/", acts.pay, name="ranking-pay"),
    path(
        "ranking/<int:ranking_id>/<quarter:quarter>/take-back/",
        acts.take_back,
        name="ranking-take-back",
    ),
    path("ranking/of/<int:tournament_id>/", standing.tournament, name="ranking-tournament"),
    path("ranking/of/<int:tournament_id>/correct/", acts.correct, name="ranking-correct"),
    path("ranking/new/", acts.edition, name="ranking-edition"),
    path("ranking/prizes/<int:payable_id>/guest/", acts.winner, name="ranking-winner"),
    path("ranking/same-person/", acts.same_person, name="ranking-same-person"),
    path("ranking/same-person/<int:player_id>/part/", acts.part, name="ranking-part-cards"),
]
