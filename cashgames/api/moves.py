"""The endpoints for chips spent, notes brought, and players who change their seats."""

from typing import Any

from rest_framework import serializers

from cashgames.api.chips import ChipMoveOut
from cashgames.services.moves import break_table, move_player
from cashgames.services.spending import bring_notes, spend_chips
from casino.acts.doors import sends
from casino.cage.api.payments import AskedOut
from casino.ledger.api import ActView, PostedOut
from casino.web.routes import Routes

routes = Routes()


class MovedOut(serializers.Serializer[Any]):
    """Where a player sits now."""

    session_id = serializers.IntegerField()
    seat_no = serializers.IntegerField(source="number")
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    sat_at = serializers.DateTimeField()


@routes("sessions/<id:session_id>/spendings/", "api-spendings")
class Spendings(ActView):
    post = sends(
        spend_chips,
        ChipMoveOut,
        example={"player_id": 101, "cents": 500, "purpose": "tip"},
    )


@routes("sessions/<id:session_id>/spendings/ask/", "api-ask-spending")
class AskSpending(ActView):
    post = sends(
        spend_chips.ask,
        AskedOut,
        example={"player_id": 101, "cents": 15000, "purpose": "tip"},
    )


@routes("sessions/<id:session_id>/notes/", "api-notes")
class Notes(ActView):
    post = sends(bring_notes, PostedOut, example={"shift_id": 7})


@routes("sessions/<id:session_id>/moves/", "api-moves")
class Moves(ActView):
    post = sends(
        move_player,
        MovedOut,
        example={"player_id": 101, "to_session_id": 13, "seat_no": 2, "stack_cents": 31250},
    )


@routes("sessions/<id:session_id>/break/", "api-break")
class Break(ActView):
    post = sends(
        break_table,
        MovedOut(many=True),
        status=200,
        example={"stacks": [{"player_id": 101, "cents": 31250}], "cards": []},
    )
