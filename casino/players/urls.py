"""Addresses of the guests."""

from django.urls import path

from casino.players import views

urlpatterns = [
    path("players/", views.players, name="players"),
    path("players/suggestions/", views.suggestions, name="player-suggestions"),
    path("players/new/", views.add_player, name="player-add"),
    path("players/<int:player_id>/", views.player, name="player"),
    path("players/<int:player_id>/bar/", views.bar_player, name="player-bar"),
]
