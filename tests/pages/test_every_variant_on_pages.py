"""A tournament of every variant on the pages, from the first ticket to the last payout."""

import os
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from casino.house.rulebook import load_book
from tests.pages.requested import EveningByRequests
from tests.pages.tournament_evening import Evening
from tests.world import World, a_club
from tournaments.models import Entry, Knockout, Tournament
from tournaments.queries.pools import money_check
from tournaments.queries.tournaments import tournament, unrefunded

BOOKS = ("home", "voodoo", "img", "olympic")
EVERY = [(book, variant) for book in BOOKS for variant in load_book(book).variants]
# Each variant in the smallest book that has it, so that every book has its turn.
FEW = list({variant: (book, variant) for book, variant in reversed(EVERY)}.values())
# LONG=1: every variant of every book, some minutes more.
PLAYED = EVERY if os.environ.get("LONG") else FEW
NAMES = ("Kask", "Tamm", "Sepp", "Ilves")
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
    players = NAMES[: max(3, load_book(book).tournament.min_participants)]
    entries = [evening.sell(event, world.player(name).code) for name in players]
    played(evening, event, entries, variant)
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


def postponed(evening: EveningByRequests, event: Tournament) -> None:
    """Change the plan: it begins a quarter of an hour later, which one or two people decide."""
    later = event.starts_at + timedelta(minutes=15)
    wall = f"{later.astimezone(ZoneInfo('Europe/Tallinn')):%d.%m.%Y %H:%M}"
    told = {"starts_at": wall, "notice": "A quarter of an hour later"}
    director: Any = evening.director
    evening.send(director, f"tournaments/{event.pk}/terms/", **told)
    if "/approvals/" in director.url:
        evening.signed()
    event.refresh_from_db()
    assert event.starts_at == later.replace(second=0, microsecond=0)


def mistaken(evening: EveningByRequests, event: Tournament, entry: Entry, by: Entry) -> None:
    """Eliminate the wrong player and take it back."""
    evening.out(event, entry, by=by)
    wrong = Knockout.objects.get(entry=entry)
    evening.send(evening.director, f"tournaments/{event.pk}/knock-out/{wrong.pk}/undo/")
    entry.refresh_from_db()
    assert entry.out_at is None


def played(
    evening: EveningByRequests, event: Tournament, entries: list[Entry], variant: str
) -> None:
    """Play until one is left, or until the time is over."""
    director, one = evening.director, f"tournaments/{event.pk}"
    evening.send(director, f"{one}/start/")
    first, second, *_ = entries
    if "rebuy" in variant:
        for entry, what in ((first, "rebuy"), (second, "addon")):
            more = f"tournaments/entries/{entry.pk}/more/"
            evening.send(evening.cashier, more, what=what, paid_with="cash")
    if variant == "double_chance":
        chips = {"what": "extra_chips", "chips": "10000", "reason": "Second chance"}
        evening.send(director, f"{one}/players/{first.pk}/chips/", **chips)
    evening.send(director, f"{one}/close-registration/")
    evening.asks(event, "fix")
    if variant != "time":
        mistaken(evening, event, second, by=first)
        for entry in reversed(entries[1:]):
            evening.out(event, entry, by=first)


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
        assert world.balance("tickets", event.target.pk) == -22_000
        evening.sell(
            event.target, Entry.objects.get(tournament=event, number=1).player.code, "ticket"
        )
        assert world.balance("tickets", event.target.pk) == 0
