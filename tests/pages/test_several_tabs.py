"""One session in several tabs: one lock for all, and who works in one of them is there."""

import pytest
from django.contrib.sessions.models import Session as SignedInSession
from playwright.sync_api import Page, Response, expect

from casino.cage.models import Shift
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


def test_a_page_where_somebody_types_says_so_once_a_minute(page: Page, world: World):
    at_two_tabs(page, world)

    heard: list[bool] = []  # of each answer to a question for news: whether it said so

    def hear(answer: Response) -> None:
        if "/news/" in answer.url:
            heard.append("typing=1" in answer.url)

    page.on("response", hear)

    def said_in_a_minute() -> int:
        page.context.clock.fast_forward(61_000)
        while len(heard) < 3:  # one may have been on its way before
            page.wait_for_timeout(100)
        said = sum(heard)
        heard.clear()
        return said

    assert said_in_a_minute() == 0
    page.keyboard.press("1")
    assert said_in_a_minute() == 1
    assert said_in_a_minute() == 0


def test_a_count_sent_too_late_stands_there_after_pin_and_after_sign_in(page: Page, world: World):
    anna, other = at_two_tabs(page, world)
    other.close()
    page.goto("/tallinn/till/count/")
    page.locator("#id_cash_10000").fill("17")
    page.locator("#id_chips_2500").fill("93")
    # Locked elsewhere: by an old page, or the idle time of the server.
    page.evaluate("fetch('/lock/', {method: 'POST', body: new FormData(document.forms[0])})")
    anna.hand_in()
    anna.sees("Locked by")
    anna.type(PIN, "Enter")
    expect(page.locator("#id_cash_10000")).to_have_value("17")
    expect(page.locator("#id_chips_2500")).to_have_value("93")
    anna.photograph("count-after-the-pin")
    expect(page.locator("p.note[role=status]")).to_contain_text("did not arrive")
    SignedInSession.objects.all().delete()
    anna.hand_in()
    anna.sees("Sign in with your own user name")
    anna.type("cashier@tallinn", "Tab", PASSWORD, "Enter")
    expect(page.locator("#id_cash_10000")).to_have_value("17")
    anna.photograph("count-after-the-sign-in")
    assert Shift.objects.get().state == "open"
    anna.hand_in()
    page.wait_for_url("**/till/close/")
    assert Shift.objects.get().state == "counted"
    assert [error for error in anna.errors if "423" not in error] == []
