"""The pages of who did what, and what stands out."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse

from casino.approvals.queries import signs_alone
from casino.audit import exports
from casino.audit.forms import LookForm, SearchForm
from casino.audit.queries import acts as acts_queries
from casino.audit.queries import exceptions as exceptions_queries
from casino.audit.queries.acts import ActSearch
from casino.audit.queries.hands import done_by
from casino.audit.services.exceptions import look_at_exceptions
from casino.web.downloads import as_download
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, may_send, page, request_stamp

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
    return as_download(exports.trail_csv(found), f"{request.club.slug}_trail.csv")


@page
def exceptions(request: ClubRequest) -> HttpResponse:
    """What stands out: taken back, set aside, refused, done alone, IDs read."""
    return _exceptions(request)


@page
def look(request: ClubRequest) -> HttpResponse:
    """Tick off what was looked at."""
    form = LookForm(request.POST or None)
    if carry_out(request, form, look_at_exceptions):
        days = urlencode({name: day.isoformat() for name, day in _span(request)[1].items()})
        where = reverse("exceptions", kwargs={"club": request.club.slug})
        return HttpResponseRedirect(f"{where}?{days}")
    return _exceptions(request, form)


@page
def exceptions_file(request: ClubRequest) -> HttpResponse:
    _, span = _span(request)
    rows = exceptions_queries.exceptions(request.club, **span)
    return as_download(exports.exceptions_csv(rows), f"{request.club.slug}_exceptions.csv")


def _exceptions(request: ClubRequest, form: LookForm | None = None) -> HttpResponse:
    search, span = _span(request)
    found = exceptions_queries.exceptions(request.club, **span)
    seen = exceptions_queries.looked_at(request.club.id, [act.id for _, act, _ in found])
    hands = done_by(request.club, [act for _, act, _ in found])
    own = set() if signs_alone(request.club.id) else {request.user.id}
    rows = [(*each, seen.get(each[1].id), not own & hands[each[1].id]) for each in found]
    more: dict[str, Any] = {
        "looking": form or LookForm(),
        "may_look": may_send(request, "exceptions-look"),
    }
    return show(request, "audit/exceptions.html", form, rows=rows, search=search, **more, **span)


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
