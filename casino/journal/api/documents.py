"""The general journal by program."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.attachments import SIGNATURES
from casino.journal.models import JournalDocument
from casino.journal.queries import documents as queries
from casino.journal.services import documents as services
from casino.journal.services.files import attach_file, take_off_file
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.attachments import AttachmentParser, to_keep
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()
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


@routes("journal/", "api-journal-documents")
class Journal(ActView):
    @reads(DocumentOut(many=True), page=queries.MAX_DOCUMENTS)
    def get(self, page: Page) -> list[JournalDocument]:
        """List the documents, the latest booked first."""
        return queries.documents(self.club.pk, page=page)

    post = sends(services.book_document, DocumentOut, example=RENT)


@routes("journal/ask/", "api-journal-ask")
class AskDocument(ActView):
    post = sends(services.book_document.ask, ProposalOut, example=RENT)


@routes("journal/documents/<id:document_id>/", "api-journal-document")
class DocumentDetail(ActView):
    @reads(DocumentOut)
    def get(self, document_id: int) -> JournalDocument:
        """Show a document."""
        return queries.document(self.club.pk, document_id)


@routes("journal/documents/<id:document_id>/reverse/", "api-journal-reverse")
class ReverseDocument(ActView):
    post = sends(services.reverse_document, DocumentOut, example={"reason": "Booked twice"})


@routes("journal/documents/<id:document_id>/reverse/ask/", "api-journal-ask-reversal")
class AskReversal(ActView):
    post = sends(services.reverse_document.ask, ProposalOut, example={"reason": "Booked twice"})


@routes("journal/files/", "api-journal-attachments")
class JournalFiles(ActView):
    parser_classes = (AttachmentParser,)

    post = sends(
        attach_file,
        JournalFileOut,
        example={"document_id": 7, "name": "rent.pdf", "content": "JVBERi0xLjcgcmVudA=="},
    )


@routes("journal/files/<id:attached_file_id>/take-off/", "api-journal-attachment-off")
class TakeOffFile(ActView):
    post = sends(take_off_file, JournalFileOut, status=200, example={"reason": "Another's ID"})


@routes("journal/files/<id:attached_file_id>/take-off/ask/", "api-journal-ask-attachment-off")
class AskTakeOffFile(ActView):
    post = sends(take_off_file.ask, ProposalOut, example={"reason": "Another's ID"})


@routes("journal/files/<id:attached_file_id>/", "api-journal-attachment")
class JournalFile(ActView):
    @reads(FILE)
    def get(self, attached_file_id: int) -> HttpResponse:
        """Return a paper as a file to keep, never to be shown inside a site."""
        return to_keep(queries.attached_content(self.club.pk, attached_file_id))
