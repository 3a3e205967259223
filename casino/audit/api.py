"""The endpoints of who may do what at the club, and of who has access to it."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.audit.models import AccessReview
from casino.audit.queries import access
from casino.audit.queries.access import Member, PermissionRow
from casino.audit.services.access import (
    dismiss,
    give_role,
    renew_sign_in,
    review_access,
    withdraw_role,
)
from casino.audit.services.badges import issue_badge, print_badge, revoke_badge
from casino.audit.services.controls import change_permissions, change_profile
from casino.audit.services.exceptions import look_at_exceptions
from casino.audit.services.keys import make_key, revoke_key
from casino.house.models import ControlProfile, Permission
from casino.house.queries import control_profiles, permission_history
from casino.ledger.api import ActView
from casino.paging import Page
from casino.staff.models import ApiToken, Role
from casino.web.endpoints import MAX_ROWS, reads
from casino.web.routes import Routes

routes = Routes()
EXAMPLE = {
    "action": "close_floor",
    "acts": ["manager"],
    "seconds": [],
    "reads": ["accountant", "auditor", "supervisor"],
    "from_day": "2026-12-01",
    "reason": "The floor closes late in December.",
}


class ExceptionSeenOut(serializers.Serializer[Any]):
    """Who looked at the act of an exception, and when."""

    seen_act_id = serializers.IntegerField()
    seen_by = serializers.CharField()
    seen_at = serializers.DateTimeField()
    note = serializers.CharField(allow_blank=True)


@routes("exceptions/look/", "api-exceptions-look")
class LookAtExceptions(ActView):
    post = sends(
        look_at_exceptions,
        ExceptionSeenOut(many=True),
        example={"act_ids": [812, 815], "note": "Asked the cashiers."},
    )


class RolesOut(serializers.ListField):
    """Roles by their names, in the order of the alphabet."""

    child = serializers.ChoiceField(Role.choices)

    def to_representation(self, data: Any) -> list[Any]:
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


@routes("permissions/", "api-permissions")
class Permissions(ActView):
    @reads(PermissionOut(many=True))
    def get(self) -> list[PermissionRow]:
        """List who may do what here, row by row, and what the club changed of it."""
        return access.permissions(self.request.overrides)  # type: ignore[attr-defined]

    post = sends(change_permissions.ask, ProposalOut, example=EXAMPLE)


@routes("permissions/history/", "api-permissions-history")
class PermissionHistory(ActView):
    @reads(PermissionChangeOut(many=True), page=MAX_ROWS)
    def get(self, page: Page) -> list[Permission]:
        """List how the permissions changed, the latest first."""
        return permission_history(self.club.pk, page=page)


class ProfileOut(serializers.Serializer[Any]):
    """A control profile: which controls hold since when, and who adopted them."""

    profile = serializers.ChoiceField(ControlProfile.Name.choices)
    since = serializers.DateTimeField()
    reason = serializers.CharField()
    proposal_id = serializers.IntegerField(allow_null=True)
    proposed_by_id = serializers.IntegerField(allow_null=True)
    adopted_by_id = serializers.IntegerField(allow_null=True)


@routes("control-profile/", "api-profile")
class Profiles(ActView):
    @reads(ProfileOut(many=True))
    def get(self) -> list[ControlProfile]:
        """List the club's control profiles, the latest first; without any: club."""
        return control_profiles(self.club.pk)

    post = sends(
        change_profile.ask,
        ProposalOut,
        example={"profile": "casino", "reason": "A tournament series"},
    )


class MemberOut(serializers.Serializer[Any]):
    """Somebody's access to the club."""

    user_id = serializers.IntegerField(source="user.pk")
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.name")
    roles = RolesOut()
    second_factor = serializers.BooleanField()
    keys = serializers.IntegerField(help_text="Of programs, that act in this person's name.")
    badge_id = serializers.IntegerField(
        source="badge.pk", allow_null=True, default=None, help_text="Of one that is not void."
    )


class MemberNameOut(serializers.Serializer[Any]):
    """Whose it was."""

    id = serializers.IntegerField()
    username = serializers.CharField()


class DismissedOut(MemberNameOut):
    """Whose access ended; is_active: somebody who works at another club still."""

    is_active = serializers.BooleanField()


class BadgeOut(serializers.Serializer[Any]):
    """A badge; code: what its barcode says, when it is printed, and never again."""

    id = serializers.IntegerField()
    user_id = serializers.IntegerField()
    code = serializers.CharField(allow_blank=True)


@routes("access/<id:user_id>/badge/", "api-badge")
class BadgeOf(ActView):
    post = sends(issue_badge.ask, ProposalOut, example={"reason": "A new supervisor"})


@routes("access/badges/<id:badge_id>/print/", "api-badge-print")
class BadgePrint(ActView):
    post = sends(print_badge, BadgeOut, status=200)


@routes("access/<id:user_id>/badge/revoke/", "api-badge-revoke")
class BadgeEnd(ActView):
    post = sends(revoke_badge, MemberNameOut, status=200, example={"reason": "Lost"})


class ReviewOut(serializers.Serializer[Any]):
    """Who had which access when somebody looked at all of it."""

    id = serializers.IntegerField()
    quarter = serializers.CharField()
    members = serializers.JSONField()
    remark = serializers.CharField()
    reviewed_by = serializers.CharField(source="reviewed_by.username")
    reviewed_at = serializers.DateTimeField()


@routes("access/", "api-access")
class Access(ActView):
    @reads(MemberOut(many=True))
    def get(self) -> list[Member]:
        """List who has which access, by name."""
        return access.members(self.club.pk)


@routes("access/roles/", "api-access-roles")
class AccessRoles(ActView):
    post = sends(
        give_role.ask,
        ProposalOut,
        example={"username": "mari", "role": "supervisor", "reason": "Promoted"},
    )


@routes("access/<id:user_id>/end/", "api-access-end")
class AccessEnd(ActView):
    post = sends(dismiss, DismissedOut, status=200, example={"reason": "Left the club"})


@routes("access/<id:user_id>/role/", "api-access-role")
class AccessRole(ActView):
    post = sends(
        withdraw_role,
        DismissedOut,
        status=200,
        example={"role": "supervisor", "reason": "Meant somebody else"},
    )


@routes("access/<id:user_id>/renew/", "api-access-renew")
class AccessRenewal(ActView):
    post = sends(renew_sign_in.ask, ProposalOut, example={"reason": "The phone was lost"})


class KeyOut(serializers.Serializer[Any]):
    """A key of a program: whose, what it opens, until when; never the key itself."""

    id = serializers.IntegerField()
    user_id = serializers.IntegerField()
    username = serializers.CharField(source="user.username")
    name = serializers.CharField()
    reads_only = serializers.BooleanField()
    apps = serializers.ListField(child=serializers.CharField())
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)


@routes("access/keys/", "api-access-keys")
class Keys(ActView):
    @reads(KeyOut(many=True))
    def get(self) -> list[ApiToken]:
        """List the keys of programs that open the club."""
        return access.keys(self.club.pk)

    post = sends(
        make_key.ask,
        ProposalOut,
        example={"user_id": 4, "name": "our bookkeeping", "days": 365, "reason": "Xero"},
    )


@routes("access/keys/<id:token_id>/end/", "api-access-key-end")
class KeyEnd(ActView):
    post = sends(revoke_key, KeyOut, status=200, example={"reason": "The tablet was lost"})


@routes("access/reviews/", "api-access-reviews")
class AccessReviews(ActView):
    @reads(ReviewOut(many=True), page=MAX_ROWS)
    def get(self, page: Page) -> list[AccessReview]:
        """List the reviews of access, the latest first."""
        return access.reviews(self.club.pk, page=page)

    post = sends(review_access, ReviewOut, example={"remark": "Everybody works here still."})
