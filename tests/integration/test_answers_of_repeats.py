"""A repeat by its key is answered with the row of the first time, whatever other rows there are."""

from datetime import timedelta
from uuid import uuid4

import pytest

from cashgames.services.absence import come_back, leave_seat
from casino.cage.models import Shift
from casino.players.services.rulings import hear_claim
from casino.staff.models import Role
from tests.api.program import program
from tests.profiles import profiles
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, enter, sold
from tests.world import EVENING, World
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.tables import break_table, draw_seats, open_tables
from tournaments.services.tender_corrections import correct_tender


def test_a_withdrawn_decision_is_answered_with_its_withdrawal(world: World):
    table = {"place": "cash", "about": "1", "place_id": world.session().pk, "decision": "Misdeal"}
    wrong = hear_claim(world.stamp("22:00", role=Role.SUPERVISOR), **table, hand="18")
    caller, key = program(world, Role.SUPERVISOR), uuid4()
    first, again = (
        caller.post(f"rulings/{wrong.pk}/withdraw/", key=key, reason="Hand 17") for _ in range(2)
    )
    assert (first.status_code, first.json()["what"]) == (201, "withdrawal")
    assert again.json() == first.json()


@pytest.mark.parametrize("act", ["back", "tender"])
def test_a_sale_put_right_is_answered_with_the_row_that_puts_it_right(
    world: World, shift: Shift, act: str
):
    world.also(Role.CASHIER, Role.MANAGER)
    profiles(world, ("home", EVENING - timedelta(1)))
    sale = sold(world, a_tournament(world), "Ann", shift_id=shift.pk)
    stamp = world.stamp("20:40")
    what = {"purchase_id": sale.pk, "shift_id": shift.pk, "reason": "Mistake"}
    if act == "back":
        first, again = (take_back_sale(stamp, **what) for _ in range(2))
    else:
        first, again = (correct_tender(stamp, **what, paid_with="bank") for _ in range(2))
    assert first.pk != sale.pk
    assert (again.pk, again.slip_id, again.paid_with) == (first.pk, first.slip_id, first.paid_with)


def test_a_return_is_answered_with_its_own_break_though_the_guest_left_again(world: World):
    session = world.session()
    (seat,) = world.seat(session, "Mari")
    who = {"session_id": session.pk, "player_id": seat.seat.player_id}
    leave_seat(world.stamp("22:00", role=Role.SUPERVISOR), **who)
    back = world.stamp("22:10", role=Role.SUPERVISOR)
    first = come_back(back, **who)
    leave_seat(world.stamp("22:30", role=Role.SUPERVISOR), **who)
    again = come_back(back, **who)
    assert (again.pk, again.ended) == (first.pk, first.ended)


def test_a_broken_table_is_answered_as_broken_though_its_number_is_open_again(
    world: World, shift: Shift
):
    friday = a_tournament(world)
    enter(world, friday, "A", "B", "C", "D", shift_id=shift.pk)
    opened(world, friday, 1, 2)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    begun(world, friday)
    stamp, what = td(world, "21:10"), {"tournament_id": friday.pk, "table_no": 2}
    first = break_table(stamp, **what)
    open_tables(td(world, "21:20"), tournament_id=friday.pk, numbers=(2,), seats=6)
    again = break_table(stamp, **what)
    assert (again.pk, again.broken_at) == (first.pk, stamp.at)
    assert first.broken_at == stamp.at
