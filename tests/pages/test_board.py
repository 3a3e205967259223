"""The screen in the room, in a browser that nobody signed in to."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from cashgames.services.waiting import join_list
from casino.staff.models import Role
from tests.world import World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.jackpot()
    world.seat(world.session("Table 1"), "Mari Tamm", "Jaan Kask")
    return world


def waits(world: World, name: str) -> None:
    join_list(
        world.stamp("21:00", role=Role.SUPERVISOR),
        game="texas_holdem",
        small_blind_cents=100,
        big_blind_cents=200,
        player_id=world.player(name).pk,
    )


def test_the_screen_follows_the_room_and_says_when_it_got_nothing_new(page: Page, world: World):
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install()
    page.goto("/board/tallinn/")
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))  # from here on by steps alone
    board = page.locator("main")
    expect(board).to_contain_text("7 free")
    expect(board).to_contain_text("Nobody waits.")
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080

    waits(world, "Sergei Orlov")
    page.wait_for_timeout(1_100)
    page.clock.run_for(6_000)
    expect(board).to_contain_text("S. O.")
    expect(page.get_by_role("alert")).to_be_hidden()
    assert errors == []

    last = page.locator("main time").text_content()
    page.route("**/board/**", lambda route: route.abort())
    page.clock.run_for(29_000)
    expect(page.get_by_role("alert")).to_be_hidden()
    page.clock.run_for(8_000)
    expect(page.get_by_role("alert")).to_have_text(f"No new data since {last}")

    page.wait_for_timeout(1_100)  # what was served within a second is not new
    page.unroute("**/board/**")
    page.clock.run_for(6_000)
    expect(page.get_by_role("alert")).to_be_hidden()


def test_an_answer_that_somebody_kept_is_not_new(page: Page, world: World):
    page.clock.install()
    page.goto("/board/tallinn/")
    kept = page.request.get("/board/tallinn/?part=room").text()

    def answer(route: Route) -> None:
        route.fulfill(body=kept, content_type="text/html")

    page.route("**/board/**", answer)
    for _ in range(8):
        page.clock.run_for(5_000)
        page.wait_for_timeout(100)
    expect(page.get_by_role("alert")).to_contain_text("No new data since")


def test_a_phone_shows_the_whole_list_of_tables(page: Page, world: World):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/board/tallinn/")
    free = page.get_by_text("7 free seats").bounding_box()
    room = page.locator("main").bounding_box()
    assert free
    assert room
    assert free["x"] + free["width"] <= room["x"] + room["width"]
