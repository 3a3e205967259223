"""A pool's money goes into another jackpot of the club by two, and back where that was wrong."""

from datetime import date, timedelta
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.audit.queries.exceptions import exceptions
from casino.closing.services.days import close_due_days
from casino.ledger.entries import title_of
from casino.ledger.queries.documents import entry
from casino.ledger.refusals import AlreadyReversed
from casino.refusals import NotFound
from casino.staff.models import Role
from jackpot.models import Jackpot, PoolMove
from jackpot.queries.levels import JackpotRetired, level
from jackpot.queries.movements import pool_days, pool_moves
from jackpot.rules.ledger import PoolBelowZero
from jackpot.services.adjustments import NotContributed, adjust_pool
from jackpot.services.claims import withdraw_claim
from jackpot.services.limits import AboveLimit
from jackpot.services.moving import CannotMove, move_pool, move_pool_back
from jackpot.services.pools import open_jackpot, retire_jackpot
from jackpot.services.taking_back import take_back_award
from tests.books import register
from tests.claiming import BEFORE, awarded, claimed, fed, six_seated
from tests.correcting import wrong
from tests.counting import sign
from tests.integration.jackpot.test_pools import feed
from tests.integration.jackpot.test_sharing import both, findings, shared, sharing, signed
from tests.refusing import refused
from tests.world import EVENING, World

NEXT = EVENING + timedelta(days=1)


def another(world: World, name: str = "Royal") -> Jackpot:
    """Open a second jackpot, which no table feeds while the first one is there."""
    return open_jackpot(world.stamp("07:05", role=Role.MANAGER), name=name)


def ask(world: World, clock: str, act: Any, day: date = EVENING, **what: Any) -> Proposal:
    stamp = world.stamp(clock, role=Role.MANAGER, day=day)
    return act.ask(stamp, **{"reason": "The old jackpot ends"} | what)


def by_two(world: World, clock: str, act: Any, day: date = EVENING, **what: Any) -> Any:
    asked = ask(world, clock, act, day, **what)
    sign(world, world.stamp(clock, role=Role.MANAGER, day=day), asked, by=Role.ACCOUNTANT)
    return PoolMove.objects.latest("id")


def moved(
    world: World, source: Jackpot, target: Jackpot, clock: str = "21:00", **more: Any
) -> PoolMove:
    return by_two(world, clock, move_pool, jackpot_id=source.pk, to_jackpot_id=target.pk, **more)


def held(world: World, *pools: Jackpot) -> list[int]:
    return [-world.balance("jackpot:pool", each.pk) for each in pools]


def said(world: World, clock: str, act: Any, **what: Any) -> str:
    return str(refused(CannotMove, ask, world, clock, act, **what).message)


def seed(world: World, pool: Jackpot, clock: str, why: str, cents: int) -> None:
    stamp = world.stamp(clock, role=Role.MANAGER)
    what = {"jackpot_id": pool.pk, "why": why, "cents": cents, "note": "For the start"}
    sign(world, stamp, adjust_pool.ask(stamp, **what), by=Role.ACCOUNTANT)


@pytest.mark.rule("AMB-35", "AMB-38")
def test_everything_in_a_pool_goes_into_another_jackpot_by_two_and_the_empty_one_is_retired(
    world: World,
):
    old = fed(world, 100_000)
    new = another(world)
    move = moved(world, old, new)

    assert held(world, old, new) == [0, 100_000]
    booked = entry(world.club.pk, move.entry_id)
    assert booked
    assert title_of(booked.kind) == "Moved into another jackpot"
    assert (move.cents, booked.memo) == (100_000, "The old jackpot ends")
    assert (level(old).fixed_cents, level(old).base_cents) == (100_000, 0)
    assert level(new).base_cents == 0  # until the next close fixes its level
    for pool, cents in ((old, -100_000), (new, 100_000)):
        (day,) = pool_days(pool, club_id=world.club.pk, first=EVENING, last=EVENING)
        assert (day.adjusted_cents, day.movements[0].kind) == (cents, "jackpot.pool_moved")
    retire_jackpot(world.stamp("21:05", role=Role.MANAGER), jackpot_id=old.pk)
    close_due_days(world.at("07:01", day=NEXT))
    assert level(new).base_cents == 100_000
    assert wrong(world) == []


def test_a_part_of_a_pool_is_moved_and_more_than_it_holds_is_not(world: World):
    old = fed(world, 100_000)
    new = another(world)
    into = {"jackpot_id": old.pk, "to_jackpot_id": new.pk}
    later = ask(world, "20:50", move_pool, **into, cents=70_000)
    moved(world, old, new, cents=40_000)
    assert held(world, old, new) == [60_000, 40_000]

    refused(PoolBelowZero, ask, world, "21:05", move_pool, **into, cents=60_001)
    stamp = world.stamp("21:06", role=Role.MANAGER)
    refused(PoolBelowZero, sign, world, stamp, later, by=Role.ACCOUNTANT)
    assert held(world, old, new) == [60_000, 40_000]


def test_what_is_signed_is_the_amount_that_was_in_the_pool_when_it_was_asked_for(world: World):
    old = fed(world, 100_000)
    new = another(world)
    asked = ask(world, "21:00", move_pool, jackpot_id=old.pk, to_jackpot_id=new.pk)
    feed(world, old.pk, 300, "21:01")
    sign(world, world.stamp("21:02", role=Role.MANAGER), asked, by=Role.ACCOUNTANT)
    assert asked.content["cents"] == 100_000
    assert held(world, old, new) == [300, 100_000]


def test_where_no_money_goes_is_said(world: World):
    old = fed(world, 100_000)
    new, third = another(world), another(world, "Ended")
    retire_jackpot(world.stamp("20:00", role=Role.MANAGER), jackpot_id=third.pk)
    of = {"jackpot_id": old.pk}
    assert said(world, "21:00", move_pool, **of, to_jackpot_id=old.pk) == (
        "The money is in this jackpot already."
    )
    assert said(world, "21:01", move_pool, jackpot_id=new.pk, to_jackpot_id=old.pk) == (
        "There is no money in this jackpot."
    )
    refusal = refused(JackpotRetired, ask, world, "21:02", move_pool, **of, to_jackpot_id=third.pk)
    assert refusal.about == {"jackpot_id": third.pk}
    refused(NotFound, ask, world, "21:03", move_pool, **of, to_jackpot_id=10**9)
    claimed(world, six_seated(world))
    assert said(world, "23:06", move_pool, **of, to_jackpot_id=new.pk) == (
        "A claim on this jackpot is not decided."
    )


def test_a_pool_of_several_clubs_keeps_its_money_and_takes_in_that_of_its_own_clubs(
    tallinn: World, tartu: World
):
    pool = shared(tallinn, tartu)
    feed(tallinn, pool.pk, 600_000, "23:00", day=BEFORE)
    feed(tartu, pool.pk, 400_000, "23:00", day=BEFORE)
    own = another(tallinn)
    into = {"jackpot_id": pool.pk, "to_jackpot_id": own.pk}
    assert said(tallinn, "21:00", move_pool, **into) == "Other clubs contribute to this jackpot."
    feed(tallinn, own.pk, 1_000, "21:01")
    moved(tallinn, own, pool, "21:02")
    assert held(tallinn, own, pool) == [0, 601_000]

    late = another(tartu, "Opened later")
    assert said(tartu, "21:03", move_pool, jackpot_id=pool.pk, to_jackpot_id=late.pk) == (
        "Only the club that owns the pool can move its money."
    )
    feed(tartu, late.pk, 500, "21:04")
    back = moved(tartu, late, pool, "21:05")
    assert held(tartu, late, pool) == [0, 400_500]
    by_two(tartu, "21:10", move_pool_back, pool_move_id=back.pk)
    assert held(tartu, late, pool) == [500, 400_000]
    assert [each.pk for each in pool_moves(own, club_id=tartu.club.pk)] == []
    refused(NotFound, ask, tallinn, "21:11", move_pool_back, pool_move_id=back.pk)
    assert findings(tallinn, tartu) == []


def test_a_pool_that_went_into_a_shared_one_takes_nothing_in(tallinn: World, tartu: World):
    pool, own = tallinn.jackpot(), tartu.jackpot("Own")
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    signed(tallinn, sharing(tallinn, pool, tartu), "12:05", day=BEFORE, role=Role.ACCOUNTANT)
    late = another(tartu, "Opened later")
    feed(tartu, late.pk, 500, "20:00")
    assert said(tartu, "21:00", move_pool, jackpot_id=late.pk, to_jackpot_id=own.pk) == (
        "This club contributes to a shared jackpot; its own pools take nothing in."
    )


def test_what_was_moved_goes_back_once_by_the_reversal_of_its_entry(world: World):
    old = fed(world, 100_000)
    new = another(world)
    move = moved(world, old, new)
    feed(world, new.pk, 300, "21:05")
    mine = {"pool_move_id": move.pk}
    back = by_two(world, "21:10", move_pool_back, **mine, reason="The other jackpot")

    assert held(world, old, new) == [100_000, 300]
    booked = entry(world.club.pk, back.entry_id)
    assert booked
    assert booked.reverses_id == move.entry_id
    assert [(each.pk, each.stands) for each in pool_moves(new, club_id=world.club.pk)] == [
        (back.pk, True),
        (move.pk, False),
    ]
    refused(AlreadyReversed, ask, world, "21:15", move_pool_back, **mine)
    refused(NotFound, ask, world, "21:16", move_pool_back, pool_move_id=back.pk)
    days = {"first": EVENING, "last": EVENING}
    stands_out = [(str(kind), row.operation) for kind, row, _ in exceptions(world.club, **days)]
    assert stands_out == [
        ("correction", "jackpot.move_pool_back"),
        ("correction", "jackpot.move_pool"),
    ]
    lines = [row for row in register(world, "jackpots", EVENING, EVENING) if row["amount"]]
    assert {row["approved_by"] for row in lines if "moved" in row["movement"]} == {
        world.staff[Role.ACCOUNTANT].username
    }
    assert wrong(world) == []


def test_what_the_other_jackpot_no_longer_holds_does_not_go_back(world: World):
    old = fed(world, 100_000)
    new, third = another(world), another(world, "Third")
    move = moved(world, old, new)
    moved(world, new, third, "21:10", cents=1)
    mine = {"pool_move_id": move.pk}
    refused(PoolBelowZero, ask, world, "21:15", move_pool_back, **mine)
    by_two(world, "21:20", move_pool, jackpot_id=third.pk, to_jackpot_id=new.pk)
    retire_jackpot(world.stamp("21:25", role=Role.MANAGER), jackpot_id=old.pk)
    refusal = refused(JackpotRetired, ask, world, "21:30", move_pool_back, **mine)
    assert refusal.about == {"jackpot_id": old.pk}


@pytest.mark.rule("AMB-38")
def test_what_a_hand_was_paid_from_does_not_go_back(world: World):
    world.fund()
    new = world.jackpot()
    old = another(world, "Old")
    feed(world, old.pk, 200_000, "22:00", day=BEFORE)
    move = moved(world, old, new, "23:00", day=BEFORE)
    close_due_days(world.at("07:01"))
    claim = claimed(world, six_seated(world))
    mine = {"pool_move_id": move.pk}
    assert said(world, "23:06", move_pool_back, **mine) == "A claim on this jackpot is not decided."
    awarded(world, claim, base=200_000)
    feed(world, new.pk, 200_000, "23:20")
    refusal = refused(CannotMove, ask, world, "23:25", move_pool_back, **mine)
    assert refusal.message == "A hand has been paid from this money since."
    assert (refusal.next_page, refusal.about) == ("pool-move", {"jackpot_id": new.pk})
    moved(world, new, old, "23:30", cents=1_000)
    stamp = world.stamp("23:35", role=Role.SUPERVISOR)
    wrongly = take_back_award.ask(stamp, claim_id=claim.pk, reason="The film says so")
    sign(world, stamp, wrongly, by=Role.MANAGER)
    withdraw_claim(world.stamp("23:36", role=Role.SUPERVISOR), claim_id=claim.pk, reason="No hit")
    by_two(world, "23:40", move_pool_back, **mine)


def test_what_a_hand_was_paid_from_the_level_before_the_move_hinders_no_way_back(world: World):
    new = fed(world, 1_000_000)
    old = another(world, "Old")
    feed(world, old.pk, 50_000, "20:00")
    move = moved(world, old, new)
    claim = awarded(world, claimed(world, six_seated(world)))
    assert claim.award.total_cents > 0
    by_two(world, "23:25", move_pool_back, pool_move_id=move.pk)
    assert held(world, old)[0] == 50_000


@pytest.mark.rule("AMB-35")
def test_the_house_takes_back_where_the_money_is_what_it_gave_and_no_more(world: World):
    old = fed(world, 100_000)
    new = another(world)
    seed(world, old, "20:00", "seed", 50_000)
    move = moved(world, old, new, cents=120_000)
    assert move.house_cents == 50_000
    what = {"why": "seed_back", "note": "For the start"}
    stamp = world.stamp("21:05", role=Role.MANAGER)
    refused(NotContributed, adjust_pool.ask, stamp, jackpot_id=old.pk, cents=1, **what)
    refused(NotContributed, adjust_pool.ask, stamp, jackpot_id=new.pk, cents=50_001, **what)
    seed(world, new, "21:10", "seed_back", 20_000)
    seed(world, new, "21:11", "box_over", 20_000)

    back = by_two(world, "21:15", move_pool_back, pool_move_id=move.pk)
    assert back.house_cents == 30_000
    stamp = world.stamp("21:20", role=Role.MANAGER)
    refused(NotContributed, adjust_pool.ask, stamp, jackpot_id=new.pk, cents=1, **what)
    refused(NotContributed, adjust_pool.ask, stamp, jackpot_id=old.pk, cents=30_001, **what)
    seed(world, old, "21:25", "seed_back", 30_000)
    assert wrong(world) == []


@pytest.mark.rule("AMB-35")
def test_of_less_than_the_house_gave_as_much_goes_along_as_is_moved(world: World):
    old = fed(world, 100_000)
    new = another(world)
    seed(world, old, "20:00", "seed", 50_000)
    assert moved(world, old, new, cents=30_000).house_cents == 30_000
    what = {"why": "seed_back", "note": "For the start"}
    stamp = world.stamp("21:05", role=Role.MANAGER)
    refused(NotContributed, adjust_pool.ask, stamp, jackpot_id=old.pk, cents=20_001, **what)
    seed(world, old, "21:10", "seed_back", 20_000)


def test_the_manager_does_not_sign_what_the_accountant_signs(world: World):
    old = fed(world, 100_000)
    new = another(world)
    world.also(Role.DIRECTOR, Role.MANAGER)
    asked = ask(world, "21:00", move_pool, jackpot_id=old.pk, to_jackpot_id=new.pk)
    stamp = world.stamp("21:00", role=Role.MANAGER)
    refused(AboveLimit, sign, world, stamp, asked, by=Role.DIRECTOR)
    assert held(world, old, new) == [100_000, 0]
