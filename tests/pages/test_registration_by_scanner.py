"""Registration of a tournament by a scanner, which types a code and Enter, and by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.tournaments import a_tournament
from tests.world import World, a_club
from tournaments.models import Tournament


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.open_shift()
    for name in ("Mari Tamm", "Jüri Kask"):
        world.player(name)
    return world


def test_a_scanned_card_shows_its_guest_who_buys_by_one_key_and_the_next_is_scanned(
    world: World, page: Page
):
    event: Tournament = a_tournament(world)
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    page.goto(f"/tallinn/tournaments/{event.pk}/tablet/")
    anna.at("#id_player")
    # Faster than what is found while typing, as a scanner is.
    anna.type("101", "Enter")
    anna.sees("not in this tournament")
    anna.at("#id_player")
    expect(page.locator("#id_player")).to_have_value("")
    page.keyboard.press("F2")
    anna.sees("Mari Tamm, ticket 1")
    anna.at("#id_player")
    # Slower: the one guest who was found is shown at once.
    anna.type("102")
    expect(page.locator(".found button")).to_have_count(1)
    anna.type("Enter")
    anna.sees("Jüri Kask")
    anna.photograph("registration")
    assert anna.errors == []
