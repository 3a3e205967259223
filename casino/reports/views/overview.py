"""The overview of a role: the pictures that it looks at every morning, each beside its table."""

from datetime import timedelta
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from casino.replica import reads_replica
from casino.reports.exports import drawing
from casino.reports.forms import AskForm
from casino.reports.queries import REPORTS
from casino.reports.queries.pictures import PICTURES, Picture
from casino.web.pages import show
from casino.web.roles import ClubRequest, may_open, page, request_stamp

SPANS = (7, 30, 90)
YEAR = timedelta(days=365)


@page
def overview(request: ClubRequest) -> HttpResponse:
    """The pictures of the reader's roles, each drawn on its own."""
    pictures = [each for each in PICTURES.values() if _is_shown(request, each)]
    shown = {"pictures": pictures, "nights": _nights(request), "spans": SPANS}
    return show(request, "reports/overview.html", **shown)


@page
@reads_replica()
def picture(request: ClubRequest, name: str) -> HttpResponse:
    """One picture of the overview."""
    if name not in PICTURES:
        raise Http404(_("There is no such report."))
    found = PICTURES[name]
    if not _is_shown(request, found):
        raise PermissionDenied
    stamp, report = request_stamp(request), REPORTS[found.report]
    last = stamp.gaming_day
    first = last - timedelta(days=_nights(request) - 1)
    if found.whole_year:
        first = (last - YEAR).replace(day=1)
    given = {"first": str(first), "last": str(last)} | ({"by": found.by} if found.by else {})
    form = AskForm(given, report=report, club=request.club, stamp=stamp)
    form.full_clean()
    sheet = report.make(form.asked)
    by = found.key.split() or [sheet.columns[0].name]
    shown = drawing(sheet, request.club, found.columns, by)
    what = {"picture": found, "drawing": shown, "address": urlencode(form.said)}
    return render(request, "reports/picture.html", what | {"club": request.club})


def _is_shown(request: ClubRequest, found: Picture) -> bool:
    return bool(found.roles & request.roles) and may_open(request, REPORTS[found.report].route)


def _nights(request: ClubRequest) -> int:
    said = request.GET.get("nights", "")
    return int(said) if said in {str(each) for each in SPANS} else SPANS[1]
