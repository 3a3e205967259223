"""Gaming days: their reports, closes and seals."""

from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from cashgames.queries.tables import open_sessions
from casino.closing.exports import day_csv
from casino.closing.forms import CloseFloorForm, PinForm
from casino.closing.queries import periods as queries
from casino.closing.reports import day_report
from casino.closing.services import days as days_services
from casino.closing.services.checklist import checklist
from casino.closing.views.confirming import confirmed
from casino.countroom.queries import unseen
from casino.countroom.rules import AFTER_THE_COUNT
from casino.journal.queries.documents import documents
from casino.journal.queries.file import journal_csv
from casino.ledger.queries import gaming_days
from casino.paging import Page
from casino.web.downloads import as_download, streamed
from casino.web.fields import ActForm
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, can_perform, page, request_stamp

ACCOUNTS_AT_ONCE = 200
DAYS = 60  # of a page


@page
def days(request: ClubRequest) -> HttpResponse:
    """The gaming days; those not sealed stand out."""
    part = Page(DAYS, request.GET.get("before", ""))
    shown = {
        "days": gaming_days.days(request.club.id, page=part),
        "next": part.next,
        "unsealed": gaming_days.days_to_seal(request.club.id),
        "funds": can_perform(request, "vault_funds"),
    }
    return show(request, "closing/days.html", **shown)


@page
def day(request: ClubRequest, day: date) -> HttpResponse:
    """The report of a gaming day."""
    return _show_day(request, PinForm(), day)


@page
def day_file(request: ClubRequest, day: date) -> HttpResponseBase:
    """The same report as a file."""
    report = _report(request, day)
    name = f"{request.club.slug}_day_{day}_{report.controls.value}.csv"
    answer = as_download(day_csv(report), name)
    answer["Control-Profile"] = report.controls.value
    return answer


@page
def journal_file(request: ClubRequest, day: date) -> HttpResponseBase:
    """The journal of a gaming day as a file, streamed."""
    rows = journal_csv(request.club.id, day, day)
    return streamed(rows, f"{request.club.slug}_journal_{day}.csv")


@page
def seal_day(request: ClubRequest, day: date) -> HttpResponse:
    form = PinForm(request.POST or None)
    if not confirmed(request, form):
        return _show_day(request, form, day)
    if carry_out(request, form, days_services.seal_day, day=day):
        return redirect("day", club=request.club.slug, day=day)
    return _show_day(request, form, day)


@page
def close_floor(request: ClubRequest) -> HttpResponse:
    """Fix the jackpot levels now: the last game has closed."""
    running = open_sessions(request.club.id)
    form = (CloseFloorForm if running else ActForm)(request.POST or None)
    if carry_out(request, form, days_services.close_floor):
        return redirect("jackpot", club=request.club.slug)
    return show(request, "closing/close_floor.html", form, running=running)


def _show_day(request: ClubRequest, form: ActForm, day: date) -> HttpResponse:
    report = _report(request, day)
    waits = []
    if not report.seal:
        waits = checklist(request.club.id, day, at=request.at)
    rows = next(each.rows for each in report.sections if each.name == "account")
    shown = {
        "report": report,
        "accounts": Paginator(rows, ACCOUNTS_AT_ONCE).get_page(request.GET.get("page")),
        "checklist": waits,
        "closing": queries.closing_of(request.club.id, day),
        "late": documents(request.club.id, day, day, by="concerns", late=True),
        "after_the_count": AFTER_THE_COUNT,
    }
    return show(request, "closing/day.html", form, **shown)


def _report(request: ClubRequest, day: date) -> Any:
    row = gaming_days.day(request.club.id, day)
    if row is None:
        raise Http404(_("Nothing happened on that gaming day."))
    return day_report(request.club, row, unseen=unseen(request_stamp(request)))
