"""The keypad of the till: an amount is typed by finger or mouse, digit after digit."""

import pytest
from playwright.sync_api import Browser, Page, expect

from casino.money import format_cents
from tests.pages.evening import Role
from tests.pages.people import Person
from tests.world import World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.open_shift()
    return world


def at_the_till(page: Page, world: World) -> Person:
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    page.goto("/tallinn/till/?operation=sell")
    anna.at("#id_player")
    return anna


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.locator(f"[data-press='{key}']").click()


def shows(page: Page, amount: str) -> None:
    expect(page.locator("#id_cents")).to_have_value(amount)


@pytest.mark.parametrize(
    ("keys", "typed"), [("150", "150"), ("1,25", "1,25"), (",5", "0,5"), ("7C20", "20")]
)
def test_the_keypad_types_one_key_after_the_other(page: Page, world: World, keys: str, typed: str):
    anna = at_the_till(page, world)
    press(page, keys)
    shows(page, typed)
    anna.at("#id_cents")
    assert anna.errors == []


def test_what_the_keypad_typed_is_sold(page: Page, world: World):
    anna = at_the_till(page, world)
    press(page, "1250,5")
    anna.photograph("keypad")
    page.locator("form.main button[type=submit], .pad button[type=submit]").first.click()
    anna.sees("Slip 2 · Chips sold + 1\u00a0250,50")


def test_a_digit_begins_anew_where_a_whole_amount_stands(page: Page, world: World):
    at_the_till(page, world)
    page.locator("[data-add='5000']").click()
    page.locator("[data-add='5000']").click()
    shows(page, "100,00")
    press(page, "20")
    shows(page, "20")
    page.locator("[data-add='5000']").click()
    shows(page, "70,00")
    page.keyboard.press("Tab")
    press(page, "15")
    shows(page, "15")


def test_keyboard_and_keypad_type_into_the_same_amount(page: Page, world: World):
    at_the_till(page, world)
    page.locator("#id_cents").focus()
    page.keyboard.type("1")
    press(page, "2")
    page.keyboard.type("3")
    shows(page, "123")
    page.keyboard.press("Control+a")
    press(page, "4")
    shows(page, "4")


def test_counted_chips_are_replaced_by_what_the_keypad_types(page: Page, world: World):
    at_the_till(page, world)
    page.goto("/tallinn/till/?operation=redeem")
    page.locator("[data-gives] [data-cents]").first.fill("2")
    press(page, "15")
    shows(page, "15")


def test_a_finger_on_a_touch_screen_types_too(browser: Browser, world: World, live_site: str):
    context = browser.new_context(base_url=live_site, has_touch=True)
    touched = context.new_page()
    at_the_till(touched, world)
    for key in "150":
        touched.locator(f"[data-press='{key}']").tap()
    shows(touched, "150")
    context.close()


@pytest.mark.parametrize(
    ("taken", "says"), [("100", "30,00 is missing"), ("1oo", "digits only"), ("0", "130,00 is")]
)
def test_a_sale_waits_for_cash_that_is_missing(page: Page, world: World, taken: str, says: str):
    anna = at_the_till(page, world)
    anna.type("Enter", "130", "Tab", taken, "Enter")
    anna.at("#taken")
    expect(page.locator("#taken-missing")).to_contain_text(says)
    expect(page.locator("#change")).to_be_empty()
    anna.photograph(f"missing-{taken}")
    page.wait_for_load_state("networkidle")
    anna.sees_not("Slip 2")
    anna.type("150", "Enter")
    anna.sees("Slip 2 · Chips sold + 130,00")


def test_counted_chips_stay_after_a_refusal_and_are_added_to(page: Page, world: World):
    anna = at_the_till(page, world)
    page.goto("/tallinn/till/?operation=redeem")
    anna.at("#id_player")
    anna.type("Nobody Known")
    first, second = (page.locator("[data-gives] [data-cents]").nth(each) for each in (0, 1))
    one, other = (int(each.get_attribute("data-cents") or 0) for each in (first, second))
    first.fill("2")
    second.fill("4")
    page.locator(".pad button[type=submit]").click()
    anna.sees("There is no guest of that name or code.")
    anna.photograph("redeem-refused")
    expect(first).to_have_value("2")
    expect(second).to_have_value("4")
    first.fill("3")
    shows(page, format_cents(3 * one + 4 * other))
    assert anna.errors == []


def test_cash_taken_stays_after_a_refusal_and_holds_the_sale_again(page: Page, world: World):
    anna = at_the_till(page, world)
    anna.type("Nobody Known")
    page.locator("#id_cents").fill("130")
    page.locator("#taken").fill("200")
    page.locator(".pad button[type=submit]").click()
    anna.sees("There is no guest of that name or code.")
    anna.photograph("sell-refused")
    expect(page.locator("#taken")).to_have_value("200,00")
    expect(page.locator("#change")).to_have_text("70,00")
    page.locator("#id_player").fill("")
    page.locator("#id_cents").fill("230")
    page.locator(".pad button[type=submit]").click()
    expect(page.locator("#taken-missing")).to_contain_text("30,00 is missing")
    page.wait_for_load_state("networkidle")
    anna.sees_not("Slip 2")
