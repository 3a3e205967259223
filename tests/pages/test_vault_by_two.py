"""The owners' money through pages: counted in by one, signed by another, taken back by two."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


@pytest.fixture
def enters(browser: Browser, live_site: str, world: World) -> Callable[[str], Person]:
    """Let somebody sign in at a screen of their own."""

    def enter(role: str) -> Person:
        person = Person(browser.new_context(base_url=live_site).new_page(), world, role)
        person.sign_in()
        return person

    return enter


def test_the_vault_is_funded_by_denomination_and_put_right_by_two(
    world: World, enters: Callable[[str], Person]
):
    manager, accountant = enters(Role.MANAGER), enters(Role.ACCOUNTANT)
    manager.page.goto("/tallinn/vault/")
    manager.page.locator("#id_cash_10000").fill("30")
    manager.page.locator("#id_cash_5000").fill("12")
    manager.page.keyboard.press("Control+Enter")
    manager.sees("You cannot approve your own request.")
    asked = manager.page.url
    accountant.page.goto(asked)
    accountant.sees("30 \N{MULTIPLICATION SIGN}")
    accountant.command("y")
    accountant.sees("Approved by")
    assert world.balance("cash:vault") == 360_000

    manager.page.goto("/tallinn/vault/")
    manager.page.get_by_role("link", name="Take back").click()
    manager.page.locator("#id_reason").fill("Counted twice")
    manager.page.keyboard.press("Control+Enter")
    manager.sees("You cannot approve your own request.")
    accountant.page.goto(manager.page.url)
    accountant.command("y")
    accountant.sees("Approved by")
    assert world.balance("cash:vault") == 0
