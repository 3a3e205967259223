"""The owners' money through pages: counted in by one, signed by another, taken back by two."""

from collections.abc import Callable

import pytest

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


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
