"""Files that come in."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.approvals.queries import open_proposals
from casino.bookkeeping.forms import ColumnsForm, UploadForm
from casino.bookkeeping.models import FileImport
from casino.bookkeeping.queries import imports as queries
from casino.bookkeeping.rules.incoming import KINDS, TITLES, ImportedTable, read_table
from casino.bookkeeping.services import imports
from casino.bookkeeping.services.imports import OPENING
from casino.paging import Page
from casino.web.fields import ActForm
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, page, request_stamp

FIRST_ROWS = 5
FILES = 50  # of a page


@page
def file_imports(request: ClubRequest) -> HttpResponse:
    """Bring a file; below, what came before."""
    form = UploadForm(request.POST or None, request.FILES or None)
    if brought := carry_out(request, form, imports.bring_file):
        return redirect("files-import", club=request.club.slug, intake_id=brought.pk)
    part = Page(FILES, request.GET.get("before", ""))
    found = queries.file_imports(request.club.id, page=part)
    shown = {
        "rows": [(TITLES[each.kind], each) for each in found],
        "next": part.next,
        "kinds": [(TITLES[kind], fields) for kind, fields in KINDS.items()],
    }
    return show(request, "bookkeeping/imports.html", form, **shown)


@page
def file_import(request: ClubRequest, intake_id: int) -> HttpResponse:
    """One file: its columns, its mistakes, its first rows; taken or not."""
    found = queries.file_import(request.club.id, intake_id)
    table = _table(found)
    form = ColumnsForm(request.POST or None, intake=found, heads=table.heads)
    if carry_out(request, form, imports.choose_columns, intake_id=intake_id):
        return redirect("files-import", club=request.club.slug, intake_id=intake_id)
    first = [(n, cells) for n, cells in table.rows[:FIRST_ROWS]]
    return _shown(request, found, form, heads=table.heads, first=first)


@page
def take(request: ClubRequest, intake_id: int) -> HttpResponse:
    """Take a file as a whole."""
    return _done(request, imports.take, intake_id)


@page
def undo(request: ClubRequest, intake_id: int) -> HttpResponse:
    """Undo a file as a whole."""
    return _done(request, imports.undo, intake_id)


def _done(request: ClubRequest, service: Any, intake_id: int) -> HttpResponse:
    found = queries.file_import(request.club.id, intake_id)
    form = ActForm(request.POST or None)
    if request.POST and not carry_out(request, form, service, intake_id=intake_id):
        table = _table(found)
        columns = ColumnsForm(intake=found, heads=table.heads)
        return _shown(request, found, columns, heads=table.heads, refused=form)
    return redirect("files-import", club=request.club.slug, intake_id=intake_id)


def _table(found: FileImport) -> ImportedTable:
    """Return the file as a table; nothing of one that is no longer kept."""
    return read_table(bytes(found.data)) if found.data else ImportedTable(heads=(), rows=())


def _shown(request: ClubRequest, found: FileImport, form: ActForm, **more: Any) -> HttpResponse:
    stamp = request_stamp(request)
    waiting = [
        each
        for each in open_proposals(stamp.club_id, at=stamp.at)
        if each.operation == OPENING and each.content["intake_id"] == found.pk
    ]
    shown = {"intake": found, "title": TITLES[found.kind], "act": ActForm(), "waiting": waiting}
    return show(request, "bookkeeping/import.html", form, **shown | more)
