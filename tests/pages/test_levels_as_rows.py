"""The levels of a tournament, typed as rows: what the rows say is what the box says."""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.pages.evening import Role
from tests.pages.people import Person
from tests.world import World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


@pytest.fixture
def mia(page: Page, world: World) -> Person:
    mia = Person(page, world, Role.MANAGER)
    mia.sign_in()
    page.goto(reverse("template-add", args=["tallinn"]))
    expect(rows(page)).to_have_count(1)
    return mia


def rows(page: Page) -> Locator:
    return page.locator("table.levels tbody tr")


def fill(row: Locator, **cells: str) -> None:
    for column, text in cells.items():
        field = row.locator(f"[data-column={column}]")
        field.fill(text)
        field.blur()  # what is suggested of it stands in the next field


def said(page: Page) -> list[str]:
    return page.locator("textarea[data-levels-of]").input_value().splitlines()


def undo(page: Page) -> Locator:
    return page.get_by_role("button", name="Undo")


def test_numbers_typed_in_groups_stay_four_numbers(page: Page, mia: Person):
    fill(rows(page).first, small="1 000", big="2\u00a0000", ante="0", minutes="20")
    assert said(page) == ["1000 2000 0 20"]
    # Refused for its name, the form comes back with the levels as they were typed.
    page.keyboard.press("Control+Enter")
    expect(page.locator(".error").first).to_be_visible()
    cells = rows(page).first.locator("input").evaluate_all("all => all.map((one) => one.value)")
    assert cells == ["1000", "2000", "0", "20"]
    mia.photograph("levels-refused")
    assert mia.errors == []


def test_a_small_blind_in_groups_suggests_the_big_one(page: Page, mia: Person):
    fill(rows(page).first, small="1 000")
    page.keyboard.press("Tab")
    expect(rows(page).first.locator("[data-column=big]")).to_have_value("2000")


def test_a_cell_entered_by_mouse_or_finger_is_typed_in_place_of_what_stands_there(
    page: Page, mia: Person
):
    cells = rows(page).first.locator("input")
    for place, text in enumerate(("25", "60", "5", "20")):
        cells.nth(place).click()
        page.keyboard.type(text)
    assert said(page) == ["25 60 5 20"]
    cells.nth(1).click()
    page.keyboard.type("50")
    cells.nth(1).click()  # a second time in the same cell the caret stands where it was put
    page.keyboard.press("End")
    page.keyboard.type("0")
    assert said(page) == ["25 500 5 20"]
    assert mia.errors == []


def three_levels(page: Page) -> None:
    for number, row_before in enumerate((None, 0, 1), start=1):
        if row_before is not None:
            rows(page).nth(row_before).get_by_role("button", name="Add level").click()
        fill(rows(page).nth(number - 1), small=f"{number}", big=f"{2 * number}", minutes="20")


def test_undo_brings_a_row_back_and_keeps_what_was_typed_since(page: Page, mia: Person):
    three_levels(page)
    rows(page).nth(1).get_by_role("button", name="Remove").click()
    assert said(page) == ["1 2 0 20", "3 6 0 20"]
    fill(rows(page).nth(1), ante="5")
    undo(page).click()
    assert said(page) == ["1 2 0 20", "2 4 0 20", "3 6 5 20"]
    expect(undo(page)).to_be_hidden()
    expect(rows(page).nth(1).locator("[data-column=small]")).to_be_focused()


def test_rows_come_back_one_after_the_other_to_where_they_stood(page: Page, mia: Person):
    three_levels(page)
    for _ in range(3):
        rows(page).first.get_by_role("button", name="Remove").click()
    assert said(page) == []
    for standing in (["3 6 0 20"], ["2 4 0 20", "3 6 0 20"]):
        undo(page).click()
        assert said(page) == standing
    undo(page).click()
    assert said(page) == ["1 2 0 20", "2 4 0 20", "3 6 0 20"]


def test_a_chosen_pace_is_taken_back_until_somebody_goes_on_with_it(page: Page, mia: Person):
    pace = page.locator("button[data-levels]").first
    page.locator("[name=stack]").fill("20000")
    page.locator("[name=players]").fill("30")
    three_levels(page)
    rows(page).nth(2).get_by_role("button", name="Remove").click()
    pace.click()
    undo(page).click()
    assert said(page) == ["1 2 0 20", "2 4 0 20"]
    undo(page).click()
    assert said(page) == ["1 2 0 20", "2 4 0 20", "3 6 0 20"]
    pace.click()
    fill(rows(page).first, ante="7")
    expect(undo(page)).to_be_hidden()
    assert said(page)[0].split()[2] == "7"
