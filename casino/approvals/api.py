"""The endpoints of approvals."""

from typing import Any

from django.urls import path
from django.utils import timezone
from rest_framework import serializers

from casino.approvals import queries, services
from casino.approvals.models import Proposal
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import StrictSerializer, TextField


class ApproveIn(StrictSerializer):
    """The digest of the content that was read."""

    digest = TextField(longest=64)


class RefuseIn(StrictSerializer):
    """Why not."""

    remark = TextField(longest=200)


class ProposalOut(serializers.Serializer[Any]):
    """A request for a second person; `approved` is null while nobody has decided."""

    id = serializers.IntegerField()
    operation = serializers.CharField()
    content = serializers.JSONField()
    digest = serializers.CharField()
    reason = serializers.CharField()
    proposed_by = serializers.CharField(source="proposed_by.username")
    proposed_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    approved = serializers.BooleanField(allow_null=True)
    decided_by = serializers.CharField(source="decided_by.username", allow_null=True, default=None)
    decided_at = serializers.DateTimeField(allow_null=True)
    remark = serializers.CharField(allow_blank=True)


class Proposals(ActView):
    """/proposals/"""

    @reads(ProposalOut(many=True))
    def get(self) -> list[Proposal]:
        """List what waits for a second person, the oldest first."""
        return queries.open_proposals(self.club.pk, at=timezone.now())


class ProposalDetail(ActView):
    """/proposals/<id>/"""

    @reads(ProposalOut)
    def get(self, proposal_id: int) -> Proposal:
        """Show a proposal, decided or not."""
        return queries.proposal(self.club.pk, proposal_id)


class Approve(ActView):
    """/proposals/<id>/approve/"""

    @writes(ProposalOut, takes=ApproveIn, status=200, example={"digest": 8 * "5feceb66"})
    def post(self, stamp: Stamp, proposal_id: int, digest: str) -> Proposal:
        """Approve another person's proposal and carry it out. Which role may: 403 says."""
        return services.approve(stamp, proposal_id=proposal_id, digest=digest)


class Refuse(ActView):
    """/proposals/<id>/refuse/"""

    @writes(ProposalOut, takes=RefuseIn, status=200, example={"remark": "Camera differs."})
    def post(self, stamp: Stamp, proposal_id: int, remark: str) -> Proposal:
        """Refuse a proposal, or withdraw one's own."""
        return services.refuse(stamp, proposal_id=proposal_id, remark=remark)


routes = [
    path("proposals/", Proposals.as_view(), name="api-proposals"),
    path("proposals/<id:proposal_id>/", ProposalDetail.as_view(), name="api-proposal"),
    path("proposals/<id:proposal_id>/approve/", Approve.as_view(), name="api-approve"),
    path("proposals/<id:proposal_id>/refuse/", Refuse.as_view(), name="api-refuse"),
]
