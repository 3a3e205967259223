"""The endpoints for other terms of a running game."""

from typing import Any

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
from casino.web.routes import Routes

routes = Routes()


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


@routes("sessions/<id:session_id>/changes/", "api-changes")
class Changes(ActView):
    @reads(TableChangeOut(many=True), page=MAX_ROWS)
    def get(self, session_id: int, page: Page) -> list[TableChange]:
        """List what was changed at a table, the latest first."""
        return changes(session(self.club.pk, session_id).pk, page=page)


@routes("sessions/<id:session_id>/game/", "api-game")
class GameChange(ActView):
    post = sends(
        change_game,
        TableChangeOut,
        example={"game": "omaha", "small_blind_cents": 100, "big_blind_cents": 200},
    )


@routes("sessions/<id:session_id>/limits/", "api-limits")
class LimitsChange(ActView):
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


@routes("sessions/<id:session_id>/special-cap/", "api-special-cap")
class SpecialCap(ActView):
    post = sends(raise_cap.ask, ProposalOut, example={"reason": "A private table"})


@routes("sessions/<id:session_id>/special-cap/take-back/", "api-special-cap-take-back")
class SpecialCapTakeBack(ActView):
    post = sends(take_back_cap, TableChangeOut, example={"reason": "Meant for table 5"})


@routes("sessions/<id:session_id>/run-it-twice/", "api-run-it-twice")
class RunItTwiceOffer(ActView):
    post = sends(offer_run_it_twice, TableChangeOut, example={"offered": True})
