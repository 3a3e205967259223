"""The endpoints of what-if."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.routes import Routes
from casino.whatif import queries, services
from casino.whatif.models import Study

routes = Routes()


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


@routes("what-if/", "api-what-if")
class Studies(ActView):
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


@routes("what-if/<id:study_id>/", "api-what-if-study")
class StudyDetail(ActView):
    @reads(StudyDetailOut)
    def get(self, study_id: int) -> Study:
        """Show a question with its answer, or how far it is."""
        return queries.study(self.club.pk, study_id)


@routes("what-if/<id:study_id>/cancel/", "api-what-if-cancel")
class StudyCancel(ActView):
    post = sends(services.cancel, StudyOut, status=200)
