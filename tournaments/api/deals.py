"""Deals by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.queries.dealing import DealView, latest_deal
from tournaments.queries.tournaments import tournament
from tournaments.services.deals import agree_to_deal, offer_deal, withdraw_word

routes = Routes()
AGREEMENTS = f"{ONE}deals/<id:deal_id>/agreements/"


class AgreementOut(serializers.Serializer[Any]):
    """A player's word for a deal."""

    id = serializers.IntegerField()
    deal_id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    at = serializers.DateTimeField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)


class DealOut(serializers.Serializer[Any]):
    """A deal as it was noted."""

    id = serializers.IntegerField()
    shares_cents = serializers.JSONField()
    stacks = serializers.JSONField()
    at = serializers.DateTimeField()


class DealViewOut(serializers.Serializer[Any]):
    """The deal that counts; stands: it names everybody left; agreed: everybody's word is noted."""

    deal = DealOut()
    stands = serializers.BooleanField()
    agreed = serializers.BooleanField()
    agreements = AgreementOut(many=True)


@routes(f"{ONE}deals/", "api-deals")
class Deals(ActView):
    @reads(DealViewOut(many=True))
    def get(self, tournament_id: int) -> list[DealView]:
        """Show the deal that counts, if there is one."""
        found = latest_deal(tournament(self.club.pk, tournament_id))
        return [found] if found else []

    post = sends(
        offer_deal,
        DealOut,
        example={"shares": [{"entry_id": 1, "cents": 30_000, "chips": 12_000}]},
    )


@routes(AGREEMENTS, "api-agreements")
class Agreements(ActView):
    post = sends(agree_to_deal, AgreementOut, example={"entry_id": 1})


@routes(f"{AGREEMENTS}withdraw/", "api-agreement-withdraw")
class Withdrawals(ActView):
    post = sends(withdraw_word, AgreementOut, example={"entry_id": 1})
