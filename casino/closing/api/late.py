"""Entries that come late: proposed by the accountant, listed once the manager has booked them."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.closing.services.late import book_late_entry
from casino.journal.models import JournalDocument
from casino.journal.queries.documents import documents
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()


class LateEntryOut(serializers.Serializer[Any]):
    """An entry of its own gaming day that names the day it concerns, and its two people."""

    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    gaming_day = serializers.DateField()
    concerns = serializers.DateField()
    number = serializers.CharField(source="__str__")
    document = serializers.CharField(source="reference", help_text="The paper behind it.")
    reason = serializers.CharField()
    proposed_by = serializers.CharField(source="booked_by.username")
    approved_by = serializers.CharField(source="signed_by.username", allow_null=True, default=None)


@routes("late-entries/", "api-late-entries")
class LateEntries(ActView):
    @reads(LateEntryOut(many=True), page=200)
    def get(self, page: Page) -> list[JournalDocument]:
        """List what was booked late, the latest first."""
        return documents(self.club.pk, late=True, page=page)

    post = sends(
        book_late_entry.ask,
        ProposalOut,
        example={
            "concerns": "2026-10-31",
            "debit_code": "expense:rounding",
            "credit_code": "bank",
            "cents": 45,
            "document": "2026-118",
            "reason": "The bank rounded in October",
        },
    )
