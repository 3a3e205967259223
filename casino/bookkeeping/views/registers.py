"""The files beside the journal."""

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.bookkeeping.exports import marked
from casino.bookkeeping.forms import RegisterForm
from casino.bookkeeping.queries import batches as queries
from casino.bookkeeping.queries.registers import REGISTERS
from casino.bookkeeping.services.jobs import run
from casino.bookkeeping.services.registers import ask_register
from casino.db import now
from casino.ledger.queries.gaming_days import days_between
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, can_view, page, request_stamp

# So many days are written while a page is drawn; more are for the background.
AT_ONCE_DAYS = 31


@page
def registers(request: ClubRequest) -> HttpResponse:
    """Which register of which days; below, what was asked before."""
    allowed = [each for each in REGISTERS.values() if can_view(request, each.row)]
    today = request_stamp(request).gaming_day
    form = RegisterForm(
        request.POST or None,
        initial={"first_day": today.replace(day=1), "last_day": today},
        choices={"register": [(each.slug, each.title) for each in allowed]},
    )
    if asked := carry_out(request, form, ask_register):
        span = (form.cleaned_data[name] for name in ("first_day", "last_day"))
        if len(days_between(request.club.id, *span)) <= AT_ONCE_DAYS:
            run(asked.pk, clock=now)
        return redirect("files-job", club=request.club.slug, job_id=asked.pk)
    jobs = [each for each in queries.jobs(request.club.id) if each.kind == "register"]
    shown = [each for each in marked(request, jobs) if not each.file or vars(each)["is_readable"]]
    return show(request, "bookkeeping/registers.html", form, jobs=shown, registers=allowed)
