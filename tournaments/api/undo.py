"""Undo of the last act on the floor, by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.queries.tournaments import tournament
from tournaments.services.undo import LastAct, NothingToUndo, last_act, undo_last

routes = Routes()


class LastActOut(serializers.Serializer[Any]):
    """What happened last on the floor, and what changes if it is undone; blocked: why it stands."""

    act_id = serializers.IntegerField()
    operation = serializers.CharField()
    by_id = serializers.IntegerField(source="by.pk", allow_null=True, default=None)
    at = serializers.DateTimeField()
    effects = serializers.SerializerMethodField()
    blocked = serializers.SerializerMethodField()

    def get_effects(self, last: LastAct) -> list[str]:
        return [each.says.localized() for each in last.effects]

    def get_blocked(self, last: LastAct) -> str | None:
        return last.blocked.message.localized() if last.blocked else None


class FloorUndoOut(serializers.Serializer[Any]):
    """What was undone."""

    id = serializers.IntegerField()
    undone_act_id = serializers.IntegerField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()


@routes(f"{ONE}undo/", "api-tournament-floor-undo")
class UndoLast(ActView):
    @reads(LastActOut)
    def get(self, tournament_id: int) -> LastAct:
        """Show the last act on the floor, and what changes if it is undone."""
        last = last_act(tournament(self.club.pk, tournament_id), self.at)
        if last is None:
            raise NothingToUndo
        return last

    post = sends(undo_last, FloorUndoOut, example={"undone_act_id": 1, "reason": "Wrong player"})
