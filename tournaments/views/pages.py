"""The calendar, a tournament, and its public page."""

from typing import Any

from django.http import HttpResponse

from casino.db import now
from casino.house.queries import book_on
from casino.ledger.queries.balances import account_id
from casino.ledger.queries.documents import account_entries
from casino.paging import Page
from casino.web.pages import live, show
from casino.web.roles import ClubRequest, can_perform, page
from tournaments.models import Tournament
from tournaments.queries import tournaments as tournaments_queries
from tournaments.queries.awards import plays_for_places, prizes_of
from tournaments.queries.changes import changes, notice
from tournaments.queries.clock import (
    Bets,
    all_bets,
    clock_face,
    more_forgotten,
    more_sold,
    registration_open,
    takes_tickets,
)
from tournaments.queries.days import bags, night, stage
from tournaments.queries.ending import places_of_left, refunded
from tournaments.queries.guests import other_guests
from tournaments.queries.order import open_chips, standings
from tournaments.queries.pool_awards import rfj_pool_cents, surcharge_pool_cents
from tournaments.queries.pools import money_check, waterfall
from tournaments.queries.requests import waiting
from tournaments.queries.results import import_taken_back, is_imported
from tournaments.rules.refund import may_be_refunded
from tournaments.views.shared import LISTED, just_sold, sought

# Entries behind a pool on its page.
MAX_BOOKED = 20


@page
def tournaments(request: ClubRequest) -> HttpResponse:
    """The calendar, the series with their jackpots, and the templates."""
    club_id = request.club.id
    pools = [
        {
            "series": one,
            "rfj_cents": rfj_pool_cents(club_id, one.pk),
            "surcharge_cents": surcharge_pool_cents(club_id, one.pk),
        }
        for one in tournaments_queries.series_list(club_id)
    ]
    part = Page(tournaments_queries.MAX_SHOWN, request.GET.get("before", ""))
    return show(
        request,
        "tournaments/list.html",
        tournaments=tournaments_queries.tournaments(club_id, page=part),
        templates=tournaments_queries.templates(club_id),
        pools=pools,
        next=part.next,
    )


@page
def tournament(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """One tournament: pool, players, knock-outs, prizes, and the check of its money."""
    found = tournaments_queries.tournament(request.club.id, tournament_id)
    panel = _panel(request, found)
    if request.htmx:
        return live(request, "tournaments/panel.html", **panel)
    return show(request, "tournaments/tournament.html", done=just_sold(request, found), **panel)


@page
def pool(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """The pool as anybody in the room may see it, large and without names of guests."""
    found = tournaments_queries.tournament(request.club.id, tournament_id)
    at = request.at
    shown = {
        "tournament": found,
        "water": waterfall(found, at=at),
        "left": tournaments_queries.left_count(found),
        "entered": tournaments_queries.entered_count(found),
        "level": _level(found),
        "stage": stage(found),
        "notice": notice(found, at),
    }
    if request.htmx:
        return live(request, "tournaments/pool_panel.html", **shown)
    account = account_id(found.club_id, "tournament:pool", found.pk) or 0
    booked = account_entries(found.club_id, account, page=Page(MAX_BOOKED))
    return show(request, "tournaments/pool.html", **shown, booked=booked)


def _panel(request: ClubRequest, found: Tournament) -> dict[str, Any]:
    at, text = request.at, sought(request)
    book = book_on(found.club_id, found.gaming_day)
    prizes = {one.entry_id: one for one in prizes_of(found).select_related("ticket", "payable")}
    stopped = places_of_left(found, prizes) if found.finished_at else []
    water = waterfall(found, at=at)
    entries = tournaments_queries.find_entries(found, text, most=LISTED)
    return {
        "tournament": found,
        "series": found.series,
        "water": water,
        "check": money_check(found),
        "pool_account": account_id(found.club_id, "tournament:pool", found.pk),
        "entries": entries,
        "others": other_guests(entries),
        "refunds": refunded(entries),
        "gives_back": may_be_refunded(book, before_start=found.started_at is None),
        "entered": found.entries.count(),
        "listed": LISTED,
        "q": text,
        "left": tournaments_queries.left_count(found),
        "standings": [*stopped, *standings(found)][:LISTED],
        "prizes": prizes,
        "won_chips": open_chips(found),
        "plays_on": bool(prizes) and plays_for_places(found),
        "sold": tournaments_queries.latest_purchases(found),
        "tickets": tournaments_queries.open_tickets(found),
        "imported": is_imported(found),
        "left_books": bool(found.cancelled_at) and import_taken_back(found.act_id),
        "to_refund": _to_refund(found),
        "level": _level(found),
        "stage": stage(found),
        "night": night(found),
        "bagged": {bag.entry_id: bag.stack for bag in bags(found)},
        "version": tournaments_queries.version(found),
        "changes": changes(found),
        "notice": notice(found, at),
        "steps": all_bets(found),
        "registration": registration_open(found, at),
        "tickets_usable": takes_tickets(found, at),
        "rebuys": more_sold(found, at),
        "forgets": more_forgotten(found) and not water.fixed,
        "min_participants": book.tournament.min_participants,
        "requests": waiting(found),
        "asks": can_perform(request, "request_purchase"),
        "sells": can_perform(request, "sell_entry"),
        "pays": can_perform(request, "pay_bounties"),
        "runs": can_perform(request, "run_tournament"),
        "open": not (found.cancelled_at or found.finished_at),
    }


def _to_refund(found: Tournament) -> bool:
    """Return whether a cancelled tournament still holds what was paid for it."""
    if not found.cancelled_at:
        return False
    return bool(tournaments_queries.unrefunded(found) or tournaments_queries.open_tickets(found))


def _level(found: Tournament) -> Bets | None:
    """Return the level or break that the clock shows now, None before the start and once over."""
    face = None if found.finished_at else clock_face(found, now())
    return face.now if face else None
