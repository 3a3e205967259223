"""The public page of a club's tournaments: what is announced, and who books or comes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from casino.acts.forms import form_of
from casino.db import now
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.ledger.queries.documents import first_act
from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.pages import WRONG_INPUT
from casino.web.roles import public_club
from casino.web.room import PerAddress, too_often
from tournaments.models import Tournament, WaitlistEntry
from tournaments.queries.clock import registration_open
from tournaments.queries.room import events
from tournaments.queries.waitlist import lists
from tournaments.services.listing import announce_coming, book_online, withdraw_online

ComingForm = form_of(
    announce_coming,
    tournament_id=_("Tournament"),
    card=_("Code of your card, for example 101-3f9a1b2c"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """A tournament that is announced; takes: a place may be booked; is_open: one may say so."""

    tournament: Tournament
    free: int
    takes: bool
    is_open: bool


@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request: HttpRequest, club: str) -> HttpResponse:
    """
    Show what is announced; a guest books, says that he comes, or withdraws, by the own card.

    A place is kept only where the book has bookings without payment.
    """
    rate = PerAddress()
    if not rate.allow_request(request, None):
        return too_often(request, rate.wait())
    found, at = public_club(club), now()
    stamp = club_stamp(found, at=at, actor_id=None)
    rows = [_event(one, at) for one in events(found.pk, stamp.gaming_day)]
    open_ones = {one.tournament.pk: one for one in rows if one.is_open}
    offered = [(pk, one.tournament.name) for pk, one in open_ones.items()]
    form = ComingForm(request.POST or None, choices={"tournament_id": offered})
    said = _said(found, form, open_ones)
    shown = {"club": found, "rows": rows, "said": said, "form": form if open_ones else None}
    status = form.refusal.status if form.refusal else WRONG_INPUT if form.errors else 200
    answer = render(request, "tournaments/calendar.html", shown, status=status)
    add_never_cache_headers(answer)
    return answer


def _event(tournament: Tournament, at: datetime) -> Event:
    is_open = registration_open(tournament, at)
    return Event(
        tournament=tournament,
        free=lists(tournament, at).free,
        takes=is_open and _bookable(tournament),
        is_open=is_open,
    )


def _bookable(tournament: Tournament) -> bool:
    """Return whether the book lets places of this tournament be booked without payment."""
    book = book_on(tournament.club_id, tournament.gaming_day)
    return bool(tournament.festival and book.admission and book.admission.free_bookings)


def _said(club: Club, form: ActForm, open_ones: Mapping[int, Event]) -> WaitlistEntry | None:
    """Keep what the guest says; return the line, None where nothing was said or it is refused."""
    if not (form.is_bound and form.is_valid()):
        return None
    about = open_ones[form.cleaned_data["tournament_id"]]
    first = first_act(form.act_key)  # whoever books the last place and sends it again booked it
    books = first.operation == book_online.name if first else about.takes and about.free
    says = book_online if books else announce_coming
    service = withdraw_online if "withdraw" in form.data else says
    stamp = club_stamp(club, at=now(), actor_id=None, key=form.act_key, is_live=True)
    try:
        return service(stamp, **form.arguments())
    except Refusal as refusal:
        form.refuse(refusal)
        return None
