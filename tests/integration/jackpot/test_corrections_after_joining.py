"""What a club's own pool got before it went into a shared one is put right in the shared one."""

from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from cashgames.models import Hand, Session
from cashgames.services.corrections import (
    correct_hand,
    take_back_hand,
    taking_back_preview,
)
from casino.closing.services.days import close_due_days, seal_day
from casino.countroom.models import Box
from casino.countroom.services import boxes
from casino.countroom.services.corrections import unsettle_table, void_box
from casino.ledger.models import Account
from casino.ledger.refusals import NotEnough
from casino.staff.models import Role
from jackpot.models import Jackpot
from jackpot.queries.levels import level
from jackpot.queries.movements import pool_days
from jackpot.services.adjustments import adjust_pool
from tests.claiming import BEFORE, fed, six_seated
from tests.correcting import FLOP, deal, leave_all
from tests.counting import sign
from tests.integration.countroom.test_boxes import a_table, both_count, box, everybody_leaves
from tests.integration.jackpot.test_pools import feed
from tests.integration.jackpot.test_sharing import both, findings, sharing, signed
from tests.refusing import refused
from tests.world import EVENING, World

NEXT = EVENING + timedelta(days=1)
minutes = count(10)


def joined(tallinn: World, tartu: World) -> Jackpot:
    """Seal the nights of tartu's own pool and let it go into a pool of tallinn's."""
    pool = tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    close_due_days(tartu.at("07:01", day=NEXT))
    for day in (BEFORE, EVENING):
        seal_day(tartu.stamp("11:00", role=Role.ACCOUNTANT, day=NEXT), day=day)
    asked_for = sharing(tallinn, pool, tartu, day=NEXT)
    signed(tallinn, asked_for, "12:05", day=NEXT, role=Role.ACCOUNTANT)
    return pool


def by_two(world: World, act: Any, **what: Any) -> Any:
    """Ask for a correction of the night before, which the manager signs."""
    stamp = world.stamp(f"13:{next(minutes) % 60:02}", role=Role.SUPERVISOR, day=NEXT)
    asked_for = act.ask(stamp, reason="typed wrongly", **what)
    sign(world, stamp, asked_for)
    return asked_for


def held(world: World, *pools: Jackpot) -> list[int]:
    return [-world.balance("jackpot:pool", each.pk) for each in pools]


def closed(world: World, session: Session, taken_cents: int) -> None:
    """Let everybody leave with what the hands left them."""
    leave_all(world, session, 6 * 20_000 - taken_cents)


def a_hand(world: World) -> Hand:
    """Rake a hand of 90.00, which brought the jackpot 1.00, at a table that closes then."""
    session = six_seated(world)
    hand = deal(world, session, 9_000)
    closed(world, session, hand.rake_cents + hand.drop_cents)
    return hand


def test_a_hand_of_before_the_joining_is_taken_back_from_the_shared_pool(
    tallinn: World, tartu: World
):
    own, hand = fed(tartu, 1_000), a_hand(tartu)
    pool = joined(tallinn, tartu)
    assert held(tartu, own, pool) == [0, 1_100]

    asked_for = by_two(tartu, take_back_hand, hand_id=hand.pk)
    assert (asked_for.content["level_cents"], asked_for.content["paid"]) == (1_100, [])
    assert held(tartu, own, pool) == [0, 1_000]
    assert not Account.objects.get(club_id=tartu.club.pk, code="jackpot:pool", ref=own.pk).is_open
    assert level(pool).pool_cents == 1_000
    assert findings(tallinn, tartu) == []
    (of_own,) = pool_days(own, club_id=tartu.club.pk, first=NEXT, last=NEXT)
    (of_shared,) = pool_days(pool, club_id=tartu.club.pk, first=NEXT, last=NEXT)
    assert (of_own.drops_cents, of_own.adjusted_cents) == (-100, -1_000)
    assert (of_shared.drops_cents, of_shared.adjusted_cents) == (0, 1_000)


@pytest.mark.parametrize("right", [{"pots_cents": [1_500]}, {"players_dealt": 5}])
def test_a_hand_of_before_the_joining_is_put_right_in_the_shared_pool(
    tallinn: World, tartu: World, right: dict[str, Any]
):
    own, hand = fed(tartu, 1_000), a_hand(tartu)
    pool = joined(tallinn, tartu)
    said = {"pots_cents": [9_000], "players_dealt": 6} | FLOP | right
    by_two(tartu, correct_hand, hand_id=hand.pk, **said)
    now = 1_100 if "pots_cents" in right else 1_000
    assert held(tartu, own, pool) == [0, now]
    assert findings(tallinn, tartu) == []

    feed(tallinn, pool.pk, 200, "14:00", day=NEXT)
    close_due_days(tartu.at("07:01", day=NEXT + timedelta(days=1)))
    assert level(pool).fixed_cents == 200 + now
    assert findings(tallinn, tartu) == []


def test_the_preview_says_what_the_shared_pool_holds(tallinn: World, tartu: World):
    fed(tartu, 1_000)
    hand = a_hand(tartu)
    joined(tallinn, tartu)
    stamp = tartu.stamp("13:00", role=Role.SUPERVISOR, day=NEXT)
    ahead = taking_back_preview(stamp, hand_id=hand.pk, reason="").ahead
    assert (ahead["pool_cents"], ahead["pool_after_cents"]) == (1_100, 1_000)


def test_a_shared_pool_that_was_paid_out_is_adjusted_first(tallinn: World, tartu: World):
    fed(tartu, 1_000)
    hand = a_hand(tartu)
    pool = joined(tallinn, tartu)
    stamp = tartu.stamp("12:30", role=Role.MANAGER, day=NEXT)
    what = {"jackpot_id": pool.pk, "why": "rake_booked", "cents": 1_050, "note": "Paid twice"}
    sign(tartu, stamp, adjust_pool.ask(stamp, **what), by=Role.ACCOUNTANT)
    refusal = refused(NotEnough, by_two, tartu, take_back_hand, hand_id=hand.pk)
    assert "adjusts the jackpot first" in str(refusal.next_step)
    assert findings(tallinn, tartu) == []


def test_a_box_of_before_the_joining_is_voided_and_counted_anew_in_the_shared_pool(
    tallinn: World, tartu: World
):
    own = fed(tartu, 1_000)
    of = a_box(tartu)
    pool = joined(tallinn, tartu)
    assert held(tartu, own, pool) == [0, 5_000]

    by_two(tartu, unsettle_table, session_id=of.session_id)
    by_two(tartu, void_box, box_id=of.pk)
    assert held(tartu, own, pool) == [0, 1_000]
    assert findings(tallinn, tartu) == []

    taken = tartu.stamp("14:00", role=Role.SUPERVISOR, day=NEXT)
    right = boxes.take_box(taken, session_id=of.session_id, fee="jackpot", number="J2")
    for role in (Role.SUPERVISOR, Role.CASHIER):
        stamp = tartu.stamp("14:10", role=role, day=NEXT)
        boxes.count_box(stamp, box_id=right.pk, chips={100: 5, 500: 2})
    assert held(tartu, own, pool) == [0, 2_500]
    assert not Account.objects.get(club_id=tartu.club.pk, code="jackpot:pool", ref=own.pk).is_open
    assert findings(tallinn, tartu) == []


def a_box(world: World) -> Box:
    """Count a box of 40.00 for the jackpot and settle its table."""
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    of = both_count(world, box(world, session, "jackpot", "J1"), {100: 5, 500: 2, 2500: 1})
    settled = world.stamp("03:10", role=Role.SUPERVISOR)
    boxes.settle_table(settled, session_id=session.pk)
    return of
