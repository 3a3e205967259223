"""The bar above every page."""

import pytest
from playwright.sync_api import Page, expect

from casino.staff.models import Role
from tests.pages.people import SCREEN, Person
from tests.world import PASSWORD, a_club


@pytest.mark.parametrize("language", ["et", "ru", "lv"])
def test_the_bar_is_one_line_in_every_language(page: Page, live_site: str, language: str):
    world = a_club()
    cashier = world.staff[Role.CASHIER]
    cashier.language = language
    cashier.save()
    page.set_viewport_size(SCREEN)
    page.goto("/")
    person = Person(page, world, Role.CASHIER)
    person.type(cashier.username, "Tab", PASSWORD, "Enter")
    expect(page.locator("html")).to_have_attribute("lang", language)
    links = page.locator("nav a:visible")
    ends = links.evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
    assert max(ends) < page.locator(".bar .now").bounding_box()["x"]
