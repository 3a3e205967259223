"""Pages on which chips come to a seat or leave it."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from cashgames.forms.chips import CashOutForm, SeatForm, TopUpForm
from cashgames.models import ChipMove
from cashgames.queries.tables import chips_cents, moves, session
from cashgames.queries.time_rake import shares_due
from cashgames.services import cash_outs
from cashgames.services import seats as seats_services
from cashgames.views.shared import at_desk, chips_lie, done, seat_of
from casino.approvals.models import Proposal
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, show
from casino.web.roles import ClubRequest, can_perform, page

# What the floor alone decides.
FLOORS = ("supervisor_approved", "deviation")


@page
def seat_player(request: ClubRequest, session_id: int) -> HttpResponse:
    form = partial(
        SeatForm,
        club_id=request.club.id,
        without=() if can_perform(request, "floors_word") else FLOORS,
        initial={
            "seat_no": request.GET.get("seat", ""),
            "player": request.GET.get("player", ""),
        },
    )
    return _chips(
        request, session_id, form, seats_services.seat_player.submit, title=_("Seat a guest")
    )


@page
def top_up(request: ClubRequest, session_id: int, player_id: int) -> HttpResponse:
    """Add chips to a stack."""
    return _chips(
        request,
        session_id,
        TopUpForm,
        seats_services.top_up.submit,
        title=_("Top-up"),
        player_id=player_id,
    )


@page
def cash_out(request: ClubRequest, session_id: int, player_id: int) -> HttpResponse:
    """Let a player leave with the stack."""
    return _chips(
        request,
        session_id,
        CashOutForm,
        cash_outs.cash_out.submit,
        title=_("Cash-out"),
        player_id=player_id,
    )


def _chips(
    request: ClubRequest,
    session_id: int,
    form_of: Callable[..., ActForm],
    service: Callable[..., ChipMove | Proposal],
    *,
    title: Title,
    **more: Any,
) -> HttpResponse:
    """Chips that come to a seat or leave it; cash moves in the open shift of who is asked."""
    began = request.at
    found = session(request.club.id, session_id)
    who = more.get("player_id")
    seat = seat_of(request, session_id, who) if who else None
    shift, desk = at_desk(request)
    lie = chips_lie(request)
    form = form_of(request.POST or None, at_desk=desk, chips_lie=lie)
    where = {"session_id": session_id, "shift_id": shift}
    move = carry_out(request, form, service, **where, **more)
    if isinstance(move, Proposal):
        return redirect("approval-sign", club=request.club.slug, proposal_id=move.pk)
    if move:
        return done(request, session_id, again=move.at < began, move=move.id)
    shown: dict[str, Any] = {"session": found, "title": title, "seat": seat, "at_desk": desk}
    shown |= {"chips_lie": lie}
    if seat:
        at_the_seat = [
            move for move in moves(session_id) if move.seat_id == seat.id and move.stands
        ]
        shown |= {"moves": at_the_seat, "leaves": form_of is CashOutForm}
        shown["in_play_cents"] = chips_cents(found)
    due = shares_due(request.club.id) if seat else []
    shown["owing"] = [share for share in due if share.seat.player_id == who]
    return show(request, "cashgames/chips.html", form, **shown)
