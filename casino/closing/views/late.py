"""Entries that come late: booked today by two people, about a day gone by."""

from django.http import HttpResponse

from casino.closing.forms import LateEntryForm
from casino.closing.services.late import book_late_entry
from casino.journal.queries.documents import MAX_DOCUMENTS, documents
from casino.paging import Page
from casino.web.pages import ask, show
from casino.web.roles import ClubRequest, page


@page
def late_entries(request: ClubRequest) -> HttpResponse:
    """What was booked late, the latest first."""
    part = Page(MAX_DOCUMENTS, request.GET.get("before", ""))
    found = documents(request.club.id, late=True, page=part)
    return show(request, "closing/late_entries.html", late=found, next=part.next)


@page
def ask_late_entry(request: ClubRequest) -> HttpResponse:
    """Propose a late entry; the manager books it."""
    form = LateEntryForm(request.POST or None)
    return ask(request, form, book_late_entry.ask) or show(request, "closing/late_entry.html", form)
