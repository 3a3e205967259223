"""Taking back a close that a wrong clock made."""

from datetime import date

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from casino.closing.forms import ReopenForm
from casino.closing.services.reopening import reopen_day
from casino.ledger.queries import gaming_days
from casino.web.pages import ask, show
from casino.web.roles import ClubRequest, page


@page
def reopen(request: ClubRequest, day: date) -> HttpResponse:
    """Ask for the close to be taken back; a second person signs."""
    row = gaming_days.day(request.club.id, day)
    if row is None:
        raise Http404(_("Nothing happened on that gaming day."))
    form = ReopenForm(request.POST or None)
    asked = ask(request, form, reopen_day.ask, day=day)
    return asked or show(request, "closing/reopen.html", form, row=row)
