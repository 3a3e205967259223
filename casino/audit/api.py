"""The endpoints of the permissions: who may do what at the club, and proposing otherwise."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.approvals.api import ProposalOut
from casino.approvals.models import Proposal
from casino.audit import queries, services
from casino.audit.queries.access import PermissionRow
from casino.house.models import Permission
from casino.house.queries import permission_history
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.staff.models import Role
from casino.staff.permissions import actions
from casino.web.endpoints import reads, writes
from casino.web.serializers import DayField, OneOfField, StrictSerializer, TextField

EXAMPLE = {
    "action": "close_floor",
    "acts": ["manager"],
    "seconds": [],
    "reads": ["accountant", "auditor", "supervisor"],
    "from_day": "2026-12-01",
    "reason": "The floor closes late in December.",
}


class RolesOut(serializers.ListField):
    """Roles by their names, in the order of the alphabet."""

    child = serializers.ChoiceField(Role.choices)

    def to_representation(self, data: Any) -> list[Any]:
        """Return the roles."""
        return sorted(data)


class PermissionOut(serializers.Serializer[Any]):
    """A row of the permissions: who acts, who is the second, who reads; own: not as usual."""

    action = serializers.CharField(source="action.name")
    title = serializers.CharField(source="action.title")
    threshold = serializers.CharField(source="action.threshold", allow_blank=True)
    source = serializers.CharField(source="action.source")  # type: ignore[assignment]
    fixed = serializers.BooleanField(source="action.fixed", help_text="The same at every club.")
    acts = RolesOut(source="here.acts")
    seconds = RolesOut(source="here.seconds")
    reads = RolesOut(source="here.reads")
    usual_acts = RolesOut(source="action.usual.acts")
    usual_seconds = RolesOut(source="action.usual.seconds")
    usual_reads = RolesOut(source="action.read")
    own = serializers.BooleanField()


class PermissionIn(StrictSerializer):
    """Who acts, who is the second and who reads, from the opening of a gaming day on."""

    action = OneOfField(choices=tuple(actions()))
    acts = serializers.ListField(child=OneOfField(choices=Role.values), max_length=6)
    seconds = serializers.ListField(child=OneOfField(choices=Role.values), max_length=6)
    reads = serializers.ListField(child=OneOfField(choices=Role.values), max_length=6)
    from_day = DayField(required=False, help_text="Without it from the approval on.")
    reason = TextField(longest=200)


class PermissionChangeOut(serializers.Serializer[Any]):
    """A change of the permissions: what holds since when, by which proposal and which two."""

    action = serializers.CharField()
    acts = RolesOut()
    seconds = RolesOut()
    reads = RolesOut(allow_null=True, help_text="null: as usual.")
    since = serializers.DateTimeField()
    proposal_id = serializers.IntegerField()
    proposed_by_id = serializers.IntegerField()
    adopted_by_id = serializers.IntegerField()


class Permissions(ActView):
    """/permissions/"""

    @reads(PermissionOut(many=True))
    def get(self) -> list[PermissionRow]:
        """List who may do what here, row by row, and what the club changed of it."""
        return queries.permissions(self.request.own)  # type: ignore[attr-defined]

    @writes(ProposalOut, takes=PermissionIn, example=EXAMPLE)
    def post(self, stamp: Stamp, **values: Any) -> Proposal:
        """Propose other roles for a row; they hold once the accountant has approved them."""
        return services.propose_permissions(stamp, **values)


class PermissionHistory(ActView):
    """/permissions/history/"""

    @reads(PermissionChangeOut(many=True))
    def get(self) -> list[Permission]:
        """List how the permissions changed, the latest first."""
        return permission_history(self.club.pk)


routes = [
    path("permissions/", Permissions.as_view(), name="api-permissions"),
    path("permissions/history/", PermissionHistory.as_view(), name="api-permissions-history"),
]
