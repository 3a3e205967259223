"""How a tournament ended, for screen, paper and spreadsheet; tickets; the pool for everybody."""

from datetime import datetime
from functools import lru_cache

from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from casino.cage.queries.due import payment_of
from casino.db import now
from casino.house.models import Club
from casino.players.queries import player
from casino.web.downloads import as_download
from casino.web.fields import ActForm
from casino.web.pages import qr, show
from casino.web.roles import ClubRequest, may_open, may_send, page
from casino.web.room import Screen, for_the_room
from tournaments import exports
from tournaments.queries import tournaments
from tournaments.queries.awards import other_winners, signed_summary
from tournaments.queries.card_codes import card_code
from tournaments.queries.careers import career_of, facts
from tournaments.queries.changes import notice
from tournaments.queries.days import stage
from tournaments.queries.ending import dues_of, ending, refund_due, refunded
from tournaments.queries.pools import waterfall
from tournaments.services.summary import sign_summary
from tournaments.views.shared import ask_page


@page
def results(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Places and prizes, what is still owed, and the summary of the money, to print."""
    found = tournaments.tournament(request.club.id, tournament_id)
    signed, ended = signed_summary(found), ending(found, at=request.at)
    awarded = ended.prizes_cents or ended.tickets_cents or ended.bounties_cents
    return show(
        request,
        "tournaments/results.html",
        tournament=found,
        ending=ended,
        winners=other_winners(found),
        takes_back=bool(awarded and not found.cancelled_at)
        and may_open(request, "prizes-take-back"),
        summary=signed,
        signs=may_open(request, "summary-sign") and bool(found.finished_at) and not signed,
        pays=may_send(request, "payment"),
    )


@page
def results_file(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """The places for a spreadsheet."""
    found = tournaments.tournament(request.club.id, tournament_id)
    content = exports.results_csv(ending(found, at=request.at))
    return as_download(content, f"{request.club.slug}_tournament_{found.pk}.csv")


@page
def results_sheet(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """The results as sites and newspapers ask for them, on paper."""
    found = tournaments.tournament(request.club.id, tournament_id)
    ended, counted = ending(found, at=request.at), facts(found, at=request.at)
    rows = [
        (one, counted.structure_cents(one.place, one.shared, paid_cents=one.cents))
        for one in ended.won
    ]
    return show(
        request, "tournaments/results_sheet.html", tournament=found, facts=counted, rows=rows
    )


@page
def results_for_sites(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """The same as a file."""
    found = tournaments.tournament(request.club.id, tournament_id)
    content = exports.results_for_sites_csv(
        found, facts(found, at=request.at), ending(found, at=request.at)
    )
    return as_download(content, f"{request.club.slug}_results_{found.pk}.csv")


@page
def career(request: ClubRequest, player_id: int) -> HttpResponse:
    """What a guest played and won in the club's tournaments, ever."""
    guest = player(request.club.id, player_id)
    return show(
        request,
        "tournaments/career.html",
        player=guest,
        career=career_of(guest),
        card=card_code(guest),
    )


@page
def propose_summary(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Sign the summary and ask the cage for the other signature."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form, title = ActForm(request.POST or None), _("Sign summary")
    return ask_page(request, form, sign_summary.ask, title, found)


@page
def ticket(request: ClubRequest, entrant_id: int) -> HttpResponse:
    """
    A numbered ticket to print; its code opens this page, from which prizes are paid.

    ?pay=1: scanned where prizes are paid; a single one that is due is opened at once.
    """
    entry = tournaments.entry(request.club.id, entrant_id)
    found = tournaments.tournament(request.club.id, entry.tournament_id)
    dues, owed = dues_of(entry), refund_due(entry)
    if "pay" in request.GET and len(dues) == 1:
        return redirect("payment", club=request.club.slug, payable_id=dues[0].pk)
    here = reverse("tournament-ticket", args=[request.club.slug, entry.pk])
    return show(
        request,
        "tournaments/ticket.html",
        guest_corrects=not entry.refunded_at or (owed and not payment_of(owed)),
        refund_back=refunded([entry]) and not found.finished_at and not hasattr(found, "fixed"),
        language=entry.player.language or request.club.language,
        entry=entry,
        tournament=found,
        sales=tournaments.sold_once(
            tournaments.purchases(entry.tournament).filter(entry=entry).order_by("id")
        ),
        dues=dues,
        card=card_code(entry.player),
        code=qr(request.build_absolute_uri(here), scale=4, svgclass="qr"),
        pays=may_send(request, "payment"),
    )


@for_the_room
def public_pool(club: Club, tournament_id: int) -> Screen:
    """Draw where every euro goes, without the name of a guest."""
    at = now().replace(microsecond=0)
    return Screen(panel=_pool_panel(club.pk, tournament_id, at))


@lru_cache(maxsize=64)
def _pool_panel(club_id: int, tournament_id: int, at: datetime) -> SafeString:
    """Draw a pool once a second, however many strangers look at it."""
    found = tournaments.tournament(club_id, tournament_id)
    shown = {
        "tournament": found,
        "club": found.club,
        "at": at,
        "water": waterfall(found, at=at),
        "left": tournaments.left_count(found),
        "entered": tournaments.entered_count(found),
        "stage": stage(found),
        "notice": notice(found, at),
    }
    return render_to_string("tournaments/pool_screen.html", shown)
