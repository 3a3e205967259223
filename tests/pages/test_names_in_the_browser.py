"""Names that would like to be markup, in a real browser: nothing runs, nothing is reported."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route

from casino.staff.models import Role
from tests.pages.evening import MARKUP, Answer
from tests.pages.people import errors_of

PARTS = 3  # which workers share


@pytest.mark.parametrize("part", range(PARTS))
def test_no_name_runs_on_any_page(
    browser: Browser, gunicorn: str, crawled: Callable[[str], dict[str, Answer]], part: int
):
    kept = {page.where: page for page in crawled(Role.MANAGER).values() if page.is_a("html")}
    page = browser.new_context(base_url=gunicorn).new_page()
    page.route("**/tallinn/**", lambda route: answered(route, kept))
    page.route("**/*.css", lambda route: route.abort())  # runs nothing, takes half of the time
    dialogs: list[str] = []
    page.on("dialog", lambda box: (dialogs.append(box.message), box.dismiss()))
    errors, seen = errors_of(page), 0
    for where in list(kept)[part::PARTS]:
        page.goto(where, wait_until="domcontentloaded")
        assert page.locator("main script").count() == 0, where
        seen += MARKUP in page.locator("body").inner_text()
    assert seen > 20
    assert (dialogs, errors) == ([], [])


def answered(route: Route, kept: dict[str, Answer]) -> None:
    """Show a page as it was kept; what its scripts ask for later is not there."""
    if route.request.is_navigation_request():
        page = kept[urlsplit(route.request.url).path]
        route.fulfill(status=page.status, headers=page.headers, body=page.content)
    else:
        route.abort()
