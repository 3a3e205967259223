"""What a guest left for a month and one person paid or gave back stands among the exceptions."""

from datetime import date, timedelta

import pytest

from cashgames.services.stacks import give_back, release_stack
from casino.approvals.models import Proposal
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Shift
from casino.cage.services.payables import pay_out
from casino.staff.models import Role
from tests.integration.cashgames.test_kept_stacks import kept
from tests.owing import owe_prize
from tests.tournaments import signed
from tests.world import EVENING, World

UNCLAIMED = "unclaimed for a month, by one person"


def listed(world: World, day: date = EVENING) -> list[tuple[str, str]]:
    found = exceptions(world.club, first=day, last=day)
    return [(row.operation, str(kind)) for kind, row, _ in found]


def pay(world: World, shift: Shift, cents: int, *, owed_on: date) -> None:
    """Pay an absent guest's prize at ten, by two where it takes two."""
    guest = world.player("Absent").pk
    owed = owe_prize(world.stamp("21:59", day=owed_on), player_id=guest, cents=cents)
    where = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    asked = pay_out.submit(world.stamp("22:00"), **where)
    if isinstance(asked, Proposal):
        signed(world, asked, role=Role.SUPERVISOR, clock="22:01")


@pytest.mark.parametrize(
    ("cents", "days", "kinds"),
    [(30_000, 30, [UNCLAIMED]), (30_000, 29, []), (60_000, 90, [])],
    ids=["a month", "less", "by two"],
)
def test_a_prize_that_nobody_claimed_for_a_month_stands_out_once_one_person_pays_it(
    world: World, shift: Shift, cents: int, days: int, kinds: list[str]
):
    pay(world, shift, cents, owed_on=EVENING - timedelta(days))
    assert listed(world) == [("cage.pay_out", kind) for kind in kinds]


@pytest.mark.parametrize(("days", "kinds"), [(29, []), (31, [UNCLAIMED])])
@pytest.mark.parametrize("back", [True, False], ids=["to a table", "to the desk"])
def test_a_stack_kept_for_a_month_stands_out_once_one_person_lets_it_go(
    db: None, days: int, kinds: list[str], *, back: bool
):
    world, where = kept("img", 4_000)
    day = EVENING + timedelta(days)
    stamp = world.stamp("22:14", role=Role.SUPERVISOR, day=day)
    if back:
        give_back(stamp, **where)
    else:
        release_stack(stamp, stack_id=where["stack_id"])
    name = "cashgames.give_back" if back else "cashgames.release_stack"
    assert listed(world, day) == [(name, kind) for kind in kinds]
