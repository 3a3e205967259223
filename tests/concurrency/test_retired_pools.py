"""A pool is retired, or goes into a shared one, while a table opens that would feed it."""

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import psycopg
import pytest

from cashgames.models import Session, Table
from cashgames.services.tables import NoPool, add_table, open_session
from casino.approvals.signed import StaleProposal
from casino.staff.models import Role
from jackpot.models import Feeder, Jackpot
from jackpot.services.pools import PoolInUse, open_jackpot, retire_jackpot
from jackpot.services.sharing import CannotShare
from tests.integration.jackpot.test_sharing import both, sharing, signed
from tests.racing import begin_beside
from tests.world import EVENING, World, a_club

TABLE = "SELECT 1 FROM cashgames_table WHERE id = %s FOR UPDATE"
POOL = """
SELECT 1 FROM ledger_account WHERE club_id = %s AND code = 'jackpot:pool' AND ref = %s FOR UPDATE
"""


@pytest.fixture
def table(world: World) -> Table:
    return add_table(world.stamp("07:00", role=Role.MANAGER), name="1")


def opens(world: World, table: Table) -> Callable[[], Session]:
    return partial(
        open_session,
        world.stamp("21:00", role=Role.SUPERVISOR),
        table_id=table.pk,
        game="texas_holdem",
        small_blind_cents=100,
        big_blind_cents=200,
        min_buy_in_cents=10_000,
        max_buy_in_cents=50_000,
    )


def retires(world: World, pool: Jackpot) -> Callable[[], Jackpot]:
    return partial(retire_jackpot, world.stamp("21:00", role=Role.MANAGER), jackpot_id=pool.pk)


def together(
    held: str, rows: list[int], first: Callable[[], Any], second: Callable[[], Any]
) -> list[Any]:
    """Return what comes of two that begin while a row is held that the first one waits for."""
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as holder:
        holder.execute(held, rows)
        one, came = begin_beside(first, holder=holder)
        two, then = begin_beside(second, holder=holder)
        holder.rollback()
    one.join()
    two.join()
    return [*came, *then]


def test_no_pool_is_retired_that_a_table_feeds_which_opens_just_then(world: World, table: Table):
    pool = world.jackpot()
    opened, retired = together(TABLE, [table.pk], opens(world, table), retires(world, pool))
    assert isinstance(retired, PoolInUse)
    assert opened.pool_ref == pool.pk


def test_no_table_feeds_a_pool_that_is_retired_as_it_opens(world: World, table: Table):
    old, kept = (
        open_jackpot(world.stamp(clock, role=Role.MANAGER), name=name)
        for clock, name in (("20:00", "Old"), ("20:01", "Bad beat"))
    )
    rows = [world.club.pk, old.pk]
    retired, opened = together(POOL, rows, retires(world, old), opens(world, table))
    assert retired.retired_at
    assert opened.pool_ref == kept.pk


def test_the_last_pool_retired_as_a_table_opens_leaves_it_none(world: World, table: Table):
    pool = world.jackpot()
    rows = [world.club.pk, pool.pk]
    retired, opened = together(POOL, rows, retires(world, pool), opens(world, table))
    assert retired.retired_at
    assert isinstance(opened, NoPool)


def test_no_pool_goes_into_a_shared_one_that_a_table_feeds_which_opens_just_then(
    world: World, table: Table
):
    tartu, own = a_club("tartu"), world.jackpot()
    pool = tartu.jackpot()
    both(tartu, world, Role.MANAGER, Role.ACCOUNTANT)
    share = sharing(tartu, pool, world, day=EVENING)
    joins = partial(signed, tartu, share, "22:05", day=EVENING, role=Role.ACCOUNTANT)
    opened, joined = together(TABLE, [table.pk], opens(world, table), joins)
    assert isinstance(joined, CannotShare | StaleProposal)
    assert (opened.pool_ref, Feeder.objects.count()) == (own.pk, 0)
