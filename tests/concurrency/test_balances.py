"""Eight writers on six accounts: no deadlock, nothing lost, sums zero."""

import random
from pathlib import Path

import psycopg
from django.db.models import Sum

from casino.ledger import services as ledger
from casino.ledger.entries import Draft, DraftLine
from casino.ledger.models import Balance
from casino.ledger.refusals import NotEnough
from casino.ledger.services import Posted
from casino.ledger.verify import Books, verify_ledger
from script.servers import postgres_url
from tests.racing import race
from tests.world import World, a_club

WRITERS, POSTINGS = 8, 60


def test_eight_writers_on_six_accounts(committed_db: None, servers: Path):
    world = a_club()
    pools = [world.jackpot(name).pk for name in ("Bad beat", "Royal flush")]
    world.fund(100_000_000)
    before = deadlocks(servers)

    results = race(*(lambda seed=seed: write(world, pools, seed) for seed in range(WRITERS)))

    assert results == [POSTINGS] * WRITERS
    assert deadlocks(servers) == before
    assert Balance.objects.aggregate(cents=Sum("cents"))["cents"] == 0
    books = Books(club_id=world.club.pk)
    assert list(verify_ledger(books)) == []
    assert books.entries == 1 + WRITERS * POSTINGS


def write(world: World, pools: list[int], seed: int) -> int:
    """Move money between two to four of six accounts, named in random order."""
    chance = random.Random(seed)
    accounts = [("income:rake", 0), ("expense:over-short", 0), ("equity:funding", 0)]
    accounts += [("cash:vault", 0), *(("jackpot:pool", pool) for pool in pools)]
    posted: list[Posted] = []
    while len(posted) < POSTINGS:
        chosen = chance.sample(accounts, chance.randint(2, 4))
        cents = {account: chance.randint(1, 90) for account in chosen[1:]}
        lines = [DraftLine(code=code, ref=ref, cents=-cents[code, ref]) for code, ref in chosen[1:]]
        lines.append(DraftLine(code=chosen[0][0], ref=chosen[0][1], cents=sum(cents.values())))
        draft = Draft(kind="test.moved", lines=tuple(chance.sample(lines, len(lines))))
        try:
            posted.append(ledger.post_once(world.stamp(), "test.move", draft))
        except NotEnough:
            continue
    return len(posted)


def deadlocks(servers: Path) -> int:
    with psycopg.connect(postgres_url(servers / "postgres"), autocommit=True) as connection:
        row = connection.execute(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = 'casino'"
        ).fetchone()
    assert row
    return int(row[0])
