"""Deals by program."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import CentsField, IdField, StrictSerializer
from tournaments import queries, services
from tournaments.api.desk import ONE
from tournaments.api.floor import ChipsField
from tournaments.models import Agreement, Deal
from tournaments.queries import DealView


class ShareIn(StrictSerializer):
    """What a player who is left gets, and the chips, whose order is that of the places."""

    entry_id = IdField()
    cents = CentsField()
    chips = ChipsField(default=0)


class DealIn(StrictSerializer):
    """A deal of everybody left."""

    shares = ShareIn(many=True)


class AgreementIn(StrictSerializer):
    """Whose word is noted."""

    entry_id = IdField()


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


class Deals(ActView):
    """/tournaments/<id>/deals/"""

    @reads(DealViewOut(many=True))
    def get(self, tournament_id: int) -> list[DealView]:
        """Show the deal that counts, if there is one."""
        found = queries.latest_deal(queries.tournament(self.club.pk, tournament_id))
        return [found] if found else []

    @writes(
        DealOut,
        takes=DealIn,
        example={"shares": [{"entry_id": 1, "cents": 30_000, "chips": 12_000}]},
    )
    def post(self, stamp: Stamp, tournament_id: int, shares: list[dict[str, Any]]) -> Deal:
        """Note a deal."""
        return services.offer_deal(
            stamp,
            tournament_id=tournament_id,
            shares_cents={str(one["entry_id"]): one["cents"] for one in shares},
            stacks={str(one["entry_id"]): one["chips"] for one in shares},
        )


class Agreements(ActView):
    """/tournaments/<id>/deals/<id>/agreements/"""

    @writes(AgreementOut, takes=AgreementIn, example={"entry_id": 1})
    def post(self, stamp: Stamp, tournament_id: int, deal_id: int, entry_id: int) -> Agreement:
        """Note that a player agrees."""
        asked = {"tournament_id": tournament_id, "deal_id": deal_id, "entry_id": entry_id}
        return services.agree_to_deal(stamp, **asked)


class Withdrawals(ActView):
    """/tournaments/<id>/deals/<id>/agreements/withdraw/"""

    @writes(AgreementOut, takes=AgreementIn, example={"entry_id": 1})
    def post(self, stamp: Stamp, tournament_id: int, deal_id: int, entry_id: int) -> Agreement:
        """Note that a player no longer agrees."""
        asked = {"tournament_id": tournament_id, "deal_id": deal_id, "entry_id": entry_id}
        return services.withdraw_word(stamp, **asked)


AGREEMENTS = f"{ONE}deals/<id:deal_id>/agreements/"
routes = [
    path(f"{ONE}deals/", Deals.as_view(), name="api-deals"),
    path(AGREEMENTS, Agreements.as_view(), name="api-agreements"),
    path(f"{AGREEMENTS}withdraw/", Withdrawals.as_view(), name="api-agreement-withdraw"),
]
