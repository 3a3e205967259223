"""The guests' pages."""

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.ledger.queries.documents import entries
from casino.players import exports, queries
from casino.players.forms import (
    ApartForm,
    ChangeForm,
    ExclusionForm,
    MergeForm,
    PlayerForm,
    ReasonForm,
    TermsForm,
)
from casino.players.models import Player
from casino.players.services import guests, places
from casino.players.services.duplicates import merge_players
from casino.players.services.erasing import anonymise_player
from casino.players.services.terms import change_terms
from casino.web.fields import ActForm
from casino.web.pages import ask, carry_out, show
from casino.web.roles import ClubRequest, may_open, may_send, page, request_stamp

MAX_SEARCH_LENGTH, MAX_SUGGESTED = 100, 8


@page
def players(request: ClubRequest) -> HttpResponse:
    """Find a guest by name or code."""
    text = _text(request, "q")
    found = queries.find_players(request.club.id, text)
    return show(request, "players/list.html", players=found, q=text)


@page
def suggestions(request: ClubRequest) -> HttpResponse:
    """The guests whom the box at the desk offers while somebody types."""
    text = _text(request, "player")
    found = queries.find_players(request.club.id, text)[:MAX_SUGGESTED] if text else []
    return show(request, "players/suggestions.html", players=found, q=text)


@page
def add_player(request: ClubRequest) -> HttpResponse:
    form = PlayerForm(request.POST or None, initial={"name": request.GET.get("name", "")[:100]})
    added = carry_out(request, form, guests.add_player)
    if added and request.GET.get("till") in {"sell", "redeem"}:
        # Who is typed at the till for the first time is sold to next; the amount stays.
        kept = {"operation": request.GET["till"], "player": added.code}
        cents = request.GET.get("cents", "")
        return redirect(reverse("till", args=[request.club.slug], query=kept | {"cents": cents}))
    if added:
        return redirect("player", club=request.club.slug, player_id=added.id)
    return show(request, "players/edit.html", form)


@page
def player(request: ClubRequest, player_id: int) -> HttpResponse:
    """A guest: what is known, changed in place; papers only by their last characters."""
    found = queries.player(request.club.id, player_id)
    if found.merged_into_id:
        return redirect("player", club=request.club.slug, player_id=found.merged_into_id)
    may_write = may_send(request, "player") and not found.anonymised_at
    form = ChangeForm(request.POST or None, known=found)
    if request.POST and not may_write:
        raise PermissionDenied(_("Your role may view this page only."))
    if carry_out(request, form, guests.change_player, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    return _player(request, found, form if may_write else None)


def _player(
    request: ClubRequest, found: Player, form: ActForm | None, **more: object
) -> HttpResponse:
    stamp = request_stamp(request)
    today = Q(player_id__in=queries.family(found.pk), gaming_day=stamp.gaming_day)
    return show(
        request,
        "players/edit.html",
        form,
        player=found,
        exclusions=queries.exclusions(found.pk),
        exclusions_now=queries.exclusions_on(found.pk, stamp.gaming_day),
        moves=entries(request.club.id, today)[::-1],
        separations=queries.separations(found.pk),
        place=queries.place_of(found.pk),
        doubles=list(found.doubles.order_by("code")),
        may_see=may_open(request, "player-identity") and not found.anonymised_at,
        **more,
    )


@page
def identity(request: ClubRequest, player_id: int) -> HttpResponse:
    """The ID in full, to whom gives a reason; the reason and the reader are kept."""
    found = queries.player(request.club.id, player_id)
    form = ReasonForm(request.POST or None)
    if carry_out(request, form, guests.see_identity, player_id=player_id):
        return show(request, "players/identity.html", player=found)
    return show(request, "players/identity.html", form, player=found)


@page
def exclude_player(request: ClubRequest, player_id: int) -> HttpResponse:
    """Exclude a guest until a day, or lift the exclusion."""
    found = queries.player(request.club.id, player_id)
    form = ExclusionForm(request.POST or None, initial={"until": found.barred_until})
    if carry_out(request, form, guests.exclude_player, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    return show(request, "players/exclude.html", form, player=found)


@page
def merge(request: ClubRequest, player_id: int) -> HttpResponse:
    """Say that another card is the same person's; a second person confirms it."""
    found = queries.player(request.club.id, player_id)
    form = MergeForm(request.POST or None, club_id=request.club.id)
    return ask(request, form, merge_players.ask, player_id=player_id) or show(
        request, "players/merge.html", form, player=found
    )


@page
def erase(request: ClubRequest, player_id: int) -> HttpResponse:
    """Ask to erase a guest's name and papers; the accountant confirms it."""
    found = queries.player(request.club.id, player_id)
    form = ReasonForm(request.POST or None)
    return ask(request, form, anonymise_player.ask, player_id=player_id) or show(
        request, "players/erase.html", form, player=found
    )


@page
def terms(request: ClubRequest) -> HttpResponse:
    """From which age on the club admits guests; the accountant approves a change."""
    holds = queries.terms(request.club.id)
    form = TermsForm(request.POST or None, initial={"minimum_age": holds.minimum_age})
    return ask(request, form, change_terms.ask) or show(
        request, "players/terms.html", form, terms=holds
    )


@page
def card(request: ClubRequest, player_id: int) -> HttpResponse:
    """Everything that the club keeps about a guest, as a file; asked with a reason."""
    found = queries.player(request.club.id, player_id)
    form = ReasonForm(request.POST or None)
    if carry_out(request, form, guests.see_identity, player_id=player_id):
        name = f"guest-{found.code}.csv"
        head = {"Content-Disposition": f'attachment; filename="{name}"'}
        return HttpResponse(exports.guest_csv(found), content_type="text/csv", headers=head)
    return show(request, "players/card.html", form, player=found)


@page
def keep_apart(request: ClubRequest, player_id: int) -> HttpResponse:
    """Forbid a guest the table of another one."""
    found = queries.player(request.club.id, player_id)
    form = ApartForm(request.POST or None, club_id=request.club.id)
    if carry_out(request, form, places.keep_apart, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    return show(request, "players/apart.html", form, player=found)


@page
def let_together(request: ClubRequest, player_id: int, separation_id: int) -> HttpResponse:
    """Let two guests sit at one table again."""
    found = queries.player(request.club.id, player_id)
    pair = queries.separation(player_id, separation_id)
    form = ReasonForm(request.POST or None)
    which = {"player_id": player_id, "separation_id": separation_id}
    if carry_out(request, form, places.let_together, **which):
        return redirect("player", club=request.club.slug, player_id=player_id)
    return show(request, "players/together.html", form, player=found, pair=pair)


def _text(request: ClubRequest, name: str) -> str:
    """Return what is looked for; PostgreSQL knows no NUL."""
    return request.GET.get(name, "").replace("\0", "")[:MAX_SEARCH_LENGTH].strip()
