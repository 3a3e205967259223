"""One session in several tabs: one lock for all, and who works in one of them is there."""

import pytest
from playwright.sync_api import Page, expect

from casino.staff.models import Role
from casino.staff.services import set_pin
from tests.pages.people import Person
from tests.world import PASSWORD, World, a_club

PIN = "2580"
TILL = "/tallinn/till/?operation=sell"


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.open_shift()
    set_pin(world.staff[Role.CASHIER], PIN)
    return world


def at_two_tabs(page: Page, world: World) -> tuple[Person, Page]:
    """Sign the cashier in; a second tab stays behind with the guests. Both have one clock."""
    page.context.clock.install()
    anna = Person(page, world, Role.CASHIER)
    page.goto("/sign-in/")
    anna.type("cashier@tallinn", "Tab", PASSWORD, "Enter")
    anna.sees("Sell chips")
    other = page.context.new_page()
    other.goto("/tallinn/players/")
    page.bring_to_front()
    page.goto(TILL)
    anna.at("#id_player")
    return anna, other


def test_a_tab_that_was_left_open_does_not_lock_who_works_in_another(page: Page, world: World):
    anna, other = at_two_tabs(page, world)
    clock = page.context.clock
    for _ in range(3):
        clock.fast_forward(10 * 60_000)
        anna.type("x")
        clock.run_for(10_000)
    for tab in (page, other):
        expect(tab.locator("#lock")).to_be_hidden()
    clock.fast_forward(16 * 60_000)
    clock.run_for(10_000)
    for tab in (page, other):
        expect(tab.locator("#lock")).to_be_visible()


def test_all_tabs_lock_and_open_together(page: Page, world: World):
    anna, other = at_two_tabs(page, world)
    page.locator("#id_cents").fill("123,50")
    with other.expect_response("**/lock/"):
        other.locator("#lock-now button").click()
    expect(page.locator("#lock")).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    page.locator("#pin").fill(PIN)
    page.keyboard.press("Enter")
    for tab in (page, other):
        expect(tab.locator("#lock")).to_be_hidden()
    expect(page.locator("#id_cents")).to_have_value("123,50")
    page.locator("#id_cents").press("Enter")
    anna.sees("Slip 2 · Chips sold + 123,50")
