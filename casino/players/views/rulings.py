"""The pages of what the floor decides."""

from datetime import timedelta
from typing import Any, Literal
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.acts.runner import Act
from casino.paging import Page
from casino.players import queries
from casino.players.forms import AsideForm, ClaimForm, PotForm, ReasonForm, TournamentPotForm
from casino.players.models import PlayingPlace, Ruling
from casino.players.rules import decision_time, penalty
from casino.players.services import rulings as services
from casino.players.views.guests import text_in
from casino.refusals import BadInput, Refusal
from casino.staff.rules import claim_verdict
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, show
from casino.web.roles import ClubRequest, page, request_book

MAX_SECONDS, ID_DIGITS = 600, 19
# What the floor may give where the book leaves the time for a decision to it.
CLAIM = pgettext_lazy("about a hand", "Claim")
SECONDS = (30, 60, 90, 120)


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
    where, book = _where(request), request_book(request)
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
    where, book = _where(request), request_book(request)
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
    because = [request_book(request).why("decides.deviation", None)]
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
    found, refusal, book = None, None, request_book(request)
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
    about, hand = text_in(request, "about"), text_in(request, "hand")
    return {
        "place": kind,
        "id": place_id,
        "about": about,
        "hand": hand,
        "back": back or reverse("rulings", args=[request.club.slug]),
        "here": urlencode({"place": kind, "id": place_id, "about": about}),
    }
