"""The floor of a tournament: tables, draws, balancing, moves."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casino.house.queries import book_on
from casino.messages import msg
from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, live, show
from casino.web.roles import ClubRequest, can_perform, page
from tournaments import queries, services
from tournaments.forms.floor import ButtonsForm, DrawAgainForm, MoveForm, TablesForm
from tournaments.models import Knockout, Tournament
from tournaments.rules.seat_draw import redraw
from tournaments.services.moves import suggestion
from tournaments.views.shared import floor_page, to_floor

OUTS_SHOWN, DRAWS_SHOWN = 8, 100


@page
def floor(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """All tables with their players, and what the book wants done now."""
    found = queries.tournament(request.club.id, tournament_id)
    shown = _panel(request, found)
    if request.htmx:
        return live(request, "tournaments/floor_panel.html", **shown)
    return show(request, "tournaments/floor.html", **shown)


def _panel(request: ClubRequest, found: Tournament) -> dict[str, Any]:
    at = timezone.now()
    water = queries.waterfall(found, at=at)
    return {
        "tournament": found,
        "floor": queries.floor(found),
        "left": len(queries.playing(found)),
        "night": queries.night(found),
        "bagged": queries.bags(found),
        "bagged_chips": queries.bagged_chips(found),
        "chips": queries.chips(found),
        "count": queries.latest_count(found),
        "face": queries.clock_face(found, at),
        "bubble": queries.bubble(found, paid_places=len(water.prizes_cents)),
        "away": queries.away(found),
        "knockouts": _out_last(found),
        "runs": can_perform(request, "run_tournament"),
        "open": not (found.cancelled_at or found.finished_at),
    }


def _out_last(found: Tournament) -> list[tuple[Knockout, list[str]]]:
    """Return who went out last, each with the names of who won the last pot."""
    outs = queries.final_knockouts(found)[:OUTS_SHOWN]
    names = {each.pk: str(each.player) for each in queries.entries(found)}
    return [(one, [names[entry_id] for entry_id in one.by]) for one in outs]


@page
def open_tables(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Open tables of the room for the tournament."""
    form = TablesForm(request.POST or None)
    return _done(request, tournament_id, form, services.open_tables, _("Open new tables"))


@page
def draw_seats(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Draw seats for everybody who has none."""
    form = ActForm(request.POST or None)
    return _done(request, tournament_id, form, services.draw_seats, _("Draw seats"))


@page
def break_table(request: ClubRequest, tournament_id: int, table_no: int) -> HttpResponse:
    """Break a table; its players draw seats at the others."""
    form, title = ActForm(request.POST or None), msg("Break table {table_no}", table_no=table_no)
    more = {"table_no": table_no}
    return _done(request, tournament_id, form, services.break_table, title, more=more)


@page
def draw_again(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Draw all seats anew at the tables that stay: the final table."""
    found = queries.tournament(request.club.id, tournament_id)
    numbers = [each.number for each in queries.floor_tables(found)]
    form = DrawAgainForm(request.POST or None, numbers=numbers, initial={"tables": numbers[:1]})
    book = book_on(found.club_id, found.gaming_day)
    why = redraw(book, tables_left=1).because
    return _done(request, tournament_id, form, services.draw_again, _("Final table"), because=why)


@page
def balance(
    request: ClubRequest, tournament_id: int, from_table: int, to_table: int
) -> HttpResponse:
    """Ask where the buttons are, show whom the book names, and move this player."""
    found = queries.tournament(request.club.id, tournament_id)
    tables = (from_table, to_table)
    buttons = ButtonsForm(request.GET or None, tables=tables)
    form, move, refusal = ActForm(request.POST or None), None, None
    where = {"from_table": from_table, "to_table": to_table}
    if buttons.is_valid():
        asked = where | buttons.cleaned_data
        asked["played"] = asked["played"] or "flop"
        try:
            move = suggestion(found, **asked)
        except Refusal as why:
            refusal = why
        shown = {"entry_id": int(request.POST.get("entry_id", "0")[:18] or 0)}
        make = services.balance_tables
        if move and request.POST:
            done = carry_out(request, form, make, tournament_id=found.pk, **asked, **shown)
            if done:
                return to_floor(request, tournament_id)
    return floor_page(
        request,
        form,
        title=msg(
            "Move from table {from_table} to table {to_table}",
            from_table=from_table,
            to_table=to_table,
        ),
        tournament=found,
        template="tournaments/balance.html",
        buttons=buttons,
        move=move,
        refusal=refusal,
    )


@page
def move_player(request: ClubRequest, tournament_id: int, entrant_id: int) -> HttpResponse:
    """Move a player because the supervisor says so."""
    found = queries.tournament(request.club.id, tournament_id)
    entry = queries.entry(request.club.id, entrant_id)
    form = MoveForm(request.POST or None, tables=queries.floor(found).tables)
    title, more = msg("Move {player}", player=entry.player), {"entry_id": entrant_id}
    return _done(request, tournament_id, form, services.move_player, title, more=more)


@page
def sit_down(request: ClubRequest, tournament_id: int, entrant_id: int) -> HttpResponse:
    """Note that a player who came from another place has sat down."""
    entry = queries.entry(request.club.id, entrant_id)
    form, title = ActForm(request.POST or None), msg("Mark {player} as seated", player=entry.player)
    more = {"entry_id": entrant_id}
    return _done(request, tournament_id, form, services.sit_down, title, more=more)


@page
def draws(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Every draw with its seed, drawn again; and who changed seats, and why."""
    found = queries.tournament(request.club.id, tournament_id)
    book = book_on(found.club_id, found.gaming_day)
    latest = queries.draws(found)[-DRAWS_SHOWN:][::-1]
    lots = [(each, queries.drawn_again(book, each)) for each in latest]
    return show(
        request,
        "tournaments/draws.html",
        tournament=found,
        draws=lots[::-1],
        moves=queries.moves(found),
    )


@page
def draw(request: ClubRequest, tournament_id: int, draw_id: int) -> HttpResponse:
    """One draw of seats: the seed, the free seats, who drew which."""
    found = queries.tournament(request.club.id, tournament_id)
    lot = queries.draw(found, draw_id)
    again = queries.drawn_again(book_on(found.club_id, found.gaming_day), lot)
    names = {str(each.number): each.player for each in queries.entries(found)}
    rows = sorted(
        ((seat, ticket, names.get(ticket)) for ticket, seat in lot.drawn.items()),
        key=lambda row: row[0],
    )
    return show(
        request, "tournaments/draw.html", tournament=found, draw=lot, again=again, rows=rows
    )


def _done(
    request: ClubRequest,
    tournament_id: int,
    form: ActForm,
    service: Callable[..., Any],
    title: Title,
    *,
    more: dict[str, Any] | None = None,
    **shown: Any,
) -> HttpResponse:
    """Carry out what the floor decides and go back to the tables."""
    found = queries.tournament(request.club.id, tournament_id)
    asked = {"tournament_id": tournament_id} | (more or {})
    if carry_out(request, form, service, **asked):
        return to_floor(request, tournament_id)
    return floor_page(request, form, title=title, tournament=found, **shown)
