"""The jackpot of a series and tickets of a campaign, by program."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.approvals.api import ProposalOut
from casino.approvals.models import Proposal
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import IdField, PositiveCentsField, StrictSerializer, TextField
from tournaments import queries, services
from tournaments.api.desk import ONE
from tournaments.models import Ticket


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


class UnusedTicketOut(serializers.Serializer[Any]):
    """A ticket to a tournament that its holder has not used; campaign: empty where it was won."""

    id = serializers.IntegerField()
    player_id = serializers.IntegerField()
    cents = serializers.IntegerField()
    won_in_id = serializers.IntegerField(allow_null=True)
    campaign = serializers.CharField()
    won_at = serializers.DateTimeField()


class SeriesJackpot(ActView):
    """/tournaments/<id>/jackpot/"""

    @writes(
        ProposalOut,
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

    @reads(UnusedTicketOut(many=True))
    def get(self, tournament_id: int) -> list[Ticket]:
        """List the tickets that nobody has used yet."""
        return queries.open_tickets(queries.tournament(self.club.pk, tournament_id))

    @writes(ProposalOut, takes=GiftIn, example={"player_id": 1, "campaign": "Advent"})
    def post(self, stamp: Stamp, tournament_id: int, player_id: int, campaign: str) -> Proposal:
        """Ask the manager to give a guest a ticket."""
        return services.propose_ticket(
            stamp, tournament_id=tournament_id, player_id=player_id, campaign=campaign
        )


class ClearingIn(StrictSerializer):
    """Why, and the tournament to which the ticket leads then; none: its price is paid."""

    move_to_id = IdField(allow_null=True, default=None)
    reason = TextField(longest=200)


class Clearings(ActView):
    """/tournament-tickets/<id>/clear/"""

    @writes(ProposalOut, takes=ClearingIn, example={"reason": "Was ill"})
    def post(
        self, stamp: Stamp, ticket_id: int, reason: str, move_to_id: int | None = None
    ) -> Proposal:
        """Ask the manager to pay or move a ticket that cannot be used any more."""
        return services.propose_clearing(
            stamp, ticket_id=ticket_id, reason=reason, move_to_id=move_to_id
        )


CLEARING = "tournament-tickets/<id:ticket_id>/clear/"
routes = [
    path(CLEARING, Clearings.as_view(), name="api-ticket-clear"),
    path(f"{ONE}jackpot/", SeriesJackpot.as_view(), name="api-tournament-jackpot"),
    path(f"{ONE}tickets/", Gifts.as_view(), name="api-tournament-tickets"),
]
