"""Numbered documents, and the close of a month or quarter."""

from contextlib import suppress
from datetime import date
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect

from casino.closing.forms import ClosePeriodForm, PinForm
from casino.closing.models import Closing
from casino.closing.queries import periods as queries
from casino.closing.services import periods, years
from casino.closing.services.month import period_checklist
from casino.closing.views.confirming import confirmed
from casino.house.queries import controls_on
from casino.journal.queries.documents import documents
from casino.paging import Page
from casino.refusals import BadInput
from casino.web.pages import ask, carry_out, show
from casino.web.roles import ClubRequest, page, request_stamp

# So many documents a page lists.
DOCUMENTS = 100


@page
def closings(request: ClubRequest) -> HttpResponse:
    """The documents of the club, and the periods that wait for theirs."""
    return _closings(request)


@page
def period(request: ClubRequest, period: str, day: date) -> HttpResponse:
    """What a month or quarter waits for, each thing with its link; then its close."""
    return _period(request, period, day)


@page
def close_period(request: ClubRequest) -> HttpResponse:
    """Close a month or quarter for good."""
    form = ClosePeriodForm(request.POST or None)
    if not confirmed(request, form):
        done = None
    elif done := carry_out(request, form, periods.close_period):
        return redirect("closing", club=request.club.slug, number=done.number)
    given = getattr(form, "cleaned_data", {})
    if given.keys() >= {"period", "first_day"}:
        with suppress(BadInput):
            return _period(request, given["period"], given["first_day"], form)
    return _closings(request, form)


@page
def close_year(request: ClubRequest, year: int) -> HttpResponse:
    """Ask for the close of a year; the manager signs it."""
    form = PinForm(request.POST or None)
    if confirmed(request, form) and (asked := ask(request, form, years.close_year.ask, year=year)):
        return asked
    cents = years.result_cents(request.club.id, year)
    return show(request, "closing/year.html", form, year=year, cents=cents)


@page
def closing(request: ClubRequest, number: int) -> HttpResponse:
    """One document as it was written, and what was booked later about its days."""
    found = queries.closing(request.club.id, number)
    late = documents(request.club.id, found.first_day, found.last_day, by="concerns", late=True)
    controls = controls_on(request.club, found.last_day)
    more = {"late": late, "controls": controls, "anchor_keys": settings.ANCHOR_PUBLIC_KEYS}
    return show(request, "closing/closing.html", closing=found, **more)


def _closings(request: ClubRequest, form: ClosePeriodForm | None = None) -> HttpResponse:
    today = request_stamp(request).gaming_day
    part = Page(DOCUMENTS, request.GET.get("before", ""))
    waiting = periods.periods_to_close(request.club, today=today)
    shown = {
        "closings": queries.closings(request.club.id, page=part),
        "next": part.next,
        "waiting": waiting,
        "years": years.years_to_close(request.club.id, today=today),
    }
    return show(request, "closing/closings.html", form, **shown)


def _period(
    request: ClubRequest, period: str, day: date, form: ClosePeriodForm | None = None
) -> HttpResponse:
    month = day.month if period == Closing.Period.MONTH else day.month - (day.month - 1) % 3
    day = day.replace(month=month, day=1)
    known = {"period": period, "first_day": day}
    ends = queries.last_day_of(period, day)
    shown: dict[str, Any] = {
        "period": Closing(**known),
        "checklist": period_checklist(request.club, period, day, at=request.at),
        "closed": queries.closing_of_period(request.club.id, period, day),
        "is_over": ends < request_stamp(request).gaming_day,
    }
    shown["blocks"] = any(line.blocks and line.things for line in shown["checklist"])
    return show(request, "closing/period.html", form or ClosePeriodForm(initial=known), **shown)
