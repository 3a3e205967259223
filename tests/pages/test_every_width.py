"""Every page from a phone to a wide screen: nothing overlaps, nothing is cut off."""

import mimetypes
import os
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, Page, Route

from casino.staff.models import Role
from tests.pages.evening import Answer

Crawled = Callable[[str], dict[str, Answer]]
SITE = "http://office.test"
WIDTHS = (390, 768, 1024, 1366, 1920)
HEIGHT = 900
HASH = re.compile(r"\.[0-9a-f]{12}(?=\.)")
# What axe-core looks at: a wide screen, with LONG=1 a phone and both sides of a tablet too.
LOOKED_AT = (1366, 390, 768, 1024)
# LONG=1: each page at every width; else each at two of them, another two for the next page.
LONG = bool(os.environ.get("LONG"))
SERIOUS = {"serious", "critical"}
# WCAG 2.2, 2.5.8: the smallest target, in CSS pixels; a link inside a sentence may be smaller.
SMALLEST = 24
# What lies where it can be seen and pressed, and no part of which another one covers.
FAULTS = """(smallest) => {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const faults = wide > 0 ? [`wider than the screen by ${wide}`] : [];
  const seen = (each) => each.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !each.closest(".away, .skip, dialog:not([open]), details:not([open]) > :not(summary)");
  const name = (each) => `${each.tagName} ${(each.textContent || each.name || each.ariaLabel || "")
    .trim().slice(0, 30)}`;
  const inside = (text) => [...text.parentElement.childNodes].some(
    (each) => each.nodeType === Node.TEXT_NODE && each.textContent.trim().length > 1);
  const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, "
    + "textarea, summary")].filter(seen);
  const boxes = all.map((each) => [each, each.getBoundingClientRect()]);
  for (const [each, box] of boxes) {
    if (box.right > innerWidth + 1 && !each.closest("table")) faults.push(
      `${name(each)} ends right of the screen`);
    const panel = each.closest(".panel")?.getBoundingClientRect();
    if (panel && box.right > panel.right + 1 && !each.closest("table")) faults.push(
      `${name(each)} ends right of its panel`);
    const inline = each.tagName === "A" && getComputedStyle(each).display === "inline";
    if (box.height < smallest && !inline) faults.push(`${name(each)} is ${box.height} high`);
    if (box.width < smallest && !inline && !inside(each)) faults.push(
      `${name(each)} is ${box.width} wide`);
  }
  for (const [index, [one, a]] of boxes.entries()) {
    for (const [other, b] of boxes.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 2 && y > 2) faults.push(`${name(one)} and ${name(other)} overlap`);
    }
  }
  return faults.slice(0, 4);
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A window before a site that is made of what pages answered; scripts do not move in it."""
    window = browser.new_context(base_url=SITE, reduced_motion="reduce", bypass_csp=True)
    yield window.new_page()
    window.close()


def serve(page: Page, pages: dict[str, Answer]) -> None:
    """Let a window find the pages by their addresses, and the static files; nothing else."""
    by_address = {answer.where: answer for answer in pages.values()}

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path in by_address and route.request.is_navigation_request():
            route.fulfill(body=by_address[path].content, content_type="text/html; charset=utf-8")
        elif path.startswith(settings.STATIC_URL):
            name = HASH.sub("", path.removeprefix(settings.STATIC_URL))
            route.fulfill(path=finders.find(name), content_type=mimetypes.guess_type(name)[0])
        else:
            route.fulfill(status=204)

    page.route("**/*", answer)


def whole(pages: dict[str, Answer]) -> dict[str, Answer]:
    """Return the pages, without what is only a part of one."""
    html = {name: answer for name, answer in pages.items() if answer.is_a("html")}
    return {name: answer for name, answer in html.items() if b"<title>" in answer.content}


def own_pages(crawled: Crawled) -> Iterator[tuple[str, str]]:
    """Yield (role, page) of every page, each for the first role that opens it."""
    seen: set[str] = set()
    for role in Role.values:
        for name in whole(crawled(role)).keys() - seen:
            seen.add(name)
            yield role, name


@pytest.mark.parametrize("role", Role.values)
def test_no_page_is_wider_than_the_screen_and_nothing_lies_on_something_else(
    crawled: Crawled, page: Page, role: str
):
    mine = sorted(name for each, name in own_pages(crawled) if each == role)
    pages = whole(crawled(role))
    serve(page, pages)
    found = {}
    for number, name in enumerate(mine):
        page.goto(pages[name].where)
        widths = WIDTHS if LONG else (WIDTHS[number % 5], WIDTHS[(number + 2) % 5])
        for width in widths:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            if faults := page.evaluate(FAULTS, SMALLEST):
                found[f"{name} at {width}"] = faults
    assert not found, "\n".join(f"{where}: {faults}" for where, faults in found.items())


@pytest.mark.parametrize("role", Role.values)
def test_no_page_keeps_anybody_out(crawled: Crawled, page: Page, role: str):
    """What axe-core calls serious or critical: names of controls, contrast, labels, structure."""
    mine = sorted(name for each, name in own_pages(crawled) if each == role)
    pages = whole(crawled(role))
    serve(page, pages)
    axe, found = Axe(), {}
    for name, width in product(mine, LOOKED_AT if LONG else LOOKED_AT[:1]):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.goto(pages[name].where)
        violations: list[dict[str, Any]] = axe.run(page).response["violations"]
        if wrong := [each for each in violations if each["impact"] in SERIOUS]:
            nodes = [(each["id"], each["nodes"][0]["html"][:90]) for each in wrong]
            found[f"{name} at {width}"] = nodes
    assert not found, "\n".join(f"{where}: {wrong}" for where, wrong in found.items())
