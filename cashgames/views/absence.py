"""Pages for players who are away, and for the stacks that are kept for them."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cashgames.forms.places import AwayForm, CallForm, StackForm
from cashgames.queries.absence import held_stack, held_stacks, latest_break, released_stacks
from cashgames.queries.tables import open_sessions, seats
from cashgames.services import absence
from cashgames.services import stacks as stacks_services
from cashgames.views.shared import free_places, player_page
from casino.players.forms import ReasonForm
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, show
from casino.web.roles import ClubRequest, can_perform, may_open, page


@page
def leave_seat(request: ClubRequest, session_id: int, player_id: int) -> HttpResponse:
    """Note that a player leaves the seat for a while."""
    # Only the floor permits a break.
    unasked = () if can_perform(request, "floors_word") else ("permission",)
    form = AwayForm(request.POST or None, without=unasked)
    also = None
    there = next((each for each in seats(session_id) if each.player_id == player_id), None)
    if may_open(request, "break-take-back") and there and latest_break(there):
        ids = [request.club.slug, session_id, player_id]
        also = (reverse("break-take-back", args=ids), _("Reverse the latest break"))
    service = absence.leave_seat
    return player_page(request, session_id, player_id, form, service, title=_("Away"), also=also)


@page
def take_back_absence(request: ClubRequest, session_id: int, player_id: int) -> HttpResponse:
    """Take back an absence that was noted for the wrong guest."""
    form = ReasonForm(request.POST or None)
    title, service = _("Reverse the latest break"), absence.take_back_absence
    return player_page(request, session_id, player_id, form, service, title=title)


@page
def come_back(request: ClubRequest, session_id: int, player_id: int) -> HttpResponse:
    form = ActForm(request.POST or None)
    return player_page(
        request,
        session_id,
        player_id,
        form,
        absence.come_back,
        title=pgettext_lazy("player", "Back"),
    )


@page
def let_stay(request: ClubRequest, session_id: int, player_id: int) -> HttpResponse:
    """Let the stack lie, with a reason."""
    form = ReasonForm(request.POST or None)
    return player_page(
        request, session_id, player_id, form, absence.let_stay, title=_("Leave stack at table")
    )


@page
def remove_stack(request: ClubRequest, session_id: int, player_id: int) -> HttpResponse:
    """Take the stack to safekeeping and free the seat."""
    form = StackForm(request.POST or None)
    service = absence.remove_stack
    return player_page(
        request, session_id, player_id, form, service, title=_("Remove stack to safekeeping")
    )


@page
def stacks(request: ClubRequest) -> HttpResponse:
    """Which stacks are kept, and which were released and wait to be paid."""
    club, acts = request.club.id, can_perform(request, "buy_in")
    shown = {"held": held_stacks(club), "released": released_stacks(club)}
    return show(request, "cashgames/stacks.html", acts=acts, **shown)


@page
def give_back(request: ClubRequest, stack_id: int) -> HttpResponse:
    """Give a kept stack back at a table."""
    sessions = open_sessions(request.club.id)
    form = CallForm(request.POST or None, choices={"place": free_places(request, sessions)})
    return _stack(
        request, stack_id, form, stacks_services.give_back, title=_("Return stack at a table")
    )


@page
def release_stack(request: ClubRequest, stack_id: int) -> HttpResponse:
    """Let a kept stack be paid out at the desk."""
    form = ActForm(request.POST or None)
    return _stack(request, stack_id, form, stacks_services.release_stack, title=_("Pay out stack"))


def _stack(
    request: ClubRequest,
    stack_id: int,
    form: ActForm,
    service: Callable[..., Any],
    *,
    title: Title,
) -> HttpResponse:
    found = held_stack(request.club.id, stack_id)
    back = reverse("stacks", args=[request.club.slug])
    if carry_out(request, form, service, stack_id=stack_id):
        return redirect(back)
    shown = {"title": title, "about": str(found.player), "stack": found, "back": back}
    return show(request, "cashgames/act.html", form, **shown)
