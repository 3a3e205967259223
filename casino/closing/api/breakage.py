"""Breakage by program: the policy, what may lapse, what did."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.closing.models import BreakagePolicy
from casino.closing.queries.breakage import BreakageItem, breakage_items, policies
from casino.closing.services import breakage as services
from casino.journal.api.documents import DocumentOut
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.roles import request_stamp
from casino.web.routes import Routes

routes = Routes()


class BreakagePolicyOut(serializers.Serializer[Any]):
    """After how many months something may be taken to income, null for never; the first counts."""

    id = serializers.IntegerField()
    payables_months = serializers.IntegerField(allow_null=True)
    stacks_months = serializers.IntegerField(allow_null=True)
    tickets_months = serializers.IntegerField(allow_null=True)
    chips_months = serializers.IntegerField(allow_null=True)
    basis = serializers.CharField()
    reason = serializers.CharField()
    gaming_day = serializers.DateField()
    proposed_by = serializers.CharField(source="changed_by.username")
    approved_by = serializers.CharField(source="signed_by.username", allow_null=True, default=None)


class BreakageItemOut(serializers.Serializer[Any]):
    """
    Something owed that may lapse, or did: `cents` may lapse now, `lapsed_cents` did.

    `back_cents`: what lapsed and was presented since without an act of its own, as chips are.
    """

    item = serializers.CharField(source="key")
    name = serializers.CharField(allow_blank=True)
    player = serializers.CharField(allow_blank=True)
    owed_cents = serializers.IntegerField()
    cents = serializers.IntegerField()
    lapsed_cents = serializers.IntegerField()
    back_cents = serializers.IntegerField()
    since = serializers.DateField()
    moved = serializers.DateField()
    entry_id = serializers.IntegerField()


@routes("breakage/policy/", "api-breakage-policy")
class Policies(ActView):
    @reads(BreakagePolicyOut(many=True))
    def get(self) -> list[BreakagePolicy]:
        """List the policies, the one in force first."""
        return policies(self.club.pk)

    post = sends(
        services.change_policy.ask,
        ProposalOut,
        example={
            "payables_months": 36,
            "stacks_months": 36,
            "tickets_months": 36,
            "chips_months": 120,
            "basis": "Terms of the club, 14",
            "reason": "Adopted by the board",
        },
    )


@routes("breakage/", "api-breakage")
class Breakage(ActView):
    @reads(BreakageItemOut(many=True))
    def get(self) -> list[BreakageItem]:
        """List what may lapse now and what did, the oldest first."""
        found = breakage_items(self.club.pk, request_stamp(self.request).gaming_day)
        return [each for each in found if each.cents or each.lapsed_cents]

    post = sends(
        services.lapse.ask,
        ProposalOut,
        example={"items": ["payable:17", "chips:floor:0"], "reason": "Breakage of 2025"},
    )


@routes("breakage/restore/", "api-breakage-restore")
class RestoreLapsed(ActView):
    post = sends(
        services.restore_lapsed,
        DocumentOut,
        example={"item": "payable:17", "reason": "The guest wrote to us"},
    )
