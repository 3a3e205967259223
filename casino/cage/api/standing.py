"""What the till says beside an amount of cash, for programs."""

from typing import Any

from rest_framework import serializers

from casino.cage.queries.shifts import open_shift_of
from casino.cage.services.identity import GuestStanding, standing
from casino.ledger.api import ActView
from casino.players.queries import player
from casino.web.endpoints import reads
from casino.web.roles import request_stamp
from casino.web.routes import Routes
from casino.web.serializers import (
    AskedIdField,
    OneOfField,
    PositiveCentsField,
    StrictSerializer,
)

routes = Routes()


class StandingAsked(StrictSerializer):
    """An amount of cash, what it is for, and whose it is; nobody's: of who has no name."""

    cents = PositiveCentsField()
    operation = OneOfField(["sell", "redeem"], required=False, default="sell")
    player_id = AskedIdField(required=False, default=None)


class StandingOut(serializers.Serializer[Any]):
    """
    Where a guest would stand against the ID threshold with the amount.

    stops: nothing is booked without ID; nears: ask for it now; repeated: how many amounts just
    below the threshold the desk moved without a name within the hour; hour_cents: what it sold
    without a name within the hour, with this one, from the club's amount on. Both are listed under
    Exceptions.
    """

    sum_cents = serializers.IntegerField()
    threshold_cents = serializers.IntegerField()
    days = serializers.IntegerField()
    identified = serializers.BooleanField()
    stops = serializers.BooleanField()
    nears = serializers.BooleanField()
    repeated = serializers.IntegerField()
    hour_cents = serializers.IntegerField()


@routes("shifts/mine/standing/", "api-standing")
class CashStanding(ActView):
    @reads(StandingOut, asks=StandingAsked)
    def get(self, *, cents: int, operation: str, player_id: int | None) -> GuestStanding:
        """Say where a guest would stand with an amount of cash at one's open shift."""
        if player_id:
            player(self.club.pk, player_id)
        shift = open_shift_of(self.user_id, self.club.pk)
        return standing(
            request_stamp(self.request),
            player_id=player_id,
            cents=cents,
            series_id=shift.drawer.series_id if shift else None,
            sells=operation == "sell",
        )
