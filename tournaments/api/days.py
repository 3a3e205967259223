"""Flights and days by program."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import FlagField, InstantField, StrictSerializer, TextField
from tournaments import queries, services
from tournaments.api.desk import ONE
from tournaments.api.floor import ChipsOfIn
from tournaments.models import Bag, DayEnd


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


class DayEndIn(StrictSerializer):
    """The stack of everybody who plays today, and what follows."""

    bags = ChipsOfIn(many=True)
    another_flight = FlagField(default=False)
    next_name = TextField(longest=50, required=False)
    next_starts_at = InstantField(required=False)


class Bags(ActView):
    """/tournaments/<id>/bags/"""

    @reads(BagOut(many=True))
    def get(self, tournament_id: int) -> list[Bag]:
        """List the bags, the biggest stack first."""
        return queries.bags(queries.tournament(self.club.pk, tournament_id))

    @writes(
        DayEndOut,
        takes=DayEndIn,
        example={"bags": [{"entry_id": 1, "chips": 30_000}], "another_flight": True},
    )
    def post(
        self, stamp: Stamp, tournament_id: int, bags: list[dict[str, Any]], **values: Any
    ) -> DayEnd:
        """End a flight or day."""
        stacks = {str(one["entry_id"]): one["chips"] for one in bags}
        return services.end_day(stamp, tournament_id=tournament_id, stacks=stacks, **values)


class NextDay(ActView):
    """/tournaments/<id>/begin-day/"""

    @writes(DayEndOut, status=200)
    def post(self, stamp: Stamp, tournament_id: int) -> DayEnd:
        """Begin the next flight, or the day on which all bags are taken up."""
        return services.begin_day(stamp, tournament_id=tournament_id)


routes = [
    path(f"{ONE}bags/", Bags.as_view(), name="api-bags"),
    path(f"{ONE}begin-day/", NextDay.as_view(), name="api-begin-day"),
]
