"""Closes of periods that race with seals, with each other and with a day that begins."""

from datetime import date, timedelta

import pytest

from casino.closing.models import Closing
from casino.closing.services.days import close_due_days, seal_day
from casino.closing.services.periods import close_period
from casino.staff.models import Role
from tests.racing import outcomes, race
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
FEBRUARY, MARCH = date(2026, 2, 1), date(2026, 3, 2)
LAST = EVENING + timedelta(days=1)


@pytest.fixture
def world(committed_db: None) -> World:
    world = a_club()
    for day in (EVENING, MARCH):
        world.fund(day=day)
        close_due_days(world.at("07:00", day=day + timedelta(days=1)))
    return world


def seals(world: World, day: date) -> bytes:
    return seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=LAST + timedelta(9)), day=day)


def closes(world: World) -> Closing:
    stamp = world.stamp("13:00", role=Role.ACCOUNTANT, day=MARCH)
    return close_period(stamp, period="month", first_day=FEBRUARY)


def test_closes_and_a_seal_at_once_are_numbered_without_a_gap(world: World):
    seals(world, EVENING)

    results = race(*[lambda: closes(world)] * 4, lambda: seals(world, MARCH))

    assert outcomes(results) == {"Closing": 1, "PeriodClosed": 3, "bytes": 1}, results
    assert list(Closing.objects.order_by("id").values_list("number", flat=True)) == [1, 2, 3]


def test_a_day_begins_before_the_close_or_never(world: World):
    seals(world, EVENING)

    results = race(lambda: closes(world), lambda: world.fund(day=LAST))

    assert outcomes(results) in (
        {"Closing": 1, "DayNotOpen": 1},
        {"PeriodNotReady": 1, "Posted": 1},
    ), results
