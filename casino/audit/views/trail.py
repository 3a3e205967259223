"""The pages of who did what, and what stands out."""

import re
from datetime import timedelta
from typing import Any

from django.http import HttpResponse

from casino.audit import exports
from casino.audit.forms import SearchForm
from casino.audit.queries import acts as acts_queries
from casino.audit.queries import exceptions as exceptions_queries
from casino.audit.queries.acts import ActSearch
from casino.web.pages import show
from casino.web.roles import ClubRequest, page, request_stamp

MAX_IN_A_FILE = 100_000


@page
def acts(request: ClubRequest) -> HttpResponse:
    """The audit trail: every command that changed anything, the latest first, looked through."""
    form, asked = _asked(request)
    found = acts_queries.acts(request.club, asked)
    changed = acts_queries.changes(request.club.id, {act.id for act, _ in found})
    rows = [(act, user, changed.get(act.id, [])) for act, user in found]
    shown = {"rows": rows, "sealed": acts_queries.sealed_up_to(request.club.id)}
    return show(request, "audit/acts.html", search=form, asked=request.GET.urlencode(), **shown)


@page
def acts_file(request: ClubRequest) -> HttpResponse:
    """The acts that were looked for, as a file."""
    _, asked = _asked(request)
    found = acts_queries.acts(request.club, asked, limit=MAX_IN_A_FILE)
    return as_file("trail", exports.trail_csv(found))


@page
def exceptions(request: ClubRequest) -> HttpResponse:
    """What stands out: taken back, set aside, refused, done alone, papers read."""
    form, span = _span(request)
    rows = exceptions_queries.exceptions(request.club, **span)
    return show(request, "audit/exceptions.html", rows=rows, search=form, **span)


@page
def exceptions_file(request: ClubRequest) -> HttpResponse:
    _, span = _span(request)
    rows = exceptions_queries.exceptions(request.club, **span)
    return as_file("exceptions", exports.exceptions_csv(rows))


def _asked(request: ClubRequest) -> tuple[SearchForm, ActSearch]:
    """Return the form, and what it asks; what cannot be read asks nothing."""
    form = SearchForm(request.GET or None)
    values: dict[str, Any] = form.cleaned_data if form.is_bound and form.is_valid() else {}
    before = request.GET.get("before", "")
    before_id = int(before) if re.fullmatch(r"[0-9]{1,18}", before) else None
    return form, ActSearch(**values, before_id=before_id)


def _span(request: ClubRequest) -> tuple[SearchForm, dict[str, Any]]:
    """Return the form, and the days from one to another; a week up to today without any."""
    form, asked = _asked(request)
    today = request_stamp(request).gaming_day
    last = asked.last or today
    return form, {"first": asked.first or last - timedelta(days=7), "last": last}


def as_file(name: str, content: bytes) -> HttpResponse:
    """Return the answer that saves a CSV."""
    head = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return HttpResponse(content, content_type="text/csv", headers=head)
