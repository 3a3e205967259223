"""Up to when an authority was told of payments of guests."""

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.cage.forms import ReportedForm
from casino.cage.queries.reportable import MAX_REPORTED, missed, reported, unreported_since
from casino.cage.services.reporting import note_reported
from casino.clock import ONE_DAY
from casino.paging import Page
from casino.rates.queries import law_of
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, page, request_stamp


@page
def cash_reported(request: ClubRequest) -> HttpResponse:
    """What an authority was told, when; the manager notes the next."""
    form, club, stamp = ReportedForm(request.POST or None), request.club, request_stamp(request)
    if carry_out(request, form, note_reported):
        return redirect("cash-reported", club=club.slug)
    part = Page(MAX_REPORTED, request.GET.get("before", ""))
    law = law_of(club, at=request.at)
    report = law.cash_report if law else None
    shown = {
        "law": report,
        "by": "guests" if report and report.months else "payments",
        "reported": reported(club.pk, page=part),
        "next": part.next,
        "missed": missed(club.pk, stamp.gaming_day, at=stamp.at),
        "first": unreported_since(club.pk, stamp.gaming_day),
        "last": stamp.gaming_day - ONE_DAY,
    }
    return show(request, "cage/cash_reported.html", form, **shown)
