"""Two guests who may not sit together, at one table by lot: the floor's page says so."""

from datetime import date
from typing import Any

import pytest

from casino.cage.models import Shift
from casino.players.services.guests import exclude_player
from casino.players.services.places import keep_apart
from casino.staff.models import Role
from tests.api.program import program
from tests.refusing import refused
from tests.shifted import Clock
from tests.tournament_floor import at_seat, begun, opened, placed, td
from tests.tournaments import a_tournament, enter, now
from tests.world import World
from tournaments.models import Tournament
from tournaments.services.moves import KeptApart, balance_tables, move_player

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
    client = world.browser(Role.DIRECTOR)
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


def test_nobody_is_moved_to_whom_they_are_kept_apart_from_without_a_word(
    world: World, friday: Tournament
):
    ann = at_seat(now(friday), 1, 1)
    where = {"tournament_id": friday.pk, "entry_id": ann.pk, "to_table": 2, "to_seat": 4}
    refusal = refused(KeptApart, move_player, td(world, "21:11"), **where, reason="Asked")
    assert str(refusal.message) == "Ann must not sit at a table with Cat."
    here = where | {"to_table": 1}
    move_player(td(world, "21:12"), **here, reason="Cannot see the board")
    move_player(td(world, "21:13"), **where, reason="Both agreed", despite_separation=True)
    assert at_seat(now(friday), 2, 4).pk == ann.pk


def test_balancing_does_not_seat_them_together(world: World, friday: Tournament):
    shift = Shift.objects.get()
    _, eve = enter(world, friday, "Dan", "Eve", shift_id=shift.pk)
    pair = {"player_id": at_seat(now(friday), 1, 1).player_id, "other_id": eve.player_id}
    by = world.stamp("21:01", role=Role.SUPERVISOR)
    keep_apart(by, **pair, until=None, reason="A brawl")
    placed(friday, {1: [1, 2, 3, 4], 2: [1]})
    # The big blind is moved: with the button at seat 3 that is seat 1, Ann.
    where = {"from_table": 1, "to_table": 2, "from_button": 3, "to_button": 1}
    asked = {"tournament_id": friday.pk, **where}
    refusal = refused(KeptApart, balance_tables, td(world, "21:11"), **asked)
    assert refusal.next_page == "player-move"
    balance_tables(td(world, "21:12"), **asked | {"from_button": 2})
    assert at_seat(now(friday), 1, 1).player.name == "Ann"


def test_a_program_reads_who_must_not_sit_where_they_do(world: World, friday: Tournament):
    ann, bob = (at_seat(now(friday), 1, seat) for seat in (1, 2))
    tablet, where = program(world, Role.DIRECTOR), f"tournaments/{friday.pk}/floor/"
    assert tablet.get(where).json()["seat_conflicts"] == [
        {"entry_id": ann.pk, "must_not_sit_with": ["Bob"], "excluded_until": None},
        {"entry_id": bob.pk, "must_not_sit_with": ["Ann"], "excluded_until": None},
    ]
    free = {"tournament_id": friday.pk, "entry_id": bob.pk, "to_table": 2, "to_seat": 4}
    move_player(td(world, "21:11"), **free, reason="Kept apart")
    assert tablet.get(where).json()["seat_conflicts"] == []

    terms: dict[str, Any] = {"kind": "house", "until": date(2026, 5, 1), "reason": "A threat"}
    exclude_player(world.stamp("21:12", role=Role.MANAGER), player_id=bob.player_id, **terms)
    assert tablet.get(where).json()["seat_conflicts"] == [
        {"entry_id": bob.pk, "must_not_sit_with": [], "excluded_until": "2026-05-01"}
    ]
