"""The endpoint of a player's night."""

from datetime import date
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from cashgames.api.chips import ChipMoveOut
from cashgames.api.corrections import CorrectedOut
from cashgames.exports import night_csv
from cashgames.queries.nights import Night, player_night
from casino.ledger.api import ActView
from casino.players.queries import player
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()
NIGHT = "players/<id:player_id>/nights/<day:day>/"


CSV_FILE = {(200, "text/csv"): OpenApiTypes.STR}


class StayOut(serializers.Serializer[Any]):
    """A seat of the night; minutes without the absences."""

    session_id = serializers.IntegerField(source="seat.session_id")
    table = serializers.CharField(source="seat.session.table.name")
    game = serializers.CharField(source="seat.session.game")
    seat_no = serializers.IntegerField(source="seat.number")
    since = serializers.DateTimeField()
    until = serializers.DateTimeField()
    minutes = serializers.IntegerField()


class NightOut(serializers.Serializer[Any]):
    """What a player did in the cash room; rake_cents: an equal share of each hand's rake."""

    player_id = serializers.IntegerField(source="player.pk")
    day = serializers.DateField()
    minutes = serializers.IntegerField()
    came_cents = serializers.IntegerField()
    went_cents = serializers.IntegerField()
    result_cents = serializers.IntegerField(allow_null=True)
    rake_cents = serializers.IntegerField()
    time_rake_cents = serializers.IntegerField()
    tips_cents = serializers.IntegerField()
    bar_cents = serializers.IntegerField()
    stays = StayOut(many=True)
    moves = ChipMoveOut(many=True)
    corrected = CorrectedOut(many=True)


@routes(NIGHT, "api-night")
class PlayerNight(ActView):
    @reads(NightOut)
    def get(self, player_id: int, day: date) -> Night:
        """Show a player's seats, chips, result and cost of a gaming day."""
        found = player(self.club.pk, player_id)
        return player_night(self.club, found, day, at=self.at)


@routes(f"{NIGHT}night.csv", "api-night-file")
class PlayerNightFile(ActView):
    @reads(CSV_FILE)
    def get(self, player_id: int, day: date) -> HttpResponse:
        """Return a player's night as a file."""
        found = player(self.club.pk, player_id)
        night = player_night(self.club, found, day, at=self.at)
        return HttpResponse(night_csv(self.club, night), content_type="text/csv; charset=utf-8")
