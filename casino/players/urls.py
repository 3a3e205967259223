"""Addresses of the guests."""

from django.urls import path

from casino.players import views

urlpatterns = [
    path("players/", views.players, name="players"),
    path("players/suggestions/", views.suggestions, name="player-suggestions"),
    path("players/new/", views.add_player, name="player-add"),
    path("players/<int:player_id>/", views.player, name="player"),
    path("players/<int:player_id>/bar/", views.bar_player, name="player-bar"),
    path("players/<int:player_id>/apart/", views.keep_apart, name="player-apart"),
    path(
        "players/<int:player_id>/apart/<int:separation_id>/end/",
        views.let_together,
        name="player-together",
    ),
]
