"""What the floor asks of the desk, by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ENTRY, ONE
from tournaments.models import PurchaseRequest
from tournaments.queries.requests import waiting
from tournaments.queries.tournaments import tournament
from tournaments.services.late_purchases import permit_purchase
from tournaments.services.requests import request_purchase, withdraw_request

routes = Routes()


class RequestOut(serializers.Serializer[Any]):
    """
    What a player asked for; chips: the stack then; purchase_id: what the desk sold for it.

    paid_at, reason: of what was paid in its period and forgotten.
    """

    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    player = serializers.CharField(source="entry.player.name")
    what = serializers.CharField()
    chips = serializers.IntegerField()
    paid_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    purchase_id = serializers.IntegerField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)


@routes(f"{ONE}requests/", "api-tournament-requests")
class Requests(ActView):
    @reads(RequestOut(many=True))
    def get(self, tournament_id: int) -> list[PurchaseRequest]:
        """List what waits at the desk, the oldest first."""
        return waiting(tournament(self.club.pk, tournament_id))


@routes(f"{ENTRY}requests/", "api-tournament-request")
class Ask(ActView):
    post = sends(request_purchase, RequestOut, example={"what": "rebuy"})


FORGOTTEN = {
    "what": "rebuy",
    "paid_at": "2026-11-21T21:38:00Z",
    "reason": "Paid at the table, not entered",
}


@routes(f"{ENTRY}requests/late/", "api-tournament-request-late")
class Late(ActView):
    post = sends(permit_purchase.ask, ProposalOut, example=FORGOTTEN)


@routes("tournament-requests/<id:request_id>/withdraw/", "api-tournament-request-withdraw")
class Withdraw(ActView):
    post = sends(withdraw_request, RequestOut, status=200)
