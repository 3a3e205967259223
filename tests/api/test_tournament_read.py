"""What the pages say of a tournament a program reads, and it finds what it has to name."""

from typing import Any

import pytest

from casino.staff.models import Role
from tests.api.program import program
from tests.tournament_floor import begun, out, td
from tests.tournaments import a_tournament, sold
from tests.world import World, a_club
from tournaments.models import Purchase, Tournament
from tournaments.services.knockouts import undo_knockout

Read = tuple[World, Tournament, list[Purchase], Any]


@pytest.fixture
def read(db: None) -> Read:
    """Play a satellite of five, one of whom is out."""
    world = a_club()
    shift = world.open_shift()
    main = a_tournament(world, "Main")
    terms = {"variants": ["satellite"], "kind": "satellite", "target": main.pk}
    event = a_tournament(world, "Satellite", **terms)
    sales = [sold(world, event, name, shift_id=shift.pk) for name in "ABCDE"]
    begun(world, event)
    return world, event, sales, program(world, Role.DIRECTOR)


def test_the_pool_of_a_satellite_has_its_tickets_and_other_pools_none(read: Read):
    world, event, _, api = read
    pool = api.get(f"tournaments/{event.pk}/pool/").json()
    rest = [{"place": 5, "cents": 6_000}]
    tickets = {"number": 4, "cents": 11_000, "rest": rest, "house_adds_cents": 0}
    assert (pool["prizes_cents"], pool["tickets"], pool["by_chips"]) == ([], tickets, False)
    timed = a_tournament(world, "Timed", variants=["time"])
    pool = api.get(f"tournaments/{timed.pk}/pool/").json()
    assert (pool["tickets"], pool["by_chips"]) == (None, True)


def test_the_eliminations_that_stand_are_found(read: Read):
    world, event, sales, api = read
    gone, stays = (out(world, event, sales[place].entry, f"21:2{place}") for place in (4, 3))
    found = api.get(f"tournaments/{event.pk}/knockouts/").json()
    assert [each["id"] for each in found] == [stays.pk, gone.pk]
    undo_knockout(td(world, "21:30"), tournament_id=event.pk, knockout_id=stays.pk)
    found = api.get(f"tournaments/{event.pk}/knockouts/").json()
    assert [(each["id"], each["entry_id"]) for each in found] == [(gone.pk, sales[4].entry_id)]


def test_what_was_sold_is_found(read: Read):
    _, event, sales, api = read
    first = api.get(f"tournaments/{event.pk}/purchases/?limit=2")
    assert [each["id"] for each in first.json()] == [sales[4].pk, sales[3].pk]
    assert 'rel="next"' in first["Link"]


def test_the_terms_of_a_tournament_are_those_of_its_template(read: Read):
    _, event, _, api = read
    told = api.get(f"tournaments/{event.pk}/").json()
    (_, template) = api.get("tournament-templates/").json()
    own = {"id", "name", "stack", "levels", "retired_at"}
    assert {name: told.get(name) for name in template.keys() - own} == {
        name: template[name] for name in template.keys() - own
    }
