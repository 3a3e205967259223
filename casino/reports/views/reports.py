"""Reports as pages and files, all from one object."""

import re
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.replica import reads_replica
from casino.reports import services
from casino.reports.exports import (
    chunks,
    drawn,
    file,
    file_name,
    heads,
    profile_of,
    sections,
    site,
    sums,
)
from casino.reports.forms import AskForm, MailForm, WorkForm
from casino.reports.queries import REPORTS
from casino.reports.queries.guests import whose
from casino.reports.services import ask_report, mail_is_set
from casino.reports.sheet import Report
from casino.web.fields import ActForm
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, check_opens, may_open, page, request_stamp

WRONG = 400
# What is a page of its own: its route, its title, what it shows.
PAGES = (
    (
        "days",
        _("Gaming days"),
        _("Each day's report with its checks, open items and seal."),
    ),
    (
        "jackpot",
        _("Jackpots"),
        _("Levels fixed at each close, pool movements and hits."),
    ),
    (
        "cash-reported",
        _("Payments reported to the authority"),
        _("Up to which day, when and under which reference."),
    ),
    ("rates", _("Rates"), _("Rates of taxes and currencies, each with its source.")),
    ("ranking", _("Ranking"), _("Tonight's ranking and every quarter's, with points.")),
    ("payments", _("Payments"), _("Payments due now and payments made, with slips.")),
    ("acts", _("Trail of acts"), _("Every act: who, when, from where, and the value before.")),
)
LINES_OF_A_PAGE = 500
LONG = 2_000
DIGITS = re.compile(r"[0-9]{1,9}", re.ASCII)


@page
def reports(request: ClubRequest) -> HttpResponse:
    """Every report, by what it is about."""
    groups: dict[str, list[Report]] = {}
    for report in REPORTS.values():
        if may_open(request, report.route):
            groups.setdefault(report.group, []).append(report)
    return show(request, "reports/reports.html", groups=groups, pages=PAGES)


@page
def report(request: ClubRequest, name: str) -> HttpResponse:
    """One report: what is asked, its lines, their sums, a chart where one helps."""
    return _report(request, _form(request, name))


@page
def mail_statement(request: ClubRequest) -> HttpResponse:
    """Send the statement of a guest as a PDF."""
    ask, form = _form(request, "guest"), MailForm(request.POST or None)
    if form.is_bound and ask.is_valid() and (asked := ask.asked).player_id:
        made = chunks(ask.report.make(asked), ask.report, asked, "pdf", club=request.club, site="")
        what = {
            "player_id": asked.player_id,
            "query": ask.said,
            "name": file_name(ask.report, asked, request.club, "pdf"),
            "content": b"".join(made),
        }
        if carry_out(request, form, services.mail_statement, **what):
            where = reverse("report", kwargs={"club": request.club.slug, "name": "guest"})
            return redirect(f"{where}?{urlencode(ask.said | {'sent': 1})}")
    return _report(request, ask, form)


@reads_replica()
def _report(request: ClubRequest, form: AskForm, mail: ActForm | None = None) -> HttpResponse:
    shown: dict[str, Any] = {"report": form.report, "form": mail, "ask": form}
    if form.is_valid():
        sheet, part = form.report.sheet(form.asked), _part(request)
        shown |= {
            "sheet": sheet,
            "part": part,
            "count": len(sheet.rows),
            "heads": heads(sheet),
            "sections": sections(sheet, request.club, sheet.rows[part]),
            "sums": sums(sheet, request.club, sheet.totals) if sheet.rows else [],
            "drawing": drawn(sheet, request.club),
            "address": urlencode(form.said),
            "work": WorkForm() if len(sheet.rows) > LONG else None,
            "said": ", ".join(form.localized),
            "whose": whose(form.asked),
            "profile": profile_of(form.asked),
        }
        if form.asked.player_id and mail_is_set():
            shown |= {"mail": mail or MailForm(), "sent": "sent" in request.GET}
    answer = show(request, "reports/report.html", **shown)
    if not form.is_valid():
        answer.status_code = WRONG
    return answer


@page
def report_csv(request: ClubRequest, name: str) -> HttpResponse:
    return _file(request, name, "csv")


@page
def report_csv_excel(request: ClubRequest, name: str) -> HttpResponse:
    """The same lines as the reader's own Excel opens them."""
    return _file(request, name, "csv-excel")


@page
def report_xlsx(request: ClubRequest, name: str) -> HttpResponse:
    """The same report as a spreadsheet."""
    return _file(request, name, "xlsx")


@page
def report_pdf(request: ClubRequest, name: str) -> HttpResponse:
    """The same report as a paper to keep and to send."""
    return _file(request, name, "pdf")


@page
def report_job(request: ClubRequest, name: str) -> HttpResponse:
    """The same report written in the background, for who does not wait for so many lines."""
    ask, form = _form(request, name), WorkForm(request.POST or None)
    if not (request.POST and ask.is_valid() and ask.report.span == "days"):
        return redirect("report", club=request.club.slug, name=name)
    what = {
        "query": ask.said,
        "total": len(ask.report.make(ask.asked).rows),
        "site": site(request),
    }
    asked = carry_out(request, form, ask_report, report=name, **what)
    if asked is None:
        return redirect("report", club=request.club.slug, name=name)
    return redirect("files-job", club=request.club.slug, job_id=asked.pk)


def _file(request: ClubRequest, name: str, ending: str) -> HttpResponse:
    form = _form(request, name)
    if not form.is_valid():
        reasons = [f"{field}: {said[0]}" for field, said in form.errors.items()]
        return HttpResponse("\n".join(reasons), status=WRONG, content_type="text/plain")
    return file(form.report, form.asked, request.club, ending, site(request))


def _form(request: ClubRequest, name: str) -> AskForm:
    """Return what the address asks. Raises Http404, PermissionDenied."""
    if name not in REPORTS:
        raise Http404(_("There is no such report."))
    check_opens(request, REPORTS[name].route)
    given, club = request.GET.dict(), request.club
    return AskForm(given, report=REPORTS[name], club=club, stamp=request_stamp(request))


def _part(request: ClubRequest) -> slice:
    """Return which lines a page shows; the files hold all of them."""
    said = request.GET.get("from", "")
    first = int(said) if DIGITS.fullmatch(said) else 0
    return slice(first, first + LINES_OF_A_PAGE)
