"""The endpoints of what-if."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.whatif import queries, services
from casino.whatif.models import Study


class StudyOut(serializers.Serializer[Any]):
    """A question to other rules, and how far its answer is."""

    id = serializers.IntegerField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    book = serializers.CharField()
    overrides = serializers.DictField()
    asked_by = serializers.CharField(source="asked_by.username")
    asked_at = serializers.DateTimeField()
    state = serializers.ChoiceField(Study.State.choices)
    done_hands = serializers.IntegerField()
    total_hands = serializers.IntegerField()
    remark = serializers.CharField(allow_blank=True)


class StudyDetailOut(StudyOut):
    """The same with the answer: null until it is done."""

    result = serializers.JSONField(allow_null=True)


class Studies(ActView):
    """/what-if/"""

    @reads(StudyOut(many=True), page=30)
    def get(self, page: Page) -> list[Study]:
        """List what was asked, the latest first."""
        return queries.studies(self.club.pk, page=page)

    post = sends(
        services.ask,
        StudyOut,
        example={
            "first_day": "2026-11-01",
            "last_day": "2026-11-30",
            "book": "olympic",
            "overrides": {"rake.percent_bp": 400},
        },
    )


class StudyDetail(ActView):
    """/what-if/<id>/"""

    @reads(StudyDetailOut)
    def get(self, study_id: int) -> Study:
        """Show a question with its answer, or how far it is."""
        return queries.study(self.club.pk, study_id)


class StudyCancel(ActView):
    """/what-if/<id>/cancel/"""

    post = sends(services.cancel, StudyOut, status=200)


routes = [
    path("what-if/", Studies.as_view(), name="api-what-if"),
    path("what-if/<id:study_id>/", StudyDetail.as_view(), name="api-what-if-study"),
    path("what-if/<id:study_id>/cancel/", StudyCancel.as_view(), name="api-what-if-cancel"),
]
