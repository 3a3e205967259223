"""Papers and pictures of a claim by program: kept as they came, given back as files."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.attachments import SIGNATURES
from casino.ledger.api import ActView
from casino.web.attachments import AttachmentParser, to_keep
from casino.web.endpoints import reads
from casino.web.routes import Routes
from jackpot.models import Attachment
from jackpot.queries.claims import attachment, attachments, claim
from jackpot.services.evidence import attach_evidence
from jackpot.services.taken_off import take_off_evidence

routes = Routes()
FILE = {(200, media): OpenApiTypes.BINARY for media in SIGNATURES.values()}
PAPER = {"name": "still.pdf", "content": "JVBERi0xLjcgYSBjYW1lcmEncyBzdGlsbA=="}


class AttachmentOut(serializers.Serializer[Any]):
    """A paper that is kept with a claim."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    content_type = serializers.CharField()
    size = serializers.IntegerField()
    sha256 = serializers.CharField()
    added_by_id = serializers.IntegerField()
    added_at = serializers.DateTimeField()
    player_id = serializers.IntegerField(allow_null=True)
    off_at = serializers.DateTimeField(allow_null=True)
    off_by = serializers.CharField(source="off_by.username", allow_null=True, default=None)
    off_reason = serializers.CharField(allow_blank=True)


@routes("claims/<id:claim_id>/papers/", "api-claim-attachments")
class ClaimAttachments(ActView):
    parser_classes = (AttachmentParser,)

    @reads(AttachmentOut(many=True))
    def get(self, claim_id: int) -> list[Attachment]:
        """List the papers of a claim."""
        return attachments(claim(self.club.pk, claim_id))

    post = sends(attach_evidence, AttachmentOut, example=PAPER)


@routes("claims/<id:claim_id>/papers/<id:attachment_id>/", "api-claim-attachment")
class ClaimAttachment(ActView):
    @reads(FILE)
    def get(self, claim_id: int, attachment_id: int) -> HttpResponse:
        """Return a paper as a file to keep, never to be shown inside a site."""
        return to_keep(attachment(self.club.pk, claim_id, attachment_id))


@routes("claims/papers/<id:attachment_id>/take-off/", "api-claim-attachment-off")
class TakeOff(ActView):
    post = sends(take_off_evidence, AttachmentOut, status=200, example={"reason": "Another's ID"})


@routes("claims/papers/<id:attachment_id>/take-off/ask/", "api-claim-ask-attachment-off")
class AskTakeOff(ActView):
    post = sends(take_off_evidence.ask, ProposalOut, example={"reason": "Another's ID"})
