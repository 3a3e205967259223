"""What a club holds beyond all that it owes: nothing that somebody is owed counts as its own."""

import pytest

from cashgames.services.seats import seat_player
from casino.ledger import services as ledger
from casino.ledger.chart import CHART, LAPSED, Kind
from casino.ledger.entries import Draft, credit, debit
from casino.staff.models import Role
from jackpot.queries.movements import funds
from tests.tournaments import a_tournament, enter
from tests.world import World, a_club

pytestmark = pytest.mark.django_db
OWED = [
    code
    for code, each in CHART.items()
    if each.kind is Kind.LIABILITY and not each.code.startswith(LAPSED)
]


def surplus(world: World, clock: str) -> int | None:
    return funds(world.stamp(clock, role=Role.AUDITOR)).over_everything_cents


def test_buy_ins_of_a_tournament_are_no_surplus():
    world = a_club()
    world.fund()
    shift = world.open_shift()
    before = surplus(world, "20:00")
    event = a_tournament(world, fee_cents=0)
    enter(world, event, "Ann", "Bob", "Cat", shift_id=shift.pk)
    assert -world.balance("tournament:pool", event.pk) == 30_000
    assert surplus(world, "21:30") == before


@pytest.mark.parametrize("code", OWED)
def test_cash_for_what_is_owed_is_no_surplus(code: str):
    world = a_club()
    world.fund()
    stamp = world.stamp("20:00", role=Role.AUDITOR)
    found = funds(stamp)
    ref = 0 if CHART[code].per == "club" else world.jackpot().pk
    ledger.open_account(world.club.pk, code, ref=ref, currency="EUR")
    lines = (debit("cash:vault", 5_000), credit(code, 5_000, ref))
    ledger.post_once(world.stamp("20:10"), "test.owe", Draft(kind="test.owed", lines=lines))
    then = funds(world.stamp("20:20", role=Role.AUDITOR))
    assert then.cash_cents == (found.cash_cents or 0) + 5_000
    assert then.over_everything_cents == found.over_everything_cents


def test_what_lapsed_is_owed_no_longer():
    world = a_club()
    world.fund()
    before = surplus(world, "20:00")
    for code in ("tickets", "lapsed:tickets"):
        ledger.open_account(world.club.pk, code, ref=1, currency="EUR")
    bought = (debit("cash:vault", 5_000), credit("tickets", 5_000, 1))
    ledger.post_once(world.stamp("20:10"), "test.owe", Draft(kind="test.owed", lines=bought))
    lapsed = (debit("lapsed:tickets", 5_000, 1), credit("income:breakage", 5_000))
    ledger.post_once(world.stamp("20:11"), "test.owe", Draft(kind="test.lapsed", lines=lapsed))
    assert surplus(world, "20:20") == (before or 0) + 5_000


def test_notes_in_the_float_of_a_table_are_cash_of_the_club():
    world = a_club(book="img")
    world.fund()
    session, ann = world.session(), world.player("Ann").pk
    before = funds(world.stamp("20:00", role=Role.AUDITOR))
    bought = {"seat_no": 1, "cents": 20_000, "paid_with": "table"}
    floor = world.stamp("20:30", role=Role.SUPERVISOR)
    seat_player(floor, session_id=session.pk, player_id=ann, **bought)
    then = funds(world.stamp("20:40", role=Role.AUDITOR))
    assert world.balance("cash:table", session.pk) == 20_000
    assert then.cash_cents == (before.cash_cents or 0) + 20_000
    assert then.over_everything_cents == before.over_everything_cents
