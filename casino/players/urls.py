"""Addresses of the guests."""

from django.urls import path

from casino.players.views import guests, holds, rulings

urlpatterns = [
    path("players/", guests.players, name="players"),
    path("players/suggestions/", guests.suggestions, name="player-suggestions"),
    path("players/new/", guests.add_player, name="player-add"),
    path("players/<int:player_id>/", guests.player, name="player"),
    path("players/terms/", guests.terms, name="players-terms"),
    path("players/<int:player_id>/identity/", guests.identity, name="player-identity"),
    path("players/<int:player_id>/photo/", guests.photo, name="player-photo"),
    path("players/<int:player_id>/photo/remove/", guests.remove_photo, name="player-photo-remove"),
    path("players/<int:player_id>/picture.jpg", guests.picture, name="player-picture"),
    path("players/<int:player_id>/merge/", guests.merge, name="player-merge"),
    path("players/<int:player_id>/part/", guests.part, name="player-part"),
    path("players/<int:player_id>/erase/", guests.erase, name="player-erase"),
    path("players/<int:player_id>/card.csv", guests.card, name="player-card"),
    path("players/<int:player_id>/bar/", guests.exclude_player, name="player-exclusion"),
    path("players/<int:player_id>/bar/end/", guests.end_exclusion, name="player-exclusion-end"),
    path(
        "players/<int:player_id>/bar/<int:exclusion_id>/correct/",
        guests.correct_exclusion,
        name="player-exclusion-correct",
    ),
    path("players/<int:player_id>/holds/", holds.player_holds, name="player-holds"),
    path(
        "players/<int:player_id>/holds/<int:hold_id>/lift/",
        holds.lift_hold,
        name="player-hold-lift",
    ),
    path("players/<int:player_id>/apart/", guests.keep_apart, name="player-apart"),
    path(
        "players/<int:player_id>/apart/<int:separation_id>/end/",
        guests.let_together,
        name="player-together",
    ),
    path("rulings/", rulings.rulings, name="rulings"),
    path("rulings/clock/", rulings.decision_clock, name="decision-clock"),
    path("rulings/claim/", rulings.hear_claim, name="ruling-claim"),
    path("rulings/pot/", rulings.hand_pot_over, name="ruling-pot"),
    path("rulings/aside/", rulings.set_rule_aside, name="ruling-aside"),
    path("rulings/<id:ruling_id>/withdraw/", rulings.withdraw_ruling, name="ruling-withdraw"),
]
