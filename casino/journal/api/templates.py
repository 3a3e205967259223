"""Documents to begin from, by program."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.acts.doors import sends
from casino.journal.api.documents import DocumentLineOut
from casino.journal.models import DocumentTemplate
from casino.journal.queries import templates as queries
from casino.journal.rules.recurring import RHYTHMS
from casino.journal.services import templates as services
from casino.ledger.api import ActView
from casino.web.endpoints import reads


class DocumentTemplateOut(serializers.Serializer[Any]):
    """A document to begin from; with a rhythm it waits from `due_on` on."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    reason = serializers.CharField()
    cents = serializers.IntegerField()
    lines = DocumentLineOut(many=True)
    rhythm = serializers.ChoiceField(list(RHYTHMS.items()), allow_blank=True)
    due_on = serializers.DateField(allow_null=True)
    is_open = serializers.BooleanField()


class DocumentTemplates(ActView):
    """/journal/templates/"""

    @reads(DocumentTemplateOut(many=True))
    def get(self) -> list[DocumentTemplate]:
        """List the templates by name."""
        return queries.templates(self.club.pk)

    post = sends(
        services.save_template,
        DocumentTemplateOut,
        example={"document_id": 7, "name": "Rent", "rhythm": "month", "due_on": "2026-12-01"},
    )


class DocumentTemplateDetail(ActView):
    """/journal/templates/<id>/"""

    @reads(DocumentTemplateOut)
    def get(self, document_template_id: int) -> DocumentTemplate:
        """Show a template."""
        return queries.template(self.club.pk, document_template_id)

    post = sends(
        services.change_template,
        DocumentTemplateOut,
        status=200,
        example={"rhythm": "quarter", "due_on": "2027-01-02"},
    )


class SkipTemplate(ActView):
    """/journal/templates/<id>/skip/"""

    post = sends(
        services.skip_template,
        DocumentTemplateOut,
        status=200,
        example={"reason": "No rent in August"},
    )


class RemoveTemplate(ActView):
    """/journal/templates/<id>/remove/"""

    post = sends(services.remove_template, DocumentTemplateOut, status=200)


ONE = "journal/templates/<id:document_template_id>/"
routes = [
    path("journal/templates/", DocumentTemplates.as_view(), name="api-journal-templates"),
    path(ONE, DocumentTemplateDetail.as_view(), name="api-journal-template"),
    path(f"{ONE}skip/", SkipTemplate.as_view(), name="api-journal-template-skip"),
    path(f"{ONE}remove/", RemoveTemplate.as_view(), name="api-journal-template-remove"),
]
