"""Names that would like to be markup, in a real browser: nothing runs, nothing is reported."""

import os

import pytest
from playwright.sync_api import Browser

from casino.staff.models import Role
from casino.staff.permissions import opening
from tests.pages.people import Person
from tests.pages.test_doors import (
    MARKUP,
    ROUTES,
    address,
    an_evening_of_payloads,
    ids,
    signed_in,
)

# Every page with LONG=1, every eighth of them otherwise.
EACH = 1 if os.environ.get("LONG") else 8


@pytest.mark.usefixtures("committed_db")
def test_no_name_runs_on_any_page(browser: Browser, live_site: str):
    world = an_evening_of_payloads()
    known = ids(world)
    manager = Person(browser.new_context(base_url=live_site).new_page(), world, Role.MANAGER)
    dialogs: list[str] = []
    manager.page.on("dialog", lambda box: (dialogs.append(box.message), box.dismiss()))
    manager.sign_in()
    seen = 0
    client = signed_in(world, Role.MANAGER)
    theirs = [route for route in ROUTES.values() if Role.MANAGER in opening(route.name, {})]
    for where in [address(known, route) for route in theirs][::EACH]:
        if "html" not in client.get(where)["Content-Type"]:
            continue  # a file
        manager.page.goto(where, wait_until="domcontentloaded")
        assert manager.page.locator("main script").count() == 0, where
        seen += MARKUP in manager.page.locator("body").inner_text()
    assert seen > 5
    assert (dialogs, manager.errors) == ([], [])
