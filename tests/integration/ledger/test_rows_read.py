"""What a shift or a level reads does not grow with what came before it or since."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import psycopg
import pytest
from django.db import connection, transaction

from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import sell_chips
from casino.cage.services.handover import accept_drawer
from casino.ledger.queries.balances import balance_before
from casino.ledger.queries.slip_sums import slip_sums
from casino.staff.models import Role
from tests.world import EVENING, FLOAT, RACK, World, a_club, a_key, a_member

pytestmark = pytest.mark.usefixtures("committed_db")
MANY = 40


@pytest.fixture
def world(committed_db: None) -> World:
    return a_club()


def read_of(table: str, ask: Callable[[], int]) -> tuple[int, int]:
    """Return an answer, and how many rows of a table were read for it."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # a small table is read whole otherwise
        count = "SELECT idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = %s"
        cursor.execute(count, [table])
        (before,) = cursor.fetchone()
        answer = ask()
        cursor.execute(count, [table])
        (after,) = cursor.fetchone()
    return answer, after - before


def test_the_balance_before_a_day_reads_nothing_of_that_day(world: World):
    world.sell(10_000)
    morning = world.at("07:00", day=EVENING + timedelta(1))

    def at_seven() -> int:
        return balance_before(world.club.pk, "cash:vault", 0, at=morning)

    few = read_of("ledger_line", at_seven)
    assert few[0] == 10_000
    for _ in range(MANY):
        world.sell(day=EVENING + timedelta(1))

    assert read_of("ledger_line", at_seven) == few


def test_the_sums_of_an_open_shift_read_few_slips_of_the_shifts_before(
    world: World, forger: psycopg.Connection
):
    given = world.open_shift()
    for _ in range(MANY):
        sell_chips(world.stamp("21:00"), shift_id=given.pk, cents=500)
    came, gone = {500: FLOAT.get(500, 0) + MANY}, {500: RACK[500] - MANY}
    submit_count(world.stamp("23:00"), shift_id=given.pk, cash=FLOAT | came, chips=RACK | gone)
    close_shift(world.stamp("23:05"), shift_id=given.pk, hand_over=True)
    forger.execute("UPDATE ledger_entry SET recorded_at = happened_at")  # as when it is live
    berta = a_member(world.club, Role.CASHIER, name="berta")
    stamps = (replace(world.stamp(at), actor_id=berta.pk, key=a_key()) for at in ("23:10", "23:20"))
    taken = accept_drawer(next(stamps), drawer_id=given.drawer_id)
    sell_chips(next(stamps), shift_id=taken.pk, cents=5_000)

    series = taken.drawer.series_id

    def sold() -> int:
        sums = slip_sums(world.club.pk, series, ["cash:drawer"], since=taken.opened_at, until=None)
        return sum(each.in_cents for each in sums if each.kind == "cage.chips_sold")

    cents, number = read_of("ledger_entry", sold)

    assert cents == 5_000
    assert number < MANY
