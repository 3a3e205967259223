"""How a tournament ended, and its summary, by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.queries.ending import Ending, ending
from tournaments.queries.tournaments import tournament
from tournaments.services.summary import sign_summary

routes = Routes()


class WonOut(serializers.Serializer[Any]):
    """
    A line of the results; paid: the desk has paid the cash.

    owed_to: the guests to whom two said that a prize or bounty chips of it are owed instead.
    """

    place = serializers.IntegerField()
    shared = serializers.IntegerField()
    entry_id = serializers.IntegerField(source="entry.pk")
    player = serializers.CharField(source="entry.player.name")
    cents = serializers.IntegerField()
    ticket_cents = serializers.IntegerField()
    bounty_cents = serializers.IntegerField()
    payable_id = serializers.IntegerField(allow_null=True)
    paid = serializers.BooleanField()
    deal = serializers.BooleanField()
    owed_to = serializers.ListField(child=serializers.CharField())


class EndingOut(serializers.Serializer[Any]):
    """Results, and what of the money is still owed."""

    won = WonOut(many=True)
    prizes_cents = serializers.IntegerField()
    tickets_cents = serializers.IntegerField()
    bounties_cents = serializers.IntegerField()
    owed_cents = serializers.IntegerField()


@routes(f"{ONE}results/", "api-tournament-results")
class Results(ActView):
    @reads(EndingOut)
    def get(self, tournament_id: int) -> Ending:
        """Show the places and prizes."""
        found = tournament(self.club.pk, tournament_id)
        return ending(found, at=self.at)


@routes(f"{ONE}summary/", "api-tournament-summary")
class Summary(ActView):
    post = sends(sign_summary.ask, ProposalOut)
