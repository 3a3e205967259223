"""A box that is void before its night is sealed: said to be booked in that night everywhere."""

from datetime import date, timedelta
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.closing.services.days import close_due_days
from casino.countroom.services.corrections import void_box
from casino.ledger.models import Entry
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.staff.models import Role
from tests.counting import sign
from tests.integration.countroom.test_boxes import a_table
from tests.integration.countroom.test_boxes_over_the_close import counted, off
from tests.shifted import Clock, clock
from tests.world import EVENING, World, a_club

__all__ = ["clock"]
pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.jackpot()
    return world


@pytest.fixture
def asked_for(world: World) -> Proposal:
    wrong = off(world, a_table(world), "06:50", "rake", "R1", day=NEXT)
    close_due_days(world.at("07:01", day=NEXT))
    counted(world, wrong, {100: 40})
    floor = world.stamp("10:00", role=Role.SUPERVISOR, day=NEXT)
    return void_box.ask(floor, box_id=wrong.pk, reason="12, not 40")


def column(world: World, name: str, day: date, key: str, by: str = "") -> list[Any]:
    stamp = world.stamp("12:00", day=NEXT, role=Role.MANAGER)
    sheet = REPORTS[name].make(asked(world.club, stamp, by=by, first=day, last=day))
    place = [each.name for each in sheet.columns].index(key)
    return [each.cells[place] for each in sheet.rows]


def test_who_signs_reads_that_it_is_booked_in_the_night(
    world: World, asked_for: Proposal, clock: Clock
):
    clock.stop(world.at("10:00", day=NEXT))
    client = world.browser(Role.MANAGER)
    page = client.get(f"/tallinn/approvals/{asked_for.pk}/").text
    assert "the correction is booked today" not in page
    assert "closed, but not sealed: the correction is booked in it." in page


def test_the_reports_of_rake_and_of_corrections_name_one_day(world: World, asked_for: Proposal):
    sign(world, world.stamp("10:00", role=Role.SUPERVISOR, day=NEXT), asked_for)
    assert Entry.objects.filter(kind__endswith=".reversed").latest("id").gaming_day == EVENING
    assert column(world, "table-corrections", EVENING, "rake_change") == [-4_000]
    assert column(world, "table-corrections", NEXT, "rake_change") == []


def test_the_nights_own_page_names_no_other_day(world: World, asked_for: Proposal):
    sign(world, world.stamp("10:00", role=Role.SUPERVISOR, day=NEXT), asked_for)
    client = world.browser(Role.MANAGER)
    page = client.get(f"/tallinn/days/{EVENING}/").text
    assert "12, not 40" in page
    assert "booked on" not in page
