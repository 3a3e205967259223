"""The guests' pages."""

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from casino.ledger import queries as ledger
from casino.players import queries, services
from casino.players.forms import ApartForm, BarForm, PlayerForm, ReasonForm
from casino.staff.models import Role
from casino.web.pages import carry_out, show
from casino.web.roles import page, request_stamp

FLOOR = (Role.SUPERVISOR, Role.MANAGER)
DESK_AND_FLOOR = (Role.CASHIER, Role.SUPERVISOR, Role.DIRECTOR, Role.MANAGER)
LONGEST_SEARCH, MOST_SUGGESTED = 100, 8


@page(*DESK_AND_FLOOR)
def players(request: HttpRequest) -> HttpResponse:
    """Find a guest by name or code."""
    text = _text(request, "q")
    found = queries.find_players(request.club.id, text)
    return show(request, "players/list.html", players=found, q=text)


@page(*DESK_AND_FLOOR)
def suggestions(request: HttpRequest) -> HttpResponse:
    """The guests whom the box at the desk offers while somebody types."""
    text = _text(request, "player")
    found = queries.find_players(request.club.id, text)[:MOST_SUGGESTED] if text else []
    return show(request, "players/suggestions.html", players=found, q=text)


@page(*DESK_AND_FLOOR)
def add_player(request: HttpRequest) -> HttpResponse:
    """Add a guest."""
    form = PlayerForm(request.POST or None)
    added = carry_out(request, form, services.add_player) if request.POST else None
    if added:
        return redirect("player", club=request.club.slug, player_id=added.id)
    return show(request, "players/edit.html", form)


@page(*DESK_AND_FLOOR)
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """A guest: what is known, changed in place."""
    found = queries.player(request.club.id, player_id)
    known = {field: getattr(found, field) for field in ("name", "birth_date", "document", "notes")}
    form = PlayerForm(request.POST or None, initial=known)
    if request.POST and carry_out(request, form, services.change_player, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    today = request_stamp(request).gaming_day
    moves = ledger.entries(request.club.id, Q(player_id=player_id, gaming_day=today))
    return show(
        request,
        "players/edit.html",
        form,
        player=found,
        moves=moves[::-1],
        separations=queries.separations(player_id),
        place=queries.place_of(player_id),
    )


@page(*FLOOR)
def bar_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Bar a guest until a day, or lift the bar."""
    found = queries.player(request.club.id, player_id)
    form = BarForm(request.POST or None, initial={"until": found.barred_until})
    if request.POST and carry_out(request, form, services.bar_player, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    return show(request, "players/bar.html", form, player=found)


@page(*FLOOR)
def keep_apart(request: HttpRequest, player_id: int) -> HttpResponse:
    """Forbid a guest the table of another one."""
    found = queries.player(request.club.id, player_id)
    form = ApartForm(request.POST or None, club_id=request.club.id)
    if request.POST and carry_out(request, form, services.keep_apart, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    return show(request, "players/apart.html", form, player=found)


@page(*FLOOR)
def let_together(request: HttpRequest, player_id: int, separation_id: int) -> HttpResponse:
    """Let two guests sit at one table again."""
    found = queries.player(request.club.id, player_id)
    pair = queries.separation(player_id, separation_id)
    form = ReasonForm(request.POST or None)
    which = {"player_id": player_id, "separation_id": separation_id}
    if request.POST and carry_out(request, form, services.let_together, **which):
        return redirect("player", club=request.club.slug, player_id=player_id)
    return show(request, "players/together.html", form, player=found, pair=pair)


def _text(request: HttpRequest, name: str) -> str:
    """Return what is looked for; PostgreSQL knows no NUL."""
    return request.GET.get(name, "").replace("\0", "")[:LONGEST_SEARCH].strip()
