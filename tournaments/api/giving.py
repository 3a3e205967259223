"""The jackpot of a series and tickets of a campaign, by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.models import Ticket
from tournaments.queries.tournaments import open_tickets, tournament
from tournaments.services.campaigns import give_ticket
from tournaments.services.pool_awards_back import take_back_jackpot
from tournaments.services.right_winners import correct_prize
from tournaments.services.series_jackpot import pay_series_jackpot
from tournaments.services.tickets import clear_ticket, take_back_clearing, take_back_ticket

routes = Routes()
CLEARING = "tournament-tickets/<id:ticket_id>/clear/"


class UnusedTicketOut(serializers.Serializer[Any]):
    """A ticket to a tournament that its holder has not used; campaign: empty where it was won."""

    id = serializers.IntegerField()
    player_id = serializers.IntegerField()
    cents = serializers.IntegerField()
    won_in_id = serializers.IntegerField(allow_null=True)
    campaign = serializers.CharField()
    won_at = serializers.DateTimeField()


@routes(f"{ONE}jackpot/", "api-tournament-jackpot")
class SeriesJackpot(ActView):
    post = sends(
        pay_series_jackpot.ask,
        ProposalOut,
        example={"shares": [{"entry_id": 1, "cents": 5_000}], "reason": "Aces cracked twice"},
    )


@routes("tournament-jackpots/<id:payable_id>/take-back/", "api-tournament-jackpot-back")
class SeriesJackpotBack(ActView):
    post = sends(take_back_jackpot.ask, ProposalOut, example={"reason": "It was seat 4"})


@routes("tournament-prizes/<id:payable_id>/guest/", "api-tournament-winner")
class PrizeWinner(ActView):
    post = sends(
        correct_prize.ask,
        ProposalOut,
        example={"player_id": 2, "reason": "Sold by the card of another guest of that name"},
    )


@routes(f"{ONE}tickets/", "api-tournament-tickets")
class Gifts(ActView):
    @reads(UnusedTicketOut(many=True))
    def get(self, tournament_id: int) -> list[Ticket]:
        """List the tickets that nobody has used yet."""
        return open_tickets(tournament(self.club.pk, tournament_id))

    post = sends(give_ticket.ask, ProposalOut, example={"player_id": 1, "campaign": "Advent"})


@routes(CLEARING, "api-ticket-clear")
class Clearings(ActView):
    post = sends(clear_ticket.ask, ProposalOut, example={"reason": "Was ill"})


@routes("tournament-ticket-payments/<id:payable_id>/take-back/", "api-ticket-clear-back")
class ClearingsBack(ActView):
    post = sends(take_back_clearing.ask, ProposalOut, example={"reason": "Plays on Sunday"})


@routes("tournament-tickets/<id:ticket_id>/take-back/", "api-ticket-take-back")
class TicketsBack(ActView):
    post = sends(take_back_ticket.ask, ProposalOut, example={"reason": "Another guest's"})
