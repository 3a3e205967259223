"""Reports by program: the same objects as the pages show, as JSON, CSV and spreadsheet."""

from datetime import timedelta
from typing import Any

from django.http import HttpResponseBase
from django.urls import path
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from casino.acts.fields import field_of
from casino.acts.permission import check_opens
from casino.bookkeeping.api.outgoing import JobOut
from casino.bookkeeping.models import Job
from casino.countroom.queries import unseen
from casino.house.models import Club, ControlProfile
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.ledger.chart import CAGE, CHART
from casino.ledger.queries.balances import trial_balance
from casino.messages import msg, verbatim
from casino.players.queries import player
from casino.refusals import BadInput, NotFound
from casino.replica import reads_replica
from casino.reports.exports import XLSX, address, chunks, file, file_name, profile_of, site
from casino.reports.forms import MAX_DAYS, AskForm
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.reports.queries.guests import GUEST
from casino.reports.queries.taxes import COUNTRIES
from casino.reports.services import Ending, ask_report, mail_statement
from casino.reports.sheet import Report, ReportParams
from casino.sheets.sheet import Sheet, SheetRow
from casino.web.endpoints import Elsewhere, led_on, reads, writes
from casino.web.roles import request_stamp
from casino.web.serializers import (
    AskedIdField,
    DayField,
    IdField,
    InstantField,
    LimitField,
    OffsetField,
    OneOfField,
    StrictSerializer,
    TextField,
)

MAX_LINES = 200
FORMATS = ("json", "csv", "csv-excel", "xlsx")
EXAMPLE = OpenApiExample(
    "Rake by table",
    response_only=True,
    media_type="application/json",
    value={
        "name": "rake",
        "first": "2026-11-01",
        "last": "2026-11-30",
        "as_of": None,
        "by": "table",
        "columns": [
            {"name": "table", "title": "Table", "kind": "text"},
            {"name": "rake_cents", "title": "Rake", "kind": "cents"},
        ],
        "rows": [
            {"cells": {"table": "Table 2", "rake_cents": 151500}, "why": None, "links": {}},
        ],
        "totals": {"rake_cents": 151500},
        "notes": [],
        "count": 1,
        "next_offset": None,
    },
)


class WayOut(serializers.Serializer[Any]):
    """A way in which the lines of a report can be grouped."""

    name = serializers.CharField()
    title = serializers.CharField()


class ReportOut(serializers.Serializer[Any]):
    """A report that can be asked for; span: for days, for an instant, for a guest and days."""

    name = serializers.CharField()
    title = serializers.CharField()
    question = serializers.CharField()
    group = serializers.CharField()
    span = serializers.ChoiceField(["days", "instant", "guest"])
    ways = WayOut(many=True, source="group_by")
    asks = serializers.ListField(child=serializers.CharField(), help_text="What else it is asked.")
    address = serializers.CharField(help_text="Below the club's address: reports/rake/.")


class ColumnOut(serializers.Serializer[Any]):
    """A column; kind cents: whole cents."""

    name = serializers.CharField(source="key")
    title = serializers.CharField()
    kind = serializers.CharField()


class RowOut(serializers.Serializer[Any]):
    """A line by the names of its columns; why and links: the pages that explain it."""

    cells = serializers.DictField()
    why = serializers.CharField(allow_null=True)
    links = serializers.DictField(child=serializers.CharField())


class SheetOut(serializers.Serializer[Any]):
    """A part of a report; totals are those of all its lines."""

    name = serializers.CharField()
    first = serializers.DateField()
    last = serializers.DateField()
    as_of = serializers.DateTimeField(allow_null=True)
    by = serializers.CharField(allow_blank=True)
    columns = ColumnOut(many=True)
    rows = RowOut(many=True)
    totals = serializers.DictField(child=serializers.IntegerField())
    notes = serializers.ListField(child=serializers.CharField())
    control_profile = serializers.ChoiceField(ControlProfile.Name.choices, required=False)
    count = serializers.IntegerField(help_text="How many lines there are.")
    next_offset = serializers.IntegerField(allow_null=True)


ANSWERS = {
    (200, "application/json"): SheetOut,
    (200, "text/csv"): OpenApiTypes.STR,
    (200, XLSX): OpenApiTypes.BINARY,
}


class AccountOut(serializers.Serializer[Any]):
    """An account and what it holds, debit positive; null to who may count it, until then."""

    id = serializers.IntegerField()
    code = serializers.CharField()
    ref = serializers.IntegerField()
    name = serializers.CharField()
    cents = serializers.IntegerField(allow_null=True)
    is_open = serializers.BooleanField()


class TrialBalanceOut(serializers.Serializer[Any]):
    """Every account; the total is zero."""

    accounts = AccountOut(many=True)
    total_cents = serializers.IntegerField()


class TrialBalance(ActView):
    """/trial-balance/"""

    @reads(TrialBalanceOut)
    def get(self) -> dict[str, Any]:
        """Show what every account holds now."""
        rows, stamp = trial_balance(self.club.pk), request_stamp(self.request)
        hides = unseen(stamp).hides
        total = sum(row.cents for row in rows)
        names = ("id", "code", "ref", "name", "cents", "is_open")
        accounts = [
            {name: getattr(row, name) for name in names}
            | ({"cents": None} if hides(row.code, stamp.gaming_day, row.ref) else {})
            for row in rows
        ]
        return {"accounts": accounts, "total_cents": total}


class Reports(ActView):
    """/reports/"""

    @reads(ReportOut(many=True))
    def get(self) -> list[dict[str, Any]]:
        """List the reports that one may see, and how each can be asked for."""
        return [_listed(each) for each in REPORTS.values() if self.opens(each.route)]


class Days(StrictSerializer):
    """The gaming days, both included; today if left out."""

    first = DayField(required=False)
    last = DayField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse days in the wrong order, and more of them than a report is for."""
        first, last = attrs.get("first"), attrs.get("last")
        if first and last and not first <= last <= first + timedelta(days=MAX_DAYS):
            raise serializers.ValidationError(
                {
                    "last": [
                        _(
                            "Send a day that is not before the first and not more than three "
                            "years after it."
                        )
                    ]
                }
            )
        return attrs


class Instant(StrictSerializer):
    """The instant; now if left out."""

    as_of = InstantField(required=False)


class WorkIn(StrictSerializer):
    """Which report of gaming days, asked as its page's address asks, and as what."""

    report = OneOfField(choices=[each.name for each in REPORTS.values() if each.span == "days"])
    query = field_of(ask_report.arguments["query"])
    ending = field_of(ask_report.arguments["ending"])


class ReportJobs(ActView):
    """/reports/jobs/"""

    @writes(
        JobOut,
        takes=WorkIn,
        example={
            "report": "rake",
            "query": {"first": "2026-11-01", "last": "2026-11-30", "by": "table"},
            "ending": "xlsx",
        },
        act=ask_report,
    )
    def post(self, stamp: Stamp, report: str, query: dict[str, str], ending: Ending) -> Job:
        """Ask for a long report as a file, written in the background."""
        form = AskForm(query, report=REPORTS[report], club=self.club, stamp=stamp)
        if not form.is_valid():
            field, said = next(iter(form.errors.as_data().items()))
            raise BadInput(verbatim(f"{field}: {said[0].messages[0]}"), field="query")
        total = len(form.report.make(form.asked).rows)
        return ask_report(
            stamp,
            report=report,
            query=form.said,
            ending=ending,
            total=total,
            site=site(self.request),
        )


class StatementMailIn(Days):
    """Which statement of a guest, and to which address."""

    player_id = IdField()
    by = OneOfField(choices=[name for name, _ in GUEST.group_by], default=GUEST.group_by[0][0])
    to = field_of(mail_statement.arguments["to"])


class StatementMailOut(serializers.Serializer[Any]):
    """Whose statement left."""

    player_id = serializers.IntegerField()


class StatementMails(ActView):
    """/reports/guest/mail/"""

    @writes(
        StatementMailOut,
        takes=StatementMailIn,
        example={
            "player_id": 7,
            "first": "2026-01-01",
            "last": "2026-12-31",
            "to": "guest@example.org",
        },
        act=mail_statement,
    )
    def post(self, stamp: Stamp, player_id: int, to: str, **given: Any) -> dict[str, int]:
        """Send the statement of a guest as a PDF, once it is kept that it was asked for."""
        check_opens(stamp, GUEST.route)
        question = asked(self.club, stamp, player_id=player(self.club.pk, player_id).pk, **given)
        made = chunks(GUEST.make(question), GUEST, question, "pdf", club=self.club, site="")
        name = file_name(GUEST, question, self.club, "pdf")
        query, content = {name: str(said) for name, said in given.items()}, b"".join(made)
        mail_statement(stamp, player_id=player_id, query=query, to=to, name=name, content=content)
        return {"player_id": player_id}


def endpoint(report: Report) -> type[ActView]:
    def get(self: ActView, **given: Any) -> HttpResponseBase:
        form, offset, limit = (given.pop(name) for name in ("format", "offset", "limit"))
        question = _asked(self, report, given)
        if form != "json":
            return file(report, question, self.club, form, site(self.request))
        found = SheetOut(_part(report, question, self.club, slice(offset, offset + limit))).data
        return led_on(self.request, Response(found), "offset", found["next_offset"])

    get.__doc__ = f"{report.title}: {report.question}"
    get.__qualname__ = f"Report.{report.name}"
    method = reads(ANSWERS, asks=_asks(report))(get)
    exemplified = extend_schema(examples=[EXAMPLE] if report.name == "rake" else [])(method)
    about = {"__module__": __name__, "__doc__": f"/reports/{report.name}/", "get": exemplified}
    return type(report.name.title(), (ActView,), about)


class NoReport(Elsewhere):
    """/reports/<anything else>/"""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Say so. Raises NotFound."""
        raise NotFound(
            msg("There is no report {report}: /reports/ lists them all.", report=kwargs["report"])
        )


def _listed(report: Report) -> dict[str, Any]:
    group_by = [{"name": name, "title": title} for name, title in report.group_by]
    names = ("name", "title", "question", "group", "span", "asks")
    known = {name: getattr(report, name) for name in names}
    return known | {"group_by": group_by, "address": f"reports/{report.name}/"}


def _asks(report: Report) -> type[StrictSerializer]:
    """Return what the query string of a report may say."""
    fields: dict[str, Any] = {
        "format": OneOfField(choices=FORMATS, default="json"),
        "limit": LimitField(default=MAX_LINES, maximum=MAX_LINES),
        "offset": OffsetField(default=0),
        "known_at": InstantField(required=False),
    }
    if report.group_by:
        group_by = [name for name, _ in report.group_by]
        fields["by"] = OneOfField(choices=group_by, default=group_by[0])
    if report.span == "guest":
        fields["player_id"] = AskedIdField()
    more: dict[str, Any] = {
        "code": OneOfField(choices=[CAGE, *sorted(CHART)], required=False),
        "ref": OffsetField(required=False),
        "only": TextField(required=False),
        "shift": AskedIdField(required=False),
        "before": InstantField(required=False),
        "country": OneOfField(choices=list(COUNTRIES), default="all"),
    }
    fields |= {name: more[name] for name in report.asks}
    about = {"__module__": __name__, "__doc__": "What of it, and as what."}
    kind = Instant if report.span == "instant" else Days
    return type(f"{report.name.title()}Asked", (kind,), about | fields)


def _asked(view: ActView, report: Report, given: dict[str, Any]) -> ReportParams:
    """Return what the report is made from. Raises NotFound."""
    if report.span == "guest":
        player(view.club.pk, given["player_id"])
    stamp = request_stamp(view.request)
    if report.span == "instant":
        given.setdefault("as_of", stamp.at)
    return asked(view.club, stamp, **given)


@reads_replica()
def _part(report: Report, asked: ReportParams, club: Club, part: slice) -> dict[str, Any]:
    """Return some lines of a report, and what is true of all of them."""
    sheet = report.sheet(asked)
    count, keys = len(sheet.rows), [column.key for column in sheet.columns]
    totals = zip(keys, sheet.totals or (), strict=False)
    return {
        "name": report.name,
        **{name: getattr(asked, name) for name in ("first", "last", "as_of", "by")},
        "columns": sheet.columns,
        "rows": [_row(sheet, row, club) for row in sheet.rows[part]],
        "totals": {key: total for key, total in totals if total is not None},
        "notes": sheet.notes,
        "control_profile": profile_of(asked),
        "count": count,
        "next_offset": part.stop if part.stop < count else None,
    }


def _row(sheet: Sheet, row: SheetRow, club: Club) -> dict[str, Any]:
    cells = zip(sheet.columns, row.cells, strict=True)
    names = {column.name: column.key for column in sheet.columns}
    return {
        "cells": {column.key: cell for column, cell in cells},
        "why": address(row.why, club),
        "links": {names[name]: address(link, club) for name, link in row.links.items()},
    }


routes = [
    path("trial-balance/", TrialBalance.as_view(), name="api-trial-balance"),
    path("reports/", Reports.as_view(), name="api-reports"),
    *[
        path(f"reports/{name}/", endpoint(one).as_view(), name=one.route)
        for name, one in REPORTS.items()
    ],
    path("reports/guest/mail/", StatementMails.as_view(), name="api-statement-mail"),
    path("reports/jobs/", ReportJobs.as_view(), name="api-report-jobs"),
    path("reports/<str:report>/", NoReport.as_view()),
]
