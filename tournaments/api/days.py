"""Flights and days by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.models import Bag
from tournaments.queries.days import bags
from tournaments.queries.tournaments import tournament
from tournaments.services.days import begin_day, end_day

routes = Routes()


class BagOut(serializers.Serializer[Any]):
    """A stack that waits for the next day."""

    entry_id = serializers.IntegerField()
    player = serializers.CharField(source="entry.player.name")
    stack = serializers.IntegerField()


class DayEndOut(serializers.Serializer[Any]):
    """A day that has ended; begun_at: of the next one."""

    id = serializers.IntegerField()
    another_flight = serializers.BooleanField()
    at = serializers.DateTimeField()
    begun_at = serializers.DateTimeField(allow_null=True)
    next_name = serializers.CharField()
    next_starts_at = serializers.DateTimeField(allow_null=True)


@routes(f"{ONE}bags/", "api-bags")
class Bags(ActView):
    @reads(BagOut(many=True))
    def get(self, tournament_id: int) -> list[Bag]:
        """List the bags, the biggest stack first."""
        return bags(tournament(self.club.pk, tournament_id))

    post = sends(
        end_day,
        DayEndOut,
        example={"bags": [{"entry_id": 1, "chips": 30_000}], "another_flight": True},
    )


@routes(f"{ONE}begin-day/", "api-begin-day")
class NextDay(ActView):
    post = sends(begin_day, DayEndOut, status=200)
