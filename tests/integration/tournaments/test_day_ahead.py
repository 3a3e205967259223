"""Between days: what the page leads to, and a next one begun before its announced time."""

import pytest

from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Shift
from casino.staff.models import Role
from tests.refusing import refused
from tests.shifted import Clock
from tests.tournament_floor import begun, td
from tests.tournaments import a_tournament, chips_of, enter, now
from tests.world import EVENING, World, a_key
from tournaments.models import Bag, Tournament
from tournaments.queries.days import night
from tournaments.services.days import begin_day, end_day
from tournaments.services.knockouts import NotPlaying, Out, knock_out
from tournaments.services.starting import BeforeAnnounced

pytestmark = pytest.mark.django_db


@pytest.fixture
def bagged(world: World, shift: Shift) -> Tournament:
    """Two players' bags wait for 23:00."""
    friday = a_tournament(world)
    bags = {each.pk: 10_000 for each in enter(world, friday, "Ann", "Bob", shift_id=shift.pk)}
    begun(world, friday)
    end_day(
        td(world, "22:00"),
        tournament_id=friday.pk,
        bags=chips_of(bags),
        next_name="Day 2",
        next_starts_at=world.at("23:00"),
    )
    return now(friday)


def test_a_day_before_its_announced_time_is_meant_and_listed(world: World, bagged: Tournament):
    one = {"tournament_id": bagged.pk}
    told = refused(BeforeAnnounced, begin_day, td(world, "22:59"), **one)
    assert told.field == "ahead_of_time"
    assert night(bagged)

    begin_day(td(world, "22:59"), **one, ahead_of_time=True)
    assert night(bagged) is None
    listed = [row.operation for _, row, _ in exceptions(world.club, first=EVENING, last=EVENING)]
    assert "tournaments.begin_day" in listed


def test_a_day_at_its_announced_time_is_asked_nothing_and_not_listed(
    world: World, bagged: Tournament
):
    begin_day(td(world, "23:00"), tournament_id=bagged.pk)
    listed = [row.operation for _, row, _ in exceptions(world.club, first=EVENING, last=EVENING)]
    assert "tournaments.begin_day" not in listed


def test_the_page_asks_with_the_time_that_was_announced_until_then(
    world: World, bagged: Tournament, clock: Clock
):
    clock.stop(world.at("22:30"))
    director = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/{bagged.pk}/day/begin/"
    assert "Announced for 27.02.2026 23:00." in director.get(where).text
    assert director.post(where, {"key": a_key()}).status_code == 409
    assert night(bagged)
    clock.stop(world.at("23:00"))
    assert "ahead_of_time" not in director.get(where).text
    assert director.post(where, {"key": a_key()}).status_code == 302
    assert night(bagged) is None


def test_between_days_the_page_leads_to_the_next_one_and_puts_nobody_out(
    world: World, bagged: Tournament, clock: Clock
):
    clock.stop(world.at("22:30"))
    client, where = world.browser(Role.DIRECTOR), f"/tallinn/tournaments/{bagged.pk}/"
    page = " ".join(client.get(where).text.split())
    for said in (
        "bagged 10 000",
        "started 27.02.2026 21:00",
        "day 2, starts 27.02.2026 23:00",
    ):
        assert said in page
    assert f"{where}day/begin/" in page
    one = Bag.objects.first()
    assert one
    mine = client.get(f"{where}players/{one.entry_id}/").text
    assert "knock-out/" not in page + mine
    outs = [Out(entry_id=one.entry_id, stack=100)]
    told = refused(NotPlaying, knock_out, td(world, "22:30"), tournament_id=bagged.pk, outs=outs)
    assert "bagged for a later day" in str(told.message)


def test_a_day_begun_ahead_is_meant_by_the_tick(world: World, bagged: Tournament, clock: Clock):
    clock.stop(world.at("22:30"))
    meant = {"key": a_key(), "ahead_of_time": "on"}
    where = f"/tallinn/tournaments/{bagged.pk}/day/begin/"
    assert world.browser(Role.DIRECTOR).post(where, meant).status_code == 302
    assert night(bagged) is None
