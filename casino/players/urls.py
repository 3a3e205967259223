"""Addresses of the guests."""

from django.urls import path

from casino.players import views

urlpatterns = [
    path("players/", views.players, name="players"),
    path("players/suggestions/", views.suggestions, name="player-suggestions"),
    path("players/new/", views.add_player, name="player-add"),
    path("players/<int:player_id>/", views.player, name="player"),
    path("players/terms/", views.terms, name="players-terms"),
    path("players/<int:player_id>/identity/", views.identity, name="player-identity"),
    path("players/<int:player_id>/photo/", views.photo, name="player-photo"),
    path("players/<int:player_id>/photo/remove/", views.remove_photo, name="player-photo-remove"),
    path("players/<int:player_id>/picture.jpg", views.picture, name="player-picture"),
    path("players/<int:player_id>/merge/", views.merge, name="player-merge"),
    path("players/<int:player_id>/part/", views.part, name="player-part"),
    path("players/<int:player_id>/erase/", views.erase, name="player-erase"),
    path("players/<int:player_id>/card.csv", views.card, name="player-card"),
    path("players/<int:player_id>/bar/", views.exclude_player, name="player-exclusion"),
    path(
        "players/<int:player_id>/bar/<int:exclusion_id>/correct/",
        views.correct_exclusion,
        name="player-exclusion-correct",
    ),
    path("players/<int:player_id>/apart/", views.keep_apart, name="player-apart"),
    path(
        "players/<int:player_id>/apart/<int:separation_id>/end/",
        views.let_together,
        name="player-together",
    ),
    path("rulings/", views.rulings, name="rulings"),
    path("rulings/clock/", views.decision_clock, name="decision-clock"),
    path("rulings/claim/", views.hear_claim, name="ruling-claim"),
    path("rulings/pot/", views.hand_pot_over, name="ruling-pot"),
    path("rulings/aside/", views.set_rule_aside, name="ruling-aside"),
    path("rulings/<id:ruling_id>/withdraw/", views.withdraw_ruling, name="ruling-withdraw"),
]
