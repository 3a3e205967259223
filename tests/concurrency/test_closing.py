"""Postings that race with the close and the seal: in the day and under its seal, or refused."""

import random
from datetime import date, timedelta
from functools import partial
from threading import Event, Semaphore, Thread

import psycopg
import pytest
from django.db import connections

from casino.closing.services.days import DayNotReady, close_due_days, close_floor, seal_day
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.models import Close, Entry, Seal
from casino.ledger.refusals import DayNotOpen, SealRefused
from casino.staff.models import Role
from jackpot.models import Snapshot
from script.children import PATIENCE_SECONDS
from tests.racing import outcomes, race, until_one_waits
from tests.world import EVENING, World

pytestmark = pytest.mark.usefixtures("committed_db")
WRITERS, ROUNDS = 4, 50


def fed(world: World, pool: int, clock: str, day: date) -> None:
    lines = (debit("cash:vault", 1), credit("jackpot:pool", 1, pool))
    draft = Draft(kind="test.pool_fed", lines=lines)
    ledger.post_once(world.stamp(clock, day=day), "test.feed", draft)


def closes(world: World, day: date) -> list[tuple[str, date]]:
    return close_due_days(world.at("07:00", day=day + timedelta(1)))


def seals(world: World, day: date) -> bytes:
    return seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=day + timedelta(1)), day=day)


def test_closes_against_four_writers(world: World):
    """Fifty nights: what was acknowledged is under the seal, and in the level, to the entry."""
    pool, chance, acknowledged = world.jackpot().pk, random.Random(7), 0

    def writes(day: date, posted: Semaphore) -> int:
        """Post the last second of a day until it is closed; return what was acknowledged."""
        for done in range(10_000):
            try:
                fed(world, pool, "06:59:59", day)
                posted.release()
            except DayNotOpen:
                return done
        raise AssertionError("the day was never closed")

    def waits_and_closes(day: date, posted: Semaphore, postings: int) -> int:
        for _ in range(postings):
            assert posted.acquire(timeout=PATIENCE_SECONDS)
        assert len(closes(world, day)) == 1
        return 0

    for night in range(ROUNDS):
        day = EVENING + timedelta(night)
        fed(world, pool, "07:00", day)
        posted, postings = Semaphore(0), chance.randrange(12)
        results = race(
            *[partial(writes, day, posted)] * WRITERS,
            partial(waits_and_closes, day, posted, postings),
        )
        assert outcomes(results) == {"int": 5}, results
        booked = 1 + sum(results)
        acknowledged += booked
        seals(world, day)

        assert Seal.objects.get(day=day).entries == booked
        assert Entry.objects.filter(gaming_day=day).count() == booked
        assert Snapshot.objects.get(gaming_day=day).level_cents == acknowledged
    assert acknowledged > 2 * ROUNDS


def test_twenty_closes_at_once_are_one(world: World):
    pool = world.jackpot().pk
    for night in range(5):
        day = EVENING + timedelta(night)
        fed(world, pool, "22:00", day)

        results = race(*[lambda d=day: closes(world, d)] * 20)

        assert outcomes(results) == {"list": 20}, results
        assert Close.objects.filter(day=day).count() == 1
        assert Snapshot.objects.filter(gaming_day=day).count() == 1


def test_early_closes_at_once_fix_each_its_instant(world: World):
    pool = world.jackpot().pk
    fed(world, pool, "22:00", EVENING)
    stamps = [world.stamp("04:00", role=Role.SUPERVISOR) for _ in range(10)]

    results = race(*(lambda s=stamp: close_floor(s) for stamp in stamps))

    assert outcomes(results) == {"CloseRow": 10}, results
    assert len({close.id for close in results}) == 1


def test_seals_at_once_are_one(world: World):
    world.fund()
    closes(world, EVENING)

    results = race(*[lambda: seals(world, EVENING)] * 8)

    assert outcomes(results)["bytes"] == 1
    refused = [result for result in results if not isinstance(result, bytes)]
    assert all(isinstance(result, SealRefused | DayNotReady) for result in refused), results


def test_a_posting_in_flight_keeps_the_close_waiting(
    world: World, app_connection: psycopg.Connection
):
    """The posting took its day before the close; so it is in the level."""
    pool = world.jackpot().pk
    fed(world, pool, "22:00", EVENING)
    finished = Event()

    def closer() -> None:
        closes(world, EVENING)
        finished.set()
        connections.close_all()

    with app_connection.transaction():
        post_by_hand(app_connection, world, pool)
        thread = Thread(target=closer)
        thread.start()
        until_one_waits()
        assert not finished.is_set()
    thread.join()

    assert Snapshot.objects.get().level_cents == 2


def post_by_hand(connection: psycopg.Connection, world: World, pool: int) -> None:
    stamp = world.stamp("06:59:59")
    connection.execute(
        "SELECT ledger_post_once(%s, NULL, 'test', '{}', '', %s, %s, %s, %s, %s, 'test', false,"
        " '{cash:vault,jackpot:pool}', %s::bigint[], '{1,-1}', NULL, '', '[]', NULL)",
        [
            stamp.key,
            stamp.club_id,
            stamp.gaming_day,
            stamp.opens_at,
            stamp.closes_at,
            stamp.at,
            [0, pool],
        ],
    )


def test_an_earlier_day_in_the_opening_keeps_the_seal_waiting(
    world: World, app_connection: psycopg.Connection
):
    """Otherwise a day would come to stand before a sealed one, and the chain would be broken."""
    world.fund()
    closes(world, EVENING)
    stamp = world.stamp("22:00", day=EVENING - timedelta(1))
    results: list[object] = []

    def sealer() -> None:
        results.extend(race(lambda: seals(world, EVENING)))

    with app_connection.transaction():
        app_connection.execute(
            "SELECT ledger_open_day(%s, %s, %s, %s)",
            [stamp.club_id, stamp.gaming_day, stamp.opens_at, stamp.closes_at],
        )
        thread = Thread(target=sealer)
        thread.start()
        until_one_waits()
        assert not results
    thread.join()

    assert "26.02.2026 has to be sealed first" in str(results[0])
