"""The guests' endpoints."""

from datetime import date
from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.players import queries, services
from casino.players.models import Player
from casino.staff.models import Role
from casino.web.endpoints import reads, writes
from casino.web.serializers import DayField, StrictSerializer, TextField

DESK_AND_FLOOR = (Role.CASHIER, Role.SUPERVISOR, Role.DIRECTOR, Role.MANAGER)
GUEST = {"name": "Mari Tamm", "birth_date": "1988-06-24", "document": "", "notes": ""}


class Search(StrictSerializer):
    """A part of a name, or a code."""

    search = TextField(required=False, default="")


class PlayerIn(StrictSerializer):
    """What is known of a guest."""

    name = TextField()
    birth_date = DayField(years=range(1900, 2101), required=False, default=None, allow_null=True)
    document = TextField(longest=50, required=False, default="")
    notes = TextField(longest=500, required=False, default="")


class BarIn(StrictSerializer):
    """Until when a guest may not play, that day included; null lifts the bar."""

    until = DayField(allow_null=True)
    reason = TextField(longest=200)


class PlayerOut(serializers.Serializer[Any]):
    """A guest."""

    id = serializers.IntegerField()
    code = serializers.IntegerField()
    name = serializers.CharField()
    birth_date = serializers.DateField(allow_null=True)
    document = serializers.CharField(allow_blank=True)
    notes = serializers.CharField(allow_blank=True)
    barred_until = serializers.DateField(allow_null=True)


class Players(ActView):
    """/players/"""

    @reads(PlayerOut(many=True), *DESK_AND_FLOOR, asks=Search)
    def get(self, search: str) -> list[Player]:
        """Find up to 20 guests by a part of the name, or by code."""
        return queries.find_players(self.club.pk, search)

    @writes(PlayerOut, *DESK_AND_FLOOR, takes=PlayerIn, example=GUEST)
    def post(self, stamp: Stamp, **values: Any) -> Player:
        """Add a guest."""
        return services.add_player(stamp, **values)


class PlayerDetail(ActView):
    """/players/<id>/"""

    @reads(PlayerOut, *DESK_AND_FLOOR)
    def get(self, player_id: int) -> Player:
        """Show a guest."""
        return queries.player(self.club.pk, player_id)

    @writes(PlayerOut, *DESK_AND_FLOOR, takes=PlayerIn, status=200, example=GUEST)
    def put(self, stamp: Stamp, player_id: int, **values: Any) -> Player:
        """Replace what is known of a guest."""
        return services.change_player(stamp, player_id=player_id, **values)


class PlayerBar(ActView):
    """/players/<id>/bar/"""

    @writes(
        PlayerOut,
        Role.SUPERVISOR,
        Role.MANAGER,
        takes=BarIn,
        status=200,
        example={"until": "2027-01-31", "reason": "House ban"},
    )
    def post(self, stamp: Stamp, player_id: int, until: date | None, reason: str) -> Player:
        """Bar a guest until a day, or lift the bar."""
        return services.bar_player(stamp, player_id=player_id, until=until, reason=reason)


routes = [
    path("players/", Players.as_view(), name="api-players"),
    path("players/<id:player_id>/", PlayerDetail.as_view(), name="api-player"),
    path("players/<id:player_id>/bar/", PlayerBar.as_view(), name="api-player-bar"),
]
