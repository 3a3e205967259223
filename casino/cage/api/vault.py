"""The endpoints of bags for the bank and of the vault's count."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.acts.doors import sends
from casino.cage.api.payments import AskedOut
from casino.cage.models import Bag
from casino.cage.reports import bags
from casino.cage.services.deposits import confirm_credit, dispatch_deposit, prepare_deposit
from casino.cage.services.funds import correct_vault, fund_vault, withdraw_funds
from casino.cage.services.vault_count import count_vault
from casino.ledger.api import ActView, PostedOut
from casino.paging import Page
from casino.web.endpoints import MAX_ROWS, reads

FUNDS = {"cash": {"10000": 300, "5000": 400}, "memo": "Opening"}
CORRECTION = {"reason": "One nought too many"}


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
    voided_at = serializers.DateTimeField(allow_null=True)


class Vault(ActView):
    """/vault/"""

    post = sends(fund_vault, PostedOut, example=FUNDS)


class AskFunding(ActView):
    """/vault/ask/"""

    post = sends(fund_vault.ask, AskedOut, example=FUNDS)


class Withdraw(ActView):
    """/vault/withdraw/"""

    post = sends(withdraw_funds, PostedOut, example=FUNDS)


class AskWithdrawal(ActView):
    """/vault/ask-withdrawal/"""

    post = sends(withdraw_funds.ask, AskedOut, example=FUNDS)


class CorrectVault(ActView):
    """/vault/entries/<id>/correct/"""

    post = sends(correct_vault, PostedOut, example=CORRECTION)


class AskCorrection(ActView):
    """/vault/entries/<id>/ask-correct/"""

    post = sends(correct_vault.ask, AskedOut, example=CORRECTION)


class Bags(ActView):
    """/vault/bags/"""

    @reads(BagOut(many=True), page=MAX_ROWS)
    def get(self, page: Page) -> list[Bag]:
        """List the bags for the bank, the latest first."""
        return bags(self.club.pk, page=page)

    post = sends(prepare_deposit, BagOut, example={"cents": 1000000, "seal": "EE 41 7"})


class AskDeposit(ActView):
    """/vault/ask-deposit/"""

    post = sends(prepare_deposit.ask, AskedOut, example={"cents": 1000000, "seal": "EE 41 7"})


class BagHandOver(ActView):
    """/vault/bags/<id>/hand-over/"""

    post = sends(dispatch_deposit, BagOut, status=200, example={"carrier": "K. Saar"})


class AskDispatch(ActView):
    """/vault/bags/<id>/ask-hand-over/"""

    post = sends(dispatch_deposit.ask, AskedOut, example={"carrier": "K. Saar"})


class BagCredit(ActView):
    """/vault/bags/<id>/credit/"""

    post = sends(
        confirm_credit,
        BagOut,
        status=200,
        example={"cents": 1000000, "statement": "2026-03 line 12"},
    )


class AskCredit(ActView):
    """/vault/bags/<id>/ask-credit/"""

    post = sends(
        confirm_credit.ask,
        AskedOut,
        example={"cents": 990000, "statement": "2026-03 line 12", "reason": "A false note"},
    )


class CountVault(ActView):
    """/vault/count/"""

    post = sends(count_vault.ask, AskedOut, example={"cash": {"10000": 300, "5000": 120}})


routes = [
    path("vault/", Vault.as_view(), name="api-vault"),
    path("vault/ask/", AskFunding.as_view(), name="api-vault-ask"),
    path("vault/withdraw/", Withdraw.as_view(), name="api-vault-withdraw"),
    path("vault/ask-withdrawal/", AskWithdrawal.as_view(), name="api-vault-ask-withdrawal"),
    path("vault/entries/<id:entry_id>/correct/", CorrectVault.as_view(), name="api-vault-correct"),
    path(
        "vault/entries/<id:entry_id>/ask-correct/",
        AskCorrection.as_view(),
        name="api-vault-ask-correct",
    ),
    path("vault/ask-deposit/", AskDeposit.as_view(), name="api-ask-deposit"),
    path("vault/bags/", Bags.as_view(), name="api-safe-bags"),
    path("vault/bags/<id:bag_id>/hand-over/", BagHandOver.as_view(), name="api-bag-hand-over"),
    path("vault/bags/<id:bag_id>/ask-hand-over/", AskDispatch.as_view(), name="api-ask-dispatch"),
    path("vault/bags/<id:bag_id>/ask-credit/", AskCredit.as_view(), name="api-ask-credit"),
    path("vault/bags/<id:bag_id>/credit/", BagCredit.as_view(), name="api-bag-credit"),
    path("vault/count/", CountVault.as_view(), name="api-vault-count"),
]
