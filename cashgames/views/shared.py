"""What the pages of the cash room share."""

from collections.abc import Callable
from math import cos, pi, sin, tau
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cashgames.models import Seat, Session, WaitingList
from cashgames.queries.absence import absent_seats
from cashgames.queries.tables import has_left, open_sessions, seats, session
from cashgames.queries.waiting import called_to, list_of
from cashgames.rules.families import named_game
from cashgames.rules.table_limits import most_players
from cashgames.services.seats import NotSeated
from casino.approvals.models import Proposal
from casino.cage.queries.shifts import open_shift_of
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.messages import msg
from casino.players.queries import excluded_among
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, show
from casino.web.roles import ClubRequest, request_book

# How far from the middle of the picture a name stands beside its seat rather than below.
SIDE = 40


def places(club: Club, session: Session) -> int:
    """Return how many seats the game of a session has (AMB-114)."""
    day = club_stamp(club, at=session.opened_at, actor_id=None).gaming_day
    game = named_game(session.game)
    return most_players(book_on(club.pk, day), game, at="cash").max_players


def seat_rows(request: ClubRequest, session: Session) -> list[dict[str, Any]]:
    """Return each seat of a table: who sits there, is away from it, or was called to it."""
    at = request.at
    day = club_stamp(request.club, at=at, actor_id=None).gaming_day
    book = book_on(request.club.id, day)
    seated = {seat.number: seat for seat in seats(session.pk)}
    called = {entry.seat_no: entry for entry in called_to(session.pk)}
    away = absent_seats(session, book, at=at)
    absent = {each.absence.seat.number: each for each in away}
    count = places(request.club, session)
    players = [seat.player_id for seat in seated.values()]
    excluded = excluded_among(players, gaming_day=day) if players else {}
    return [
        {
            "number": number,
            **_around(number, count),
            "seat": seated.get(number),
            "excluded": excluded.get(seated[number].player_id) if number in seated else None,
            "called": called.get(number),
            "away": absent.get(number),
        }
        for number in range(1, count + 1)
    ]


def _around(number: int, seats: int) -> dict[str, Any]:
    """Return where a seat and its name stand in the picture, clockwise from the dealer on top."""
    angle = tau * number / (seats + 1) - pi / 2
    across = round(150 * cos(angle))
    beside = "end" if across < -SIDE else "start" if across > SIDE else "middle"
    return {"x": 260 + across, "y": round(90 + 66 * sin(angle)), "beside": beside}


def tables_of(request: ClubRequest, waits_for: WaitingList | None) -> list[Session]:
    """Return the open tables that a list leads to."""
    return [each for each in open_sessions(request.club.id) if list_of(each) == waits_for]


def first_place(request: ClubRequest, waits_for: WaitingList) -> str:
    """Return the free seat to which the first of a list is called, "" where all are taken."""
    return next((place for place, _ in free_places(request, tables_of(request, waits_for))), "")


def free_places(request: ClubRequest, sessions: list[Session]) -> list[tuple[str, str]]:
    """Return the seats at some tables that nobody has and nobody was called to, for a choice."""
    return [
        (
            f"{session.pk}:{row['number']}",
            msg("{table}, seat {number}", table=session.table, number=row["number"]),
        )
        for session in sessions
        for row in seat_rows(request, session)
        if not row["seat"] and not row["called"]
    ]


def at_desk(request: ClubRequest) -> tuple[int | None, bool]:
    """Return the shift of who is asked, and whether cash can move there now."""
    shift = open_shift_of(request.user.id, request.club.id)
    return (shift.pk if shift else None), shift is not None and shift.state == "open"


def chips_lie(request: ClubRequest) -> bool:
    """Return whether chips of the house lie on its cash tables: a program's are figures."""
    book = request_book(request)
    return book.chips.cash_games is not None


def asked(request: ClubRequest, name: str, rows: list[Any]) -> Any:
    """Return the row whose id the address names: what was just booked."""
    return next((row for row in rows if str(row.id) == request.GET.get(name)), None)


def done(request: ClubRequest, session_id: int, *, again: bool, **row: int) -> HttpResponse:
    """Go back to the table, with what was booked on screen."""
    shown = row | ({"again": 1} if again else {})
    return redirect(reverse("session", args=[request.club.slug, session_id], query=shown))


def seat_of(request: ClubRequest, session_id: int, player_id: int) -> Seat | None:
    """
    Return a player's seat. Raises Http404, NotSeated for who has left the table meanwhile.

    None for what is sent all the same: the act says why not.
    """
    seat = next((s for s in seats(session_id) if s.player_id == player_id), None)
    if seat or request.POST:
        return seat
    if has_left(session_id, player_id):
        raise NotSeated(
            msg("This guest has left the table."),
            next_step=msg("Go back to the table."),
            next_page="session",
        )
    raise Http404(_("This player does not sit at this table."))


def player_page(
    request: ClubRequest,
    session_id: int,
    player_id: int,
    form: ActForm,
    service: Callable[..., Any],
    *,
    title: Title,
    **shown: Any,
) -> HttpResponse:
    """Show and carry out what is done at a player's seat."""
    found = session(request.club.id, session_id)
    seat = seat_of(request, session_id, player_id)
    about = msg("{player}, seat {number}", player=seat.player, number=seat.number) if seat else ""
    more = {"player_id": player_id}
    shown |= {"title": title, "about": about}
    return table_page(request, found, form, service, more=more, **shown)


def table_page(
    request: ClubRequest,
    found: Session,
    form: ActForm,
    service: Callable[..., Any],
    *,
    more: dict[str, Any] | None = None,
    template: str = "cashgames/act.html",
    on_to: Callable[[Any], str] | None = None,
    **shown: Any,
) -> HttpResponse:
    """Show and carry out what is done at a table; then back there, or on to where it leads."""
    back = reverse("session", args=[request.club.slug, found.pk])
    asked = {"session_id": found.pk} | (more or {})
    done = carry_out(request, form, service, **asked)
    if isinstance(done, Proposal):
        return redirect("approval-sign", club=request.club.slug, proposal_id=done.pk)
    if done is not None:
        return redirect(on_to(done) if on_to else back)
    return show(request, template, form, session=found, back=back, **shown)
