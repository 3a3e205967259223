"""What the screens of the room follow between a festival's days, and what the calendar shows."""

from datetime import timedelta

import pytest
from django.test import Client

from casino.staff.models import Role
from tests.shifted import Clock
from tests.tournament_floor import begun, td
from tests.tournaments import a_template, a_tournament, enter
from tests.world import EVENING, World
from tournaments.models import Tournament
from tournaments.queries.room import current
from tournaments.services.announcing import announce
from tournaments.services.days import end_day
from tournaments.services.shared import ChipsOf

SATURDAY, SUNDAY = EVENING + timedelta(1), EVENING + timedelta(2)


@pytest.fixture
def festival(world: World) -> Tournament:
    """Let a festival end its first day on Friday; the second is on Sunday."""
    made = a_tournament(world, "Festival")
    entries = enter(world, made, *"ABCD", shift_id=world.open_shift().pk)
    begun(world, made)
    end_day(
        td(world, "23:00"),
        tournament_id=made.pk,
        bags=[ChipsOf(entry_id=each.pk, chips=10_000) for each in entries],
        next_name="Day 2",
        next_starts_at=world.at("15:00", day=SUNDAY),
    )
    return made


def test_a_festival_that_sleeps_leaves_the_screens_to_what_is_on_today(
    world: World, festival: Tournament
):
    assert current(world.club.pk, SATURDAY) == festival
    saturday = announce(
        world.stamp("23:30", role=Role.MANAGER),
        template_id=a_template(world, "Saturday").pk,
        name="Saturday",
        starts_at=world.at("21:00", day=SATURDAY),
    )
    followed = [current(world.club.pk, day) for day in (EVENING, SATURDAY, SUNDAY)]
    assert followed == [festival, saturday, festival]


def test_all_that_is_announced_stands_in_the_calendar(world: World, clock: Clock):
    clock.stop(world.at("10:05"))
    template = a_template(world, "Event", festival=True)
    for number in range(1, 15):
        announce(
            world.stamp("10:05", role=Role.MANAGER),
            template_id=template.pk,
            name=f"Festival event no. {number}.",
            starts_at=world.at("20:00") + timedelta(days=number),
        )
    page = Client(SERVER_NAME="localhost").get("/events/tallinn/").text
    assert [n for n in range(1, 15) if f"Festival event no. {n}." not in page] == []
