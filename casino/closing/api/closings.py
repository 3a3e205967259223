"""Numbered documents of closed days, months and quarters."""

from datetime import date
from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.acts.fields import field_of
from casino.approvals.api import ProposalOut
from casino.closing.api.confirming import Confirmed, own_pin
from casino.closing.models import Closing
from casino.closing.queries import periods as queries
from casino.closing.services.periods import close_period
from casino.closing.services.years import close_year
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads, writes
from casino.web.routes import Routes
from casino.web.serializers import StrictSerializer

routes = Routes()


class ClosingOut(serializers.Serializer[Any]):
    """A numbered document of a closed day, month or quarter."""

    number = serializers.IntegerField()
    period = serializers.ChoiceField(Closing.Period.choices)
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    closed_by = serializers.CharField(allow_null=True)
    closed_at = serializers.DateTimeField()
    previous = serializers.CharField(allow_blank=True, help_text="The digest of the one before.")
    digest = serializers.CharField()


class ClosingDetailOut(ClosingOut):
    """The document with its content: days with seals, accounts with totals, the checklist."""

    content = serializers.DictField()


class CloseIn(StrictSerializer):
    """The period by the day on which it begins, and the PIN of who closes it, if they have one."""

    period = field_of(close_period.arguments["period"])
    first_day = field_of(close_period.arguments["first_day"])
    pin = own_pin()


@routes("closings/", "api-closings")
class Closings(Confirmed):
    @reads(ClosingOut(many=True), page=50)
    def get(self, page: Page) -> list[Closing]:
        """List the numbered documents, latest first."""
        return queries.closings(self.club.pk, page=page)

    @writes(
        ClosingDetailOut,
        takes=CloseIn,
        example={"period": "month", "first_day": "2026-10-01", "pin": "4711"},
        act=close_period,
    )
    def post(self, stamp: Stamp, period: str, first_day: date, pin: str) -> Closing:
        """Close a month or quarter for good; nothing in it is posted any more."""
        self.confirm(pin)
        return close_period(stamp, period=period, first_day=first_day)


@routes("closings/<id:number>/", "api-closing")
class ClosingDetail(ActView):
    @reads(ClosingDetailOut)
    def get(self, number: int) -> Closing:
        """Show a numbered document."""
        return queries.closing(self.club.pk, number)


@routes("closings/years/", "api-year-close")
class YearClose(ActView):
    post = sends(close_year.ask, ProposalOut, example={"year": 2025})
