"""The endpoints for what is imposed at a cash table."""

from typing import Any

from rest_framework import serializers

from cashgames.queries import penalties, tables
from cashgames.services.penalties import punish, take_back_penalty
from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.players.api import ImposedOut
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()


class PenaltyOut(ImposedOut):
    """What was imposed on a guest; until: when who was sent away for minutes may be back."""

    player_id = serializers.IntegerField(source="seat.player_id")
    seat_no = serializers.IntegerField(source="seat.number")
    gaming_day = serializers.DateField()
    until = serializers.DateTimeField(allow_null=True)
    taken_back_at = serializers.DateTimeField(allow_null=True)
    taken_back_reason = serializers.CharField(allow_blank=True)


@routes("sessions/<id:session_id>/penalties/", "api-table-penalties")
class Penalties(ActView):
    @reads(PenaltyOut(many=True))
    def get(self, session_id: int) -> Any:
        """List what was imposed at a table, the latest first; what was taken back, too."""
        return penalties.penalties(tables.session(self.club.pk, session_id).pk)

    post = sends(
        punish,
        PenaltyOut,
        example={"player_id": 101, "breach": "conduct", "reason": "Threw the cards"},
    )


@routes("table-penalties/<id:table_penalty_id>/take-back/", "api-table-penalty-back")
class PenaltyBack(ActView):
    post = sends(take_back_penalty, PenaltyOut, status=200, example={"reason": "Wrong guest"})
