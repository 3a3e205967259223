"""
A tournament of every variant on the pages, from the first ticket to the last payout.

The plan changes in each: the start, the guarantee, a player who never comes, a wrong elimination, a
deal that one refuses.
"""

import os
from datetime import timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from casino.house.rulebook import load_book
from casino.money import format_cents
from tests.pages.requested import EveningByRequests
from tests.pages.tournament_evening import Evening
from tests.world import World, a_club
from tournaments.models import Deal, Entry, Knockout, Prize, Tournament
from tournaments.queries.chips import chips
from tournaments.queries.order import prizes_by_places
from tournaments.queries.pools import money_check
from tournaments.queries.presence import no_shows
from tournaments.queries.tournaments import tournament, unrefunded

BOOKS = ("home", "voodoo", "img", "olympic")
EVERY = [(book, variant) for book in BOOKS for variant in load_book(book).variants]
# Each variant in the smallest book that has it, so that every book has its turn.
FEW = list({variant: (book, variant) for book, variant in reversed(EVERY)}.values())
# LONG=1: every variant of every book, some minutes more.
PLAYED = EVERY if os.environ.get("LONG") else FEW
GUARANTEE_CENTS = 70_000
NAMES = ("Kask", "Tamm", "Sepp", "Ilves")
ONE_TABLE = {"numbers": "1", "seats": "9"}
REBUYS = {"rebuy_cents": "100", "addon_cents": "50"}
TERMS: dict[str, dict[str, Any]] = {
    "rebuy_when_broke": REBUYS,
    "rebuy_at_will": REBUYS,
    "terminator": {"price_cents": "150", "bounty_cents": "50"},
    "royal_flush_jackpot": {"rfj_cents": "10"},
    "satellite": {"kind": "satellite"},
}


@pytest.fixture
def world(db: None, book: str) -> World:
    world = a_club(book=book)
    world.open_shift(clock="18:00")
    return world


@pytest.fixture
def evening(world: World) -> EveningByRequests:
    return EveningByRequests.opens(world)


@pytest.mark.parametrize(("book", "variant"), PLAYED)
def test_from_the_first_ticket_to_the_last_payout(
    evening: EveningByRequests, world: World, book: str, variant: str
):
    event = announced(evening, book, variant)
    postponed(evening, event)
    guaranteed(evening, event)
    tables = {"numbers": "1 2", "seats": "2"} if variant == "heads_up" else ONE_TABLE
    evening.send(evening.director, f"tournaments/{event.pk}/floor/open/", **tables)
    players = NAMES[: max(3, load_book(book).tournament.min_participants)]
    *entries, missing = [
        evening.sell(event, world.player(name).code) for name in (*players, "Kuusk")
    ]
    played(evening, event, entries, missing, variant)
    stacks = {}
    if variant == "time":
        stacks = {f"stack_{one.pk}": "10000" for one in entries}
    evening.asks(event, "prizes", **stacks)
    if variant == "terminator":
        evening.asks(event, "bounties")
    assert evening.pay_all() > 0

    results = evening.read(f"tournaments/{event.pk}/results/")
    assert "matches the ledger" in results
    nothing_is_left(evening, event, variant)


def announced(evening: Evening, book: str, variant: str) -> Tournament:
    terms = dict(TERMS.get(variant, {}))
    if load_book(book).prizes is None:
        terms["shares_bp"] = "60 40"
    if variant == "royal_flush_jackpot":
        evening.send(evening.director, "tournaments/series/add/", name="Winter")
        terms["series_id"] = "Winter"
    if variant == "satellite":
        evening.announce("Main", "freezeout", price_cents="200", fee_cents="20")
        terms["target_id"] = "Main"
    return evening.announce("Friday", variant, **terms)


def changed(evening: EveningByRequests, event: Tournament, **told: str) -> None:
    """Change the plan, which one or two people decide."""
    director: Any = evening.director
    evening.send(director, f"tournaments/{event.pk}/terms/", **told)
    if "/approvals/" in director.url:
        evening.signed()
    event.refresh_from_db()


def guaranteed(evening: EveningByRequests, event: Tournament) -> None:
    """Raise the guarantee above what the tickets will bring: the house adds to the pool."""
    changed(evening, event, guarantee_cents="700", notice="700 are guaranteed")
    assert event.guarantee_cents == GUARANTEE_CENTS


def postponed(evening: EveningByRequests, event: Tournament) -> None:
    """Let it begin a quarter of an hour later."""
    later = event.starts_at + timedelta(minutes=15)
    wall = f"{later.astimezone(ZoneInfo('Europe/Tallinn')):%d.%m.%Y %H:%M}"
    changed(evening, event, starts_at=wall, notice="A quarter of an hour later")
    assert event.starts_at == later.replace(second=0, microsecond=0)


def mistaken(evening: EveningByRequests, event: Tournament, entry: Entry, by: Entry) -> None:
    """Eliminate the wrong player and take it back."""
    evening.out(event, entry, by=by)
    wrong = Knockout.objects.get(entry=entry)
    evening.send(evening.director, f"tournaments/{event.pk}/knock-out/{wrong.pk}/undo/")
    entry.refresh_from_db()
    assert entry.out_at is None


def left_out(evening: EveningByRequests, event: Tournament, missing: Entry, by: Entry) -> None:
    """Put out who never came, as the book has it: removed at once, or blinded off."""
    one = f"tournaments/{event.pk}"
    (absent,) = no_shows(tournament(event.club_id, event.pk), timezone.now())
    assert absent.entry == missing
    if absent.removal.allowed:
        evening.send(evening.director, f"{one}/floor/no-shows/")
    else:
        evening.out(event, missing, by=by)
    assert Knockout.objects.get(entry=missing).no_show == absent.removal.allowed


def undivided(evening: EveningByRequests, event: Tournament, first: Entry, second: Entry) -> None:
    """Offer a deal that the second player refuses: nothing is paid by it."""
    director: Any = evening.director
    found, at = tournament(event.club_id, event.pk), f"tournaments/{event.pk}/deal/"
    prizes = prizes_by_places(found)[0][:2]
    lowest = max(prizes[1:], default=100)
    shares = {first: sum(prizes) - lowest, second: lowest}
    each = {f"share_{entry.pk}": format_cents(cents) for entry, cents in shares.items()}
    chips_left = chips(found).in_play - 1_000
    stacks = {f"stack_{first.pk}": str(chips_left), f"stack_{second.pk}": "1000"}
    evening.send(director, at, **each, **stacks)
    deal = Deal.objects.get(tournament=event)
    evening.send(director, at, deal_id=str(deal.pk), entry_id=str(first.pk))
    assert "Award prizes by this deal" not in director.said
    director.goto(f"{evening.at}tournaments/{event.pk}/prizes/?deal={deal.pk}")
    refused = director.client.post(director.url, {"key": uuid4()})
    assert refused.status_code == 422
    assert "Every remaining player must agree to the deal." in refused.content.decode()


def played(
    evening: EveningByRequests,
    event: Tournament,
    entries: list[Entry],
    missing: Entry,
    variant: str,
) -> None:
    """Play until one is left, or until the time is over."""
    director, one = evening.director, f"tournaments/{event.pk}"
    missing.refresh_from_db()
    table, _ = missing.seat or (1, 0)
    evening.send(director, f"{one}/floor/{table}/presence/", **{f"here_{missing.pk}": ""})
    evening.send(director, f"{one}/start/", ahead_of_time="on")
    first, second, *_ = entries
    if "rebuy" in variant:
        for entry, what in ((first, "rebuy"), (second, "addon")):
            more = f"tournaments/entries/{entry.pk}/more/"
            evening.send(evening.cashier, more, what=what, paid_with="cash")
    if variant == "double_chance":
        chips = {"what": "extra_chips", "chips": "10000", "reason": "Second chance"}
        evening.send(director, f"{one}/players/{first.pk}/chips/", **chips)
    evening.send(director, f"{one}/close-registration/")
    left_out(evening, event, missing, by=first)
    evening.asks(event, "fix")
    assert tournament(event.club_id, event.pk).fixed.overlay_cents > 0
    if variant != "time":
        mistaken(evening, event, second, by=first)
        for entry in reversed(entries[2:]):
            evening.out(event, entry, by=first)
        if variant != "satellite":  # its prizes are tickets
            undivided(evening, event, first, second)
        evening.out(event, second, by=first)


def nothing_is_left(evening: Evening, event: Tournament, variant: str) -> None:
    """Every account of the tournament is at zero; of a satellite once its tickets are used."""
    world, ended = evening.world, tournament(event.club_id, event.pk)
    for code in ("tournament:pool", "tournament:bounties"):
        assert world.balance(code, event.pk) == 0, code
    assert ended.finished_at
    assert money_check(ended).agrees
    if variant == "royal_flush_jackpot":  # carried to the next tournament of the series (AMB-68)
        entrants = len(unrefunded(ended))
        assert world.balance("rfj:pool", event.series_id or 0) == -1_000 * entrants
    if event.target:
        won = Prize.objects.filter(entry__tournament=event).exclude(ticket=None)
        assert world.balance("tickets", event.target.pk) == -22_000 * len(won)
        for each in won:
            evening.sell(event.target, each.entry.player.code, "ticket")
        assert world.balance("tickets", event.target.pk) == 0
