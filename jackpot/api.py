"""The jackpots' endpoints."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.roles import EVERYBODY
from casino.web.serializers import Latest
from jackpot import queries
from jackpot.models import Snapshot
from jackpot.queries import Level


class LevelOut(serializers.Serializer[Any]):
    """A jackpot: the pool as it grows, and the level at the latest close."""

    id = serializers.IntegerField(source="jackpot.pk")
    name = serializers.CharField(source="jackpot.name")
    pool_cents = serializers.IntegerField()
    fixed_cents = serializers.IntegerField()
    fixed_at = serializers.DateTimeField(allow_null=True)


class SnapshotOut(serializers.Serializer[Any]):
    """The level fixed at a close."""

    at = serializers.DateTimeField()
    gaming_day = serializers.DateField()
    level_cents = serializers.IntegerField()


class Jackpots(ActView):
    """/jackpots/"""

    @reads(LevelOut(many=True), *EVERYBODY)
    def get(self) -> list[Level]:
        """List the jackpots with their levels."""
        return [queries.level(jackpot) for jackpot in queries.jackpots(self.club.pk)]


class JackpotHistory(ActView):
    """/jackpots/<id>/history/"""

    @reads(SnapshotOut(many=True), *EVERYBODY, asks=Latest)
    def get(self, jackpot_id: int, limit: int) -> list[Snapshot]:
        """List the levels fixed at the latest closes, latest first."""
        return queries.history(queries.jackpot(self.club.pk, jackpot_id), limit=limit)


routes = [
    path("jackpots/", Jackpots.as_view(), name="api-jackpots"),
    path("jackpots/<id:jackpot_id>/history/", JackpotHistory.as_view(), name="api-history"),
]
