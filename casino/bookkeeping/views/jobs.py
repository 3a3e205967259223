"""Long work: the list, and how far each is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from casino.bookkeeping import services
from casino.bookkeeping.queries import batches as queries
from casino.web.fields import ActForm
from casino.web.pages import carry_out, live, show
from casino.web.roles import page


@page
def jobs(request: HttpRequest) -> HttpResponse:
    """Everything that takes longer, the latest first."""
    shown = {"jobs": queries.jobs(request.club.id)}
    if request.htmx:
        return live(request, "bookkeeping/job_rows.html", **shown)
    return show(request, "bookkeeping/jobs.html", **shown)


@page
def job(request: HttpRequest, job_id: int) -> HttpResponse:
    """How far one is, and what came of it."""
    shown = {"job": queries.job(request.club.id, job_id), "form": ActForm()}
    if request.htmx:
        return live(request, "bookkeeping/progress.html", **shown)
    return show(request, "bookkeeping/job.html", **shown)


@page
def cancel(request: HttpRequest, job_id: int) -> HttpResponse:
    """Call work off."""
    form = ActForm(request.POST or None)
    if request.POST:
        carry_out(request, form, services.cancel, job_id=job_id)
    return redirect("files-job", club=request.club.slug, job_id=job_id)
