"""A prize pool fixed too early or with wrong payouts is reopened by two, and fixed anew."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.db.transaction import atomic

from casino import db
from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Shift
from casino.ledger.models import Entry as LedgerEntry
from casino.ledger.verify import Books
from casino.money import format_cents
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.refusing import refused
from tests.tournament_floor import out, td
from tests.tournaments import a_tournament, agreed, decided, enter, now, signed, sold
from tests.world import EVENING, World, a_key
from tournaments.models import FixedPool, Tournament
from tournaments.queries.pools import day_check, money_check, waterfall
from tournaments.services.deals import withdraw_word
from tournaments.services.pool import fix_pool
from tournaments.services.pool_back import PoolUsed, reopen_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.reopening import NotTakenBack, reopen_registration
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.shared import PoolIsFixed, TournamentOver
from tournaments.services.starting import close_registration, start
from tournaments.services.taking_back import take_back_awards

NAMES = [f"G{number}" for number in range(1, 7)]
WHY = "Payouts of another event"


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    event = a_tournament(world, ranking=True, guarantee_cents=500_000, late_levels=4)
    enter(world, event, *NAMES, shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=event.pk)
    close_registration(td(world, "21:05"), tournament_id=event.pk)
    return now(event)


def fixed(world: World, event: Tournament, clock: str = "21:10", **more: Any) -> Tournament:
    signed(world, fix_pool.ask(td(world, clock), tournament_id=event.pk, **more), clock=clock)
    return now(event)


def reopened(world: World, event: Tournament, clock: str = "21:20") -> Tournament:
    asked = reopen_pool.ask(td(world, clock), tournament_id=event.pk, reason=WHY)
    signed(world, asked, clock=clock)
    return now(event)


def books(world: World, event: Tournament) -> dict[str, int]:
    """Return what the accounts hold that a fixed pool moves."""
    quarter = world.balance("ranking:pool", 20261)
    of_its_own = ("tournament:pool", "deferred:fees")
    return {
        "overlay": world.balance("expense:overlay"),
        "earned": world.balance("income:fees"),
        "ranking": quarter,
    } | {code: world.balance(code, event.pk) for code in of_its_own}


def intact(world: World) -> bool:
    moved, booked = day_check(world.club.pk, EVENING)
    return list(broken(world.club, Books(club_id=world.club.pk))) == [] and moved == booked


def test_a_pool_with_wrong_payouts_is_reopened_and_fixed_anew(world: World, friday: Tournament):
    before = books(world, friday)
    refused(NotTakenBack, reopened, world, friday)
    fixed(world, friday, shares_bp=[9_000, 1_000], reason="A slip")
    wrong = waterfall(now(friday), at=world.at("21:11")).prizes_cents
    asked = reopen_pool.ask(td(world, "21:20"), tournament_id=friday.pk, reason=WHY)
    assert asked.content["overlay_cents"] == books(world, friday)["overlay"] > 0
    assert asked.content["fee_cents"] == -books(world, friday)["earned"] > 0
    what = {"tournament_id": friday.pk, "reason": WHY}
    refused(NeedsSignature, reopen_pool, td(world, "21:20"), **what)
    refused(OwnProposal, signed, world, asked, role=Role.DIRECTOR, clock="21:21")
    signed(world, asked, clock="21:21")

    assert books(world, friday) == before
    assert not hasattr(now(friday), "fixed")
    water = waterfall(now(friday), at=world.at("21:22"))
    assert (water.fixed, water.final) == (False, True)
    assert money_check(now(friday)).agrees
    assert LedgerEntry.objects.latest("id").memo == WHY
    assert intact(world)

    fixed(world, friday, "21:30")
    again = waterfall(now(friday), at=world.at("21:31")).prizes_cents
    assert again != wrong
    assert sum(again) == sum(wrong)
    assert FixedPool.objects.count() == 2
    assert intact(world)
    entries = list(friday.entries.order_by("number"))
    over = decided_from(world, now(friday), entries)
    assert over.finished_at
    assert intact(world)


def decided_from(world: World, event: Tournament, entries: Any) -> Tournament:
    """Play a tournament whose pool is fixed to its prizes."""
    for each in entries[:-1]:
        out(world, event, each, "22:00")
    asked = award_prizes.ask(td(world, "22:30"), tournament_id=event.pk)
    signed(world, asked, clock="22:30")
    return now(event)


def test_reports_of_an_earlier_instant_have_the_pool_as_it_was_fixed_then(
    world: World, friday: Tournament
):
    fixed(world, friday, shares_bp=[9_000, 1_000], reason="A slip")
    while_fixed = db.now()
    wrong = waterfall(now(friday), at=world.at("21:11")).prizes_cents
    reopened(world, friday)
    between = db.now()
    fixed(world, friday, "21:30")

    def told(known_at: Any) -> Any:
        event, at = now(friday), world.at("23:00")
        assert money_check(event, known_at=known_at).agrees
        found = waterfall(event, at=at, known_at=known_at)
        return found.fixed, found.prizes_cents

    assert told(while_fixed) == (True, wrong)
    assert told(between)[0] is False
    assert told(between + timedelta(hours=1)) == told(None) != (True, wrong)


def test_a_pool_fixed_too_early_lets_a_late_guest_in_once_it_is_reopened(
    world: World, shift: Shift, friday: Tournament
):
    fixed(world, friday)
    said = refused(PoolIsFixed, reopen_registration.ask, td(world, "21:15"),
                   tournament_id=friday.pk, reason=WHY)  # fmt: skip
    assert (said.next_page, said.about) == ("pool-reopen", {"tournament_id": friday.pk})
    sale = friday.entries.earliest("id").purchases.get()
    back = {"purchase_id": sale.pk, "shift_id": shift.pk, "reason": WHY}
    said = refused(PoolIsFixed, take_back_sale.ask, world.stamp("21:16"), **back)
    assert said.next_page == "pool-reopen"

    reopened(world, friday)
    asked = reopen_registration.ask(td(world, "21:21"), tournament_id=friday.pk, reason=WHY)
    signed(world, asked, clock="21:21")
    sold(world, now(friday), "Late", shift_id=shift.pk, clock="21:25")
    close_registration(td(world, "21:30"), tournament_id=friday.pk)
    fixed(world, friday, "21:31")

    assert now(friday).fixed.participants == len(NAMES) + 1
    assert intact(world)


def test_a_pool_stays_fixed_while_prizes_of_it_are_awarded(
    world: World, shift: Shift, friday: Tournament
):
    event = a_tournament(world, "Other")
    over = decided(world, event, enter(world, event, "A", "B", "C", shift_id=shift.pk))
    what = {"tournament_id": over.pk, "reason": WHY}
    said = refused(PoolUsed, reopen_pool.ask, td(world, "23:10"), **what)
    assert said.next_page == "prizes-take-back"
    sale = {"purchase_id": over.entries.earliest("id").purchases.get().pk, "shift_id": shift.pk}
    said = refused(TournamentOver, take_back_sale.ask, world.stamp("23:10"), **sale, reason=WHY)
    assert said.next_page == "journal-new"
    signed(world, take_back_awards.ask(td(world, "23:11"), **what), clock="23:11")
    assert not hasattr(reopened(world, over, "23:12"), "fixed")
    assert intact(world)


def test_a_pool_stays_fixed_while_players_agree_to_a_deal_on_it(world: World, friday: Tournament):
    fixed(world, friday)
    entries = list(friday.entries.order_by("number"))
    for each in entries[2:]:
        out(world, friday, each, "21:40")
    total = sum(now(friday).fixed.prizes_cents[:2])
    shares = {entries[0].pk: total - 100, entries[1].pk: 100}
    stacks = {one.pk: 1_000 for one in entries[:2]}
    deal_id = agreed(world, friday, shares, stacks=stacks, clock="21:45")
    what = {"tournament_id": friday.pk, "reason": WHY}
    said = refused(PoolUsed, reopen_pool.ask, td(world, "21:50"), **what)
    assert said.next_page == "tournament-deal"
    for each in entries[:2]:
        withdraw_word(
            td(world, "21:51"), tournament_id=friday.pk, deal_id=deal_id, entry_id=each.pk
        )
    assert not hasattr(reopened(world, friday, "21:52"), "fixed")


def test_a_deal_that_play_went_past_keeps_no_pool_fixed(world: World, friday: Tournament):
    fixed(world, friday)
    entries = list(friday.entries.order_by("number"))
    for each in entries[3:]:
        out(world, friday, each, "21:40")
    total = sum(now(friday).fixed.prizes_cents[:3])
    shares = {entries[0].pk: total - 200, entries[1].pk: 100, entries[2].pk: 100}
    agreed(world, friday, shares, stacks=dict.fromkeys(shares, 1000), clock="21:45")
    out(world, friday, entries[2], "21:50")
    assert not hasattr(reopened(world, friday, "21:52"), "fixed")


def test_the_database_lets_a_fixed_pool_go_only_by_the_reversal_of_its_entry(
    world: World, friday: Tournament
):
    pool = fixed(world, friday).fixed
    rows = FixedPool.objects.filter(id=pool.pk)
    gone = {"tournament": None, "taken_back_of": friday, "taken_back_act_id": 1}
    for change in ({"tournament": None}, gone, gone | {"reversal": pool.slip}):
        with pytest.raises(IntegrityError), atomic():
            rows.update(**change)
    reopened(world, friday)
    with pytest.raises(IntegrityError), atomic():
        rows.update(tournament=friday, taken_back_of=None, taken_back_act_id=None, reversal=None)


def test_a_page_asks_to_reopen_the_pool_and_says_to_the_signer_what_goes_back(
    world: World, friday: Tournament, clock: Any
):
    clock.stop(world.at("21:20"))
    fixed(world, friday)
    floor, page = world.browser(Role.DIRECTOR), f"/tallinn/tournaments/{friday.pk}/"
    assert "Reopen prize pool" in floor.get(page).content.decode()
    assert "Request approval" in floor.get(f"{page}fix/take-back/").content.decode()
    assert floor.post(f"{page}fix/take-back/", {"key": a_key(), "reason": WHY}).status_code == 302
    asked = Proposal.objects.latest("id")
    said = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "Booked back" in said
    assert format_cents(asked.content["overlay_cents"]) in said
    signed(world, asked, clock="21:20")
    assert "Reopen prize pool" not in floor.get(page).content.decode()
    assert "provisional" in floor.get(page).content.decode()
