"""The club's own accounts by program."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.acts.doors import sends
from casino.journal.models import OwnAccount
from casino.journal.queries.accounts import own_account, own_accounts
from casino.journal.rules.accounts import KINDS
from casino.journal.services import accounts as services
from casino.ledger.api import ActView
from casino.web.endpoints import reads


class OwnAccountOut(serializers.Serializer[Any]):
    """An account of the club's own; in the ledger it is `ledger_code` with its id as `ref`."""

    id = serializers.IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(list(KINDS.items()))
    parent_id = serializers.IntegerField(allow_null=True)
    tax_code = serializers.CharField(allow_blank=True)
    cost_center = serializers.CharField(allow_blank=True)
    limit_cents = serializers.IntegerField()
    is_open = serializers.BooleanField()
    ledger_code = serializers.CharField()


class OwnAccounts(ActView):
    """/journal/accounts/"""

    @reads(OwnAccountOut(many=True))
    def get(self) -> list[OwnAccount]:
        """List the club's own accounts, each after its parent."""
        return [each for _, each in own_accounts(self.club.pk)]

    post = sends(
        services.add_account,
        OwnAccountOut,
        example={"code": "6120", "name": "Bank fees", "kind": "expense"},
    )


class OwnAccountDetail(ActView):
    """/journal/accounts/<id>/"""

    @reads(OwnAccountOut)
    def get(self, own_account_id: int) -> OwnAccount:
        """Show an account."""
        return own_account(self.club.pk, own_account_id)

    post = sends(
        services.change_account, OwnAccountOut, status=200, example={"name": "Bank charges"}
    )


class CloseAccount(ActView):
    """/journal/accounts/<id>/close/"""

    post = sends(services.close_account, OwnAccountOut, status=200)


class ReopenAccount(ActView):
    """/journal/accounts/<id>/reopen/"""

    post = sends(services.reopen_account, OwnAccountOut, status=200)


routes = [
    path("journal/accounts/", OwnAccounts.as_view(), name="api-own-accounts"),
    path(
        "journal/accounts/<id:own_account_id>/", OwnAccountDetail.as_view(), name="api-own-account"
    ),
    path(
        "journal/accounts/<id:own_account_id>/close/",
        CloseAccount.as_view(),
        name="api-own-account-close",
    ),
    path(
        "journal/accounts/<id:own_account_id>/reopen/",
        ReopenAccount.as_view(),
        name="api-own-account-reopen",
    ),
]
