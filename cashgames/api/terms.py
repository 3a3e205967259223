"""The endpoints for other terms of a running game."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from cashgames.models import TableChange
from cashgames.queries.board import changes
from cashgames.queries.tables import session
from cashgames.services.terms import (
    change_game,
    change_limits,
    offer_run_it_twice,
    raise_cap,
    take_back_cap,
)
from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import MAX_ROWS, reads
from casino.web.openapi import shown_as


@shown_as(
    what="game",
    before={"game": "texas_holdem"},
    after={"game": "omaha"},
    agreed=[],
    approved_by_id=None,
)
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

    @reads(TableChangeOut(many=True), page=MAX_ROWS)
    def get(self, session_id: int, page: Page) -> list[TableChange]:
        """List what was changed at a table, the latest first."""
        return changes(session(self.club.pk, session_id).pk, page=page)


class GameChange(ActView):
    """/sessions/<id>/game/"""

    post = sends(
        change_game,
        TableChangeOut,
        example={"game": "omaha", "small_blind_cents": 100, "big_blind_cents": 200},
    )


class LimitsChange(ActView):
    """/sessions/<id>/limits/"""

    post = sends(
        change_limits.ask,
        ProposalOut,
        example={
            "min_buy_in_cents": 20000,
            "max_buy_in_cents": 100000,
            "agreed": [101, 102],
            "reason": "All players wish it",
        },
    )


class SpecialCap(ActView):
    """/sessions/<id>/special-cap/"""

    post = sends(raise_cap.ask, ProposalOut, example={"reason": "A private table"})


class SpecialCapTakeBack(ActView):
    """/sessions/<id>/special-cap/take-back/"""

    post = sends(take_back_cap, TableChangeOut, example={"reason": "Meant for table 5"})


class RunItTwiceOffer(ActView):
    """/sessions/<id>/run-it-twice/"""

    post = sends(offer_run_it_twice, TableChangeOut, example={"offered": True})


routes = [
    path("sessions/<id:session_id>/changes/", Changes.as_view(), name="api-changes"),
    path("sessions/<id:session_id>/game/", GameChange.as_view(), name="api-game"),
    path("sessions/<id:session_id>/limits/", LimitsChange.as_view(), name="api-limits"),
    path(
        "sessions/<id:session_id>/run-it-twice/",
        RunItTwiceOffer.as_view(),
        name="api-run-it-twice",
    ),
    path("sessions/<id:session_id>/special-cap/", SpecialCap.as_view(), name="api-special-cap"),
    path(
        "sessions/<id:session_id>/special-cap/take-back/",
        SpecialCapTakeBack.as_view(),
        name="api-special-cap-take-back",
    ),
]
