"""What is handed over at a desk or a table is what the club's chips and notes can make."""

import pytest

from cashgames.services.cash_outs import cash_out
from cashgames.services.seats import seat_player, top_up
from cashgames.services.spending import spend_chips
from casino.cage.rules import nearest_payable, payable_unit
from casino.cage.services.amounts import NotPayable
from casino.cage.services.desk import redeem_chips, sell_chips
from casino.cage.services.payables import pay_out
from casino.house.models import Club
from casino.house.rulebook import load_book
from casino.staff.models import Role
from tests.owing import owe_prize
from tests.refusing import refused
from tests.world import World, a_club

NOTES, CHIPS = [5000, 500, 100, 10, 1], [2500, 500, 100, 50]


@pytest.mark.parametrize(
    ("chips", "notes", "coin", "unit"),
    [
        (CHIPS, NOTES, 1, 50),
        (CHIPS, (), 1, 50),
        ((), NOTES, 1, 1),
        ((), NOTES, 5, 5),
        ((), [5000, 500], 1, 500),
        ([250, 100], NOTES, 1, 50),  # 2,50 and 1,00 make 3,50
        ([25], [20], 1, 100),
    ],
)
def test_an_amount_is_a_multiple_of_what_both_can_make(chips, notes, coin, unit):
    book = load_book("olympic").with_overrides({"house.cash_unit_cents": coin})
    assert payable_unit(book, chips_cents=chips, notes_cents=notes) == unit


def test_a_book_without_cash_chips_plays_by_the_cent():
    assert payable_unit(load_book("online"), chips_cents=CHIPS, notes_cents=()) == 1


def test_the_nearest_amounts_lie_around_it():
    assert nearest_payable(1_249, 50) == (1_200, 1_250)


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    Club.objects.update(notes_cents=[*NOTES, 1000, 2000, 10000], chips_cents=CHIPS)
    return world


def refuses(service, stamp, cents: int, **more):
    told = refused(NotPayable, service, stamp, cents=cents, **more)
    assert told.field == "cents"
    return str(told.next_step).replace("\u00a0", " ")


def test_a_desk_sells_and_redeems_what_chips_can_make(world: World):
    shift = {"shift_id": world.open_shift().pk}
    assert refuses(sell_chips, world.stamp(), 1_249, **shift) == "Take 12,00 or 12,50."
    assert refuses(redeem_chips, world.stamp(), 30, **shift) == "The smallest amount is 0,50."
    assert sell_chips(world.stamp(), cents=1_250, **shift).entry_id
    assert redeem_chips(world.stamp(), cents=1_250, **shift).entry_id


def test_a_table_takes_and_gives_what_chips_can_make(world: World):
    session = world.session()
    seat = world.seat(session, "Mari")[0].seat
    world.sell(50_000)
    floor = world.stamp("22:00", role=Role.SUPERVISOR)
    at = {"session_id": session.pk, "paid_with": "chips"}
    jaan = {"player_id": world.player("Jaan").pk, "seat_no": 2}
    mari = {"player_id": seat.player_id}

    refuses(seat_player, floor, 20_010, **at, **jaan)
    refuses(top_up, floor, 5_010, **at, **mari, stack_cents=20_000)
    refuses(cash_out, floor, 19_999, **at, **mari)
    refuses(spend_chips, floor, 10, session_id=session.pk, **mari, purpose="tip")

    assert cash_out(floor, cents=19_950, **at, **mari).cents == 19_950


@pytest.mark.parametrize("cents", [4_003, 4_050])
def test_a_prize_is_paid_by_the_cent_and_in_chips_where_chips_make_it(db: None, cents: int):
    world = a_club()
    shift = world.open_shift()
    prize = owe_prize(world.stamp("20:40"), cents=cents, player_id=world.player().pk)
    paid = {"payable_id": prize.pk, "shift_id": shift.pk}
    desk = world.browser(Role.CASHIER)
    shown = desk.get(f"/tallinn/payments/{prize.pk}/").content.decode()
    assert 'value="cash"' in shown
    assert ('value="chips"' in shown) == (cents == 4_050)

    if cents == 4_003:
        for tried in (pay_out, pay_out.ask):
            told = refused(NotPayable, tried, world.stamp("20:50"), **paid, paid_with="chips")
            assert (told.field, str(told.next_step)) == (
                "paid_with",
                "Pay it in cash or by wire.",
            )
        assert pay_out(world.stamp("21:00"), **paid, paid_with="cash").payable.cents == cents
    else:
        assert pay_out(world.stamp("21:00"), **paid, paid_with="chips").payable.cents == cents


def test_cash_is_paid_in_coins_that_the_club_has_and_the_rounding_is_an_entry(db: None):
    world = a_club()
    Club.objects.update(notes_cents=[10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10])
    shift = world.open_shift()
    prize = owe_prize(world.stamp("21:00"), cents=30_006, player_id=world.player().pk)
    before = world.balance("cash:drawer", shift.drawer_id)
    shown = world.browser(Role.CASHIER).get(f"/tallinn/payments/{prize.pk}/").text
    assert "300,10" in shown
    pay_out(world.stamp("22:00"), payable_id=prize.pk, shift_id=shift.pk, paid_with="cash")
    assert before - world.balance("cash:drawer", shift.drawer_id) == 30_010
    assert world.balance("expense:rounding") == 4
