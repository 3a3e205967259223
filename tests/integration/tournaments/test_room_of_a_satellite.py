"""What a satellite pays is read in the room, and hand for hand is played for its tickets."""

import re

import pytest

from casino.board.queries import screen_body
from casino.staff.models import Role
from tests.shifted import Clock
from tests.tournament_floor import begun, opened, out, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World, a_club
from tournaments.models import Entry, Tournament
from tournaments.queries.pools import waterfall
from tournaments.queries.room import PaidPlaces, room
from tournaments.services.pool import fix_pool
from tournaments.services.starting import close_registration

Played = tuple[World, Tournament, list[Entry]]


@pytest.fixture
def played(db: None) -> Played:
    """Fix a pool of 500.00: two tickets of 220.00, and 60.00 for third place."""
    world = a_club()
    shift = world.open_shift()
    main = a_tournament(world, "Main", price_cents=20_000, fee_cents=2_000)
    terms = {"variants": ["satellite"], "kind": "satellite", "target": main.pk}
    event = a_tournament(world, "Event", **terms)
    opened(world, event, 1, 2)
    entries = enter(world, event, "A", "B", "C", "D", "E", shift_id=shift.pk)
    begun(world, event)
    close_registration(td(world, "22:00"), tournament_id=event.pk)
    asked = fix_pool.ask(td(world, "22:01"), tournament_id=event.pk)
    assert asked.content["tickets"] == {
        "number": 2,
        "cents": 22_000,
        "rest": [[3, 6_000]],
        "house_adds_cents": 0,
    }
    signed(world, asked, clock="22:02")
    return world, now(event), entries


def test_the_request_of_another_tournament_says_what_it_said_before_tickets_were(db: None):
    """One that was asked for by the program before is approved by this one."""
    world = a_club()
    event = a_tournament(world)
    enter(world, event, "A", "B", "C", "D", "E", shift_id=world.open_shift().pk)
    opened(world, event, 1)
    begun(world, event)
    close_registration(td(world, "22:00"), tournament_id=event.pk)
    assert "tickets" not in fix_pool.ask(td(world, "22:01"), tournament_id=event.pk).content


def test_hand_for_hand_is_played_for_the_rest_and_for_the_last_ticket(played: Played):
    world, event, entries = played
    said = []
    for left in (5, 4, 3, 2):
        if left < len(entries):
            out(world, event, entries[left], f"22:1{left}")
        said.append(room(now(event), world.at("22:30"))["bubble"].on)
    assert said == [False, True, True, False]


@pytest.mark.parametrize("page", ["pool/", ""])
def test_the_pages_say_what_a_satellite_pays(played: Played, clock: Clock, page: str):
    world, event, _ = played
    clock.stop(world.at("22:30"))
    client = world.browser(Role.DIRECTOR)
    text = client.get(f"/tallinn/tournaments/{event.pk}/{page}").content.decode()
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))
    assert re.search("1.2 ticket 220,00 3 60,00", said)


def test_the_screens_say_what_a_satellite_pays(played: Played):
    world, event, _ = played
    at = world.at("22:30")
    shown = screen_body(world.club, event, "payouts", at=at, shows="name", turn=0)
    assert shown["prizes"] == [
        PaidPlaces(first=1, last=2, cents=22_000, ticket=True),
        PaidPlaces(first=3, last=3, cents=6_000),
    ]
    assert room(event, at)["tickets"] == shown["prizes"]
    assert waterfall(event, at=at).prizes_cents == []
