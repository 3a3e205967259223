"""A table's money by the calculator, asked with the figures that the table's own check shows."""

from dataclasses import asdict

import pytest

from cashgames.models import Session
from cashgames.queries.tables import table_check
from cashgames.services.moves import move_player
from casino.calculators.registry import calculate
from casino.staff.models import Role
from tests.world import World, a_club

pytestmark = pytest.mark.django_db


@pytest.mark.rule("AMB-117")
def test_tables_between_which_a_guest_moved_balance_by_the_calculator_too():
    world: World = a_club()
    world.open_shift()
    tables: list[Session] = [world.session("1"), world.session("2")]
    mari, _ = world.seat(tables[0], "Mari Tamm", "Jaan Kask")
    world.seat(tables[1], "Peeter Saar")
    move_player(
        world.stamp("21:00", role=Role.SUPERVISOR),
        session_id=tables[0].pk,
        player_id=mari.seat.player_id,
        to_session_id=tables[1].pk,
        seat_no=5,
        stack_cents=20_000,
    )
    checks = [table_check(each) for each in tables]
    assert [check.moved_out_cents for check in checks] == [20_000, 0]
    said = [calculate("session_reconcile", asdict(check.money)) for check in checks]
    assert [each["difference_cents"] for each in said] == [0, 0]
    assert [check.difference_cents for check in checks] == [0, 0]


@pytest.mark.rule("AMB-117")
@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("stacks_returned_cents", -1),
        ("moved_in_cents", -1),
        ("moved_out_cents", 1),
        ("over_short_cents", -1),
        ("boxes_cents", 1),
        ("settled_cents", 1),
    ],
)
def test_what_the_calculator_can_be_told_besides_comes_or_goes(name: str, sign: int):
    nothing = {
        "buy_ins_cents": 0,
        "top_ups_cents": 0,
        "cash_outs_cents": 0,
        "rake_cents": 0,
        "time_rake_cents": 0,
        "jackpot_drop_cents": 0,
        "tips_cents": 0,
        "food_and_drink_cents": 0,
        "stacks_held_cents": 0,
        "chips_still_in_play_cents": 0,
    }
    assert calculate("session_reconcile", nothing)["balanced"]
    assert calculate("session_reconcile", nothing | {name: 500})["difference_cents"] == 500 * sign
