"""The pages of the cash tables."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
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
from cashgames.models import ChipMove, Session
from cashgames.rules.table_limits import most_players
from casino.cage.queries import open_shift_of
from casino.house.queries import book_on, club_stamp
from casino.ledger.queries import account_id
from casino.staff.models import Role
from casino.web.fields import ActForm
from casino.web.pages import carry_out, live, show
from casino.web.roles import EVERYBODY, page

FLOOR = (Role.SUPERVISOR, Role.MANAGER)
DESK_AND_FLOOR = (*FLOOR, Role.CASHIER)
MOST_MOVES = 20


@page(*EVERYBODY)
def tables(request: HttpRequest) -> HttpResponse:
    """The room: which tables are open, and with what."""
    sessions = queries.open_sessions(request.club.id)
    tiles = [
        {
            "session": session,
            "seated": len(queries.seats(session.id)),
            "places": _places(request, session),
            "check": queries.table_check(session),
        }
        for session in sessions
    ]
    open_tables = {session.table_id for session in sessions}
    free = [table for table in queries.tables(request.club.id) if table.id not in open_tables]
    answer = live if request.htmx else show
    template = "cashgames/tables_panel.html" if request.htmx else "cashgames/tables.html"
    return answer(request, template, tiles=tiles, free=free)


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
        special=Role.MANAGER in request.roles,
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
    if request.htmx:
        return live(request, "cashgames/session_panel.html", **_panel(request, found))
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
    began = timezone.now()
    found = queries.session(request.club.id, session_id)
    form = HandForm(request.POST or None, session_game=found.game)
    hand = carry_out(request, form, services.rake_hand, session_id=session_id)
    if hand:
        return _done(request, session_id, again=hand.played_at < began, hand=hand.id)
    return _session(request, found, form)


def _session(request: HttpRequest, found: Session, form: HandForm) -> HttpResponse:
    panel = _panel(request, found)
    return show(
        request,
        "cashgames/session.html",
        form,
        done_hand=_asked(request, "hand", panel["hands"]),
        done_move=_asked(request, "move", panel["moves"]),
        again="again" in request.GET,
        **panel,
    )


def _panel(request: HttpRequest, found: Session) -> dict[str, Any]:
    """Return what of a table changes while one looks at it."""
    taken = {seat.number: seat for seat in queries.seats(found.id)}
    free = next((n for n in range(1, _places(request, found) + 1) if n not in taken), None)
    return {
        "session": found,
        "seats": [(n, taken.get(n)) for n in range(1, _places(request, found) + 1)],
        "free_seat": free,
        "check": queries.table_check(found),
        "chips_account": account_id(request.club.id, "chips:table", found.id),
        "hands": queries.hands(found.id),
        "moves": queries.moves(found.id)[:MOST_MOVES],
        "acts": bool(request.roles & set(DESK_AND_FLOOR)) and not found.closed_at,
    }


def _places(request: HttpRequest, session: Session) -> int:
    """Return how many seats the game of a session has (AMB-114)."""
    day = club_stamp(request.club, at=session.opened_at, actor_id=None).gaming_day
    return most_players(book_on(request.club.id, day), session.game, at="cash").max_players


def _asked(request: HttpRequest, name: str, rows: list[Any]) -> Any:
    """Return the row whose id the address names: what was just booked."""
    return next((row for row in rows if str(row.id) == request.GET.get(name)), None)


def _done(request: HttpRequest, session_id: int, *, again: bool, **row: int) -> HttpResponse:
    """Go back to the table, with what was booked on screen."""
    shown = row | ({"again": 1} if again else {})
    return redirect(reverse("session", args=[request.club.slug, session_id], query=shown))


@page(*DESK_AND_FLOOR)
def seat_player(request: HttpRequest, session_id: int) -> HttpResponse:
    """Seat a player with a buy-in."""
    form = partial(
        SeatForm,
        club_id=request.club.id,
        floor=bool(request.roles & set(FLOOR)),
        initial={"seat_no": request.GET.get("seat", "")},
    )
    return _chips(request, session_id, form, services.seat_player, title="Seat a guest")


@page(*DESK_AND_FLOOR)
def top_up(request: HttpRequest, session_id: int, player_id: int) -> HttpResponse:
    """Add chips to a stack."""
    return _chips(
        request, session_id, TopUpForm, services.top_up, title="Top-up", player_id=player_id
    )


@page(*DESK_AND_FLOOR)
def cash_out(request: HttpRequest, session_id: int, player_id: int) -> HttpResponse:
    """Let a player leave with the stack."""
    return _chips(
        request, session_id, CashOutForm, services.cash_out, title="Cash-out", player_id=player_id
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
    form_of: Callable[..., ActForm],
    service: Callable[..., ChipMove],
    *,
    title: str,
    **more: Any,
) -> HttpResponse:
    """Chips that come to a seat or leave it; cash moves in the open shift of who is asked."""
    began = timezone.now()
    found = queries.session(request.club.id, session_id)
    shift = open_shift_of(request.user.id, request.club.id)
    at_desk = shift is not None and shift.state == "open"
    form = form_of(request.POST or None, at_desk=at_desk)
    if request.POST:
        desk = {"session_id": session_id, "shift_id": shift.id if shift else None}
        move = carry_out(request, form, service, **desk, **more)
        if move:
            return _done(request, session_id, again=move.at < began, move=move.id)
    who = more.get("player_id")
    seat = next((s for s in queries.seats(session_id) if s.player_id == who), None)
    if who and not seat and not request.POST:
        raise Http404("This player does not sit at this table.")
    shown = {"session": found, "title": title, "seat": seat, "at_desk": at_desk}
    return show(request, "cashgames/chips.html", form, **shown)
