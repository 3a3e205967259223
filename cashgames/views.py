"""The pages of the cash tables."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from cashgames import queries, services
from cashgames.forms import (
    CashOutForm,
    HandForm,
    OpenSessionForm,
    SeatForm,
    TableForm,
    TopUpForm,
)
from cashgames.models import Session
from cashgames.rules.table_limits import most_players
from casino.cage.queries import open_shift_of
from casino.house.queries import book_on, club_stamp
from casino.staff.models import Role
from casino.web.fields import ActForm
from casino.web.pages import carry_out, show
from casino.web.roles import EVERYBODY, page

FLOOR = (Role.SUPERVISOR, Role.MANAGER)
DESK_AND_FLOOR = (*FLOOR, Role.CASHIER)


@page(*EVERYBODY)
def tables(request: HttpRequest) -> HttpResponse:
    """The room: which tables are open, and with what."""
    sessions = queries.open_sessions(request.club.id)
    tiles = [
        {
            "session": session,
            "seated": len(queries.seats(session.id)),
            "check": queries.table_check(session),
        }
        for session in sessions
    ]
    open_tables = {session.table_id for session in sessions}
    free = [table for table in queries.tables(request.club.id) if table.id not in open_tables]
    return show(request, "cashgames/tables.html", tiles=tiles, free=free)


@page(*FLOOR)
def add_table(request: HttpRequest) -> HttpResponse:
    """Put a table into the room."""
    form = TableForm(request.POST or None)
    if request.POST and carry_out(request, form, services.add_table):
        return redirect("tables", club=request.club.slug)
    return show(request, "cashgames/table_add.html", form)


@page(*FLOOR)
def open_session(request: HttpRequest) -> HttpResponse:
    """Open a game at a table."""
    day = club_stamp(request.club, at=timezone.now(), actor_id=None).gaming_day
    form = OpenSessionForm(
        request.POST or None,
        tables=[(table.id, table.name) for table in queries.tables(request.club.id)],
        book=book_on(request.club.id, day),
        initial={"table_id": request.GET.get("table", "")},
    )
    opened = carry_out(request, form, services.open_session) if request.POST else None
    if opened:
        return redirect("session", club=request.club.slug, session_id=opened.id)
    return show(request, "cashgames/session_open.html", form)


@page(*EVERYBODY)
def session(request: HttpRequest, session_id: int) -> HttpResponse:
    """A table: seats, the next hand, the table check, what happened."""
    found = queries.session(request.club.id, session_id)
    dealt = len(queries.seats(session_id))
    form = HandForm(
        session_game=found.game,
        initial={
            "name": queries.next_hand_name(session_id),
            "players_dealt": dealt or "",
            "first_round_passed": True,
        },
    )
    return _session(request, found, form)


@page(*FLOOR)
def rake_hand(request: HttpRequest, session_id: int) -> HttpResponse:
    """Record one hand; the next one's form comes back at once."""
    found = queries.session(request.club.id, session_id)
    form = HandForm(request.POST, session_game=found.game)
    if carry_out(request, form, services.rake_hand, session_id=session_id):
        return redirect("session", club=request.club.slug, session_id=session_id)
    return _session(request, found, form)


def _session(request: HttpRequest, found: Session, form: HandForm) -> HttpResponse:
    day = club_stamp(request.club, at=found.opened_at, actor_id=None).gaming_day
    places = most_players(book_on(request.club.id, day), found.game, at="cash").max_players  # type: ignore[arg-type]
    taken = {seat.number: seat for seat in queries.seats(found.id)}
    return show(
        request,
        "cashgames/session.html",
        form,
        session=found,
        seats=[(number, taken.get(number)) for number in range(1, places + 1)],
        check=queries.table_check(found),
        hands=queries.hands(found.id),
        moves=queries.moves(found.id)[:20],
        shift=open_shift_of(request.user.id, request.club.id),
    )


@page(*DESK_AND_FLOOR)
def seat_player(request: HttpRequest, session_id: int) -> HttpResponse:
    """Seat a player with a buy-in."""
    form = SeatForm(request.POST or None, initial={"seat_no": request.GET.get("seat", "")})
    return _chips(request, session_id, form, services.seat_player, title="Seat a player")


@page(*DESK_AND_FLOOR)
def top_up(request: HttpRequest, session_id: int, player_id: int) -> HttpResponse:
    """Add chips to a stack."""
    form = TopUpForm(request.POST or None)
    return _chips(request, session_id, form, services.top_up, title="Top-up", player_id=player_id)


@page(*DESK_AND_FLOOR)
def cash_out(request: HttpRequest, session_id: int, player_id: int) -> HttpResponse:
    """Let a player leave with the stack."""
    form = CashOutForm(request.POST or None)
    return _chips(
        request, session_id, form, services.cash_out, title="Cash-out", player_id=player_id
    )


@page(*FLOOR)
def close_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Close a table at zero."""
    found = queries.session(request.club.id, session_id)
    form = ActForm(request.POST or None)
    if request.POST and carry_out(request, form, services.close_session, session_id=session_id):
        return redirect("session", club=request.club.slug, session_id=session_id)
    return show(
        request,
        "cashgames/session_close.html",
        form,
        session=found,
        check=queries.table_check(found),
    )


def _chips(
    request: HttpRequest,
    session_id: int,
    form: ActForm,
    service: Callable[..., Any],
    *,
    title: str,
    **more: Any,
) -> HttpResponse:
    """Chips that come to a seat or leave it; cash moves in the open shift of who is asked."""
    found = queries.session(request.club.id, session_id)
    shift = open_shift_of(request.user.id, request.club.id)
    if request.POST and carry_out(
        request,
        form,
        service,
        session_id=session_id,
        shift_id=shift.id if shift else None,
        **more,
    ):
        return redirect("session", club=request.club.slug, session_id=session_id)
    who = more.get("player_id")
    seat = next((s for s in queries.seats(session_id) if s.player_id == who), None)
    return show(
        request,
        "cashgames/chips.html",
        form,
        session=found,
        title=title,
        seat=seat,
        shift=shift,
    )
