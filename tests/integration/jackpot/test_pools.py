"""Pools over the days: changes by two people, late closes and approvals, the reports of it."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest

from cashgames.services.hands import rake_hand
from casino.approvals.models import Proposal
from casino.approvals.services import NotYours
from casino.board.queries import room_board
from casino.closing.services.days import close_due_days, close_floor
from casino.house.queries import club_stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.refusals import BadInput
from casino.staff.models import Role
from jackpot.exports import hits_csv, movements_csv
from jackpot.models import Adjustment, Award, Claim
from jackpot.queries import movements
from jackpot.queries.claims import preview
from jackpot.queries.levels import CloseMissing, level
from jackpot.rules.ledger import PoolBelowZero
from jackpot.services.adjustments import NotContributed, adjust_pool
from jackpot.services.awards import award_claim, check_base
from jackpot.services.claims import prepare_claim
from jackpot.services.pools import JackpotNamed, open_jackpot
from tests.claiming import (
    BEFORE,
    LATER,
    approved,
    awarded,
    claimed,
    fed,
    proposed,
    proved,
    six_seated,
)
from tests.refusing import refused
from tests.world import EVENING, World

NEXT = EVENING + timedelta(days=1)


def asked(world: World, jackpot_id: int, clock: str = "22:00", **more: Any) -> Proposal:
    terms = {"why": "seed", "cents": 50_000, "note": "The anniversary week."} | more
    stamp = world.stamp(clock, role=Role.MANAGER)
    return adjust_pool.ask(stamp, jackpot_id=jackpot_id, **terms)


def agreed(world: World, proposal: Proposal, clock: str = "22:05") -> Proposal:
    return approved(world, proposal, clock, role=Role.ACCOUNTANT)


@pytest.mark.rule("AMB-38")
def test_a_pool_is_changed_by_two_people_for_a_reason_of_the_list(world: World):
    pool = fed(world, 100_000)
    agreed(world, asked(world, pool.pk))

    assert world.balance("jackpot:pool", pool.pk) == -150_000
    assert world.balance("expense:jackpot") == 50_000
    assert level(pool).fixed_cents == 100_000  # what a hit tonight is paid from
    assert Adjustment.objects.get().says == "House contribution to the pool"


def test_money_leaves_a_pool_only_up_to_what_it_holds(world: World):
    pool = fed(world, 100)
    proposal = asked(world, pool.pk, why="box_short", cents=60)
    agreed(world, asked(world, pool.pk, why="rake_booked", cents=100))

    assert world.balance("income:rake") == -100
    refused(PoolBelowZero, agreed, world=world, proposal=proposal)
    refused(PoolBelowZero, asked, world=world, jackpot_id=pool.pk, why="box_short", cents=1)


def test_a_contribution_of_the_house_is_taken_back_and_never_more_than_it_gave(world: World):
    pool = fed(world, 100_000)
    agreed(world, asked(world, pool.pk, cents=500_000))  # 5 000,00 for 500,00
    waiting = asked(world, pool.pk, why="seed_back", cents=100_000, note="Typed ten times.")
    agreed(world, asked(world, pool.pk, why="seed_back", cents=450_000, note="Typed ten times."))

    assert world.balance("jackpot:pool", pool.pk) == -150_000
    assert world.balance("expense:jackpot") == 50_000
    refused(NotContributed, agreed, world=world, proposal=waiting)
    refused(NotContributed, asked, world=world, jackpot_id=pool.pk, why="seed_back", cents=50_001)


@pytest.mark.parametrize(("why", "cents"), [("party", 100), ("seed", 0), ("seed", -5)])
def test_other_reasons_and_amounts_are_refused(world: World, why: str, cents: int):
    pool = fed(world)
    refused(BadInput, asked, world=world, jackpot_id=pool.pk, why=why, cents=cents)


def test_the_manager_does_not_agree_with_himself(world: World):
    pool = fed(world)
    proposal = asked(world, pool.pk)
    refused(NotYours, approved, world=world, proposal=proposal, clock="22:05", role=Role.DIRECTOR)


def test_two_jackpots_of_one_name_would_be_mistaken(world: World):
    fed(world)
    stamp = world.stamp("08:00", role=Role.MANAGER)
    refused(JackpotNamed, open_jackpot, stamp=stamp, name="Bad beat")


@pytest.mark.rule("AMB-38")
def test_a_hit_waits_for_the_close_that_fixes_its_level(world: World):
    pool = world.jackpot()
    feed(world, pool.pk, 1_000_000, "23:00", day=BEFORE)
    claim = claimed(world, six_seated(world))

    refused(CloseMissing, proposed, world=world, claim=claim)
    close_due_days(world.at("07:30"))
    awarded(world, claim)

    assert Award.objects.get().level_cents == 1_000_000


@pytest.mark.rule("AMB-38")
def test_board_and_claim_call_a_level_by_the_same_close_after_days_without_a_game(world: World):
    pool = world.jackpot()
    feed(world, pool.pk, 1_000_000, "23:00", day=EVENING - timedelta(days=3))
    close_due_days(world.at("07:01", day=EVENING - timedelta(days=2)))

    claim = claimed(world, six_seated(world))

    (shown,) = room_board(world.club, at=world.at("23:10"), shows="initials").jackpots
    assert shown.fixed_at == world.at("07:00", day=EVENING - timedelta(days=2))
    assert preview(claim).award.base.level_at == shown.fixed_at
    assert preview(claim).award.base.level_cents == shown.level_cents == 1_000_000


@pytest.mark.rule("AMB-28")
def test_an_early_close_is_what_a_later_hand_is_paid_from(world: World):
    pool = fed(world)
    session = six_seated(world)
    feed(world, pool.pk, 500_000, "22:00")
    close_floor(world.stamp("22:30", role=Role.SUPERVISOR), games_go_on=True)
    awarded(world, claimed(world, session), base=1_500_000)

    assert Award.objects.get().level_at == world.at("22:30")


@pytest.mark.rule("OLY-4.4", "AMB-29")
def test_a_hand_approved_in_the_morning_is_paid_from_its_own_night(world: World):
    pool = fed(world)
    session = six_seated(world)
    claim = proved(world, claimed(world, session))
    close_due_days(world.at("07:01", day=NEXT))
    assert level(pool).fixed_cents == 1_000_000  # nothing was paid yet

    accountant = world.stamp("07:05", role=Role.ACCOUNTANT, day=NEXT)
    check_base(accountant, claim_id=claim.pk, base_cents=1_000_000)
    desk = world.stamp("07:10", role=Role.SUPERVISOR, day=NEXT)
    approved(world, award_claim.ask(desk, claim_id=claim.pk), "07:15", day=NEXT)

    award = Award.objects.get()
    assert (award.gaming_day, award.level_at) == (NEXT, world.at("07:00"))
    later = prepare_claim(
        world.stamp("07:30", role=Role.SUPERVISOR, day=NEXT),
        session_id=session.pk,
        hand_name="30",
        played_at=world.at("07:20", day=NEXT),
        players_dealt=6,
        **LATER,
    )
    assert preview(later).award.base.cents == 400_000


def feed(world: World, pool: int, cents: int, clock: str, **day: Any) -> None:
    """Let hands bring so much."""
    stamp = club_stamp(world.club, at=world.at(clock, **day), actor_id=None)
    lines = (debit("cash:vault", cents), credit("jackpot:pool", cents, pool))
    ledger.post_once(stamp, "test.feed", Draft(kind="test.pool_fed", lines=lines))


def a_night(world: World) -> Any:
    """A hand that brings a euro, a seed, a bad beat; return the jackpot."""
    pool = fed(world)
    session = six_seated(world)
    rake_hand(
        world.stamp("22:50", role=Role.SUPERVISOR),
        session_id=session.pk,
        name="1",
        pots_cents=[3_700],
        players_dealt=6,
        board_cards_dealt=5,
    )
    agreed(world, asked(world, pool.pk, "22:51"), "22:52")
    awarded(world, claimed(world, session))
    return pool


def test_a_pools_day_is_told_by_kind_and_table_and_adds_up(world: World):
    pool = a_night(world)
    tonight, before = movements.pool_days(pool, club_id=world.club.pk, first=BEFORE, last=EVENING)

    assert (before.opening_cents, before.closing_cents) == (0, 1_000_000)
    assert (tonight.drops_cents, tonight.adjusted_cents, tonight.awarded_cents) == (
        100,
        50_000,
        -600_000,
    )
    assert tonight.closing_cents == level(pool).pool_cents == 450_100
    hand = next(each for each in tonight.movements if each.kind == "cashgames.pot_raked")
    assert (hand.table, hand.entries, hand.cents) == ("1", 1, 100)
    (alone,) = movements.pool_days(pool, club_id=world.club.pk, first=EVENING, last=EVENING)
    assert alone.opening_cents == 1_000_000


def test_the_funds_say_what_would_be_owed_if_the_jackpot_closed_now(world: World):
    a_night(world)
    funds = movements.funds(world.stamp("23:50", role=Role.AUDITOR))
    untold = movements.funds(world.stamp("23:50", role=Role.MANAGER))
    assert (untold.covers, untold.cash_cents, untold.over_everything_cents) == (True, None, None)

    assert (funds.pools_cents, funds.shares_cents, funds.owed_cents) == (
        450_100,
        600_000,
        1_050_100,
    )
    assert funds.cash_cents == 1_000_000 + 120_000  # the pool's money and the chips sold
    assert funds.over_jackpots_cents == 69_900
    assert funds.chips_cents == 120_000 - 250  # what the hand's rake and drop left on the table
    assert funds.over_everything_cents < 0  # nobody brought cash for the house's own seed


def test_the_files_hold_each_movement_and_each_share_with_its_evidence(world: World):
    pool = a_night(world)
    days = movements.pool_days(pool, club_id=world.club.pk, first=BEFORE, last=EVENING)
    moved = rows(movements_csv(pool, days))
    shares = rows(hits_csv(pool, movements.hits(pool, club_id=world.club.pk)))

    assert sum(cents(row["amount"]) for row in moved) == 450_100
    assert sum(cents(row["share"]) for row in shares) == 600_000
    assert {row["seal"] for row in shares} == {"S-0417"}
    assert Claim.objects.get().state == "awarded"


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode())))


def cents(amount: str) -> int:
    return int(amount.replace(".", ""))
