"""The endpoints of bags for the bank and of the vault's count."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.cage.api.payments import AskedOut
from casino.cage.models import Bag
from casino.cage.reports import bags
from casino.cage.services.deposits import (
    confirm_credit,
    dispatch_deposit,
    prepare_deposit,
    take_back_dispatch,
)
from casino.cage.services.funds import correct_vault, fund_vault, withdraw_funds
from casino.cage.services.vault_count import count_vault
from casino.ledger.api import ActView, PostedOut
from casino.paging import Page
from casino.web.endpoints import MAX_ROWS, reads
from casino.web.routes import Routes

routes = Routes()
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


@routes("vault/", "api-vault")
class Vault(ActView):
    post = sends(fund_vault, PostedOut, example=FUNDS)


@routes("vault/ask/", "api-vault-ask")
class AskFunding(ActView):
    post = sends(fund_vault.ask, AskedOut, example=FUNDS)


@routes("vault/withdraw/", "api-vault-withdraw")
class Withdraw(ActView):
    post = sends(withdraw_funds, PostedOut, example=FUNDS)


@routes("vault/ask-withdrawal/", "api-vault-ask-withdrawal")
class AskWithdrawal(ActView):
    post = sends(withdraw_funds.ask, AskedOut, example=FUNDS)


@routes("vault/entries/<id:entry_id>/correct/", "api-vault-correct")
class CorrectVault(ActView):
    post = sends(correct_vault, PostedOut, example=CORRECTION)


@routes("vault/entries/<id:entry_id>/ask-correct/", "api-vault-ask-correct")
class AskCorrection(ActView):
    post = sends(correct_vault.ask, AskedOut, example=CORRECTION)


@routes("vault/bags/", "api-safe-bags")
class Bags(ActView):
    @reads(BagOut(many=True), page=MAX_ROWS)
    def get(self, page: Page) -> list[Bag]:
        """List the bags for the bank, the latest first."""
        return bags(self.club.pk, page=page)

    post = sends(prepare_deposit, BagOut, example={"cents": 1000000, "seal": "EE 41 7"})


@routes("vault/ask-deposit/", "api-ask-deposit")
class AskDeposit(ActView):
    post = sends(prepare_deposit.ask, AskedOut, example={"cents": 1000000, "seal": "EE 41 7"})


@routes("vault/bags/<id:bag_id>/hand-over/", "api-bag-hand-over")
class BagHandOver(ActView):
    post = sends(dispatch_deposit, BagOut, status=200, example={"carrier": "K. Saar"})


@routes("vault/bags/<id:bag_id>/ask-hand-over/", "api-ask-dispatch")
class AskDispatch(ActView):
    post = sends(dispatch_deposit.ask, AskedOut, example={"carrier": "K. Saar"})


@routes("vault/bags/<id:bag_id>/hand-over/take-back/", "api-bag-take-back")
class TakeBackDispatch(ActView):
    post = sends(take_back_dispatch.ask, AskedOut, example={"reason": "Meant the other deposit"})


@routes("vault/bags/<id:bag_id>/credit/", "api-bag-credit")
class BagCredit(ActView):
    post = sends(
        confirm_credit,
        BagOut,
        status=200,
        example={"cents": 1000000, "statement": "2026-03 line 12"},
    )


@routes("vault/bags/<id:bag_id>/ask-credit/", "api-ask-credit")
class AskCredit(ActView):
    post = sends(
        confirm_credit.ask,
        AskedOut,
        example={"cents": 990000, "statement": "2026-03 line 12", "reason": "A false note"},
    )


@routes("vault/count/", "api-vault-count")
class CountVault(ActView):
    post = sends(count_vault.ask, AskedOut, example={"cash": {"10000": 300, "5000": 120}})
