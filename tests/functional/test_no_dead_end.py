"""From each state of a tournament of any book and variant its money finds a way out."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction

from casino.cage.models import Shift
from casino.house.rulebook import load_book
from casino.staff.models import Role
from tests.functional.test_every_variant import EVERY, NAMES, SHARES, announced, buy_more
from tests.tournament_floor import td
from tests.tournaments import a_tournament, chips_of, enter, now, signed
from tests.world import World, a_club, founding
from tournaments.models import Entry, FixedPool, Purchase, Tournament
from tournaments.queries.order import playing, standings, won_bounties
from tournaments.queries.pools import money_check, waterfall
from tournaments.rules.prizes import NoParticipants, StructureRequired
from tournaments.services.bounties import collect_bounties
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.refunds import cancel_tournament, refund_all
from tournaments.services.shared import NotFixed, PoolIsFixed
from tournaments.services.starting import close_registration, start

pytestmark = pytest.mark.django_db
Step = Callable[[], Any]
# Each variant in the smallest book that has it, and of each book the first; LONG=1: every one.
OF_EACH_BOOK = {book: (book, variant) for book, variant in reversed(EVERY)}
OF_EACH_VARIANT = {variant: (book, variant) for book, variant in EVERY}
FEW = list(dict.fromkeys([*OF_EACH_VARIANT.values(), *OF_EACH_BOOK.values()]))
TRIED = EVERY if os.environ.get("LONG") else FEW


def out(world: World, tournament: Tournament, entry: Entry, winner: Entry) -> None:
    by = [winner.pk] if tournament.bounty_cents else []
    outs = [Out(entry_id=entry.pk, stack=1000, by=by)]
    knock_out(td(world, "22:10"), tournament_id=tournament.pk, outs=outs)


def fixed(world: World, tournament: Tournament, **more: Any) -> None:
    asked = fix_pool.ask(td(world, "22:01"), tournament_id=tournament.pk, **more)
    signed(world, asked, role=Role.SUPERVISOR, clock="22:02")


def awarded(world: World, tournament: Tournament, variant: str) -> None:
    left = chips_of({one.pk: 10_000 for one in playing(tournament)}) if variant == "time" else []
    asked = award_prizes.ask(td(world, "23:00"), tournament_id=tournament.pk, left=left)
    signed(world, asked, clock="23:01")


def collected(world: World, tournament: Tournament, entry: Entry | None) -> None:
    asked = collect_bounties.ask(
        td(world, "23:02"), tournament_id=tournament.pk, entry_id=entry.pk if entry else None
    )
    signed(world, asked, clock="23:03")


def steps(world: World, shift: Shift, tournament: Tournament, variant: str) -> Iterator[Step]:
    """Yield what happens one after the other: each leads to a state of its own."""
    where = {"tournament_id": tournament.pk}
    entries: list[Entry] = []
    yield lambda: None
    for name in NAMES[:4]:
        yield lambda name=name: entries.extend(  # type: ignore[misc]
            enter(world, tournament, name, shift_id=shift.pk)
        )
    yield lambda: start(td(world, "21:00"), **where)
    if "rebuy" in variant:
        yield lambda: buy_more(world, shift, entries[0], "rebuy")
        yield lambda: buy_more(world, shift, entries[1], "addon")
    yield lambda: close_registration(td(world, "22:00"), **where)
    yield lambda: fixed(world, tournament)
    if variant == "time":
        return
    for entry in reversed(entries[1:]):
        yield lambda entry=entry: out(world, tournament, entry, entries[0])  # type: ignore[misc]
        if tournament.bounty_cents:
            yield lambda: collected(world, tournament, entries[0])


def ended(world: World, tournament: Tournament, variant: str) -> None:
    """Take the way out: back to the guests until the pool is fixed, else to the winners."""
    where = {"tournament_id": tournament.pk}
    if not hasattr(now(tournament), "fixed"):
        asked = cancel_tournament.ask(td(world, "22:40"), **where, reason="Power cut")
        signed(world, asked, role=Role.SUPERVISOR, clock="22:41")
        refund_all(td(world, "22:42"), **where)
        return
    while variant != "time" and len(left := playing(tournament)) > 1:
        out(world, tournament, left[-1], left[0])
    if not standings(tournament) or not playing_has_prize(tournament):
        awarded(world, tournament, variant)
    won = won_bounties(tournament, ended=True)
    if won and money_check(tournament).bounty_account_cents:
        collected(world, tournament, None)


def playing_has_prize(tournament: Tournament) -> bool:
    return any(one.prizes.exists() for one in playing(tournament))


def held_cents(world: World, tournament: Tournament) -> list[int]:
    codes = ("tournament:pool", "tournament:bounties")
    return [world.balance(code, tournament.pk) for code in codes]


@pytest.mark.parametrize(("book", "variant"), TRIED)
def test_every_state_has_a_way_to_zero(book: str, variant: str):
    world = a_club(book=book)
    shift = world.open_shift(clock="18:00")
    tournament = announced(world, book, variant)
    tried = 0
    for step in steps(world, shift, tournament, variant):
        step()
        here = transaction.savepoint()
        ended(world, now(tournament), variant)
        assert held_cents(world, tournament) == [0, 0]
        transaction.savepoint_rollback(here)
        tried += 1
    assert tried >= (7 if variant == "time" else 10)


def lacking(world: World, shift: Shift) -> Tournament:
    """Close a home's tournament that was announced without prizes, as they once could be."""
    tournament = a_tournament(world, "Event", **SHARES)
    Tournament.objects.filter(id=tournament.pk).update(shares_bp=[])
    enter(world, tournament, *NAMES[:3], shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=tournament.pk)
    close_registration(td(world, "22:00"), tournament_id=tournament.pk)
    return now(tournament)


@pytest.mark.parametrize("book", ["home"])
def test_no_tournament_is_announced_without_prizes_where_the_book_has_no_table(book: str):
    assert load_book(book).prizes is None
    with pytest.raises(StructureRequired) as refusal:
        a_tournament(a_club(book=book), "Event")
    assert (refusal.value.field, refusal.value.source) == ("shares_bp", "HOME-2")


def test_a_pool_is_fixed_with_prizes_that_are_named_at_the_latest_then():
    world = a_club(book="home")
    tournament = lacking(world, world.open_shift(clock="18:00"))
    with pytest.raises(StructureRequired):
        fixed(world, tournament)

    fixed(world, tournament, shares_bp=[3_334, 3_333, 3_333])

    shown = waterfall(now(tournament), at=world.at("22:30"))
    assert (shown.prizes_cents, shown.lacks_prizes) == ([10_002, 9_999, 9_999], False)


def test_a_pool_that_was_fixed_without_prizes_gets_them_by_two_and_is_paid():
    world = a_club(book="home")
    tournament = lacking(world, world.open_shift(clock="18:00"))
    fixed(world, tournament, shares_bp=[10_000])
    FixedPool.objects.update(prizes_cents=[])
    with pytest.raises(NotFixed):
        awarded(world, now(tournament), "freezeout")
    with pytest.raises(StructureRequired):
        fixed(world, now(tournament))

    fixed(world, now(tournament), shares_bp=[7_000, 3_000])

    with pytest.raises(PoolIsFixed):
        fixed(world, now(tournament), shares_bp=[10_000])
    ended(world, now(tournament), "freezeout")
    assert held_cents(world, tournament) == [0, 0]
    assert now(tournament).finished_at


def test_a_pool_that_nobody_can_win_is_not_fixed():
    world = a_club()
    shift = world.open_shift(clock="18:00")
    tournament = a_tournament(world, "Event", guarantee_cents=50_000)
    entries = enter(world, tournament, *NAMES[:2], shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=tournament.pk)
    close_registration(td(world, "22:00"), tournament_id=tournament.pk)
    Entry.objects.filter(tournament=tournament).update(refunded_at=world.at("21:30"))
    with founding(world.club):
        for sold in Purchase.objects.filter(entry__in=entries):
            sold.refund_of_id, sold.pk, sold.what = sold.pk, None, Purchase.What.REFUND
            sold.save(force_insert=True)
    with pytest.raises(NoParticipants):
        fixed(world, tournament)
