"""The endpoint of what an authority was told."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.cage.models import CashReported
from casino.cage.queries.reportable import MAX_REPORTED, reported
from casino.cage.services.reporting import note_reported
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()


class CashReportedOut(serializers.Serializer[Any]):
    """Up to which gaming day an authority was told of payments, when, under which reference."""

    id = serializers.IntegerField()
    until = serializers.DateField()
    sent_on = serializers.DateField()
    reference = serializers.CharField()
    noted_by_id = serializers.IntegerField()
    noted_at = serializers.DateTimeField()


@routes("payments/reported/", "api-cash-reported")
class CashReportedTo(ActView):
    @reads(CashReportedOut(many=True), page=MAX_REPORTED)
    def get(self, page: Page) -> list[CashReported]:
        """List what an authority was told, the latest first; the first one holds."""
        return reported(self.club.pk, page=page)

    post = sends(
        note_reported,
        CashReportedOut,
        example={"until": "2026-11-22", "sent_on": "2026-11-23", "reference": "TD-4711"},
    )
