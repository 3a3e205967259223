"""The endpoints for chips spent, notes brought, and players who change their seats."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from cashgames.api.chips import ChipMoveOut
from cashgames.services.moves import break_table, move_player
from cashgames.services.spending import bring_notes, spend_chips
from casino.acts.doors import sends
from casino.ledger.api import ActView, PostedOut


class MovedOut(serializers.Serializer[Any]):
    """Where a player sits now."""

    session_id = serializers.IntegerField()
    seat_no = serializers.IntegerField(source="number")
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    sat_at = serializers.DateTimeField()


class Spendings(ActView):
    """/sessions/<id>/spendings/"""

    post = sends(
        spend_chips,
        ChipMoveOut,
        example={"player_id": 101, "cents": 500, "purpose": "tip"},
    )


class Notes(ActView):
    """/sessions/<id>/notes/"""

    post = sends(bring_notes, PostedOut, example={"shift_id": 7})


class Moves(ActView):
    """/sessions/<id>/moves/"""

    post = sends(
        move_player,
        MovedOut,
        example={"player_id": 101, "to_session_id": 13, "seat_no": 2, "stack_cents": 31250},
    )


class Break(ActView):
    """/sessions/<id>/break/"""

    post = sends(
        break_table,
        MovedOut(many=True),
        status=200,
        example={"stacks": [{"player_id": 101, "cents": 31250}], "cards": []},
    )


routes = [
    path("sessions/<id:session_id>/spendings/", Spendings.as_view(), name="api-spendings"),
    path("sessions/<id:session_id>/notes/", Notes.as_view(), name="api-notes"),
    path("sessions/<id:session_id>/moves/", Moves.as_view(), name="api-moves"),
    path("sessions/<id:session_id>/break/", Break.as_view(), name="api-break"),
]
