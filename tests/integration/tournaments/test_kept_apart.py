"""Two guests who may not sit together, at one table by lot: the floor's page says so."""

from typing import Any

import pytest
from django.test import Client

from casino.players.services.places import keep_apart
from casino.staff.models import Role
from tests.shifted import Clock
from tests.tournament_floor import at_seat, begun, opened, placed, td
from tests.tournaments import a_tournament, enter, now
from tests.world import World
from tournaments.models import Tournament
from tournaments.services.moves import move_player

SAYS = "must not sit here with"


@pytest.fixture
def friday(world: World, clock: Clock) -> Tournament:
    """Seat Ann and Bob at table 1, Cat at table 2; Ann and Bob may not sit together."""
    shift, event = world.open_shift(), a_tournament(world)
    opened(world, event)
    ann, bob, cat = enter(world, event, "Ann", "Bob", "Cat", shift_id=shift.pk)
    for other in (bob, cat):
        terms: dict[str, Any] = {"until": None, "reason": "A brawl"}
        by = world.stamp("20:31", role=Role.SUPERVISOR)
        keep_apart(by, player_id=ann.player_id, other_id=other.player_id, **terms)
    placed(event, {1: [1, 2], 2: [1]})
    begun(world, event)
    clock.stop(world.at("21:10"))
    return event


def floor_of(world: World, event: Tournament) -> str:
    client = Client()
    client.force_login(world.staff[Role.DIRECTOR])
    return client.get(f"/tallinn/tournaments/{event.pk}/floor/").content.decode()


def test_the_floor_says_who_may_not_sit_together(world: World, friday: Tournament):
    text = floor_of(world, friday)
    assert f"{SAYS} Bob" in text
    assert f"{SAYS} Ann" in text
    assert (text.count(SAYS), f"{SAYS} Cat" in text) == (2, False)


def test_once_one_of_them_is_moved_the_floor_says_nothing(world: World, friday: Tournament):
    bob = at_seat(now(friday), 1, 2)
    where = {"tournament_id": friday.pk, "entry_id": bob.pk, "to_table": 2, "to_seat": 4}
    move_player(td(world, "21:11"), **where, reason="Kept apart")
    assert SAYS not in floor_of(world, friday)
