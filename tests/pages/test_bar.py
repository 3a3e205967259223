"""The bar above every page."""

import pytest
from playwright.sync_api import Page, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import PASSWORD, a_club

# Below 1400 the pages of the bar fold.
WIDE = {"width": 1400, "height": 900}


@pytest.mark.parametrize("language", ["et", "ru", "lv"])
def test_the_bar_is_one_line_in_every_language(page: Page, live_site: str, language: str):
    world = a_club()
    cashier = world.staff[Role.CASHIER]
    cashier.language = language
    cashier.save()
    page.goto("/")
    person = Person(page, world, Role.CASHIER)
    person.type(cashier.username, "Tab", PASSWORD, "Enter")
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.set_viewport_size(WIDE)
    links = page.locator("nav a:visible")
    ends = links.evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
    assert max(ends) < page.locator(".bar .now").bounding_box()["x"]


def test_below_a_wide_screen_the_pages_fold_under_one_word(page: Page, live_site: str):
    peter = Person(page, a_club(), Role.SUPERVISOR)
    peter.sign_in()
    page.set_viewport_size({"width": 1024, "height": 768})
    tables = page.locator("nav a", has_text="Tables")
    expect(tables).to_be_hidden()
    page.locator(".bar .menu").click()
    expect(tables).to_be_visible()
    page.keyboard.press("Escape")
    expect(tables).to_be_hidden()
    assert peter.errors == []
