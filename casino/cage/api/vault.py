"""The endpoints of bags for the bank and of the vault's count."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.approvals.models import Proposal
from casino.cage import services
from casino.cage.api.payments import AskedOut
from casino.cage.models import Bag
from casino.cage.reports import bags
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import PiecesField, PositiveCentsField, StrictSerializer, TextField


class BagIn(StrictSerializer):
    """A sealed bag of banknotes."""

    cents = PositiveCentsField()
    seal = TextField(longest=50)


class HandOverIn(StrictSerializer):
    """Who carries a bag to the bank."""

    carrier = TextField(longest=100)


class CreditIn(StrictSerializer):
    """What the bank's statement says of a bag, and why it differs, where it does."""

    cents = PositiveCentsField()
    statement = TextField(longest=100)
    reason = TextField(longest=200, required=False, default="")


class VaultCountIn(StrictSerializer):
    """The vault counted piece by piece; without chips they were not counted."""

    cash = PiecesField()
    chips = PiecesField(required=False, default=dict)
    reason = TextField(longest=200, required=False, default="")


class BagOut(serializers.Serializer[Any]):
    """A bag: packed, handed over, credited."""

    id = serializers.IntegerField()
    seal = serializers.CharField()
    cents = serializers.IntegerField()
    packed_at = serializers.DateTimeField()
    carrier = serializers.CharField(allow_blank=True)
    handed_at = serializers.DateTimeField(allow_null=True)
    statement = serializers.CharField(allow_blank=True)
    credited_cents = serializers.IntegerField(allow_null=True)
    credited_at = serializers.DateTimeField(allow_null=True)


class Bags(ActView):
    """/vault/bags/"""

    @reads(BagOut(many=True))
    def get(self) -> list[Bag]:
        """List the bags for the bank, the latest first."""
        return bags(self.club.pk)

    @writes(BagOut, takes=BagIn, example={"cents": 1000000, "seal": "EE 41 7"})
    def post(self, stamp: Stamp, **values: Any) -> Bag:
        """Pack banknotes of the vault into a sealed bag."""
        return services.pack_bag(stamp, **values)


class BagHandOver(ActView):
    """/vault/bags/<id>/hand-over/"""

    @writes(BagOut, takes=HandOverIn, status=200, example={"carrier": "K. Saar"})
    def post(self, stamp: Stamp, bag_id: int, **values: Any) -> Bag:
        """Say who carries a bag to the bank."""
        return services.hand_over_bag(stamp, bag_id=bag_id, **values)


class BagCredit(ActView):
    """/vault/bags/<id>/credit/"""

    @writes(
        BagOut,
        takes=CreditIn,
        status=200,
        example={"cents": 1000000, "statement": "2026-03 line 12"},
    )
    def post(self, stamp: Stamp, bag_id: int, **values: Any) -> Bag:
        """Book what the bank's statement says of a bag; whoever packed it does not."""
        return services.credit_bag(stamp, bag_id=bag_id, **values)


class CountVault(ActView):
    """/vault/count/"""

    @writes(
        AskedOut,
        takes=VaultCountIn,
        example={"cash": {"10000": 300, "5000": 120}},
    )
    def post(self, stamp: Stamp, **values: Any) -> Proposal:
        """Keep a count of the vault until the second person signs it."""
        return services.ask_vault_count(stamp, **values)


routes = [
    path("vault/bags/", Bags.as_view(), name="api-safe-bags"),
    path("vault/bags/<id:bag_id>/hand-over/", BagHandOver.as_view(), name="api-bag-hand-over"),
    path("vault/bags/<id:bag_id>/credit/", BagCredit.as_view(), name="api-bag-credit"),
    path("vault/count/", CountVault.as_view(), name="api-vault-count"),
]
