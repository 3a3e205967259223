"""The floor of a tournament: tables, draws, balancing, moves."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, cast

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from casino.clock import last_day
from casino.house.because import Because
from casino.house.queries import book_on
from casino.messages import localized, msg
from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, live, show
from casino.web.roles import ClubRequest, can_perform, page, request_stamp
from tournaments.forms.floor import BreakForm, ButtonsForm, DrawAgainForm, MoveForm, TablesForm
from tournaments.models import Entry, Knockout, SeatMove, Tournament
from tournaments.queries import floor as floor_queries
from tournaments.queries import tournaments
from tournaments.queries.chips import away, chips, latest_count
from tournaments.queries.clock import clock_face, last_hand
from tournaments.queries.days import bagged_chips, bags, night
from tournaments.queries.order import final_knockouts, winners_of
from tournaments.queries.pools import waterfall
from tournaments.queries.presence import attendance, no_shows, stays
from tournaments.queries.room import bubble_now
from tournaments.rules.seat_draw import redraw
from tournaments.rules.variants import tournament_format
from tournaments.rules.verdict import SaleVerdict
from tournaments.services import moves
from tournaments.services import tables as tables_services
from tournaments.services.tables import ButtonAt
from tournaments.views.cards import to_floor_or_card
from tournaments.views.shared import floor_page

OUTS_SHOWN, DRAWS_SHOWN = 8, 100
Marks = Sequence[tuple[str, str]]


@page
def floor(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """All tables with their players, and what the book wants done now."""
    found = tournaments.tournament(request.club.id, tournament_id)
    shown = _panel(request, found)
    if request.htmx:
        return live(request, "tournaments/floor_panel.html", **shown)
    return show(request, "tournaments/floor.html", **shown)


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatRow:
    """A seat as it is drawn; marks: the class and the word of each badge; out: to eliminate."""

    seat: str
    player: str = ""
    page: str = ""
    out: str = ""
    marks: Marks = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Tile:
    """A table as it is drawn: all of it, for a thousand players are drawn again only if changed."""

    number: int
    seats: int
    taken: int
    waits: bool
    presence: str
    rows: tuple[SeatRow, ...]


def _panel(request: ClubRequest, found: Tournament) -> dict[str, Any]:
    at = request.at
    water = waterfall(found, at=at)
    now, language = floor_queries.floor(found), get_language()
    runs, over = can_perform(request, "run_tournament"), found.cancelled_at or found.finished_at
    left = tournaments.left_count(found)
    tiles = _tiles(found, now, _may_not_sit(request, now), runs=runs and not over, left=left)
    return {
        "tournament": found,
        "floor": now,
        "tables": [_drawn(tile, language) for tile in tiles],
        "left": left,
        "night": night(found),
        "bagged": bags(found),
        "bagged_chips": bagged_chips(found),
        "chips": chips(found),
        "count": latest_count(found),
        "face": clock_face(found, at),
        "bubble": bubble_now(found, at, water),
        "water": water,
        "no_shows": no_shows(found, at),
        "last_hand": last_hand(found, at),
        "sit_out": floor_queries.sitting_out(found, at),
        "joker": _joker(found),
        "knockouts": _out_last(found, at),
        "leaves": book_on(found.club_id, found.gaming_day).sources.get("ending.out"),
        "runs": runs,
        "open": not over,
    }


def _tiles(
    found: Tournament,
    now: floor_queries.Floor,
    apart: Mapping[int, Marks],
    *,
    runs: bool,
    left: int,
) -> Iterator[Tile]:
    """
    Yield the tables with what is drawn of each seat; runs: with what the floor can do there.

    apart: of an entry, that the club lets that player not sit there, or not play.
    """
    gone, here, elsewhere = away(found), attendance(found).here, now.elsewhere
    seen = {True: ("soft", gettext("present")), False: ("bad", gettext("absent"))}
    where = [found.club.slug, found.pk]
    page, out = reverse("tournament", args=where), reverse("knock-out", args=where)
    goes_out = runs and found.started_at and left > 1

    def marks(entry_id: int) -> Iterator[tuple[str, str]]:
        yield from apart.get(entry_id, ())
        if entry_id in elsewhere:
            yield "wait", elsewhere[entry_id].localized()
        if entry_id in gone:
            yield "bad", gettext("away")
        if entry_id in here:
            yield seen[here[entry_id]]

    def row(seat: int, entry: Entry | None) -> SeatRow:
        if entry is None:
            return SeatRow(seat=str(seat))
        return SeatRow(
            seat=str(seat),
            player=str(entry.player),
            page=f"{page}players/{entry.pk}/",
            out=f"{out}?entry={entry.pk}" if goes_out else "",
            marks=tuple(marks(entry.pk)),
        )

    for view in now.tables:
        number = view.table.number
        yield Tile(
            number=number,
            seats=view.table.seats,
            taken=view.taken,
            waits=view.waits,
            presence=reverse("table-presence", args=[*where, number]) if runs else "",
            rows=tuple(row(*each) for each in view.seats.items()),
        )


def _may_not_sit(request: ClubRequest, now: floor_queries.Floor) -> Mapping[int, Marks]:
    """Return of who is excluded, or sits with whom the club lets them not sit, what is said."""
    day = request_stamp(request).gaming_day
    marks: dict[int, list[tuple[str, str]]] = {}
    until = gettext("excluded until %(barred_until)s")
    for who, last in floor_queries.excluded(now, gaming_day=day).items():
        marks[who] = [("bad", until % {"barred_until": localized(last_day(last))})]
    said = gettext("must not sit here with %(names)s")
    for who, names in floor_queries.kept_apart(now, gaming_day=day).items():
        marks.setdefault(who, []).append(("bad", said % {"names": ", ".join(names)}))
    return marks


@lru_cache(maxsize=1_000)
def _drawn(tile: Tile, language: str) -> SafeString:
    """Draw a table in a language, once for all who see the same."""
    return render_to_string("tournaments/floor_table.html", {"tile": tile})


def _out_last(
    found: Tournament, at: datetime
) -> list[tuple[Knockout, list[str], SaleVerdict | None]]:
    """Return who went out last, with who won the last pot, and whether he may buy in again."""
    outs = final_knockouts(found)[:OUTS_SHOWN]
    winners = winners_of(outs)
    again = {} if found.finished_at else stays(found, [one.entry for one in outs], at)
    return [(one, winners[one.pk], again.get(one.entry_id)) for one in outs]


def _joker(found: Tournament) -> Because | None:
    """Return what a joker tournament's book says of equal hands (OLY-3.2.h)."""
    book, variants = book_on(found.club_id, found.gaming_day), cast("Any", found.variants)
    plays = book.pots.joker and tournament_format(book, variants).joker
    return book.why("pots.joker", book.pots.joker) if plays else None


@page
def open_tables(request: ClubRequest, tournament_id: int) -> HttpResponse:
    form = TablesForm(request.POST or None)
    return _done(request, tournament_id, form, tables_services.open_tables, _("Open new tables"))


@page
def draw_seats(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Draw seats for everybody who has none."""
    form = ActForm(request.POST or None)
    draws = tables_services.draw_seats
    return _done(request, tournament_id, form, draws, _("Draw seats"), prints=True)


@page
def break_table(request: ClubRequest, tournament_id: int, table_no: int) -> HttpResponse:
    """Break a table; its players draw seats at the others."""
    found = tournaments.tournament(request.club.id, tournament_id)
    others = [one for one in floor_queries.floor_tables(found) if one.number != table_no]
    book = book_on(found.club_id, found.gaming_day)
    says = book.table_moves and book.table_moves.between_blinds
    form = BreakForm(request.POST or None, numbers=[one.number for one in others] if says else [])
    title, more = msg("Break table {table_no}", table_no=table_no), {"table_no": table_no}
    why = [book.why("table_moves.between_blinds", says)] if says else []
    service = tables_services.break_table
    return _done(request, tournament_id, form, service, title, more=more, because=why, prints=True)


@page
def draw_again(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Draw all seats anew at the tables that stay: the final table."""
    found = tournaments.tournament(request.club.id, tournament_id)
    numbers = [each.number for each in floor_queries.floor_tables(found)]
    form = DrawAgainForm(
        request.POST or None,
        initial={"tables": numbers[:1]},
        choices={"tables": [(each, msg("Table {number}", number=each)) for each in numbers]},
    )
    book = book_on(found.club_id, found.gaming_day)
    why = redraw(book, tables_left=1).because
    return _done(
        request,
        tournament_id,
        form,
        tables_services.draw_again,
        _("Final table"),
        because=why,
        prints=True,
    )


@page
def balance(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask where the buttons are, show whom the book moves where, and make all moves at once."""
    found = tournaments.tournament(request.club.id, tournament_id)
    pairs = moves.wanted(found)
    numbers = sorted({table for one in pairs for table in (one.from_table, one.to_table)})
    buttons = ButtonsForm(request.GET or None, tables=numbers)
    form, proposed, refusal = ActForm(request.POST or None), list[SeatMove](), None
    if buttons.is_valid() or not pairs:
        at = buttons.at
        played: Any = buttons.cleaned_data["played"] or "flop" if pairs else "flop"
        try:
            proposed = moves.proposed(found, buttons=at, played=played)
        except Refusal as why:
            refusal = why
        asked = {
            "tournament_id": found.pk,
            "buttons": [ButtonAt(table_no=one, seat_no=seat) for one, seat in at.items()],
            "played": played,
            "entry_ids": [int(one) for one in request.POST.getlist("entry_id") if one.isdecimal()],
        }
        if proposed and request.POST:
            done = carry_out(request, form, moves.balance_floor, **asked)
            if done:
                return to_floor_or_card(request, found, done)
    return floor_page(
        request,
        form,
        title=_("Balance tables"),
        tournament=found,
        template="tournaments/balance.html",
        buttons=buttons,
        pairs=pairs,
        moves=proposed,
        because={why["rule"]: why for one in proposed for why in one.because}.values(),
        refusal=refusal,
    )


@page
def move_player(request: ClubRequest, tournament_id: int, entrant_id: int) -> HttpResponse:
    """Move a player because the supervisor says so."""
    found = tournaments.tournament(request.club.id, tournament_id)
    entry = tournaments.entry(request.club.id, entrant_id)
    form = MoveForm(request.POST or None, tables=floor_queries.floor(found).tables)
    title, more = msg("Move {player}", player=entry.player), {"entry_id": entrant_id}
    return _done(request, tournament_id, form, moves.move_player, title, more=more, prints=True)


@page
def sit_down(request: ClubRequest, tournament_id: int, entrant_id: int) -> HttpResponse:
    """Note that a player who came from another place has sat down."""
    entry = tournaments.entry(request.club.id, entrant_id)
    form, title = ActForm(request.POST or None), msg("Mark {player} as seated", player=entry.player)
    more = {"entry_id": entrant_id}
    return _done(request, tournament_id, form, tables_services.sit_down, title, more=more)


@page
def draws(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Every draw with its seed, drawn again; and who changed seats, and why."""
    found = tournaments.tournament(request.club.id, tournament_id)
    book = book_on(found.club_id, found.gaming_day)
    latest = floor_queries.draws(found)[-DRAWS_SHOWN:][::-1]
    lots = [(each, floor_queries.drawn_again(book, each)) for each in latest]
    return show(
        request,
        "tournaments/draws.html",
        tournament=found,
        draws=lots[::-1],
        moves=floor_queries.moves(found),
    )


@page
def draw(request: ClubRequest, tournament_id: int, draw_id: int) -> HttpResponse:
    """One draw of seats: the seed, the free seats, who drew which."""
    found = tournaments.tournament(request.club.id, tournament_id)
    lot = floor_queries.draw(found, draw_id)
    again = floor_queries.drawn_again(book_on(found.club_id, found.gaming_day), lot)
    names = {str(each.number): each.player for each in tournaments.entries(found)}
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
    found = tournaments.tournament(request.club.id, tournament_id)
    asked = {"tournament_id": tournament_id} | (more or {})
    if done := carry_out(request, form, service, **asked):
        return to_floor_or_card(request, found, done)
    return floor_page(request, form, title=title, tournament=found, **shown)
