"""Start pressed before the announced time is asked about first."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from casino.cage.models import Shift
from casino.staff.models import Role
from tests.api.program import program
from tests.refusing import refused
from tests.tournament_floor import opened, td
from tests.tournaments import a_tournament, enter, now
from tests.world import World, a_key
from tournaments.models import Tournament
from tournaments.services.starting import BeforeAnnounced, start
from tournaments.services.tables import draw_seats


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    event = a_tournament(world)
    enter(world, event, *[f"G{number}" for number in range(1, 11)], shift_id=shift.pk)
    opened(world, event, 1, 2)
    draw_seats(td(world, "20:40"), tournament_id=event.pk)
    return now(event)


@pytest.fixture
def in_an_hour(friday: Tournament) -> Tournament:
    """Announce it for an hour from now, by the clock that pages and programs read."""
    later = (timezone.now() + timedelta(hours=1)).replace(second=0, microsecond=0)
    Tournament.objects.filter(pk=friday.pk).update(starts_at=later)
    return now(friday)


def test_a_start_before_the_announced_time_is_meant(world: World, friday: Tournament):
    told = refused(BeforeAnnounced, start, td(world, "20:59"), tournament_id=friday.pk)
    assert told.field == "ahead_of_time"
    assert now(friday).started_at is None
    start(td(world, "20:59"), tournament_id=friday.pk, ahead_of_time=True)
    assert now(friday).started_at == world.at("20:59")


def test_a_start_at_the_announced_time_is_asked_nothing(world: World, friday: Tournament):
    start(td(world, "21:00"), tournament_id=friday.pk)
    assert now(friday).started_at == world.at("21:00")


def test_the_page_asks_with_the_announced_time(world: World, in_an_hour: Tournament):
    director = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/{in_an_hour.pk}/start/"
    announced = in_an_hour.starts_at.astimezone(ZoneInfo(world.club.timezone))
    assert f"{announced:%d.%m.%Y %H:%M}" in director.get(where).content.decode()

    unmeant = director.post(where, {"key": a_key()})
    assert unmeant.status_code == 409
    assert 'name="ahead_of_time"' in unmeant.content.decode()
    assert now(in_an_hour).started_at is None

    assert director.post(where, {"key": a_key(), "ahead_of_time": "on"}).status_code == 302
    assert now(in_an_hour).started_at


def test_the_page_asks_nothing_once_the_time_has_come(world: World, friday: Tournament):
    director = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/{friday.pk}/start/"
    assert "ahead_of_time" not in director.get(where).content.decode()
    assert director.post(where, {"key": a_key()}).status_code == 302


@pytest.mark.usefixtures("committed_db")
def test_a_program_says_that_it_starts_ahead_of_time(world: World, in_an_hour: Tournament):
    caller = program(world, Role.DIRECTOR)
    where = f"tournaments/{in_an_hour.pk}/start/"
    unmeant = caller.post(where)
    assert (unmeant.status_code, unmeant.json()["error"]) == (409, "TOURNAMENT-122")
    assert unmeant.json()["field"] == "ahead_of_time"
    assert caller.post(where, ahead_of_time=True).status_code == 200
