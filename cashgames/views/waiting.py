"""The pages of the waiting lists."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from cashgames.forms.places import CallForm, JoinListForm, MoveWaitingForm
from cashgames.forms.tables import offered_games
from cashgames.queries.tables import open_sessions
from cashgames.queries.waiting import waiting, waiting_lines
from cashgames.services import waiting as waiting_services
from cashgames.views.shared import first_place, free_places, tables_of
from casino.money import format_cents
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, live, show
from casino.web.roles import ClubRequest, can_perform, page, request_book

BLINDS = ("small_blind_cents", "big_blind_cents")


@page
def waiting_lists(request: ClubRequest) -> HttpResponse:
    """Who waits for which game, who was called, and until when."""
    shown = {
        "lines": [
            (line, first_place(request, line.game), tables_of(request, line.game))
            for line in waiting_lines(request.club.id)
        ],
        "at": request.at,
        "acts": can_perform(request, "buy_in"),
        "touch": ActForm(),
    }
    if request.htmx:
        return live(request, "cashgames/waiting_panel.html", **shown)
    return show(request, "cashgames/waiting.html", **shown)


@page
def join_list(request: ClubRequest) -> HttpResponse:
    """Put a guest on a list; the game of the first open table stands there already."""
    return _add(request, waiting_services.join_list, title=_("Add to the list"))


@page
def note_interest(request: ClubRequest) -> HttpResponse:
    """Note who would like to play a game and is not here."""
    return _add(request, waiting_services.note_interest, title=_("Note interest"))


def _add(request: ClubRequest, service: Callable[..., Any], *, title: Title) -> HttpResponse:
    running = open_sessions(request.club.id)
    initial: dict[str, Any] = {}
    for session in running[:1]:
        initial = {"game": session.game}
        initial |= {blind: format_cents(getattr(session, blind)) for blind in BLINDS}
    form = JoinListForm(
        request.POST or None,
        club_id=request.club.id,
        choices={"game": offered_games(request_book(request))},
        initial=initial | request.GET.dict(),
    )
    if carry_out(request, form, service):
        return redirect("waiting", club=request.club.slug)
    return show(request, "cashgames/waiting_act.html", form, title=title)


@page
def call_waiting(request: ClubRequest, waiting_id: int) -> HttpResponse:
    """Call the first to a free seat."""
    played = tables_of(request, waiting(request.club.id, waiting_id).list)
    places = free_places(request, played)
    form = CallForm(request.POST or None, choices={"place": places})
    full = not places and not request.POST
    service = waiting_services.call_waiting
    return _act(request, waiting_id, service, form, title=_("Call"), full=full, played=played)


@page
def note_no_show(request: ClubRequest, waiting_id: int) -> HttpResponse:
    """Note that a called guest did not come."""
    return _act(request, waiting_id, waiting_services.note_no_show, title=_("No-show"))


@page
def note_going(request: ClubRequest, waiting_id: int) -> HttpResponse:
    """Note that a called guest said yes."""
    return _act(request, waiting_id, waiting_services.note_going, title=_("Going"))


@page
def list_interested(request: ClubRequest, waiting_id: int) -> HttpResponse:
    """Put who was interested and has come on the list."""
    return _act(request, waiting_id, waiting_services.list_interested, title=_("Has come"))


@page
def leave_list(request: ClubRequest, waiting_id: int) -> HttpResponse:
    """Take a guest off the list."""
    return _act(request, waiting_id, waiting_services.leave_list, title=_("Take off the list"))


@page
def move_waiting(request: ClubRequest, waiting_id: int) -> HttpResponse:
    """Put a guest before or behind others, with a reason that is kept."""
    form = MoveWaitingForm(request.POST or None, initial=request.GET.dict())
    service = waiting_services.move_waiting
    return _act(request, waiting_id, service, form, title=_("Change position"))


def _act(
    request: ClubRequest,
    waiting_id: int,
    service: Callable[..., Any],
    form: ActForm | None = None,
    *,
    title: Title,
    **more: Any,
) -> HttpResponse:
    """Act on who waits, and go back to the list, or to the table where it was touched."""
    entry, form = waiting(request.club.id, waiting_id), form or ActForm(request.POST or None)
    if carry_out(request, form, service, waiting_id=waiting_id):
        table = request.POST.get("at_table", "")
        if table.isascii() and table.isdigit():
            return redirect("session", club=request.club.slug, session_id=int(table))
        return redirect("waiting", club=request.club.slug)
    return show(request, "cashgames/waiting_act.html", form, title=title, entry=entry, **more)
