"""A request waits while what it names is called otherwise: which one it is was said."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from cashgames.services.tables import rename_table
from casino.approvals.models import Proposal
from casino.cage.services.count_corrections import correct_count
from casino.cage.services.desk import rename_drawer
from casino.cage.services.opening import open_shift
from casino.house.stamp import Stamp
from casino.staff.models import Role
from jackpot.services.adjustments import adjust_pool
from jackpot.services.moving import move_pool
from jackpot.services.pools import rename_jackpot
from jackpot.services.taking_back import take_back_award
from tests.claiming import awarded, claimed, fed, six_seated
from tests.correcting import wrong
from tests.counting import sign
from tests.integration.cage.test_count_corrections import forced, right
from tests.world import World

FLOAT = {5_000: 2}
pytestmark = pytest.mark.django_db


def at(world: World, clock: str, role: str = Role.MANAGER) -> Stamp:
    return world.stamp(clock, role=role)


def a_shift(world: World) -> Proposal:
    world.fund()
    drawer = world.drawer("Dsek 1")
    asked = open_shift.ask(
        at(world, "22:00", Role.CASHIER), drawer_id=drawer.pk, cash=FLOAT, chips={}
    )
    rename_drawer(at(world, "22:01"), drawer_id=drawer.pk, name="Desk 1")
    return asked


def a_pool(world: World) -> Proposal:
    pool = fed(world)
    ask = {"jackpot_id": pool.pk, "why": "seed", "cents": 1_000, "note": "More"}
    asked = adjust_pool.ask(at(world, "22:00"), **ask)
    rename_jackpot(at(world, "22:01"), jackpot_id=pool.pk, name="Right")
    return asked


def a_move(world: World) -> Proposal:
    pool, other = fed(world), world.jackpot("Royal")
    into = {"jackpot_id": pool.pk, "to_jackpot_id": other.pk, "reason": "One jackpot"}
    asked = move_pool.ask(at(world, "22:00"), **into)
    for each in (pool, other):
        rename_jackpot(at(world, "22:01"), jackpot_id=each.pk, name=f"Right {each.pk}")
    return asked


def an_award(world: World) -> Proposal:
    pool, table = fed(world), six_seated(world)
    claim = awarded(world, claimed(world, table))
    asked = take_back_award.ask(
        at(world, "23:30", Role.SUPERVISOR), claim_id=claim.pk, reason="Another hand"
    )
    rename_jackpot(at(world, "23:31"), jackpot_id=pool.pk, name="Right")
    rename_table(at(world, "23:32"), table_id=table.table_id, name="Final")
    return asked


def a_count(world: World) -> Proposal:
    shift = forced(world)
    asked = correct_count.ask(at(world, "05:10", Role.SUPERVISOR), **right(shift))
    rename_drawer(at(world, "05:11"), drawer_id=shift.drawer_id, name="Right")
    return asked


@pytest.mark.parametrize(
    ("ask", "signer"),
    [
        (a_shift, Role.SUPERVISOR),
        (a_pool, Role.ACCOUNTANT),
        (a_move, Role.ACCOUNTANT),
        (an_award, Role.MANAGER),
        (a_count, Role.MANAGER),
    ],
)
def test_what_was_asked_for_goes_on_where_it_is_called_otherwise(
    world: World, ask: Callable[[World], Proposal], signer: str
):
    asked = ask(world)
    sign(world, replace(at(world, "22:05"), at=asked.proposed_at), asked, by=signer)
    assert wrong(world) == []
