"""The endpoints of a restored office."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.epochs.models import Settlement
from casino.epochs.queries.standing import EpochStanding, Lost, lost_acts, standing
from casino.epochs.services.settling import declare_copy_gone, settle
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()


class EpochOut(serializers.Serializer[Any]):
    """In which epoch the office is, and whether the club may work."""

    number = serializers.IntegerField(source="epoch.number")
    begun_at = serializers.DateTimeField(source="epoch.begun_at")
    begun = serializers.BooleanField(help_text="False: the server was restored a moment ago.")
    copy_was_whole = serializers.BooleanField(source="whole")
    left = serializers.IntegerField(help_text="Lost acts that wait to be settled.")
    is_open = serializers.BooleanField()


class LostActOut(serializers.Serializer[Any]):
    """An act that a restore lost, from its copy outside, and how two people settled it."""

    id = serializers.IntegerField(source="row.pk")
    act_id = serializers.IntegerField(source="row.act_id")
    epoch = serializers.IntegerField(source="row.epoch.number")
    happened_at = serializers.DateTimeField(source="at")
    by = serializers.CharField(source="who.username", allow_null=True, default=None)
    operation = serializers.CharField()
    slips = serializers.ListField(child=serializers.CharField())
    cents = serializers.IntegerField(help_text="The debits of its entries.")
    how = serializers.ChoiceField(
        Settlement.How.choices, source="settled.how", allow_null=True, default=None
    )
    reason = serializers.CharField(source="settled.reason", allow_null=True, default=None)
    asked_by = serializers.CharField(
        source="settled.asked_by.username", allow_null=True, default=None
    )
    signed_by = serializers.CharField(
        source="settled.signed_by.username", allow_null=True, default=None
    )


@routes("epoch/", "api-epoch")
class EpochNow(ActView):
    @reads(EpochOut)
    def get(self) -> EpochStanding:
        """Show in which epoch the office is, and what keeps the club from working."""
        return standing(self.club.pk)


@routes("epoch/lost/", "api-lost-acts")
class LostActs(ActView):
    @reads(LostActOut(many=True), page=100)
    def get(self, page: Page) -> list[Lost]:
        """List what restores lost, as it happened."""
        return lost_acts(self.club.pk, page=page)

    post = sends(
        settle.ask,
        ProposalOut,
        example={"lost_ids": [1], "how": "again", "reason": "Slip 57 is in the drawer."},
    )


@routes("epoch/copy-gone/", "api-copy-gone")
class GoneCopies(ActView):
    post = sends(
        declare_copy_gone.ask, ProposalOut, example={"reason": "The disk of the mirror burnt."}
    )
