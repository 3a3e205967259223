"""Entries that come late: proposed by the accountant, listed once the manager has booked them."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.closing import queries
from casino.closing.models import LateEntry
from casino.closing.services.late import book_late_entry
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads


class LateEntryOut(serializers.Serializer[Any]):
    """An entry of its own gaming day that names the day it concerns, and its two people."""

    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    gaming_day = serializers.DateField()
    concerns = serializers.DateField()
    document = serializers.CharField()
    reason = serializers.CharField()
    proposed_by = serializers.CharField(source="proposal.proposed_by.username")
    approved_by = serializers.CharField(source="proposal.decided_by.username")


class LateEntries(ActView):
    """/late-entries/"""

    @reads(LateEntryOut(many=True), page=200)
    def get(self, page: Page) -> list[LateEntry]:
        """List what was booked late, the latest first."""
        return queries.late_entries(self.club.pk, page=page)

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


routes = [path("late-entries/", LateEntries.as_view(), name="api-late-entries")]
