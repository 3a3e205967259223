"""Endpoints at which chips come to a seat or leave it."""

from typing import Any

from rest_framework import serializers

from cashgames.models import ChipMove
from cashgames.services.cash_outs import cash_out
from cashgames.services.seats import seat_player, top_up
from casino.acts.doors import sends
from casino.cage.api.payments import AskedOut
from casino.ledger.api import ActView
from casino.web.routes import Routes

routes = Routes()


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


BUYS_IN = {"seat_no": 3, "player_id": 101, "cents": 20000, "paid_with": "cash", "shift_id": 7}
TOPS_UP = {
    "player_id": 101,
    "cents": 5000,
    "stack_cents": 7500,
    "paid_with": "cash",
    "shift_id": 7,
}
LEAVES = {"player_id": 101, "cents": 31250, "paid_with": "cash", "shift_id": 7}


@routes("sessions/<id:session_id>/seats/", "api-seats")
class Seats(ActView):
    post = sends(seat_player, ChipMoveOut, example=BUYS_IN)


@routes("sessions/<id:session_id>/seats/ask/", "api-ask-buy-in")
class AskBuyIn(ActView):
    post = sends(seat_player.ask, AskedOut, example=BUYS_IN)


@routes("sessions/<id:session_id>/top-ups/", "api-top-ups")
class TopUps(ActView):
    post = sends(top_up, ChipMoveOut, example=TOPS_UP)


@routes("sessions/<id:session_id>/top-ups/ask/", "api-ask-top-up")
class AskTopUp(ActView):
    post = sends(top_up.ask, AskedOut, example=TOPS_UP)


@routes("sessions/<id:session_id>/cash-outs/", "api-cash-outs")
class CashOuts(ActView):
    post = sends(cash_out, ChipMoveOut, example=LEAVES)


@routes("sessions/<id:session_id>/ask-cash-out/", "api-ask-cash-out")
class AskCashOut(ActView):
    post = sends(
        cash_out.ask,
        AskedOut,
        example={"player_id": 101, "cents": 312500, "paid_with": "cash", "shift_id": 7},
    )
