"""The general journal by program."""

from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.attachments import SIGNATURES
from casino.journal.models import AttachedFile, JournalDocument
from casino.journal.queries import documents as queries
from casino.journal.services import documents as services
from casino.journal.services.files import attach_file, take_off_file
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.attachments import AttachmentParser, attachment_headers
from casino.web.endpoints import reads

FILE = {(200, media): OpenApiTypes.BINARY for media in SIGNATURES.values()}
RENT = {
    "dated": "2026-11-01",
    "reference": "2026-118",
    "reason": "Rent of November",
    "lines": [
        {"account": "6010", "debit_cents": 45_000, "note": "Rent", "cost_center": "FLOOR"},
        {"account": "bank", "credit_cents": 45_000},
    ],
}


class DocumentLineOut(serializers.Serializer[Any]):
    """A line of a document as it was written."""

    account = serializers.CharField()
    code = serializers.CharField(help_text="The account's code in the ledger.")
    ref = serializers.IntegerField()
    debit_cents = serializers.IntegerField()
    credit_cents = serializers.IntegerField()
    note = serializers.CharField(allow_blank=True)
    tax_code = serializers.CharField(
        allow_blank=True, allow_null=True, default=None, help_text="Null: its account's."
    )
    cost_center = serializers.CharField(
        allow_blank=True, allow_null=True, default=None, help_text="Null: its account's."
    )


class DocumentOut(serializers.Serializer[Any]):
    """A document of the general journal: one entry under its own number."""

    id = serializers.IntegerField()
    number = serializers.CharField(source="__str__")
    kind = serializers.ChoiceField(JournalDocument.Kind.choices)
    dated = serializers.DateField()
    concerns = serializers.DateField()
    gaming_day = serializers.DateField(help_text="On which it was booked.")
    reference = serializers.CharField(allow_blank=True)
    reason = serializers.CharField()
    cents = serializers.IntegerField()
    lines = DocumentLineOut(many=True)
    entry_id = serializers.IntegerField()
    reverses_id = serializers.IntegerField(allow_null=True)
    booked_by = serializers.CharField(source="booked_by.username", allow_null=True, default=None)
    signed_by = serializers.CharField(source="signed_by.username", allow_null=True, default=None)


class JournalFileOut(serializers.Serializer[Any]):
    """A paper behind a document, or behind a request for one."""

    id = serializers.IntegerField()
    document_id = serializers.IntegerField(allow_null=True)
    proposal_id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    content_type = serializers.CharField()
    size = serializers.IntegerField()
    sha256 = serializers.CharField()
    player_id = serializers.IntegerField(allow_null=True)
    off_at = serializers.DateTimeField(allow_null=True)
    off_by = serializers.CharField(source="off_by.username", allow_null=True, default=None)
    off_reason = serializers.CharField(allow_blank=True)


class Journal(ActView):
    """/journal/"""

    @reads(DocumentOut(many=True), page=queries.MAX_DOCUMENTS)
    def get(self, page: Page) -> list[JournalDocument]:
        """List the documents, the latest booked first."""
        return queries.documents(self.club.pk, page=page)

    post = sends(services.book_document, DocumentOut, example=RENT)


class AskDocument(ActView):
    """/journal/ask/"""

    post = sends(services.book_document.ask, ProposalOut, example=RENT)


class DocumentDetail(ActView):
    """/journal/documents/<id>/"""

    @reads(DocumentOut)
    def get(self, document_id: int) -> JournalDocument:
        """Show a document."""
        return queries.document(self.club.pk, document_id)


class ReverseDocument(ActView):
    """/journal/documents/<id>/reverse/"""

    post = sends(services.reverse_document, DocumentOut, example={"reason": "Booked twice"})


class AskReversal(ActView):
    """/journal/documents/<id>/reverse/ask/"""

    post = sends(services.reverse_document.ask, ProposalOut, example={"reason": "Booked twice"})


class JournalFiles(ActView):
    """/journal/files/"""

    parser_classes = (AttachmentParser,)

    post = sends(
        attach_file,
        JournalFileOut,
        example={"document_id": 7, "name": "rent.pdf", "content": "JVBERi0xLjcgcmVudA=="},
    )


class TakeOffFile(ActView):
    """/journal/files/<id>/take-off/"""

    post = sends(take_off_file, JournalFileOut, status=200, example={"reason": "Another's ID"})


class AskTakeOffFile(ActView):
    """/journal/files/<id>/take-off/ask/"""

    post = sends(take_off_file.ask, ProposalOut, example={"reason": "Another's ID"})


class JournalFile(ActView):
    """/journal/files/<id>/"""

    @reads(FILE)
    def get(self, attached_file_id: int) -> HttpResponse:
        """Return a paper as a file to keep, never to be shown inside a site."""
        found: AttachedFile = queries.attached_content(self.club.pk, attached_file_id)
        return HttpResponse(
            bytes(found.content), found.content_type, headers=attachment_headers(found.name)
        )


routes = [
    path("journal/", Journal.as_view(), name="api-journal-documents"),
    path("journal/ask/", AskDocument.as_view(), name="api-journal-ask"),
    path(
        "journal/documents/<id:document_id>/",
        DocumentDetail.as_view(),
        name="api-journal-document",
    ),
    path(
        "journal/documents/<id:document_id>/reverse/",
        ReverseDocument.as_view(),
        name="api-journal-reverse",
    ),
    path(
        "journal/documents/<id:document_id>/reverse/ask/",
        AskReversal.as_view(),
        name="api-journal-ask-reversal",
    ),
    path("journal/files/", JournalFiles.as_view(), name="api-journal-attachments"),
    path(
        "journal/files/<id:attached_file_id>/", JournalFile.as_view(), name="api-journal-attachment"
    ),
    path(
        "journal/files/<id:attached_file_id>/take-off/",
        TakeOffFile.as_view(),
        name="api-journal-attachment-off",
    ),
    path(
        "journal/files/<id:attached_file_id>/take-off/ask/",
        AskTakeOffFile.as_view(),
        name="api-journal-ask-attachment-off",
    ),
]
