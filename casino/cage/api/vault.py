"""The endpoints of bags for the bank and of the vault's count."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.acts.doors import sends
from casino.cage.api.payments import AskedOut
from casino.cage.models import Bag
from casino.cage.reports import bags
from casino.cage.services.deposits import confirm_credit, dispatch_deposit, prepare_deposit
from casino.cage.services.vault_count import count_vault
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import MAX_ROWS, reads


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

    @reads(BagOut(many=True), page=MAX_ROWS)
    def get(self, page: Page) -> list[Bag]:
        """List the bags for the bank, the latest first."""
        return bags(self.club.pk, page=page)

    post = sends(prepare_deposit, BagOut, example={"cents": 1000000, "seal": "EE 41 7"})


class BagHandOver(ActView):
    """/vault/bags/<id>/hand-over/"""

    post = sends(dispatch_deposit, BagOut, status=200, example={"carrier": "K. Saar"})


class BagCredit(ActView):
    """/vault/bags/<id>/credit/"""

    post = sends(
        confirm_credit,
        BagOut,
        status=200,
        example={"cents": 1000000, "statement": "2026-03 line 12"},
    )


class CountVault(ActView):
    """/vault/count/"""

    post = sends(count_vault.ask, AskedOut, example={"cash": {"10000": 300, "5000": 120}})


routes = [
    path("vault/bags/", Bags.as_view(), name="api-safe-bags"),
    path("vault/bags/<id:bag_id>/hand-over/", BagHandOver.as_view(), name="api-bag-hand-over"),
    path("vault/bags/<id:bag_id>/credit/", BagCredit.as_view(), name="api-bag-credit"),
    path("vault/count/", CountVault.as_view(), name="api-vault-count"),
]
