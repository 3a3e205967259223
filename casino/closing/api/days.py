"""The gaming days, their reports, closes and seals."""

from datetime import date
from typing import Any

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.closing.api.confirming import Confirmed, own_pin
from casino.closing.exports import day_csv
from casino.closing.reports import DayReport, SummaryRow, day_report
from casino.closing.services.days import close_floor, seal_day
from casino.closing.services.reopening import reopen_day
from casino.countroom.queries import unseen
from casino.house.models import ControlProfile
from casino.house.stamp import Stamp
from casino.journal.queries.file import journal_csv
from casino.ledger.api import ActView
from casino.ledger.queries import gaming_days
from casino.ledger.queries.rows import DayRow
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound
from casino.web.endpoints import reads, writes
from casino.web.roles import request_stamp
from casino.web.routes import Routes
from casino.web.serializers import StrictSerializer

routes = Routes()
CSV = "text/csv; charset=utf-8"
CSV_FILE = {(200, "text/csv"): OpenApiTypes.STR}


class DayOut(serializers.Serializer[Any]):
    """A gaming day: open, closed (levels fixed) or sealed."""

    day = serializers.DateField()
    state = serializers.ChoiceField(["open", "closed", "sealed"])
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    fixed_until = serializers.DateTimeField(allow_null=True)


class RowOut(serializers.Serializer[Any]):
    """A line of a report; `about` leads to what it is made of: session/12."""

    item = serializers.CharField()
    quantity = serializers.IntegerField(allow_null=True)
    opening_cents = serializers.IntegerField(allow_null=True)
    debit_cents = serializers.IntegerField(allow_null=True)
    credit_cents = serializers.IntegerField(allow_null=True)
    amount_cents = serializers.IntegerField(allow_null=True)
    account_code = serializers.CharField(allow_blank=True)
    account_id = serializers.IntegerField(allow_null=True)
    about = serializers.SerializerMethodField()
    note = serializers.CharField(allow_blank=True)

    def get_about(self, row: SummaryRow) -> str | None:
        """Return the kind and id of what the figure is made of."""
        return "/".join(map(str, row.path)) if row.path else None


class SectionOut(serializers.Serializer[Any]):
    """Lines of one kind."""

    name = serializers.CharField()
    title = serializers.CharField()
    rows = RowOut(many=True)


class CheckOut(serializers.Serializer[Any]):
    """Two figures that must agree; null where they would tell what the reader may count."""

    title = serializers.CharField()
    left_cents = serializers.IntegerField(source="told_left_cents", allow_null=True)
    right_cents = serializers.IntegerField(source="told_right_cents", allow_null=True)
    agrees = serializers.BooleanField()


class DayReportOut(serializers.Serializer[Any]):
    """The report of a gaming day; `blockers`: what keeps it from being sealed."""

    day = serializers.DateField()
    state = serializers.ChoiceField(["open", "closed", "sealed"])
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    control_profile = serializers.ChoiceField(
        ControlProfile.Name.choices, source="controls", help_text="In force when the day ended."
    )
    seal = serializers.SerializerMethodField()
    sections = SectionOut(many=True)
    checks = CheckOut(many=True)
    blockers = serializers.ListField(child=serializers.CharField())

    def get_seal(self, report: DayReport) -> str:
        """Return the seal in hexadecimal digits, empty before."""
        return report.seal.hex()


class CloseOut(serializers.Serializer[Any]):
    """An instant at which the levels were fixed."""

    day = serializers.DateField()
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(["early", "daily"])


class SealOut(serializers.Serializer[Any]):
    """The seal of a day, in hexadecimal digits."""

    day = serializers.DateField()
    seal = serializers.CharField()


@routes("days/", "api-days")
class Days(ActView):
    @reads(DayOut(many=True), page=50)
    def get(self, page: Page) -> list[DayRow]:
        """List the latest gaming days, latest first."""
        return gaming_days.days(self.club.pk, page=page)


class DayView(ActView):
    """An address below a gaming day."""

    def known(self, day: date) -> DayRow:
        """Return a day on which something happened. Raises NotFound."""
        row = gaming_days.day(self.club.pk, day)
        if row is None:
            raise NotFound(msg("Nothing happened on that gaming day."))
        return row

    def report(self, day: date) -> DayReport:
        """Return the report of a day, as who asks may read it. Raises NotFound."""
        return day_report(self.club, self.known(day), unseen=unseen(request_stamp(self.request)))


@routes("days/<day:day>/", "api-day")
class DayDetail(DayView):
    @reads(DayReportOut)
    def get(self, day: date) -> DayReport:
        """Show the report of a gaming day."""
        return self.report(day)


@routes("days/<day:day>/report.csv", "api-day-file")
class DayFile(DayView):
    @reads(CSV_FILE)
    def get(self, day: date) -> HttpResponseBase:
        """Return the same report as a file."""
        report = self.report(day)
        headers = {"Control-Profile": report.controls.value}
        return HttpResponse(day_csv(report), content_type=CSV, headers=headers)


@routes("days/<day:day>/journal.csv", "api-journal")
class DayJournal(DayView):
    @reads(CSV_FILE)
    def get(self, day: date) -> HttpResponseBase:
        """Stream the journal of a gaming day."""
        rows = journal_csv(self.club.pk, self.known(day).day, day)
        return StreamingHttpResponse(rows, content_type=CSV)


class SealIn(StrictSerializer):
    """Who seals: their PIN, where they have one."""

    pin = own_pin()


@routes("days/<day:day>/seal/", "api-day-seal")
class DaySeal(Confirmed):
    @writes(SealOut, takes=SealIn, example={"pin": "4711"}, act=seal_day)
    def post(self, stamp: Stamp, day: date, pin: str) -> dict[str, Any]:
        """Seal a closed day: nothing is posted to it any more."""
        self.confirm(pin)
        return {"day": day, "seal": seal_day(stamp, day=day).hex()}


@routes("days/<day:day>/reopen/", "api-day-reopen")
class DayReopen(ActView):
    post = sends(reopen_day.ask, ProposalOut, example={"reason": "The clock was two hours ahead"})


@routes("close-floor/", "api-close-floor")
class CloseFloor(ActView):
    post = sends(close_floor, CloseOut)
