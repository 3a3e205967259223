"""The guests' pages."""

from datetime import timedelta
from typing import Any, Literal
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.acts.runner import Act
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.ledger.queries.documents import entries
from casino.ledger.queries.guests import of_guests
from casino.paging import Page
from casino.players import exports, queries
from casino.players.forms import (
    ApartForm,
    AsideForm,
    ChangeForm,
    ClaimForm,
    CorrectionForm,
    ExclusionForm,
    MergeForm,
    PartForm,
    PhotoForm,
    PlayerForm,
    PotForm,
    ReasonForm,
    TermsForm,
    TournamentPotForm,
    begun_with,
)
from casino.players.models import Player, PlayingPlace, Ruling
from casino.players.rules import decision_time, penalty
from casino.players.services import exclusions, guests, photos, places
from casino.players.services import rulings as services
from casino.players.services.duplicates import merge_players
from casino.players.services.erasing import anonymise_player
from casino.players.services.parting import part_players
from casino.players.services.terms import change_terms
from casino.refusals import BadInput, Refusal
from casino.staff.rules import claim_verdict
from casino.web.downloads import as_download
from casino.web.fields import ActForm
from casino.web.next_steps import go_on_with_guest
from casino.web.pages import Title, ask, carry_out, show
from casino.web.roles import ClubRequest, may_open, may_send, page, request_stamp

MAX_SEARCH_LENGTH, MAX_SUGGESTED, MAX_SECONDS, ID_DIGITS = 100, 8, 600, 19
# What the floor may give where the book leaves the time for a decision to it.
CLAIM = pgettext_lazy("about a hand", "Claim")
SECONDS = (30, 60, 90, 120)


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
    theirs = of_guests(request.club.id, queries.family(found.pk))
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
    form = ExclusionForm(request.POST or None, initial={"until": found.excluded_until})
    if carry_out(request, form, guests.exclude_player, player_id=player_id):
        return redirect("player", club=request.club.slug, player_id=player_id)
    return show(request, "players/exclude.html", form, player=found)


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


@page
def rulings(request: ClubRequest) -> HttpResponse:
    """What the floor decided: at the table or tournament that the address names, or anywhere."""
    where = _where(request)
    part = Page(queries.MAX_RULINGS, request.GET.get("before", ""))
    of = {"place": where["place"], "about": where["about"]}
    found = queries.rulings(request.club.id, page=part, **of)
    return show(request, "players/rulings.html", rulings=found, next=part.next, **where)


@page
def hear_claim(request: ClubRequest) -> HttpResponse:
    """Decide a claim about a hand, if the book still hears it."""
    where, book = _where(request), _book(request)
    since = request.GET.get("since", "")
    begins = {"hand": where["hand"], "hands_since": since if since.isdecimal() else "0"}
    form = ClaimForm(request.POST or None, initial=begins)
    verdict = claim_verdict(book, hands_since=int(begins["hands_since"][:6]))
    return _ruled(
        request, form, services.hear_claim, CLAIM, because=verdict.because, verdict=verdict
    )


@page
def hand_pot_over(request: ClubRequest) -> HttpResponse:
    """Say who hands a pot on to whom."""
    where, book = _where(request), _book(request)
    chips = where["place"] == PlayingPlace.Kind.TOURNAMENT
    pots = TournamentPotForm if chips else PotForm
    form = pots(request.POST or None, initial={"hand": where["hand"]})
    because = [book.why("pots.wrong_award" if book.pots.wrong_award else "decides.dispute", None)]
    if book.penalties and "keeps_wrong_pot" in book.penalties.begins:
        because += penalty(
            book, at="tournament" if chips else "cash", breach="keeps_wrong_pot"
        ).because
    title = _("Pot given to the wrong player")
    return _ruled(request, form, services.hand_pot_over, title, because=because)


@page
def set_rule_aside(request: ClubRequest) -> HttpResponse:
    """Set a paragraph aside, with the reason."""
    form = AsideForm(request.POST or None, initial={"hand": _where(request)["hand"]})
    because = [_book(request).why("decides.deviation", None)]
    return _ruled(request, form, services.set_rule_aside, _("Set a rule aside"), because=because)


@page
def withdraw_ruling(request: ClubRequest, ruling_id: int) -> HttpResponse:
    """Withdraw a decision that was noted wrongly, with the reason."""
    made = queries.ruling(request.club.id, ruling_id)
    form = ReasonForm(request.POST or None)
    where = {"place": made.place, "id": made.place_id or 0, "about": made.about}
    if carry_out(request, form, services.withdraw_ruling, ruling_id=ruling_id):
        return redirect(reverse("rulings", args=[request.club.slug], query=where))
    title = _("Withdraw decision")
    where["here"] = urlencode(where)
    return show(request, "players/ruling.html", form, title=title, made=made, **where)


def _ruled(
    request: ClubRequest, form: ActForm, service: Act[..., Ruling], title: Title, **shown: Any
) -> HttpResponse:
    """Carry out what the floor decides and list it with what was decided there before."""
    where = _where(request)
    asked = {"place": where["place"], "about": where["about"], "place_id": where["id"] or None}
    if carry_out(request, form, service, **asked):
        query = {name: where[name] for name in ("place", "id", "about")}
        return redirect(reverse("rulings", args=[request.club.slug], query=query))
    return show(request, "players/ruling.html", form, title=title, **where, **shown)


@page
def decision_clock(request: ClubRequest) -> HttpResponse:
    """Count down the time for a decision from now on; nothing of it is kept."""
    where, asked = _where(request), request.GET
    seconds = asked.get("seconds", "")
    at: Literal["cash", "tournament"] = "cash" if where["place"] == "cash" else "tournament"
    found, refusal, book = None, None, _book(request)
    try:
        found = decision_time(
            book,
            at=at,
            turbo="turbo" in asked,
            own_table="elsewhere" not in asked,
            refused="refused" in asked,
            set_seconds=min(int(seconds), MAX_SECONDS) if seconds.isdecimal() else None,
        )
    except BadInput:
        # The book leaves the time to the floor: it is chosen first.
        pass
    except Refusal as why:
        refusal = why
    decides = timedelta(seconds=found.seconds) if found else timedelta()
    counted = timedelta(seconds=found.countdown_seconds) if found else timedelta()
    return show(
        request,
        "players/decision_clock.html",
        given=found,
        refusal=refusal,
        terms=book.clock,
        began=request.at,
        decides_at=request.at + decides,
        over_at=request.at + decides + counted,
        choices=SECONDS,
        **where,
    )


def _where(request: ClubRequest) -> dict[str, Any]:
    """Return at which table or tournament the address says that something is decided."""
    place, named = request.GET.get("place", ""), request.GET.get("id", "")
    kind = place if place in PlayingPlace.Kind.values else ""
    place_id = int(named) if named.isascii() and named.isdigit() and len(named) < ID_DIGITS else 0
    name = {"cash": "session", "tournament": "tournament-floor"}.get(kind)
    back = reverse(name, args=[request.club.slug, place_id]) if name else ""
    about, hand = _text(request, "about"), _text(request, "hand")
    return {
        "place": kind,
        "id": place_id,
        "about": about,
        "hand": hand,
        "back": back or reverse("rulings", args=[request.club.slug]),
        "here": urlencode({"place": kind, "id": place_id, "about": about}),
    }


def _text(request: ClubRequest, name: str) -> str:
    """Return what is looked for; PostgreSQL knows no NUL."""
    return request.GET.get(name, "").replace("\0", "")[:MAX_SEARCH_LENGTH].strip()


def _book(request: ClubRequest) -> RuleBook:
    return book_on(request.club.id, request_stamp(request).gaming_day)
