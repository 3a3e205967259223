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
