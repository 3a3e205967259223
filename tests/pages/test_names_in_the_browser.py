"""Names that would like to be markup, in a real browser: nothing runs, nothing is reported."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from casino.staff.models import Role
from tests.pages.evening import MARKUP, Answer
from tests.pages.kept_site import kept_site
from tests.pages.people import errors_of

PARTS = 3  # which workers share


@pytest.mark.parametrize("part", range(PARTS))
def test_no_name_runs_on_any_page(
    browser: Browser, crawled: Callable[[str], dict[str, Answer]], part: int
):
    kept = {name: page for name, page in crawled(Role.MANAGER).items() if page.is_a("html")}
    dialogs: list[str] = []
    with kept_site(kept, styles=False) as site:  # they run nothing, and take half of the time
        page = browser.new_context(base_url=site).new_page()
        page.on("dialog", lambda box: (dialogs.append(box.message), box.dismiss()))
        errors, seen = errors_of(page), 0
        for where in [answer.where for answer in kept.values()][part::PARTS]:
            page.goto(where, wait_until="domcontentloaded")
            assert page.locator("main script").count() == 0, where
            seen += MARKUP in page.locator("body").inner_text()
        page.close()
    assert seen > 20
    assert (dialogs, errors) == ([], [])
