"""Small differences of one day, of a cashier, of bags and of a table's fills, are one sum."""

from casino.approvals.models import Proposal
from casino.cage.models import Bag, Drawer, Shift
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.deposits import confirm_credit
from casino.staff.models import Role
from casino.tablefloats.models import Transfer
from casino.tablefloats.services.transfers import confirm_fill
from tests.counting import dispatch, pack
from tests.integration.tablefloats.filling import ask, issue
from tests.world import FLOAT, RACK, World

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
