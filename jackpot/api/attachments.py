"""Papers and pictures of a claim by program: kept as they came, given back as files."""

from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from casino.acts.doors import sends
from casino.attachments import SIGNATURES
from casino.ledger.api import ActView
from casino.web.attachments import AttachmentParser, attachment_headers
from casino.web.endpoints import reads
from jackpot.models import Attachment
from jackpot.queries.claims import attachment, attachments, claim
from jackpot.services.evidence import attach_evidence

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


class ClaimAttachments(ActView):
    """/claims/<id>/papers/"""

    parser_classes = (AttachmentParser,)

    @reads(AttachmentOut(many=True))
    def get(self, claim_id: int) -> list[Attachment]:
        """List the papers of a claim."""
        return attachments(claim(self.club.pk, claim_id))

    post = sends(attach_evidence, AttachmentOut, example=PAPER)


class ClaimAttachment(ActView):
    """/claims/<id>/papers/<id>/"""

    @reads(FILE)
    def get(self, claim_id: int, attachment_id: int) -> HttpResponse:
        """Return a paper as a file to keep, never to be shown inside a site."""
        found = attachment(self.club.pk, claim_id, attachment_id)
        headers = attachment_headers(found.name)
        return HttpResponse(bytes(found.content), found.content_type, headers=headers)


routes = [
    path("claims/<id:claim_id>/papers/", ClaimAttachments.as_view(), name="api-claim-attachments"),
    path(
        "claims/<id:claim_id>/papers/<id:attachment_id>/",
        ClaimAttachment.as_view(),
        name="api-claim-attachment",
    ),
]
