"""What the till says of who has no name, asked by a program before it sells."""

import pytest

from casino.staff.models import Role
from tests.api.program import program
from tests.world import a_club

pytestmark = pytest.mark.usefixtures("committed_db")
ASKED = "shifts/mine/standing/"


def test_a_program_is_told_of_repeated_walk_ins_just_below_the_limit():
    world = a_club()
    shift = world.open_shift()
    desk = program(world, Role.CASHIER)
    said = []
    for _ in range(3):
        said.append(desk.get(ASKED, cents=199_950).json()["repeated"])
        sold = desk.post("chips/sell/", shift_id=shift.pk, cents=199_950)
        assert sold.status_code == 201
    assert said == [0, 1, 2]
    assert desk.get(ASKED, cents=199_950, operation="redeem").json()["hour_cents"] == 0
    assert desk.get(ASKED, cents=10_000).json()["hour_cents"] == 3 * 199_950 + 10_000


def test_a_program_is_told_where_a_guest_stands_and_nothing_of_who_is_not_there():
    world = a_club()
    world.open_shift()
    desk = program(world, Role.CASHIER)
    guest = world.player("Mari").pk
    near = desk.get(ASKED, cents=200_000, player_id=guest).json()
    assert (near["sum_cents"], near["stops"], near["identified"]) == (200_000, True, False)
    assert desk.get(ASKED, cents=100, player_id=guest + 1_000).status_code == 404
    assert desk.get(ASKED, cents=0).status_code == 400
    assert program(world, Role.AUDITOR).get(ASKED, cents=100).status_code == 403
