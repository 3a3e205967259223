"""Documents to begin from, by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.journal.api.documents import DocumentLineOut
from casino.journal.models import DocumentTemplate
from casino.journal.queries import templates as queries
from casino.journal.rules.recurring import RHYTHMS
from casino.journal.services import templates as services
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()
ONE = "journal/templates/<id:document_template_id>/"


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


@routes("journal/templates/", "api-journal-templates")
class DocumentTemplates(ActView):
    @reads(DocumentTemplateOut(many=True))
    def get(self) -> list[DocumentTemplate]:
        """List the templates by name."""
        return queries.templates(self.club.pk)

    post = sends(
        services.save_template,
        DocumentTemplateOut,
        example={"document_id": 7, "name": "Rent", "rhythm": "month", "due_on": "2026-12-01"},
    )


@routes(ONE, "api-journal-template")
class DocumentTemplateDetail(ActView):
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


@routes(f"{ONE}skip/", "api-journal-template-skip")
class SkipTemplate(ActView):
    post = sends(
        services.skip_template,
        DocumentTemplateOut,
        status=200,
        example={"reason": "No rent in August"},
    )


@routes(f"{ONE}remove/", "api-journal-template-remove")
class RemoveTemplate(ActView):
    post = sends(services.remove_template, DocumentTemplateOut, status=200)
