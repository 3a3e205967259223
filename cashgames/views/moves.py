"""Pages for chips that are spent, notes that are brought, and players who change their seats."""

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from cashgames.forms.chips import SpendForm
from cashgames.forms.places import BreakTableForm, MovePlayerForm
from cashgames.queries.tables import open_sessions, seats, session, table_bank_cents
from cashgames.services import moves, spending
from cashgames.views.shared import at_desk, free_places, player_page, table_page
from casino.web.fields import ActForm
from casino.web.roles import ClubRequest, page, request_book


@page
def spend_chips(request: ClubRequest, session_id: int, player_id: int) -> HttpResponse:
    """Take chips off a stack for a tip, food or drink."""
    form = SpendForm(request.POST or None)
    service = spending.spend_chips.submit
    title = _("Tip or food and drink")
    return player_page(request, session_id, player_id, form, service, title=title)


@page
def move_player(request: ClubRequest, session_id: int, player_id: int) -> HttpResponse:
    """Move a player to another seat or table."""
    book = request_book(request)
    form = MovePlayerForm(
        request.POST or None,
        choices={"place": free_places(request, open_sessions(request.club.id))},
        without=() if book.decides.seat_change == "everyone" else ("others_agree",),
    )
    return player_page(request, session_id, player_id, form, moves.move_player, title=_("Move"))


@page
def break_table(request: ClubRequest, session_id: int) -> HttpResponse:
    """Break a table; its players go to the others of that game."""
    found = session(request.club.id, session_id)
    form = BreakTableForm(request.POST or None, seats=seats(session_id))
    title = _("Break table")
    return table_page(request, found, form, moves.break_table, title=title)


@page
def bring_notes(request: ClubRequest, session_id: int) -> HttpResponse:
    """Bring the notes of a table's bank to one's own drawer."""
    found = session(request.club.id, session_id)
    form = ActForm(request.POST or None)
    shift, _here = at_desk(request)
    return table_page(
        request,
        found,
        form,
        spending.bring_notes,
        title=_("Cash to my drawer"),
        bank_cents=table_bank_cents(found),
        more={"shift_id": shift or 0},
    )
