"""The endpoints for other terms of a running game."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from cashgames import queries, services
from cashgames.api.shared import MOST_SEATS
from cashgames.models import TableChange
from casino.approvals.api import ProposalOut
from casino.approvals.models import Proposal
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import (
    CentsField,
    IdField,
    PositiveCentsField,
    StrictSerializer,
    TextField,
)


class GameIn(StrictSerializer):
    """The game dealt from now on, and its blinds."""

    game = TextField(longest=30)
    small_blind_cents = CentsField()
    big_blind_cents = CentsField()


class LimitsIn(StrictSerializer):
    """Other limits, which players agreed to them, and why they are wanted."""

    min_buy_in_cents = PositiveCentsField()
    max_buy_in_cents = PositiveCentsField()
    agreed = serializers.ListField(child=IdField(), max_length=MOST_SEATS)
    reason = TextField(longest=200)


class CapIn(StrictSerializer):
    """Why the special cap is wanted."""

    reason = TextField(longest=200)


class TableChangeOut(serializers.Serializer[Any]):
    """What was changed at a table, by whom, and who agreed."""

    id = serializers.IntegerField()
    what = serializers.ChoiceField(TableChange.What.choices)
    before = serializers.JSONField()
    after = serializers.JSONField()
    agreed = serializers.ListField(child=serializers.IntegerField())
    asked_by_id = serializers.IntegerField()
    approved_by_id = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()


class Changes(ActView):
    """/sessions/<id>/changes/"""

    @reads(TableChangeOut(many=True))
    def get(self, session_id: int) -> list[TableChange]:
        """List what was changed at a table, the latest first."""
        return queries.changes(queries.session(self.club.pk, session_id).pk)


class GameChange(ActView):
    """/sessions/<id>/game/"""

    @writes(
        TableChangeOut,
        takes=GameIn,
        example={"game": "omaha", "small_blind_cents": 100, "big_blind_cents": 200},
    )
    def post(self, stamp: Stamp, session_id: int, **values: Any) -> TableChange:
        """Deal another game, or other blinds, at an open table."""
        return services.change_game(stamp, session_id=session_id, **values)


class LimitsChange(ActView):
    """/sessions/<id>/limits/"""

    @writes(
        ProposalOut,
        takes=LimitsIn,
        example={
            "min_buy_in_cents": 20000,
            "max_buy_in_cents": 100000,
            "agreed": [101, 102],
            "reason": "All players wish it",
        },
    )
    def post(self, stamp: Stamp, session_id: int, **values: Any) -> Proposal:
        """Ask a second person for other limits, to which every player has agreed."""
        return services.propose_limits(stamp, session_id=session_id, **values)


class SpecialCap(ActView):
    """/sessions/<id>/special-cap/"""

    @writes(ProposalOut, takes=CapIn, example={"reason": "A private table"})
    def post(self, stamp: Stamp, session_id: int, reason: str) -> Proposal:
        """Ask a second person for the special cap of the rake at a table."""
        return services.propose_special_cap(stamp, session_id=session_id, reason=reason)


routes = [
    path("sessions/<id:session_id>/changes/", Changes.as_view(), name="api-changes"),
    path("sessions/<id:session_id>/game/", GameChange.as_view(), name="api-game"),
    path("sessions/<id:session_id>/limits/", LimitsChange.as_view(), name="api-limits"),
    path("sessions/<id:session_id>/special-cap/", SpecialCap.as_view(), name="api-special-cap"),
]
