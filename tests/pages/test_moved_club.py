"""Pages that stand open at the old address of a club that has moved to another cell."""

import psycopg
import pytest
from playwright.sync_api import Page, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import PASSWORD, World, a_club

HELD = "UPDATE house_club SET is_held = true"
MOVED = "UPDATE house_club SET is_held = true, moved_to = %s"


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


def elsewhere(live_site: str) -> str:
    """Return an address of another host, at which this test's own server answers 404."""
    return f"{live_site.replace('127.0.0.1', 'localhost')}/elsewhere"


def test_open_pages_of_staff_and_room_go_to_the_clubs_new_address(
    page: Page, live_site: str, world: World, forger: psycopg.Connection
):
    Person(page, world, Role.SUPERVISOR).sign_in()
    page.goto("/tallinn/tables/")
    room = page.context.new_page()
    room.goto("/board/tallinn/")
    forger.execute(MOVED, [elsewhere(live_site)])
    room.wait_for_url(f"{elsewhere(live_site)}/board/tallinn/")
    page.wait_for_url(f"{elsewhere(live_site)}/tallinn/tables/")


def test_a_club_that_is_about_to_move_says_so_on_each_page(
    page: Page, world: World, forger: psycopg.Connection
):
    Person(page, world, Role.SUPERVISOR).sign_in()
    page.goto("/tallinn/tables/")
    banner = page.get_by_role("status").filter(has_text="The club is moving to another server.")
    expect(banner).to_have_count(0)
    forger.execute(HELD)
    for path in ("tables", "players"):
        page.goto(f"/tallinn/{path}/")
        expect(banner).to_contain_text("Try again in a few minutes")


def test_what_was_typed_stands_until_it_is_sent_and_is_told_where_the_club_is(
    page: Page, live_site: str, world: World, forger: psycopg.Connection
):
    Person(page, world, Role.SUPERVISOR).sign_in()
    page.goto("/tallinn/players/new/")
    page.get_by_label("Name", exact=True).fill("Mari Tamm")
    with page.expect_response("**/tallinn/news/**"):
        forger.execute(MOVED, [elsewhere(live_site)])
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text(
        f"The club is at {elsewhere(live_site)} now. Sign in there. Nothing was booked."
    )
    link = page.get_by_role("link", name="Open the new address")
    expect(link).to_have_attribute("href", f"{elsewhere(live_site)}/tallinn/")


def test_who_signs_in_at_the_old_address_is_led_to_the_new_one(
    page: Page, live_site: str, world: World, forger: psycopg.Connection
):
    forger.execute(MOVED, [elsewhere(live_site)])
    page.goto("/tallinn/tables/")
    supervisor = Person(page, world, Role.SUPERVISOR)
    supervisor.type(world.staff[Role.SUPERVISOR].username, "Tab", PASSWORD, "Enter")
    page.wait_for_url(f"{elsewhere(live_site)}/tallinn/tables/")
