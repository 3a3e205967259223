"""Time rake that is owed, or was waived, beside what was paid of it."""

import csv
import io

import pytest

from cashgames.models import Session, TimeShare
from cashgames.queries.time_rake import shares_due
from cashgames.services.share_corrections import take_back_share
from cashgames.services.time_rake import (
    collect_time_rake,
    find_due_time_rake,
    plan_time_rake,
    waive_share,
)
from casino.staff.models import Role
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(world: World) -> Session:
    """Six of a table owe 10,00 each for 20:30: one paid, one was let go."""
    session = world.session("A")
    world.seat(session, *"ABCDEF")
    plan = world.stamp("20:10", role=Role.MANAGER)
    plan_time_rake(plan, session_id=session.pk, table_cents=6_000)
    find_due_time_rake(world.at("20:31"))
    first = shares_due(world.club.pk)[0]
    waive_share(world.stamp("21:05", role=Role.SUPERVISOR), share_id=first.pk, reason="A friend")
    collect_time_rake(
        world.stamp("21:06", role=Role.SUPERVISOR),
        period_id=first.period_id,
        paid_with="chips",
        unpaid=[3, 4, 5, 6],
    )
    return session


def lines(world: World, more: str = "") -> list[dict[str, str]]:
    client = world.browser(Role.AUDITOR)
    asked = f"/tallinn/reports/takings.csv?first={EVENING}&last={EVENING}{more}"
    return list(csv.DictReader(io.StringIO(client.get(asked).text)))


def summed(rows: list[dict[str, str]]) -> list[str]:
    names = ("time_rake", "time_rake_due", "time_rake_waived")
    return [f"{sum(float(row[name] or 0) for row in rows):.2f}" for name in names]


@pytest.mark.usefixtures("session")
def test_what_is_owed_and_what_was_waived_stand_beside_what_was_paid(world: World):
    assert summed(lines(world)) == ["10.00", "40.00", "10.00"]
    assert summed(lines(world, "&by=table&only=A")) == ["10.00", "40.00", "10.00"]
    assert lines(world, "&by=table&only=B") == []
    assert summed(lines(world, f"&by=day&only={EVENING}")) == ["10.00", "40.00", "10.00"]


@pytest.mark.usefixtures("session")
def test_a_waiver_that_is_taken_back_is_owed_again(world: World):
    waived = TimeShare.objects.exclude(waived="").get()
    floor = world.stamp("21:10", role=Role.SUPERVISOR)
    take_back_share.submit(floor, share_id=waived.pk, reason="They pay")
    assert summed(lines(world)) == ["10.00", "50.00", "0.00"]


def test_the_table_s_page_says_who_waived_a_share_and_when(world: World, session: Session):
    client = world.browser(Role.AUDITOR)
    page = client.get(f"/tallinn/tables/{session.pk}/time-rake/").text
    assert f"21:05, {world.staff[Role.SUPERVISOR]}" in page
