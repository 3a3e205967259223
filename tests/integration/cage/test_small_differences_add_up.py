"""Small differences of one day, of a cashier, of bags and of a table's fills, are one sum."""

from datetime import date, timedelta

from cashgames.models import Session
from cashgames.services.tables import close_session, open_session
from casino.approvals.models import Proposal
from casino.cage.models import Bag, Drawer, Shift
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.deposits import confirm_credit
from casino.staff.models import Role
from casino.tablefloats.models import Transfer
from casino.tablefloats.services.transfers import (
    ask_fill,
    confirm_fill,
    issue_fill,
    send_credit,
)
from casino.tablefloats.services.transfers import (
    confirm_credit as take_credit,
)
from tests.counting import dispatch, pack
from tests.integration.tablefloats.filling import FIVE_HUNDRED, ask, issue
from tests.world import EVENING, FLOAT, RACK, World

FOUR_SHORT = {2_500: 10, 500: 40, 100: 46}
TWO_SHORT = {2_500: 10, 500: 40, 100: 48}


def closed(world: World, hour: int, cash: dict[int, int]) -> object:
    """Open a shift and count it so an hour later."""
    drawer = Drawer.objects.first() or world.drawer()
    shift = world.open_shift(drawer, clock=f"{hour}:00")
    submit_count(world.stamp(f"{hour}:30"), shift_id=shift.pk, cash=cash, chips=RACK)
    return close_shift.submit(world.stamp(f"{hour}:31"), shift_id=shift.pk, reason="?")


def test_a_cashier_is_not_off_shift_by_shift_without_a_second_person(world: World):
    over = FLOAT | {500: 1}
    assert isinstance(closed(world, 20, over), Shift)
    assert isinstance(closed(world, 21, FLOAT), Shift)
    asked = closed(world, 22, over)
    assert isinstance(asked, Proposal)
    assert asked.operation == "cage.close_shift"


def test_bags_are_not_short_one_by_one_without_the_manager(world: World):
    world.fund(1_000_000)
    done = []
    for number, cents in enumerate((99_600, 99_600, 100_000)):
        seal = f"EE 41 {number}"
        manager = world.stamp(f"22:0{number}", role=Role.MANAGER)
        bag = pack(world, manager, cents=100_000, seal=seal)
        dispatch(world, world.stamp(f"22:1{number}", role=Role.MANAGER), bag)
        found = {"bag_id": bag.pk, "statement": seal, "reason": "Less"}
        reader = world.stamp(f"22:2{number}", role=Role.ACCOUNTANT)
        done.append(confirm_credit.submit(reader, cents=cents, **found))
    assert [type(each) for each in done] == [Bag, Proposal, Bag]


def test_fills_of_a_table_are_not_short_one_by_one_without_a_second_person(world: World):
    session, shift = world.session(), world.open_shift()
    tables = (session, session, world.session("9"))
    done = []
    for number, (table, chips) in enumerate(
        zip(tables, (FOUR_SHORT, TWO_SHORT, TWO_SHORT), strict=True)
    ):
        fill = issue(world, ask(world, table), shift)
        floor = world.stamp(f"21:1{number}", role=Role.SUPERVISOR)
        done.append(confirm_fill.submit(floor, transfer_id=fill.pk, chips=chips))
    assert [type(each) for each in done] == [Transfer, Proposal, Transfer]
    assert done[1].operation == "countroom.confirm_fill"


def counted_fill(
    world: World, session: Session, shift: Shift, clock: str, *, day: date = EVENING
) -> object:
    """Ask for 500.00, hand it out and count it 4.00 short, all in one minute."""
    floor = world.stamp(clock, role=Role.SUPERVISOR, day=day)
    fill = ask_fill(floor, session_id=session.pk, chips=FIVE_HUNDRED)
    desk = world.stamp(clock, day=day)
    issue_fill(desk, transfer_id=fill.pk, shift_id=shift.pk, chips=FIVE_HUNDRED)
    counts = world.stamp(clock, role=Role.SUPERVISOR, day=day)
    return confirm_fill.submit(counts, transfer_id=fill.pk, chips=FOUR_SHORT)


def test_a_table_that_is_opened_anew_has_the_sum_of_its_day_of_short_fills(world: World):
    session, shift = world.session(), world.open_shift()
    assert isinstance(counted_fill(world, session, shift, "21:10"), Transfer)
    floor = world.stamp("21:20", role=Role.SUPERVISOR)
    sent = send_credit(floor, session_id=session.pk, chips=FOUR_SHORT)
    desk = world.stamp("21:22")
    take_credit(desk, transfer_id=sent.pk, shift_id=shift.pk, chips=FOUR_SHORT)
    close_session(world.stamp("21:30", role=Role.SUPERVISOR), session_id=session.pk)
    anew = open_session(
        **world.opens("21:40"),
        table_id=session.table_id,
        game="texas_holdem",
        small_blind_cents=100,
        big_blind_cents=200,
        min_buy_in_cents=10_000,
        max_buy_in_cents=50_000,
    )
    asked = counted_fill(world, anew, shift, "21:45")
    assert isinstance(asked, Proposal)
    assert asked.operation == "countroom.confirm_fill"


def test_a_table_begins_the_sum_of_its_short_fills_anew_with_the_gaming_day(world: World):
    session, shift = world.session(), world.open_shift()
    assert isinstance(counted_fill(world, session, shift, "21:10"), Transfer)
    next_day = EVENING + timedelta(days=1)
    assert isinstance(counted_fill(world, session, shift, "12:10", day=next_day), Transfer)
