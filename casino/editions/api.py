"""The endpoints of the rules."""

from datetime import date
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.editions import queries, services
from casino.house.comparison import values
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.roles import request_stamp
from casino.web.routes import Routes

routes = Routes()
EXAMPLE = {
    "book": "olympic",
    "first_day": "2026-12-01",
    "overrides": {"rake.percent_bp": 400},
    "reason": "Less rake in December.",
}


class EditionOut(serializers.Serializer[Any]):
    """A rule book in force for a span of gaming days, and the two people behind it."""

    first_day = serializers.DateField()
    last_day = serializers.DateField(allow_null=True)
    in_force = serializers.BooleanField()
    book = serializers.CharField(source="adoption.book")
    title = serializers.CharField(source="book.title")
    overrides = serializers.DictField(source="adoption.overrides")
    proposed_by = serializers.CharField(
        source="proposed_by.username", allow_null=True, default=None
    )
    proposed_at = serializers.DateTimeField(source="adoption.proposed_at", allow_null=True)
    adopted_by = serializers.CharField(source="adopted_by.username", allow_null=True, default=None)
    adopted_at = serializers.DateTimeField(source="adoption.adopted_at")
    reason = serializers.CharField(source="adoption.reason", allow_blank=True)


class ValueOut(serializers.Serializer[Any]):
    """A value with its paragraph; `own`: the club has set it itself."""

    key = serializers.CharField()
    value = serializers.JSONField(source="plain")
    text = serializers.CharField(help_text="As people write it: 12,50 or 5 %.")
    source = serializers.CharField()  # type: ignore[assignment]
    says = serializers.CharField()
    own = serializers.BooleanField()


class EditionValuesOut(EditionOut):
    """An edition with every value."""

    values = serializers.SerializerMethodField()

    @extend_schema_field(ValueOut(many=True))
    def get_values(self, found: queries.Edition) -> list[Any]:
        """Return the values in the book's order."""
        return list(ValueOut(list(values(found.book).values()), many=True).data)


@routes("rules/", "api-rules")
class Editions(ActView):
    @reads(EditionOut(many=True))
    def get(self) -> list[queries.Edition]:
        """List the editions of the club, the latest first."""
        return queries.editions(self.club.pk, today=request_stamp(self.request).gaming_day)


@routes("rules/<day:day>/", "api-edition")
class EditionDetail(ActView):
    @reads(EditionValuesOut)
    def get(self, day: date) -> queries.Edition:
        """Show every value of the edition that begins on a day, with its paragraph."""
        today = request_stamp(self.request).gaming_day
        return queries.edition_from(self.club.pk, day, today=today)


@routes("rules/proposals/", "api-rules-proposals")
class Adoptions(ActView):
    post = sends(services.adopt_book.ask, ProposalOut, example=EXAMPLE)
