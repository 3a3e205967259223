"""The jackpot of a series and tickets of a campaign, by program."""

from typing import Any

from django.urls import path

from casino.approvals.api import ProposalOut
from casino.approvals.models import Proposal
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import writes
from casino.web.serializers import IdField, PositiveCentsField, StrictSerializer, TextField
from tournaments import services
from tournaments.api.desk import ONE
from tournaments.services.shared import FLOOR


class WinnerIn(StrictSerializer):
    """Who gets how much."""

    entry_id = IdField()
    cents = PositiveCentsField()


class JackpotIn(StrictSerializer):
    """The shares, and which of the announced terms was met."""

    shares = WinnerIn(many=True)
    reason = TextField(longest=200)


class GiftIn(StrictSerializer):
    """A guest, and the campaign."""

    player_id = IdField()
    campaign = TextField()


class SeriesJackpot(ActView):
    """/tournaments/<id>/jackpot/"""

    @writes(
        ProposalOut,
        *FLOOR,
        takes=JackpotIn,
        example={"shares": [{"entry_id": 1, "cents": 5_000}], "reason": "Aces cracked twice"},
    )
    def post(
        self, stamp: Stamp, tournament_id: int, shares: list[dict[str, Any]], reason: str
    ) -> Proposal:
        """Ask a second person to pay the tournament jackpot of the series."""
        cents = {str(one["entry_id"]): one["cents"] for one in shares}
        return services.propose_series_jackpot(
            stamp, tournament_id=tournament_id, shares_cents=cents, reason=reason
        )


class Gifts(ActView):
    """/tournaments/<id>/tickets/"""

    @writes(ProposalOut, *FLOOR, takes=GiftIn, example={"player_id": 1, "campaign": "Advent"})
    def post(self, stamp: Stamp, tournament_id: int, player_id: int, campaign: str) -> Proposal:
        """Ask the manager to give a guest a ticket."""
        return services.propose_ticket(
            stamp, tournament_id=tournament_id, player_id=player_id, campaign=campaign
        )


routes = [
    path(f"{ONE}jackpot/", SeriesJackpot.as_view(), name="api-tournament-jackpot"),
    path(f"{ONE}tickets/", Gifts.as_view(), name="api-tournament-tickets"),
]
