"""What the pages of tournaments share."""

from collections.abc import Collection, Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from casino.acts.runner import Act
from casino.approvals.models import Proposal
from casino.cage.queries.shifts import open_shift_of
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, show
from casino.web.requested import to_request
from casino.web.roles import ClubRequest
from tournaments.models import Tournament
from tournaments.queries.floor import floor_tables
from tournaments.queries.pools import waterfall
from tournaments.queries.tournaments import purchases

ID_DIGITS = 19
# So many players are listed at once; the others are found by name or ticket.
LISTED = 100


def shift_id(request: ClubRequest) -> int | None:
    """Return the shift of who is asked, None without one."""
    shift = open_shift_of(request.user.id, request.club.id)
    return shift.pk if shift else None


def named_id(request: ClubRequest, name: str) -> int | None:
    """Return an id that the address names, None where it names none."""
    asked = request.GET.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < ID_DIGITS else None


def not_asked(found: Tournament) -> Collection[str]:
    """Return what is not asked of a guest: the restriction, where a tournament has none."""
    return () if found.kind == Tournament.Kind.RESTRICTED else ("fits",)


def sought(request: ClubRequest) -> str:
    """Return the text by which players are looked for."""
    return request.GET.get("q", "").replace("\0", "")[:100].strip()


def back_to(request: ClubRequest, tournament_id: int, **shown: int) -> HttpResponse:
    """Go back to the tournament, or to its registration, with what was sold on screen."""
    name = "tournament-tablet" if came_from_tablet(request) else "tournament"
    return redirect(reverse(name, args=[request.club.slug, tournament_id], query=shown))


def to_next_guest(request: ClubRequest, tournament_id: int, *, sold: int) -> HttpResponse:
    """Go on with an empty form under what was sold; registration has its own."""
    if came_from_tablet(request):
        return back_to(request, tournament_id, sold=sold)
    where = {"club": request.club.slug, "tournament_id": tournament_id}
    return redirect(reverse("entry-sell", kwargs=where, query={"sold": sold}))


def came_from_tablet(request: ClubRequest) -> bool:
    """Return whether a page was asked for by registration, where the next guest waits."""
    return "tablet" in request.GET


def just_sold(request: ClubRequest, found: Tournament) -> Any:
    """Return the ticket that the address names: what was just sold."""
    asked = named_id(request, "sold")
    return purchases(found).filter(id=asked).first() if asked else None


def form_page(
    request: ClubRequest, form: ActForm, *, title: Title, tournament: Tournament | None = None,
    **more: Any,
) -> HttpResponse:  # fmt: skip
    """Show a form about tournaments, with the money of the one it is about."""
    shown: dict[str, Any] = {"title": title, "tournament": tournament}
    if tournament:
        shown["water"] = waterfall(tournament, at=request.at)
        shown["back"] = reverse("tournament", args=[request.club.slug, tournament.pk])
    else:
        shown["back"] = reverse("tournaments", args=[request.club.slug])
    return show(request, "tournaments/act.html", form, **(shown | more))


def ask_page(
    request: ClubRequest,
    form: ActForm,
    service: Act[..., Proposal],
    title: Title,
    tournament: Tournament,
    *,
    where: Mapping[str, Any] | None = None,
    **more: Any,
) -> HttpResponse:
    """Ask for what a second person completes, of the tournament or `where`; show the request."""
    where = where or {"tournament_id": tournament.pk} | more
    if asked := carry_out(request, form, service, **where):
        on_to = reverse("tournament", args=[request.club.slug, tournament.pk])
        return to_request(request, asked, on_to=on_to)
    return form_page(request, form, title=title, tournament=tournament, asks=True)


def to_floor(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Go back to the tables of a tournament."""
    return redirect("tournament-floor", club=request.club.slug, tournament_id=tournament_id)


def play_address(request: ClubRequest, tournament: Tournament) -> str:
    """Return where the floor works: at the tables, where some are open, else the tournament."""
    name = "tournament-floor" if floor_tables(tournament) else "tournament"
    return reverse(name, args=[request.club.slug, tournament.pk])


def to_play(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Go back to where the floor works."""
    return redirect(play_address(request, tournament))


def floor_page(
    request: ClubRequest,
    form: ActForm,
    *,
    title: Title,
    tournament: Tournament,
    template: str = "tournaments/floor_act.html",
    **more: Any,
) -> HttpResponse:
    """Show a form of the floor, from which one goes back to the tables."""
    back = reverse("tournament-floor", args=[request.club.slug, tournament.pk])
    shown = {"title": title, "tournament": tournament, "back": back} | more
    return show(request, template, form, **shown)
