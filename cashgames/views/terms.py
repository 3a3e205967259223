"""Pages for other terms of a running game."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cashgames.forms.tables import ChangeGameForm, LimitsForm, offered_games
from cashgames.models import Session
from cashgames.queries.tables import seats, session
from cashgames.services import terms
from cashgames.services.hands import twice_verdict
from cashgames.views.shared import table_page
from casino.players.forms import ReasonForm
from casino.web.fields import ActForm
from casino.web.pages import Title, ask, carry_out, show
from casino.web.roles import ClubRequest, page, request_book


@page
def change_game(request: ClubRequest, session_id: int) -> HttpResponse:
    """Deal another game, or other blinds."""
    found = session(request.club.id, session_id)
    form = ChangeGameForm(
        request.POST or None,
        choices={"game": offered_games(request_book(request))},
        initial={"game": found.game, **_now(found, "small_blind_cents", "big_blind_cents")},
    )
    if carry_out(request, form, terms.change_game, session_id=session_id):
        return redirect("session", club=request.club.slug, session_id=session_id)
    return _page(request, found, form, title=_("Change game"))


@page
def propose_limits(request: ClubRequest, session_id: int) -> HttpResponse:
    """Ask for other limits; a second person approves them."""
    found = session(request.club.id, session_id)
    form = LimitsForm(
        request.POST or None,
        choices={"agreed": [(seat.player_id, str(seat.player)) for seat in seats(session_id)]},
        initial=_now(found, "min_buy_in_cents", "max_buy_in_cents"),
    )
    return _propose(
        request, found, form, terms.change_limits.ask, title=_("Request a limits change")
    )


@page
def propose_special_cap(request: ClubRequest, session_id: int) -> HttpResponse:
    """Ask for the special cap of the rake; a second person approves it."""
    found = session(request.club.id, session_id)
    form = ReasonForm(request.POST or None)
    service = terms.raise_cap.ask
    return _propose(request, found, form, service, title=_("Request the special rake cap"))


@page
def take_back_cap(request: ClubRequest, session_id: int) -> HttpResponse:
    """Take the special cap back that was meant for another table."""
    found = session(request.club.id, session_id)
    form = ReasonForm(request.POST or None)
    title = _("Reverse the special rake cap")
    return table_page(request, found, form, terms.take_back_cap, title=title)


@page
def offer_run_it_twice(request: ClubRequest, session_id: int) -> HttpResponse:
    """Let the board be dealt twice at low blinds, or end that offer."""
    found = session(request.club.id, session_id)
    form, offered = ActForm(request.POST or None), not found.twice_offer
    title = _("Offer run it twice") if offered else _("End the run it twice offer")
    book = request_book(request)
    return table_page(
        request,
        found,
        form,
        terms.offer_run_it_twice,
        title=title,
        more={"offered": offered},
        because=twice_verdict(book, found, "river", players=2).because,
    )


def _propose(
    request: ClubRequest, found: Session, form: ActForm, service: Any, *, title: Title
) -> HttpResponse:
    return ask(request, form, service, session_id=found.pk) or _page(
        request, found, form, title=title
    )


def _page(request: ClubRequest, found: Session, form: ActForm, *, title: Title) -> HttpResponse:
    back = reverse("session", args=[request.club.slug, found.pk])
    return show(request, "cashgames/act.html", form, session=found, title=title, back=back)


def _now(found: Session, *fields: str) -> dict[str, int]:
    return {field: getattr(found, field) for field in fields}
