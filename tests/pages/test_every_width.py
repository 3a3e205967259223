"""Every page from a phone to a wide screen: nothing overlaps, nothing is cut off."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from casino.staff.models import Role
from script.office import TOP
from tests.pages.evening import MARKUP, Answer
from tests.pages.kept_site import kept_site
from tests.pages.people import errors_of
from tests.pages.unseen import Unseen

Crawled = Callable[[str], dict[str, Answer]]
# In this order: a page stands as wide as the one before it was left.
WIDTHS = (390, 1024, 1920, 768, 1366)
HEIGHT = 900
# LONG=1: each page at every width; else each at two of them, another two for the next page.
LONG = bool(os.environ.get("LONG"))
# Where axe-core looks: at a wide screen, with LONG=1 at a phone and both sides of a tablet too.
LOOKED_AT = (1366, 390, 768, 1024) if LONG else (1366,)
# How many scripts its own part of a page has; its text.
SAYS = "[document.querySelectorAll('main script').length, document.body.innerText]"
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
  // On a desk's screen each table is seen whole; on smaller ones it may scroll in its panel.
  const cut = (each) => each && (each.scrollWidth > each.clientWidth + 2
    && getComputedStyle(each).overflowX !== "visible" || cut(each.parentElement));
  if (innerWidth >= 1366) for (const each of document.querySelectorAll("table"))
    if (seen(each) && cut(each.parentElement)) faults.push(`${name(each)} is cut off`);
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


@contextmanager
def window(browser: Browser, pages: dict[str, Answer], **more: Any) -> Iterator[Page]:
    """Open a window before a site of these pages; nothing moves in it."""
    with kept_site(pages) as site:
        profile = browser.new_context(base_url=site, reduced_motion="reduce", **more)
        yield profile.new_page()
        profile.close()


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


def faults_of(page: Page, asked: tuple[int, ...], unseen: Unseen) -> Iterator[tuple[str, Any]]:
    """Yield what is wrong with a page at widths, and what axe-core finds."""
    for width in dict.fromkeys((asked[0], *LOOKED_AT, *asked)):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        if width in asked and (faults := page.evaluate(FAULTS, SMALLEST)):
            yield f"at {width}", faults
        if width in LOOKED_AT and (wrong := unseen.broken(page)):
            yield f"by axe at {width}", wrong


@pytest.fixture(scope="module")
def unseen() -> Unseen:
    return Unseen()


@pytest.mark.parametrize("role", Role.values)
def test_no_page_is_wider_than_the_screen_keeps_anybody_out_or_runs_a_name(
    crawled: Crawled, browser: Browser, unseen: Unseen, role: str
):
    """
    Wider: nothing overlaps, nothing is cut off. Out keeps what axe-core calls serious or critical.

    The evening's names would like to be markup: nothing runs, the policy has nothing to report.
    """
    mine = sorted(name for each, name in own_pages(crawled) if each == role)
    pages, found, seen = whole(crawled(role)), {}, 0
    dialogs: list[str] = []
    with window(browser, pages) as page:
        page.on("dialog", lambda box: (dialogs.append(box.message), box.dismiss()))
        errors = errors_of(page)
        page.add_init_script(Axe().axe_script)
        for number, name in enumerate(mine):
            page.goto(pages[name].where)
            scripts, text = page.evaluate(SAYS)
            assert scripts == 0, name
            seen += MARKUP in text
            two = (WIDTHS[number % 5], WIDTHS[(number + 1) % 5])
            for where, faults in faults_of(page, WIDTHS if LONG else two, unseen):
                found[f"{name} {where}"] = faults
    assert not found, "\n".join(f"{where}: {faults}" for where, faults in found.items())
    # Own pages of the others, few, say no names.
    assert seen or role not in {Role.CASHIER, Role.SUPERVISOR}
    assert (dialogs, errors) == ([], [])


@pytest.mark.parametrize(("width", "height", "rows"), [(768, 1024, 2), (1280, 800, 1)])
def test_the_next_hand_of_a_table_stands_on_the_first_screen_below_its_acts(
    crawled: Crawled, browser: Browser, width: int, height: int, rows: int
):
    pages = whole(crawled(Role.SUPERVISOR))
    with window(browser, pages) as page:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(pages["session"].where)
        record = page.locator("form.strip button.main").bounding_box()
        assert record
        assert record["y"] + record["height"] <= height / 2
        tops = "new Set([...document.querySelectorAll('.tools > *')].map((one) => one.offsetTop))"
        assert page.evaluate(f"{tops}.size") <= rows


def test_what_scrolls_by_itself_can_be_reached_by_keyboard():
    """Whether it scrolls depends on the screen: axe-core sees it at some widths only."""
    tags = [
        tag
        for path in (TOP / "templates").rglob("*.html")
        for tag in re.findall(r'<[^>]*class="[^"]*\bwithin\b[^>]*>', path.read_text())
    ]
    assert tags
    assert all('tabindex="0"' in tag and "aria-label" in tag for tag in tags), tags
