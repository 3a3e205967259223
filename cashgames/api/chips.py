"""Endpoints at which chips come to a seat or leave it."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from cashgames.models import ChipMove
from cashgames.services.seats import cash_out, seat_player, top_up
from casino.acts.doors import sends
from casino.cage.api.payments import AskedOut
from casino.ledger.api import ActView


class ChipMoveOut(serializers.Serializer[Any]):
    """Chips that came to a seat or left it."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(ChipMove.Kind.choices)
    seat_no = serializers.IntegerField(source="seat.number")
    player_id = serializers.IntegerField(source="seat.player_id")
    cents = serializers.IntegerField()
    paid_with = serializers.ChoiceField(ChipMove.PaidWith.choices)
    short = serializers.BooleanField()
    at = serializers.DateTimeField()
    gaming_day = serializers.DateField()
    entry_id = serializers.IntegerField(allow_null=True)
    stands = serializers.BooleanField()
    instead_of_id = serializers.IntegerField(allow_null=True)


class Seats(ActView):
    """/sessions/<id>/seats/"""

    post = sends(
        seat_player,
        ChipMoveOut,
        example={"seat_no": 3, "player_id": 101, "cents": 20000, "paid_with": "chips"},
    )


class TopUps(ActView):
    """/sessions/<id>/top-ups/"""

    post = sends(
        top_up,
        ChipMoveOut,
        example={"player_id": 101, "cents": 5000, "stack_cents": 7500, "paid_with": "chips"},
    )


LEAVES = {"player_id": 101, "cents": 31250, "paid_with": "cash", "shift_id": 7}


class CashOuts(ActView):
    """/sessions/<id>/cash-outs/"""

    post = sends(cash_out, ChipMoveOut, example=LEAVES)


class AskCashOut(ActView):
    """/sessions/<id>/ask-cash-out/"""

    post = sends(
        cash_out.ask,
        AskedOut,
        example={"player_id": 101, "cents": 312500, "paid_with": "cash", "shift_id": 7},
    )


routes = [
    path("sessions/<id:session_id>/seats/", Seats.as_view(), name="api-seats"),
    path("sessions/<id:session_id>/top-ups/", TopUps.as_view(), name="api-top-ups"),
    path("sessions/<id:session_id>/cash-outs/", CashOuts.as_view(), name="api-cash-outs"),
    path("sessions/<id:session_id>/ask-cash-out/", AskCashOut.as_view(), name="api-ask-cash-out"),
]
