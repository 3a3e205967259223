"""The general journal: the list, a new document, one of them, its files."""

import re
from datetime import date
from typing import get_args
from uuid import uuid5

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.approvals.models import Proposal
from casino.journal.forms import (
    AttachForm,
    DocumentForm,
    ReverseForm,
    SaveTemplateForm,
    TakeOffForm,
    accounts_to_pick,
    codes_to_pick,
)
from casino.journal.models import DocumentTemplate, JournalDocument
from casino.journal.queries import documents as queries
from casino.journal.queries.dated import closed_until, open_date
from casino.journal.queries.templates import template, templates
from casino.journal.services import documents as services
from casino.journal.services.files import attach_file, take_off_file
from casino.journal.services.templates import save_template
from casino.paging import Page
from casino.web.attachments import to_keep
from casino.web.fields import ActForm
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, may_send, page, request_stamp

# What may be an id in an address.
ID = re.compile(r"[0-9]{1,15}", re.ASCII)


@page
def journal(request: ClubRequest) -> HttpResponse:
    """The documents of some days, by the day that is asked."""
    by = request.GET.get("by", "dated")
    by = by if by in get_args(queries.By) else "dated"
    days = [_day(request.GET.get(name, "")) for name in ("first", "last")]
    part = Page(queries.MAX_DOCUMENTS, request.GET.get("before", ""))
    found = queries.documents(request.club.id, *days, by=by, page=part)  # type: ignore[arg-type]
    shown = {"documents": found, "by": by, "days": days, "next": part.next}
    return show(request, "journal/journal.html", **shown)


@page
def new(request: ClubRequest) -> HttpResponse:
    """Write a document; above the club's amount it waits for its second person."""
    stamp = request_stamp(request)
    form = DocumentForm(
        request.POST or None,
        request.FILES or None,
        day=stamp.gaming_day,
        begun_from=_begun_from(request),
        closed=closed_until(request.club.id),
    )
    done = carry_out(request, form, services.book_document.submit)
    if done is None:
        shown = {
            "accounts": accounts_to_pick(request.club.id),
            "templates": templates(request.club.id),
        } | codes_to_pick(request.club.id)
        return show(request, "journal/new.html", form, **shown)
    asked = isinstance(done, Proposal)
    if paper := form.cleaned_data["paper"]:
        key = uuid5(form.act_key, "paper")
        attach_file(
            request_stamp(request, key),
            name=paper["name"],
            content=paper["content"],
            proposal_id=done.pk if asked else None,
            document_id=None if asked else done.pk,
        )
    if asked:
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    return redirect("journal-document", club=request.club.slug, document_id=done.pk)


@page
def document(request: ClubRequest, document_id: int) -> HttpResponse:
    """One document with its lines and files."""
    return _document(request, queries.document(request.club.id, document_id))


@page
def reverse(request: ClubRequest, document_id: int) -> HttpResponse:
    """Take a document back."""
    form = ReverseForm(request.POST or None)
    submit = services.reverse_document.submit
    done = carry_out(request, form, submit, document_id=document_id)
    if isinstance(done, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    if done:
        return redirect("journal-document", club=request.club.slug, document_id=done.pk)
    return _document(request, queries.document(request.club.id, document_id), reversing=form)


@page
def attach(request: ClubRequest, document_id: int) -> HttpResponse:
    """Keep one more paper."""
    club_id = request.club.id
    form = AttachForm(request.POST or None, request.FILES or None, club_id=club_id)
    if carry_out(request, form, attach_file, document_id=document_id):
        return redirect("journal-document", club=request.club.slug, document_id=document_id)
    return _document(request, queries.document(request.club.id, document_id), attaching=form)


@page
def take_off(request: ClubRequest, attached_file_id: int) -> HttpResponse:
    """Take a file off that was attached wrongly."""
    found = queries.attached_file(request.club.id, attached_file_id)
    form, of = TakeOffForm(request.POST or None), queries.document_of(found)
    done = carry_out(request, form, take_off_file.submit, attached_file_id=attached_file_id)
    if isinstance(done, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    if done and of:
        return redirect("journal-document", club=request.club.slug, document_id=of.pk)
    if done:
        return redirect("approval", club=request.club.slug, proposal_id=found.proposal_id)
    return show(request, "journal/file_off.html", form, file=found, document=of)


@page
def file(request: ClubRequest, attached_file_id: int) -> HttpResponse:
    """A paper as a file to keep, never shown inside the site."""
    return to_keep(queries.attached_content(request.club.id, attached_file_id))


@page
def save(request: ClubRequest, document_id: int) -> HttpResponse:
    """Save a document to begin from."""
    form = SaveTemplateForm(request.POST or None)
    done = carry_out(request, form, save_template, document_id=document_id)
    if done:
        return redirect("journal-template", club=request.club.slug, document_template_id=done.pk)
    return _document(request, queries.document(request.club.id, document_id), saving=form)


def _document(
    request: ClubRequest,
    found: JournalDocument,
    *,
    reversing: ActForm | None = None,
    attaching: AttachForm | None = None,
    saving: ActForm | None = None,
) -> HttpResponse:
    dated = open_date(found.club_id, found.dated, today=request_stamp(request).gaming_day)
    shown = {
        "document": found,
        "files": queries.attached(found),
        "reversing": reversing or ReverseForm(initial={"dated": dated}),
        "attaching": attaching or AttachForm(club_id=request.club.id),
        "may_reverse": may_send(request, "journal-reverse")
        and found.kind != JournalDocument.Kind.YEAR
        and not hasattr(found, "reversed_by"),
        "may_attach": may_send(request, "journal-attach"),
        "may_take_off": may_send(request, "journal-attachment-off"),
        "saving": saving or SaveTemplateForm(initial={"name": found.reason[:100]}),
        "may_save": may_send(request, "journal-template-save"),
    }
    return show(request, "journal/document.html", reversing or attaching or saving, **shown)


def _begun_from(request: ClubRequest) -> DocumentTemplate | None:
    """Return the template that an address asks for."""
    asked = request.GET.get("template", "")
    return template(request.club.id, int(asked)) if ID.fullmatch(asked) else None


def _day(text: str) -> date | None:
    """Return the day that an address asks for, None for what is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
