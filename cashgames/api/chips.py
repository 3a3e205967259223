"""Endpoints at which chips come to a seat or leave it."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.urls import path
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from cashgames import services
from cashgames.api.shared import DESK_MEANS, MOST_SEATS
from cashgames.models import ChipMove
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import writes
from casino.web.roles import does
from casino.web.serializers import (
    CentsField,
    FlagField,
    IdField,
    OneOfField,
    PositiveCentsField,
    StrictSerializer,
    TextField,
    WholeField,
)


class ChipsIn(StrictSerializer):
    """Whose chips, and what they are paid with; cash needs an open shift of one's own."""

    player_id = IdField()
    paid_with = OneOfField(ChipMove.PaidWith.choices)
    shift_id = IdField(required=False, default=None, allow_null=True)


class SeatIn(ChipsIn):
    """
    A seat and a buy-in; only a supervisor may approve a short one.

    deviation: the supervisor's reason for a return with another amount.
    """

    cents = PositiveCentsField()
    seat_no = WholeField(min_value=1, max_value=MOST_SEATS)
    supervisor_approved = FlagField(default=False)
    deviation = TextField(longest=200, required=False, default="")


class TopUpIn(ChipsIn):
    """Chips on top of the stack that lies there."""

    cents = PositiveCentsField()
    stack_cents = CentsField()
    in_hand = FlagField(default=False)


class CashOutIn(ChipsIn):
    """The stack that a player leaves with; 0 when it is lost."""

    cents = CentsField()
    paid_with = OneOfField(DESK_MEANS)


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


class Seats(ActView):
    """/sessions/<id>/seats/"""

    @writes(
        ChipMoveOut,
        takes=SeatIn,
        example={"seat_no": 3, "player_id": 101, "cents": 20000, "paid_with": "chips"},
    )
    def post(self, stamp: Stamp, session_id: int, **values: Any) -> ChipMove:
        """Seat a player with a buy-in."""
        word = values["supervisor_approved"] or values["deviation"]
        if word and not does(self.request, "floors_word"):
            raise PermissionDenied(_("That buy-in is approved by a supervisor, not by the desk."))
        return services.seat_player(stamp, session_id=session_id, **values)


class TopUps(ActView):
    """/sessions/<id>/top-ups/"""

    @writes(
        ChipMoveOut,
        takes=TopUpIn,
        example={"player_id": 101, "cents": 5000, "stack_cents": 7500, "paid_with": "chips"},
    )
    def post(self, stamp: Stamp, session_id: int, **values: Any) -> ChipMove:
        """Add chips to a stack between hands."""
        return services.top_up(stamp, session_id=session_id, **values)


class CashOuts(ActView):
    """/sessions/<id>/cash-outs/"""

    @writes(
        ChipMoveOut,
        takes=CashOutIn,
        example={"player_id": 101, "cents": 31250, "paid_with": "cash", "shift_id": 7},
    )
    def post(self, stamp: Stamp, session_id: int, **values: Any) -> ChipMove:
        """Let a player leave with the stack."""
        return services.cash_out(stamp, session_id=session_id, **values)


routes = [
    path("sessions/<id:session_id>/seats/", Seats.as_view(), name="api-seats"),
    path("sessions/<id:session_id>/top-ups/", TopUps.as_view(), name="api-top-ups"),
    path("sessions/<id:session_id>/cash-outs/", CashOuts.as_view(), name="api-cash-outs"),
]
