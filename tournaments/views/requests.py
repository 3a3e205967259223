"""Rebuys, add-ons and re-entries: asked for on the floor, sold at the desk."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.approvals.models import Proposal
from casino.house.queries import book_on
from casino.messages import msg
from casino.web.fields import ActForm
from casino.web.pages import carry_out
from casino.web.roles import ClubRequest, page
from tournaments.forms.desk import without_chips
from tournaments.forms.requests import LateForm, MoreForm, RequestForm, priced
from tournaments.models import Entry, PurchaseRequest, Tournament
from tournaments.queries import tournaments
from tournaments.queries.requests import purchase_request, request_of
from tournaments.services.late_purchases import permit_purchase
from tournaments.services.requests import request_purchase, withdraw_request
from tournaments.services.selling import sell_more as sell
from tournaments.views.shared import (
    ask_page,
    back_to,
    came_from_tablet,
    floor_page,
    form_page,
    shift_id,
    to_play,
)


@page
def sell_more(request: ClubRequest, entrant_id: int) -> HttpResponse:
    """Sell a rebuy, an add-on or a re-entry; what the floor asked for stands there already."""
    entry, found = _entry(request, entrant_id)
    asked = request_of(entry, request.GET.get("what", "")) or request_of(entry)
    initial = _as_asked(asked) if asked else _usual(entry, found)
    form = priced(MoreForm(request.POST or None, initial=initial), found)
    without_chips(form, book_on(found.club_id, found.gaming_day))
    sale = carry_out(request, form, sell.submit, entry_id=entrant_id, shift_id=shift_id(request))
    if isinstance(sale, Proposal):
        return redirect("approval-sign", club=request.club.slug, proposal_id=sale.pk)
    if sale:
        return back_to(request, found.pk, sold=sale.pk)
    title = msg("Rebuy, add-on or re-entry: {player}", player=entry.player)
    return form_page(request, form, title=title, tournament=found)


@page
def ask(request: ClubRequest, entrant_id: int) -> HttpResponse:
    """Ask the desk for a rebuy, an add-on or a re-entry."""
    entry, found = _entry(request, entrant_id)
    form = priced(RequestForm(request.POST or None, initial=_usual(entry, found)), found)
    if carry_out(request, form, request_purchase, entry_id=entrant_id):
        return back_to(request, found.pk) if came_from_tablet(request) else to_play(request, found)
    title = msg("Ask the desk: {player}", player=entry.player)
    return floor_page(request, form, title=title, tournament=found)


@page
def late(request: ClubRequest, entrant_id: int) -> HttpResponse:
    """Ask a second person to let the desk sell what was paid in its period and forgotten."""
    entry, found = _entry(request, entrant_id)
    asked = LateForm(request.POST or None, club=request.club, entry=entry, now=request.at)
    form = priced(asked, found)
    title = msg("Late rebuy or add-on: {player}", player=entry.player)
    where = {"entry_id": entrant_id}
    return ask_page(request, form, permit_purchase.ask, title, found, where=where)


@page
def withdraw(request: ClubRequest, request_id: int) -> HttpResponse:
    """Take back what was asked for."""
    row = purchase_request(request.club.id, request_id)
    form = ActForm(request.POST or None)
    if carry_out(request, form, withdraw_request, request_id=request_id):
        return back_to(request, row.entry.tournament_id)
    title = msg("{title}: {player}", title=_("Withdraw request"), player=row.entry.player)
    return form_page(request, form, title=title, tournament=row.entry.tournament)


def _entry(request: ClubRequest, entrant_id: int) -> tuple[Entry, Tournament]:
    entry = tournaments.entry(request.club.id, entrant_id)
    return entry, tournaments.tournament(request.club.id, entry.tournament_id)


def _as_asked(asked: PurchaseRequest) -> dict[str, Any]:
    return {"what": asked.what, "chips": asked.chips, "request_id": asked.pk}


def _usual(entry: Entry, tournament: Tournament) -> dict[str, str]:
    return {"what": "reentry" if entry.out_at and tournament.reentry else "rebuy"}
