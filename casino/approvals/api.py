"""The endpoints of approvals."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import Q
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.request import Request

from casino.acts.doors import sends
from casino.acts.fields import body_of, field_of
from casino.approvals import queries, services
from casino.approvals.models import Proposal
from casino.approvals.queries import digest, digest_of_all, shown_digest
from casino.approvals.signed import Preview, SignedAct
from casino.db import now
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.ledger.queries.documents import act_entries
from casino.paging import Page
from casino.staff.permissions import is_dangerous
from casino.staff.services import MAX_LENGTH, NotSigned, badge_holder, check_pin, is_badge
from casino.web.api import Scope
from casino.web.endpoints import MAX_ROWS, Nothing, answer, checked, reads, single, writes
from casino.web.openapi import described
from casino.web.roles import asked_at, request_stamp
from casino.web.routes import Routes
from casino.web.serializers import NamedField, StrictSerializer, TextField
from casino.web.sign_in import colleague
from casino.web.step_up import check_fresh

routes = Routes()


class DigestIn(StrictSerializer):
    """The digest of the content that was read."""

    digest = field_of(services.approve.arguments["digest"])


class ApproveIn(DigestIn):
    """The digest of the content that was read; who asks with an API key signs with a PIN too."""

    pin = TextField(max_length=MAX_LENGTH, required=False, default="")


class ApproveAloneIn(ApproveIn):
    """As for an approval, and why nobody else could."""

    remark = field_of(services.approve_alone.arguments["remark"])


def reader(view: ActView) -> Q:
    """Return the condition of what who asks may read."""
    entered: Any = view.request
    return queries.readable(view.user_id, entered.roles, entered.overrides)


def as_read(view: ActView, found: Proposal) -> Proposal:
    """Return a proposal as who asks may read it, and who holds the key by which they do."""
    scope = view.request.auth
    holder_id = scope.holder_id if isinstance(scope, Scope) else None
    return services.shown_to(found, view.user_id, at=view.at, holder_id=holder_id)


class Signing(ActView):
    """An endpoint at which a person signs: an API key may lie about, a PIN is its person's."""

    def check_signer(self, proposal_id: int, pin: str) -> None:
        """Raise NotFound; NotSigned, PinSpent where a key comes without its user's PIN."""
        proposal = queries.proposal(self.club.pk, proposal_id)
        user: Any = self.request.user
        if not isinstance(self.request.auth, Scope):
            check_fresh(self.request, dangerous=is_dangerous("kinds", proposal.operation))
            return
        if not (pin and check_pin(user, pin, asked_at(self.request, "key"))):
            raise NotSigned(field="pin")


class MadeOut(serializers.Serializer[Any]):
    """An entry that an approval made; number: of its slip."""

    entry_id = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True)


class ProposalOut(serializers.Serializer[Any]):
    """
    A request for a second person; `approved` is null while nobody has decided.

    made: the entries with which it was carried out.
    """

    id = serializers.IntegerField()
    operation = serializers.CharField()
    content = NamedField()
    digest = serializers.SerializerMethodField()
    reason = serializers.CharField()
    proposed_by = serializers.CharField(source="proposed_by.username")
    proposed_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    approved = serializers.BooleanField(allow_null=True)
    decided_by = serializers.CharField(source="decided_by.username", allow_null=True, default=None)
    decided_at = serializers.DateTimeField(allow_null=True)
    remark = serializers.CharField(allow_blank=True)
    made = serializers.SerializerMethodField()

    @extend_schema_field(MadeOut(many=True))
    def get_made(self, found: Proposal) -> list[dict[str, int | None]]:
        """Return the entries that carrying it out made."""
        rows = act_entries(found.club_id, found.decision_act_id or 0) if found.approved else []
        return [{"entry_id": each.id, "number": each.number} for each in rows]

    def get_digest(self, found: Proposal) -> str:
        """Return the fingerprint of the content, and of what lies beside it by now."""
        return shown_digest(found)


class ConfirmationOut(serializers.Serializer[Any]):
    """What somebody did alone, confirmed by another person."""

    proposal_id = serializers.IntegerField()
    used_by = serializers.CharField(source="used_by.username")
    confirmed_by = serializers.CharField(source="confirmed_by.username")
    confirmed_at = serializers.DateTimeField()
    remark = serializers.CharField()


class PreviewOut(serializers.Serializer[Any]):
    """
    What an act would do now; nothing is booked.

    needs: the kind of approval, null where one person suffices; content: what is approved, `digest`
    its fingerprint; ahead: what else is shown, which may change until then.
    """

    needs = serializers.CharField(allow_null=True)
    digest = serializers.SerializerMethodField()
    content = NamedField()
    ahead = serializers.JSONField()

    def get_digest(self, found: Preview) -> str:
        """Return the fingerprint of the content."""
        return digest(found.content)


def previews(
    act: SignedAct[..., Any], *, example: dict[str, Any] | None = None
) -> Callable[..., HttpResponseBase]:
    """Return the POST method that says what an act would do; it needs no key."""

    def post(self: ActView, request: Request, **ids: Any) -> HttpResponseBase:
        checked(Nothing, single(request))
        given = checked(body_of(act, frozenset(ids)), request.data)
        return answer(PreviewOut, act.preview(request_stamp(request), **ids, **given))

    post.__doc__ = f"Preview, nothing is booked: {(act.__doc__ or '').strip()}"
    post.__module__ = act.__module__
    post.act, post.body = act, partial(body_of, act)  # type: ignore[attr-defined]
    shown: dict[str, Any] = {"takes": empty, "asks": None, "gives": {200: PreviewOut}}
    return described(post, **shown, example=example, keyed=False)


@routes("proposals/", "api-proposals")
class Proposals(ActView):
    @reads(ProposalOut(many=True), page=MAX_ROWS)
    def get(self, page: Page) -> list[Proposal]:
        """List what waits for a second person, the oldest first."""
        at = self.at
        found = queries.open_proposals(self.club.pk, at=at, page=page, to=reader(self))
        return [as_read(self, each) for each in found]


@routes("proposals/<id:proposal_id>/", "api-proposal")
class ProposalDetail(ActView):
    @reads(ProposalOut)
    def get(self, proposal_id: int) -> Proposal:
        """Show a proposal, decided or not."""
        found = queries.proposal(self.club.pk, proposal_id, to=reader(self))
        return as_read(self, found)


@routes("proposals/<id:proposal_id>/approve/", "api-approve")
class Approve(Signing):
    @writes(
        ProposalOut,
        takes=ApproveIn,
        status=200,
        example={"digest": 8 * "5feceb66", "pin": "4711"},
        act=services.approve,
    )
    def post(self, stamp: Stamp, proposal_id: int, digest: str, pin: str) -> Proposal:
        """Approve another person's proposal and carry it out. Which role may: 403 says."""
        self.check_signer(proposal_id, pin)
        return services.approve(stamp, proposal_id=proposal_id, digest=digest)


def _as_refused(proposal: Proposal) -> Proposal:
    """Return what whoever refused or withdrew it may read of it."""
    assert proposal.decided_by_id
    return services.shown_to(proposal, proposal.decided_by_id, at=now())


class TogetherOut(serializers.Serializer[Any]):
    """What is signed with a proposal, itself too, and the digest of all of it."""

    digest = serializers.CharField()
    proposals = ProposalOut(many=True)


@routes("proposals/<id:proposal_id>/together/", "api-together")
class Together(Signing):
    @reads(TogetherOut)
    def get(self, proposal_id: int) -> dict[str, Any]:
        """List what is signed together: the shares of one hit, asked for by one person."""
        found = queries.proposal(self.club.pk, proposal_id, to=reader(self))
        at = self.at
        several = queries.belonging(found, at=at)
        shown = [as_read(self, each) for each in several]
        return {"digest": digest_of_all(several), "proposals": shown}

    @writes(
        ProposalOut(many=True),
        takes=ApproveIn,
        status=200,
        example={"digest": 8 * "5feceb66", "pin": "4711"},
        act=services.approve_together,
    )
    def post(self, stamp: Stamp, proposal_id: int, digest: str, pin: str) -> list[Proposal]:
        """Approve all of it, or none. Which role may: 403 says."""
        self.check_signer(proposal_id, pin)
        return services.approve_together(stamp, proposal_id=proposal_id, digest=digest)


class SignIn(DigestIn):
    """Who signs: a user's name or the code of their badge, and their PIN or one-time code."""

    username = TextField(max_length=50)
    secret = TextField(max_length=20)


@routes("proposals/<id:proposal_id>/sign/", "api-sign")
class Sign(ActView):
    @writes(
        ProposalOut(many=True),
        takes=SignIn,
        status=200,
        example={"digest": 8 * "5feceb66", "username": "mari", "secret": "2468"},
        act=services.approve,
    )
    def post(
        self, stamp: Stamp, proposal_id: int, digest: str, username: str, secret: str
    ) -> list[Proposal]:
        """Approve at the screen of another, in the signer's name, with all that belongs to it."""
        queries.proposal(self.club.pk, proposal_id)
        if is_badge(username):
            username = badge_holder(self.club.pk, username).username
        by = colleague(self.request, username, secret)
        return services.approve_at_screen(stamp, by=by, proposal_id=proposal_id, digest=digest)


@routes("proposals/<id:proposal_id>/refuse/", "api-refuse")
class Refuse(ActView):
    post = sends(
        services.refuse,
        ProposalOut,
        status=200,
        example={"remark": "Camera differs."},
        of=_as_refused,
    )


@routes("proposals/<id:proposal_id>/approve-alone/", "api-approve-alone")
class ApproveAlone(Signing):
    @writes(
        ProposalOut,
        takes=ApproveAloneIn,
        status=200,
        example={"digest": 8 * "5feceb66", "pin": "4711", "remark": "Nobody else was here."},
        act=services.approve_alone,
    )
    def post(self, stamp: Stamp, proposal_id: int, digest: str, pin: str, remark: str) -> Proposal:
        """Do alone, in an emergency, what is listed for one. Which role may: 403 says."""
        self.check_signer(proposal_id, pin)
        return services.approve_alone(stamp, proposal_id=proposal_id, digest=digest, remark=remark)


@routes("proposals/done-alone/", "api-done-alone")
class DoneAlone(ActView):
    @reads(ProposalOut(many=True), page=MAX_ROWS)
    def get(self, page: Page) -> list[Proposal]:
        """List what somebody did alone and nobody has confirmed yet, the oldest first."""
        return queries.unconfirmed(self.club.pk, page=page, to=reader(self))


@routes("proposals/<id:proposal_id>/confirm/", "api-confirm")
class Confirm(ActView):
    post = sends(services.confirm, ConfirmationOut, example={"remark": "The camera shows it."})
