"""One posting from the service to the rows: keys, slips, round trips."""

from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from casino.cage.services.desk import add_drawer, redeem_chips, sell_chips
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, DraftLine, credit, debit
from casino.ledger.queries.documents import entry
from casino.ledger.refusals import KeyReused, NotEnough
from tests.bringing import bring
from tests.refusing import refused
from tests.world import World, a_club, a_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return a_club()


def test_selling_chips_moves_cash_into_the_drawer(world: World):
    shift = world.open_shift()

    slip = sell_chips(world.stamp(), shift_id=shift.pk, cents=25_000)

    assert slip.number == 2
    assert world.balance("cash:drawer", shift.drawer_id) == 400_000 + 25_000
    assert world.balance("chips:floor") == -25_000


def test_the_same_key_again_is_the_first_result(world: World):
    key = a_key()
    first = bring(world.stamp("21:00", key=key, role="manager"), cents=100)

    again = bring(world.stamp("21:05", key=key, role="manager"), cents=100)

    assert again == replace(first, replayed=True)
    assert world.balance("cash:vault") == 100


@pytest.mark.parametrize("code", ['a "b", {c}', "back\\slash", "NULL", "", "kõik, viis"])
def test_any_code_reaches_the_database_as_it_is(code: str):
    ends = [(code, 2**62, -5), ("cash:vault", 0, 5)]
    draft = Draft(lines=tuple(DraftLine(code=c, ref=r, cents=n) for c, r, n in ends))

    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::text[], %s::bigint[], %s::bigint[]", ledger._columns(draft))
        assert cursor.fetchone() == tuple(map(list, zip(*ends, strict=True)))


@pytest.mark.parametrize("other", ["amount", "actor", "club"])
def test_a_key_with_other_content_is_refused(world: World, other: str):
    key = a_key()
    bring(world.stamp(key=key, role="manager"), cents=100)
    elsewhere = a_club("riga", timezone="Europe/Riga")
    world.also("cashier", "manager")
    stamp = {
        "amount": world.stamp(key=key, role="manager"),
        "actor": world.stamp(key=key, role="cashier"),
        "club": elsewhere.stamp(key=key, role="manager"),
    }[other]

    with pytest.raises(KeyReused) as reused, transaction.atomic():
        bring(stamp, cents=101 if other == "amount" else 100)

    assert reused.value.status == 422
    assert (world.balance("cash:vault"), elsewhere.balance("cash:vault")) == (100, 0)


def test_a_key_of_another_operation_is_refused(world: World):
    key = a_key()
    bring(world.stamp(key=key, role="manager"), cents=100)

    with pytest.raises(KeyReused):
        add_drawer(world.stamp(key=key, role="manager"), name="Desk 1")


def test_a_refused_posting_uses_no_slip_number(world: World):
    shift = world.open_shift()
    lacks = refused(NotEnough, redeem_chips, world.stamp(), shift_id=shift.pk, cents=100)
    assert "more chips than guests hold by the books" in str(lacks)
    assert "floor supervisor to record it" in str(lacks.next_step)

    assert sell_chips(world.stamp(), shift_id=shift.pk, cents=100).number == 2


def test_posting_once_is_one_round_trip(world: World):
    with CaptureQueriesContext(connection) as queries:
        world.sell()

    assert len(queries) == 1


def test_a_reversal_takes_the_entry_back(world: World):
    sold = world.sell(7_000)
    draft = Draft(
        kind="test.reversed",
        lines=(credit("cash:vault", 7_000), debit("chips:floor", 7_000)),
        reverses_id=sold.entry_id,
    )

    stamp = world.stamp()
    ledger.post_entry(ledger.act(stamp, "test.reverse").on(stamp), draft)

    original = entry(world.club.pk, sold.entry_id)
    assert original is not None
    assert original.reversed_by_id == sold.entry_id + 1
    assert world.balance("cash:vault") == 0
