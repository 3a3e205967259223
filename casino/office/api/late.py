"""Entries that come late: proposed by the accountant, listed once the manager has booked them."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.approvals.api import ProposalOut
from casino.approvals.models import Proposal
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.office import closing, queries
from casino.office.models import LateEntry
from casino.office.postings import LATE_ACCOUNTS
from casino.web.endpoints import reads, writes
from casino.web.serializers import (
    DayField,
    OneOfField,
    PositiveCentsField,
    StrictSerializer,
    TextField,
)


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


class LateEntryIn(StrictSerializer):
    """One amount from one account to another, about a gaming day that is over."""

    concerns = DayField()
    debit_code = OneOfField(choices=LATE_ACCOUNTS)
    credit_code = OneOfField(choices=LATE_ACCOUNTS)
    cents = PositiveCentsField()
    document = TextField(longest=50)
    reason = TextField(longest=200)


class LateEntries(ActView):
    """/late-entries/"""

    @reads(LateEntryOut(many=True))
    def get(self) -> list[LateEntry]:
        """List what was booked late, the latest first."""
        return queries.late_entries(self.club.pk)

    @writes(
        ProposalOut,
        takes=LateEntryIn,
        example={
            "concerns": "2026-10-31",
            "debit_code": "expense:rounding",
            "credit_code": "bank",
            "cents": 45,
            "document": "2026-118",
            "reason": "The bank rounded in October",
        },
    )
    def post(self, stamp: Stamp, **asked: Any) -> Proposal:
        """Propose a late entry: the manager approves, and it is booked on that day."""
        return closing.ask_late_entry(stamp, **asked)


routes = [path("late-entries/", LateEntries.as_view(), name="api-late-entries")]
