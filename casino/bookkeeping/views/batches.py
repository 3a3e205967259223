"""Batches: what was sent, what is to be sent, the files of each."""

import json
from datetime import date
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect

from casino.bookkeeping.exports import check_fresh_for, check_may_read, download
from casino.bookkeeping.forms import BatchForm, FileForm
from casino.bookkeeping.models import Batch, File, Job
from casino.bookkeeping.queries import batches as queries
from casino.bookkeeping.queries.mapping import unmapped
from casino.bookkeeping.services.batches import ask_file, make_batch
from casino.bookkeeping.services.jobs import run
from casino.db import now
from casino.paging import Page
from casino.web.downloads import as_download
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, may_send, page

# So many lines are written while a page is drawn; more are for the background.
AT_ONCE = 20_000
BATCHES = 100  # of a page


@page
def batches(request: ClubRequest) -> HttpResponse:
    """What is to be sent, and what was."""
    club_id = request.club.id
    free = queries.days_not_sent(club_id)
    ready = _ready(free)
    initial = {"first_day": ready[0], "last_day": ready[-1]} if ready else {}
    form = BatchForm(request.POST or None, initial=initial)
    if made := carry_out(request, form, make_batch):
        for each in Job.objects.filter(act_id=made.act_id, total__lte=AT_ONCE):
            run(each.pk, clock=now)
        return redirect("files-batch", club=request.club.slug, batch_id=made.pk)
    part = Page(BATCHES, request.GET.get("before", ""))
    shown = {
        "batches": queries.batches(club_id, page=part),
        "next": part.next,
        "ready": ready,
        "unsealed": [day for day, state in free if state != "sealed"],
        "unmapped": unmapped(club_id, ready[0], ready[-1]) if ready else [],
        "sends": may_send(request, "files"),
    }
    return show(request, "bookkeeping/batches.html", form, **shown)


@page
def batch(request: ClubRequest, batch_id: int) -> HttpResponse:
    """One batch: its figures, and its file for each program."""
    found = queries.batch(request.club.id, batch_id)
    form = FileForm(request.POST or None)
    sends = may_send(request, "files-batch")
    if asked := carry_out(request, form, ask_file, batch_id=batch_id):
        return _begun(request, asked)
    rows = _rows(request, found)
    return show(request, "bookkeeping/batch.html", form, batch=found, rows=rows, sends=sends)


@page
def file(request: ClubRequest, file_id: int) -> StreamingHttpResponse:
    """The bytes of a file, as they were made."""
    return download(_readable(request, file_id))


@page
def manifest(request: ClubRequest, file_id: int) -> HttpResponse:
    """The control figures of a file."""
    found = _readable(request, file_id)
    told = json.dumps(found.manifest, ensure_ascii=False, indent=2)
    return as_download(told, f"{found.name}.manifest.json", "application/json")


def _readable(request: ClubRequest, file_id: int) -> File:
    """Return a file that the reader may have. Raises NotFound, PermissionDenied."""
    found = queries.file(request.club.id, file_id)
    check_may_read(request, found)
    check_fresh_for(request, found)
    return found


def _begun(request: ClubRequest, asked: Job) -> HttpResponse:
    """Do small work at once; show how far larger work is."""
    if asked.total <= AT_ONCE:
        run(asked.pk, clock=now)
        asked.refresh_from_db()
    if asked.state == Job.State.DONE:
        batch_id = asked.arguments["batch_id"]
        return redirect("files-batch", club=request.club.slug, batch_id=batch_id)
    return redirect("files-job", club=request.club.slug, job_id=asked.pk)


def _ready(free: list[tuple[date, str]]) -> list[date]:
    """Return the first sealed days in a row that no batch holds."""
    ready: list[date] = []
    for day, state in free:
        if state != "sealed":
            break
        ready.append(day)
    return ready


def _rows(request: ClubRequest, batch: Batch) -> list[dict[str, Any]]:
    """Return every profile with the file that was made of it, and the work under way."""
    made = {(each.profile, each.version): each for each in batch.files.all()}
    under_way = {
        each.arguments["profile"]: each
        for each in Job.objects.filter(
            club=request.club, kind="file", arguments__batch_id=batch.pk,
            state__in=(Job.State.WAITING, Job.State.RUNNING),
        )
    }  # fmt: skip
    rows = []
    for slug, (version, profile) in queries.profiles(request.club.id).items():
        older = [each for (of, n), each in made.items() if of == slug and n != version]
        rows.append(
            {
                "profile": profile,
                "version": version,
                "file": made.get((slug, version)),
                "older": older,
                "job": under_way.get(slug),
                "form": FileForm(initial={"profile": slug}),
            }
        )
    return rows
