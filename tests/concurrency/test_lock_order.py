"""
Locks are taken in one order, and a close waits for what is in flight.

A lock that is held from outside stops a posting at its first account: none of the later ones may
be locked by then. So one try tells an order from chance, and no deadlock has to happen.
"""

import os
from collections.abc import Callable
from typing import Any

import psycopg

from casino.closing.services.days import close_floor
from casino.db import command
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, DraftLine, credit, debit
from casino.ledger.models import Account
from casino.staff.models import Role
from tests.racing import begin_beside, outcomes
from tests.world import World, a_key

CODES = ("cash:vault", "bank", "tips", "income:rake", "income:fees", "expense:overlay")
SOURCE = "SELECT 1, %s::timestamptz, %s::bigint[], %s::bigint[], '', '[]'::jsonb"
FREE = "SELECT cents FROM ledger_balance WHERE account_id = %s FOR UPDATE NOWAIT"


def accounts(world: World) -> list[int]:
    """Return the ids of some accounts, ascending."""
    found = Account.objects.filter(club_id=world.club.pk, code__in=CODES)
    return sorted(found.values_list("pk", flat=True))


def held_when_the_first_is_taken(world: World, post: Callable[[], Any]) -> list[int]:
    """Return which accounts something that posts holds while it waits for the lowest one."""
    first, *others = accounts(world)
    url = os.environ["DATABASE_OWNER_URL"]
    with psycopg.connect(url) as holder, psycopg.connect(url) as looker:
        holder.execute(FREE, [first])
        thread, results = begin_beside(post, holder=holder)
        held = []
        for account in others:
            try:
                looker.execute(FREE, [account])
            except psycopg.errors.LockNotAvailable:
                held.append(account)
            looker.rollback()
        holder.rollback()
        thread.join()
    assert not isinstance(results[0], Exception), results
    return held


def lines() -> tuple[DraftLine, ...]:
    """Return a line an account, in an order that is not theirs."""
    given = [debit(code, 1) for code in reversed(CODES[:2])] + [debit("expense:overlay", 1)]
    return (*given, *(credit(code, 1) for code in ("income:rake", "tips", "income:fees")))


def test_a_posting_takes_its_accounts_in_ascending_order(world: World):
    def post() -> None:
        draft = Draft(kind="test.all", lines=lines())
        ledger.post_once(world.stamp("22:00", key=a_key()), "test.post", draft)

    for number in range(6):
        assert held_when_the_first_is_taken(world, post) == [], number


def test_a_posting_of_a_batch_takes_its_accounts_in_ascending_order(world: World):
    @command
    def post() -> None:
        stamp = world.stamp("22:00", key=a_key())
        act = ledger.act(stamp, "test.batch")
        ledger.post_batch(
            act.on(stamp),
            kind="test.batch",
            currency="EUR",
            source=SOURCE,
            parameters=[stamp.at, ids, cents],
        )

    by_code = dict(Account.objects.filter(club_id=world.club.pk).values_list("code", "pk"))
    moved = sorted((by_code[line.code], line.cents) for line in lines())
    ids, cents = [each[0] for each in moved], [each[1] for each in moved]
    for number in range(6):
        assert held_when_the_first_is_taken(world, post) == [], number


def test_a_close_waits_for_a_command_that_has_posted_nothing_yet(
    world: World, app_connection: psycopg.Connection
):
    """What it posts happened before the close: the level would lack it."""
    stamp = world.stamp("22:00")
    closer = world.stamp("23:00", role=Role.SUPERVISOR)
    with app_connection.transaction():
        app_connection.execute(
            "SELECT ledger_begin(%s, %s, NULL, 'test', '{}', %s, '')",
            [stamp.key, stamp.club_id, stamp.at],
        )
        thread, results = begin_beside(lambda: close_floor(closer), holder=app_connection)
        assert results == []
    thread.join()
    assert outcomes(results) == {"CloseRow": 1}


def test_whoever_comes_during_a_close_waits_for_its_end(
    world: World, app_connection: psycopg.Connection
):
    with app_connection.transaction():
        app_connection.execute("SELECT ledger_hold_club(%s)", [world.club.pk])
        thread, results = begin_beside(lambda: world.sell(100), holder=app_connection)
        assert results == []
    thread.join()
    assert outcomes(results) == {"Posted": 1}
