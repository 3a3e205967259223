"""A drawer that is called otherwise: what a report or a sealed day said it goes on saying."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import rename_drawer
from casino.closing.services.days import close_due_days, seal_day
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.sheets.files import csv_chunks
from casino.staff.models import Role
from tests.world import EVENING, FLOAT, RACK, World

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)
# Each way in which a report names drawers.
NAMING = (("slips", ""), ("shifts", ""), ("shift-sheets", ""), ("statistics", "shift"))


def report(world: World, name: str, by: str, known_at: datetime | None) -> str:
    stamp = world.stamp("12:00", day=NEXT, role=Role.ACCOUNTANT)
    days = {"first": EVENING, "last": NEXT, "known_at": known_at}
    sheet = REPORTS[name].make(asked(world.club, stamp, by=by, **days))
    return b"".join(csv_chunks(sheet)).decode()


@pytest.mark.parametrize(("name", "by"), NAMING)
def test_a_report_known_then_calls_a_drawer_as_then(world: World, name: str, by: str):
    shift = world.open_shift(world.drawer("Dsek 1"))
    world.sell(5_000)
    then = timezone.now()
    before = report(world, name, by, then)
    assert "Dsek 1" in before
    for clock, called in (("23:00", "Desk 1"), ("23:10", "Front")):
        stamp = world.stamp(clock, role=Role.MANAGER)
        rename_drawer(stamp, drawer_id=shift.drawer_id, name=called)
    assert report(world, name, by, then) == before
    assert "Front" in report(world, name, by, None)


def test_the_report_of_a_sealed_day_calls_a_drawer_as_it_was_sealed(world: World):
    shift = world.open_shift(world.drawer("Dsek 1"))
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    close_shift(world.stamp("23:01"), shift_id=shift.pk)
    close_due_days(world.at("07:01", day=NEXT))
    client = world.browser(Role.ACCOUNTANT)
    seal_day(world.stamp("12:00", day=NEXT, role=Role.ACCOUNTANT), day=EVENING)
    sealed = client.get(f"/tallinn/days/{EVENING}/report.csv").content
    assert b"Dsek 1" in sealed
    later = world.stamp("13:00", day=NEXT, role=Role.MANAGER)
    rename_drawer(later, drawer_id=shift.drawer_id, name="Desk 1")
    assert client.get(f"/tallinn/days/{EVENING}/report.csv").content == sealed
