"""Two counts of one sum, in which cash and chips were taken for each other, say what differed."""

from casino.approvals.services import approve
from casino.audit.queries.exceptions import exceptions
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import sell_chips
from casino.staff.models import Role
from tests.world import EVENING, FLOAT, RACK, World


def test_a_drawer_counted_otherwise_with_the_same_sum_names_cash_and_chips(world: World):
    shift = world.open_shift()
    sell_chips(world.stamp("22:00"), shift_id=shift.pk, cents=150_000)
    right = {"cash": FLOAT | {10_000: 25}, "chips": RACK | {2500: 40}}
    off = {"cash": FLOAT | {10_000: 26}, "chips": RACK | {2500: 36}}
    submit_count(world.stamp("23:00"), shift_id=shift.pk, **off)
    submit_count(world.stamp("23:05"), shift_id=shift.pk, **right)

    asked = close_shift.ask(world.stamp("23:11"), shift_id=shift.pk)
    first, last = [(each["cash_cents"], each["chips_cents"]) for each in asked.content["counts"]]
    assert sum(first) == sum(last)
    assert asked.reason == "5\u00a0600,00 + 2\u00a0400,00 \u2192 5\u00a0500,00 + 2\u00a0500,00"
    manager = world.stamp("23:12", role=Role.MANAGER)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)
    (said,) = [
        each.arguments
        for kind, each, _ in exceptions(world.club, first=EVENING, last=EVENING)
        if str(kind) == "counted again"
    ]
    assert (said["cash_counted_cents"], said["chips_counted_cents"]) == (
        [first[0], last[0]],
        [first[1], last[1]],
    )
