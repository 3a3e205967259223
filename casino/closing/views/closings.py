"""Numbered documents, and the close of a month or quarter."""

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.closing import queries
from casino.closing.forms import ClosePeriodForm
from casino.closing.services import periods
from casino.house.queries import controls_on
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, page, request_stamp


@page
def closings(request: ClubRequest) -> HttpResponse:
    """The documents of the club, and the periods that wait for theirs."""
    return _closings(request)


@page
def close_period(request: ClubRequest) -> HttpResponse:
    """Close a month or quarter for good."""
    form = ClosePeriodForm(request.POST or None)
    if done := carry_out(request, form, periods.close_period):
        return redirect("closing", club=request.club.slug, number=done.number)
    return _closings(request, form)


@page
def closing(request: ClubRequest, number: int) -> HttpResponse:
    """One document as it was written, and what was booked later about its days."""
    found = queries.closing(request.club.id, number)
    late = queries.late_entries(request.club.id, found.first_day, found.last_day)
    controls = controls_on(request.club, found.last_day)
    return show(request, "closing/closing.html", closing=found, late=late, controls=controls)


def _closings(request: ClubRequest, form: ClosePeriodForm | None = None) -> HttpResponse:
    today = request_stamp(request).gaming_day
    waiting = [
        (each, ClosePeriodForm(initial={"period": each.period, "first_day": each.first_day}))
        for each in periods.periods_to_close(request.club, today=today)
    ]
    found = queries.closings(request.club.id)
    return show(request, "closing/closings.html", form, closings=found, waiting=waiting)
