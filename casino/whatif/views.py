"""The pages of what-if."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.db import now
from casino.house.comparison import side_by_side
from casino.house.queries import adoption_on, own_edition
from casino.messages import msg
from casino.money import format_cents
from casino.paging import Page
from casino.web.downloads import as_download
from casino.web.fields import ActForm
from casino.web.pages import WORKING, carry_out, live, show
from casino.web.roles import ClubRequest, may_send, page, request_stamp
from casino.whatif import queries, services
from casino.whatif.exports import answer_csv, band_name
from casino.whatif.forms import StudyForm
from casino.whatif.models import Study

A_MONTH = timedelta(days=30)
# So many hands are done while a page is drawn; more are for the background.
AT_ONCE = 50_000
STUDIES = 30  # of a page
DECIDE_A_POT = ("rake.", "jackpot.drop_cents", "jackpot.min_players", "jackpot.families")


@page
def studies(request: ClubRequest) -> HttpResponse:
    """Ask what if; below, what was asked before."""
    stamp = request_stamp(request)
    form = StudyForm(
        request.POST or None,
        in_force=adoption_on(stamp.club_id, stamp.gaming_day),
        days=(stamp.gaming_day - A_MONTH, stamp.gaming_day),
    )
    if asked := carry_out(request, form, services.ask):
        if asked.total_hands <= AT_ONCE:
            services.run(asked.pk, clock=now)
        return redirect("what-if-study", club=request.club.slug, study_id=asked.pk)
    part = Page(STUDIES, request.GET.get("before", ""))
    shown = {
        "studies": queries.studies(request.club.id, page=part),
        "next": part.next,
        "may_ask": may_send(request, "what-if"),
    }
    return show(request, "whatif/studies.html", form, **shown)


@page
def study(request: ClubRequest, study_id: int) -> HttpResponse:
    """The answer: what it was, what it would have been; until then, how far it is."""
    found = queries.study(request.club.id, study_id)
    if request.htmx:
        return live(request, "whatif/progress.html", WORKING, study=found)
    shown: dict[str, Any] = {"study": found}
    if found.result:
        shown |= {"changes": _changes(request, found), "bands": _bands(found)}
    return show(request, "whatif/study.html", ActForm(), **shown)


@page
def cancel(request: ClubRequest, study_id: int) -> HttpResponse:
    """Call a question off."""
    carry_out(request, ActForm(request.POST or None), services.cancel, study_id=study_id)
    return redirect("what-if-study", club=request.club.slug, study_id=study_id)


@page
def study_file(request: ClubRequest, study_id: int) -> HttpResponse:
    found = queries.study(request.club.id, study_id)
    if not found.result:
        return redirect("what-if-study", club=request.club.slug, study_id=study_id)
    return as_download(answer_csv(found.result), f"{request.club.slug}_what_if_{found.pk}.csv")


def _changes(request: ClubRequest, study: Study) -> Any:
    """Return in what the asked rules of a pot differ from those of the last day."""
    in_force = own_edition(adoption_on(request.club.id, study.last_day))
    sections = side_by_side(in_force, queries.asked_rules(study), only_changed=True)
    decisive = (
        replace(each, rows=tuple(row for row in each.rows if row.key.startswith(DECIDE_A_POT)))
        for each in sections
    )
    return [each for each in decisive if each.rows]


def _bands(study: Study) -> list[dict[str, Any]]:
    """Return the sizes of the pots; `short` is what fits below a bar."""
    return [
        band
        | {
            "name": band_name(band),
            "short": msg("from {amount}", amount=format_cents(band["from_cents"])),
        }
        for band in (study.result or {})["pots"]
    ]
