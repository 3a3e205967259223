"""The guests' pages."""

from dataclasses import asdict
from datetime import date

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _

from casino.ledger.queries.documents import entries
from casino.ledger.queries.guests import of_guests
from casino.players import exports, queries
from casino.players.forms import (
    ApartForm,
    ChangeForm,
    CorrectionForm,
    EndForm,
    ExclusionForm,
    MergeForm,
    PartForm,
    PhotoForm,
    PlayerForm,
    ReasonForm,
    TermsForm,
    begun_with,
)
from casino.players.models import Player
from casino.players.rules import falls_short, usual_terms
from casino.players.services import exclusions, guests, photos, places
from casino.players.services.duplicates import merge_players
from casino.players.services.erasing import anonymise_player, due_for_erasing, kept_on_record
from casino.players.services.holds import why_held
from casino.players.services.parting import part_players
from casino.players.services.penalties import penalties_of
from casino.players.services.terms import change_terms
from casino.rates.queries import law_of
from casino.web.downloads import as_download
from casino.web.fields import ActForm
from casino.web.next_steps import go_on_with_guest
from casino.web.pages import ask, carry_out, show
from casino.web.roles import ClubRequest, may_open, may_send, page, request_stamp

MAX_SEARCH_LENGTH, MAX_SUGGESTED = 100, 8


@page
def players(request: ClubRequest) -> HttpResponse:
    """Find a guest by name or code."""
    text = text_in(request, "q")
    found = queries.find_players(request.club.id, text)
    return show(request, "players/list.html", players=found, q=text)


@page
def suggestions(request: ClubRequest) -> HttpResponse:
    """The guests whom the box at the desk offers while somebody types."""
    text = text_in(request, "player")
    found = queries.find_players(request.club.id, text)[:MAX_SUGGESTED] if text else []
    return show(request, "players/suggestions.html", players=found, q=text)


@page
def add_player(request: ClubRequest) -> HttpResponse:
    form = PlayerForm(request.POST or None, initial=begun_with(request.GET.get("name", "")[:100]))
    added = carry_out(request, form, guests.add_player)
    if added and request.GET.get("till") in {"sell", "redeem"}:
        # Who is typed at the till for the first time is sold to next; what else was typed stays.
        kept = {"operation": request.GET["till"], "player": added.code}
        others = request.GET.keys() - {"name", "till", *kept}
        kept |= {each: request.GET[each] for each in sorted(others)}
        return redirect(reverse("till", args=[request.club.slug], query=kept))
    if added:
        asked = go_on_with_guest(request, request.GET.get("name", ""), added.code)
        return redirect(asked or reverse("player", args=[request.club.slug, added.id]))
    return show(request, "players/edit.html", form)


@page
def player(request: ClubRequest, player_id: int) -> HttpResponse:
    """A guest: what is known, changed in place; ID numbers only by their last characters."""
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
    cards = queries.family(found.pk)
    theirs = of_guests(request.club.id, cards)
    return show(
        request,
        "players/edit.html",
        form,
        player=found,
        exclusions=queries.exclusions(found.pk),
        exclusions_now=queries.exclusions_on(found.pk, stamp.gaming_day),
        photo=may_open(request, "player-picture") and queries.photo(found.pk),
        moves=entries(request.club.id, theirs & Q(gaming_day=stamp.gaming_day))[::-1],
        separations=queries.separations(found.pk),
        penalties=penalties_of(cards),
        place=queries.place_of(found.pk),
        duplicates=list(found.duplicates.order_by("code")),
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
def photo(request: ClubRequest, player_id: int) -> HttpResponse:
    """Keep a guest's picture, from the camera of a tablet or a file."""
    found = queries.player(request.club.id, player_id)
    form = PhotoForm(request.POST or None, request.FILES or None)
    if carry_out(request, form, photos.set_photo, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    has_one = queries.photo(player_id) is not None
    return show(request, "players/photo.html", form, player=found, has_one=has_one)


@page
def remove_photo(request: ClubRequest, player_id: int) -> HttpResponse:
    """Forget a guest's picture."""
    found, form = queries.player(request.club.id, player_id), ActForm(request.POST or None)
    if carry_out(request, form, photos.remove_photo, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    return show(request, "players/photo_remove.html", form, player=found)


@page
def picture(request: ClubRequest, player_id: int) -> HttpResponse:
    """Send a guest's picture to who knows guests by it; no cache keeps it."""
    kept = queries.photo(queries.player(request.club.id, player_id).pk)
    if kept is None:
        raise Http404(_("There is no picture of this guest."))
    answer = HttpResponse(bytes(kept.content), "image/jpeg")
    add_never_cache_headers(answer)
    return answer


@page
def exclude_player(request: ClubRequest, player_id: int) -> HttpResponse:
    """Exclude a guest until a day, or lift the exclusion."""
    found = queries.player(request.club.id, player_id)
    until = None if found.excluded_until == date.max else found.excluded_until
    form = ExclusionForm(request.POST or None, initial={"until": until})
    if carry_out(request, form, guests.exclude_player, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    terms = queries.terms(request.club.id)
    return show(request, "players/exclude.html", form, player=found, terms=terms)


@page
def end_exclusion(request: ClubRequest, player_id: int) -> HttpResponse:
    """Let a self-exclusion end that ends on request alone."""
    found, form = queries.player(request.club.id, player_id), EndForm(request.POST or None)
    if carry_out(request, form, exclusions.end_self_exclusion, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    return show(request, "players/exclusion_end.html", form, player=found)


@page
def correct_exclusion(request: ClubRequest, player_id: int, exclusion_id: int) -> HttpResponse:
    """Say for which day a self-exclusion was meant, or that it was another guest's."""
    found = queries.player(request.club.id, player_id)
    wrong = queries.exclusion(player_id, exclusion_id)
    form = CorrectionForm(request.POST or None)
    which = {"player_id": player_id, "exclusion_id": exclusion_id}
    return ask(request, form, exclusions.correct_exclusion.ask, **which) or show(
        request, "players/exclusion_correct.html", form, player=found, exclusion=wrong
    )


@page
def merge(request: ClubRequest, player_id: int) -> HttpResponse:
    """Say that another card is the same person's; a second person confirms it."""
    found = queries.player(request.club.id, player_id)
    form = MergeForm(request.POST or None, club_id=request.club.id)
    return ask(request, form, merge_players.ask, player_id=player_id) or show(
        request, "players/merge.html", form, player=found
    )


@page
def part(request: ClubRequest, player_id: int) -> HttpResponse:
    """Say that a card was merged by mistake with another guest's; a second person confirms it."""
    found = queries.player(request.club.id, player_id)
    form = PartForm(request.POST or None)
    return ask(request, form, part_players.ask, player_id=player_id) or show(
        request, "players/part.html", form, player=found
    )


@page
def erase(request: ClubRequest, player_id: int) -> HttpResponse:
    """Ask to erase a guest's name and ID; the accountant confirms it."""
    found = queries.player(request.club.id, player_id)
    form = ReasonForm(request.POST or None)
    stamp = request_stamp(request)
    kept = kept_on_record(stamp, player_id)
    held = why_held(stamp, queries.family(player_id)) if may_open(request, "player-holds") else None
    return ask(request, form, anonymise_player.ask, player_id=player_id) or show(
        request, "players/erase.html", form, player=found, kept=kept, held=held
    )


@page
def terms(request: ClubRequest) -> HttpResponse:
    """From which age on the club admits guests, and more; the accountant approves a change."""
    holds, law = queries.terms(request.club.id), law_of(request.club, at=request.at)
    form = TermsForm(request.POST or None, initial=asdict(holds))
    usual = usual_terms(law)
    return ask(request, form, change_terms.ask) or show(
        request,
        "players/terms.html",
        form,
        terms=holds,
        law=law,
        usual=usual,
        short=falls_short(holds, usual),
        due=due_for_erasing(request_stamp(request)) if may_open(request, "player-erase") else [],
    )


@page
def card(request: ClubRequest, player_id: int) -> HttpResponse:
    """Everything that the club keeps about a guest, as a file; asked with a reason."""
    found = queries.player(request.club.id, player_id)
    form = ReasonForm(request.POST or None)
    if carry_out(request, form, guests.see_identity, player_id=player_id):
        return as_download(exports.guest_csv(found), f"{request.club.slug}_guest_{found.code}.csv")
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


def text_in(request: ClubRequest, name: str) -> str:
    """Return what is looked for; PostgreSQL knows no NUL."""
    return request.GET.get(name, "").replace("\0", "")[:MAX_SEARCH_LENGTH].strip()
