"""The public page of a club's tournaments: what is announced, and booking a place."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from casino.db import now
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.refusals import Refusal
from casino.web.fields import ActForm, NameField
from casino.web.pages import WRONG_INPUT
from casino.web.roles import public_club
from casino.web.room import PerAddress, too_often
from tournaments.models import Tournament, WaitlistEntry
from tournaments.queries.clock import registration_open
from tournaments.queries.room import events
from tournaments.queries.waitlist import lists
from tournaments.services.listing import book_online


class BookingForm(ActForm):
    """A tournament and the code of the own card."""

    tournament_id = forms.TypedChoiceField(coerce=int, label=_("Tournament"))
    card = NameField(label=_("Code of your card, for example 101-3f9a1b2c"), max_length=20)


@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request: HttpRequest, club: str) -> HttpResponse:
    """Show what is announced, and keep a place where the book has bookings without payment."""
    rate = PerAddress()
    if not rate.allow_request(request, None):
        return too_often(request, rate.wait())
    found, at = public_club(club), now()
    stamp = club_stamp(found, at=at, actor_id=None)
    rows = [
        (one, lists(one, at).free, _bookable(one)) for one in events(found.pk, stamp.gaming_day)
    ]
    form = BookingForm(request.POST or None)
    open_ones = [(one.pk, one.name) for one, free, takes in rows if takes and free]
    form.fields["tournament_id"].choices = open_ones  # type: ignore[attr-defined]
    booked = _booked(found, form)
    shown = {"club": found, "rows": rows, "booked": booked, "form": form if open_ones else None}
    status = form.refusal.status if form.refusal else WRONG_INPUT if form.errors else 200
    answer = render(request, "tournaments/calendar.html", shown, status=status)
    add_never_cache_headers(answer)
    return answer


def _bookable(tournament: Tournament) -> bool:
    """Return whether a place may be booked without payment now."""
    book = book_on(tournament.club_id, tournament.gaming_day)
    takes = tournament.festival and book.admission is not None and book.admission.free_bookings
    return bool(takes) and registration_open(tournament, now())


def _booked(club: Club, form: BookingForm) -> WaitlistEntry | None:
    if not (form.is_bound and form.is_valid()):
        return None
    stamp = club_stamp(club, at=now(), actor_id=None, key=form.act_key, is_live=True)
    try:
        return book_online(stamp, **form.arguments())
    except Refusal as refusal:
        form.refuse(refusal)
        return None
