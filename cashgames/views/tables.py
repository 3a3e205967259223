"""The pages of the cash tables."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cashgames.forms.tables import (
    HandForm,
    OpenSessionForm,
    OverShortForm,
    RenameTableForm,
    TableForm,
    offered_games,
)
from cashgames.models import Session
from cashgames.queries import tables as tables_queries
from cashgames.queries.board import changes, hands_to_correct, tile
from cashgames.queries.corrections import corrections, notes_of
from cashgames.queries.penalties import penalties
from cashgames.queries.waiting import interested, list_of, waiting_line
from cashgames.rules.absence import absent_cards
from cashgames.rules.table_limits import TwiceVerdict
from cashgames.services import hands, over_short
from cashgames.services import tables as tables_services
from cashgames.views.shared import asked, chips_lie, done, free_places, places, seat_rows
from casino.approvals.models import Proposal
from casino.db import now
from casino.house.because import Because
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.ledger.queries.balances import account_id
from casino.ledger.queries.version import version
from casino.web.fields import ActForm
from casino.web.pages import carry_out, live, live_for_many, show
from casino.web.roles import ClubRequest, can_perform, page, request_book, request_stamp

MAX_MOVES_SHOWN = 20


@page
def tables(request: ClubRequest) -> HttpResponse:
    """The room: which tables are open, and with what."""
    if request.htmx:
        return live_for_many(
            request, "cashgames/tables_panel.html", _room, version(request.club.pk)
        )
    return show(request, "cashgames/tables.html", **_room(request.club))


def _room(club: Club) -> dict[str, Any]:
    """Return what the room shows to everybody."""
    at = now()
    book = book_on(club.pk, club_stamp(club, at=at, actor_id=None).gaming_day)
    sessions = tables_queries.open_sessions(club.pk)
    tiles = [
        tile(session, book, others=sessions, places=places(club, session), at=at)
        for session in sessions
    ]
    open_tables = {session.table_id for session in sessions}
    free = [table for table in tables_queries.tables(club.pk) if table.id not in open_tables]
    return {"tiles": tiles, "free": free}


@page
def add_table(request: ClubRequest) -> HttpResponse:
    """Put a table into the room."""
    form = TableForm(request.POST or None)
    if carry_out(request, form, tables_services.add_table):
        return redirect("tables", club=request.club.slug)
    return show(request, "cashgames/table_add.html", form)


@page
def rename_table(request: ClubRequest) -> HttpResponse:
    """Call a table otherwise, where its name was mistyped."""
    named = [(each.id, each.name) for each in tables_queries.tables(request.club.id)]
    form = RenameTableForm(request.POST or None, choices={"table_id": named})
    if carry_out(request, form, tables_services.rename_table):
        return redirect("tables", club=request.club.slug)
    back = reverse("table-add", args=[request.club.slug])
    return show(request, "cashgames/act.html", form, title=_("Rename table"), back=back)


@page
def open_session(request: ClubRequest) -> HttpResponse:
    """Open a game at a table."""
    book = request_book(request)
    # A campaign without is the manager's (OLY-4.11).
    campaigns = book.jackpot and book.jackpot.campaigns and can_perform(request, "without_jackpot")
    form = OpenSessionForm(
        request.POST or None,
        choices={
            "table_id": [(each.id, each.name) for each in tables_queries.tables(request.club.id)],
            "game": offered_games(book),
        },
        without=[
            *(() if campaigns else ("jackpot",)),
            *(() if book.chips.cash_games else ("by_box",)),
        ],
        initial={"table_id": request.GET.get("table", "")},
    )
    opened = carry_out(request, form, tables_services.open_session)
    if opened:
        return redirect("session", club=request.club.slug, session_id=opened.id)
    return show(request, "cashgames/session_open.html", form)


@page
def session(request: ClubRequest, session_id: int) -> HttpResponse:
    """A table: seats, the next hand, the table check, what happened."""
    found = tables_queries.session(request.club.id, session_id)
    if request.htmx:
        return live(request, "cashgames/session_panel.html", **_panel(request, found))
    dealt = len(tables_queries.seats(session_id))
    form = HandForm(
        games=[found.game],
        twice=_twice(request, found).allowed,
        initial={
            "name": tables_queries.next_hand_name(session_id),
            "players_dealt": dealt or "",
            "first_round_passed": True,
        },
    )
    return _session(request, found, form)


@page
def rake_hand(request: ClubRequest, session_id: int) -> HttpResponse:
    """Record one hand; the next one's form comes back at once."""
    began = request.at
    found = tables_queries.session(request.club.id, session_id)
    twice = _twice(request, found).allowed
    form = HandForm(request.POST or None, games=[found.game], twice=twice)
    hand = carry_out(request, form, hands.rake_hand, session_id=session_id)
    if hand:
        return done(request, session_id, again=hand.played_at < began, hand=hand.id)
    return _session(request, found, form)


def _session(request: ClubRequest, found: Session, form: HandForm) -> HttpResponse:
    panel = _panel(request, found)
    return show(
        request,
        "cashgames/session.html",
        form,
        done_hand=asked(request, "hand", panel["hands"]),
        done_move=asked(request, "move", panel["moves"]),
        again="again" in request.GET,
        twice=_twice(request, found),
        chips_lie=chips_lie(request),
        counted_short=over_short.short_cents(found) > 0,
        **panel,
    )


def _twice(request: ClubRequest, found: Session) -> TwiceVerdict:
    """Return whether the board may be dealt twice at a table, as few as may be dealt in."""
    book = request_book(request)
    return hands.twice_verdict(book, found, "river", players=2)


def _absent(request: ClubRequest, rows: list[dict[str, Any]]) -> tuple[Because, ...]:
    """Return what becomes of the cards and blinds of who is away, if anybody is (OLY-2.25)."""
    book = request_book(request)
    if book.absent_hand is None or not any(row["away"] for row in rows):
        return ()
    return absent_cards(book, at="cash", big_blind=True).because


def _reserved(request: ClubRequest) -> Because:
    """Return how long a seat is kept for who was called to it (OLY-2.5)."""
    book = request_book(request)
    kept = "seats.reserved" if "seats.reserved" in book.sources else "decides.dispute"
    return book.why(kept, None)


def _panel(request: ClubRequest, found: Session) -> dict[str, Any]:
    """Return what of a table changes while one looks at it."""
    rows = seat_rows(request, found)
    free = (row["number"] for row in rows if not row["seat"] and not row["called"])
    return {
        "session": found,
        "seats": rows,
        "free_seat": next(free, None),
        "absent": _absent(request, rows),
        "reserved": _reserved(request),
        "check": tables_queries.table_check(found),
        "chips_account": account_id(request.club.id, "chips:table", found.id),
        "hands": tables_queries.hands(found.id),
        "penalties": penalties(found.id),
        "moves": tables_queries.moves(found.id)[:MAX_MOVES_SHOWN],
        "changes": changes(found.id),
        "notes": notes_of(found),
        "corrections": corrections(request.club.id, session_id=found.id),
        "to_correct": hands_to_correct(found),
        "bank_cents": tables_queries.table_bank_cents(found),
        "acts": can_perform(request, "buy_in") and not found.closed_at,
        "touch": ActForm(),
        **_beside(request, found),
    }


def _beside(request: ClubRequest, found: Session) -> dict[str, Any]:
    """Return what stands beside the seats: who waits, to which seat they go, rake per hour."""
    at = request.at
    waits_for = list_of(found)
    places = free_places(request, [found])
    return {
        "at": at,
        "day": request_stamp(request).gaming_day,
        "waiting": waiting_line(waits_for.pk) if waits_for else [],
        "interested": interested(waits_for.pk) if waits_for else [],
        "place": places[0][0] if places else "",
        "rake_per_hour_cents": tables_queries.rake_per_hour_cents(found, at=at),
    }


@page
def close_session(request: ClubRequest, session_id: int) -> HttpResponse:
    """Close a table at zero."""
    found = tables_queries.session(request.club.id, session_id)
    form = ActForm(request.POST or None)
    if carry_out(request, form, tables_services.close_session, session_id=session_id):
        return redirect("session", club=request.club.slug, session_id=session_id)
    return show(
        request,
        "cashgames/session_close.html",
        form,
        session=found,
        check=tables_queries.table_check(found),
    )


@page
def book_over_short(request: ClubRequest, session_id: int) -> HttpResponse:
    """Record what a table holds more or less than its books; a large difference is signed."""
    found = tables_queries.session(request.club.id, session_id)
    seated = tables_queries.seats(session_id)
    initial = {} if seated else {"counted_cents": 0}
    form = OverShortForm(request.POST or None, initial=initial)
    service = over_short.book_over_short.submit
    booked = carry_out(request, form, service, session_id=session_id)
    if isinstance(booked, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=booked.pk)
    if booked:
        return redirect("session", club=request.club.slug, session_id=session_id)
    return show(
        request,
        "cashgames/over_short.html",
        form,
        session=found,
        spent=tables_queries.spent(found.pk),
        check=tables_queries.table_check(found),
    )
