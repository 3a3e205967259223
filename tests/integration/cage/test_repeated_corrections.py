"""A correction of counts that is sent again is answered as at first."""

from datetime import timedelta

import pytest

from casino.cage.models import CountCorrection
from casino.cage.services.closing import close_shift
from casino.cage.services.count_corrections import correct_count
from casino.cage.services.counts import submit_count
from casino.cage.services.explained_counts import explain_count
from casino.cage.services.handover import accept_drawer
from casino.staff.models import Role, User
from tests.counting import sign
from tests.integration.cage import test_explained_counts as explained_counts
from tests.integration.cage.test_count_corrections import berta, by, closed, right
from tests.profiles import profiles
from tests.world import EVENING, FLOAT, RACK, World

__all__ = ["berta"]
pytestmark = pytest.mark.django_db


def at_home(world: World) -> None:
    world.also(Role.CASHIER, Role.MANAGER, Role.SUPERVISOR)
    profiles(world, ("home", EVENING - timedelta(1)))


def test_one_that_touches_two_shifts_gives_the_counts_own(world: World, berta: User):
    first = closed(world, hand_over=True)
    second = accept_drawer(by(world, berta, "21:05"), drawer_id=first.drawer_id)
    submit_count(by(world, berta, "22:00"), shift_id=second.pk, cash=FLOAT, chips=RACK)
    stamp = by(world, berta, "22:01")
    asked = close_shift.ask(stamp, shift_id=second.pk, reason="?")
    sign(world, stamp, asked, by=Role.MANAGER)
    at_home(world)
    stamp = world.stamp("23:00")
    made = correct_count(stamp, **right(first))
    assert CountCorrection.objects.count() > 1
    assert correct_count(stamp, **right(first)) == made


def test_a_slip_that_explains_two_counts_gives_the_earlier_shifts(world: World):
    first, second, paid = explained_counts.forgotten(world)
    second = explained_counts.closed(world, second, "23:00")
    third = explained_counts.reopened(world, second, "23:10")
    at_home(world)
    stamp = world.stamp("23:15")
    what = explained_counts.of_slip(third, paid, first)
    made = explain_count(stamp, **what)
    assert made.shift_id == first.pk
    assert explain_count(stamp, **what) == made
