"""A table that is called otherwise: what a report or a sealed day said it goes on saying."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from cashgames.models import Session
from cashgames.services.hands import rake_hand
from cashgames.services.tables import rename_table
from casino.closing.services.days import close_due_days, seal_day
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.sheets.files import csv_chunks
from casino.staff.models import Role
from tests.claiming import six_seated
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)
FLOOR = {"role": Role.SUPERVISOR}
# Each way in which a report names tables.
NAMING = (("rake", "table"), ("takings", "table"), ("takings", "day"), ("tables", ""))


def played(world: World) -> Session:
    table = six_seated(world)
    for clock in ("21:00", "22:00"):
        stamp = world.stamp(clock, **FLOOR)
        what: dict[str, Any] = {"pots_cents": [10_000], "players_dealt": 6, "board_cards_dealt": 5}
        rake_hand(stamp, session_id=table.pk, name=clock, **what)
    return table


def report(world: World, name: str, by: str, known_at: datetime | None) -> str:
    stamp = world.stamp("12:00", day=NEXT, role=Role.ACCOUNTANT)
    days = {"first": EVENING, "last": NEXT, "known_at": known_at}
    sheet = REPORTS[name].make(asked(world.club, stamp, by=by, **days))
    return b"".join(csv_chunks(sheet)).decode()


@pytest.mark.parametrize(("name", "by"), NAMING)
def test_a_report_known_then_calls_a_table_as_then(world: World, name: str, by: str):
    table = played(world)
    before, then = report(world, name, by, None), timezone.now()
    for clock, called in (("23:00", "Feature"), ("23:10", "Final")):
        rename_table(world.stamp(clock, **FLOOR), table_id=table.table_id, name=called)
    assert report(world, name, by, then) == before
    assert "Final" in report(world, name, by, None)


def test_the_report_of_a_sealed_day_calls_a_table_as_it_was_sealed(world: World):
    table = played(world)
    rename_table(world.stamp("23:00", **FLOOR), table_id=table.table_id, name="Final")
    close_due_days(world.at("07:01", day=NEXT))
    client = world.browser(Role.ACCOUNTANT)
    seal_day(world.stamp("12:00", day=NEXT, role=Role.ACCOUNTANT), day=EVENING)
    sealed = client.get(f"/tallinn/days/{EVENING}/report.csv").content
    assert b"Final rake" in sealed
    later = world.stamp("13:00", day=NEXT, **FLOOR)
    rename_table(later, table_id=table.table_id, name="Feature")
    assert client.get(f"/tallinn/days/{EVENING}/report.csv").content == sealed
