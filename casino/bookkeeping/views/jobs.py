"""Long work: the list, and how far each is."""

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.bookkeeping.exports import marked
from casino.bookkeeping.queries import batches as queries
from casino.bookkeeping.services import jobs as jobs_services
from casino.paging import Page
from casino.web.fields import ActForm
from casino.web.pages import WORKING, carry_out, live, show
from casino.web.roles import ClubRequest, page

JOBS = 50  # of a page


@page
def jobs(request: ClubRequest) -> HttpResponse:
    """Everything that takes longer, the latest first."""
    part = Page(JOBS, request.GET.get("before", ""))
    found = marked(request, queries.jobs(request.club.id, page=part))
    shown = {"jobs": found, "next": part.next}
    if request.htmx:
        return live(request, "bookkeeping/job_rows.html", WORKING, **shown)
    return show(request, "bookkeeping/jobs.html", **shown)


@page
def job(request: ClubRequest, job_id: int) -> HttpResponse:
    """How far one is, and what came of it."""
    [found] = marked(request, [queries.job(request.club.id, job_id)])
    if request.htmx:
        return live(request, "bookkeeping/progress.html", WORKING, job=found)
    return show(request, "bookkeeping/job.html", ActForm(), job=found)


@page
def cancel(request: ClubRequest, job_id: int) -> HttpResponse:
    """Call work off."""
    form = ActForm(request.POST or None)
    carry_out(request, form, jobs_services.cancel, job_id=job_id)
    return redirect("files-job", club=request.club.slug, job_id=job_id)
