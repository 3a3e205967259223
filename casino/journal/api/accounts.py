"""The club's own accounts by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.journal.models import OwnAccount
from casino.journal.queries.accounts import own_account, own_accounts
from casino.journal.rules.accounts import KINDS
from casino.journal.services import accounts as services
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()


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


@routes("journal/accounts/", "api-own-accounts")
class OwnAccounts(ActView):
    @reads(OwnAccountOut(many=True))
    def get(self) -> list[OwnAccount]:
        """List the club's own accounts, each after its parent."""
        return [each for _, each in own_accounts(self.club.pk)]

    post = sends(
        services.add_account,
        OwnAccountOut,
        example={"code": "6120", "name": "Bank fees", "kind": "expense"},
    )


@routes("journal/accounts/<id:own_account_id>/", "api-own-account")
class OwnAccountDetail(ActView):
    @reads(OwnAccountOut)
    def get(self, own_account_id: int) -> OwnAccount:
        """Show an account."""
        return own_account(self.club.pk, own_account_id)

    post = sends(
        services.change_account, OwnAccountOut, status=200, example={"name": "Bank charges"}
    )


@routes("journal/accounts/<id:own_account_id>/close/", "api-own-account-close")
class CloseAccount(ActView):
    post = sends(services.close_account, OwnAccountOut, status=200)


@routes("journal/accounts/<id:own_account_id>/reopen/", "api-own-account-reopen")
class ReopenAccount(ActView):
    post = sends(services.reopen_account, OwnAccountOut, status=200)
