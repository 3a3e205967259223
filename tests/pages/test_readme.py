"""
The README's first evening on the demo, step by step, and the pictures of README and manual.

script/pictures runs it with a whole quarter behind the club and keeps what it takes in PICTURES.
"""

import os
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from casino.ledger.models import Entry
from demo.management.commands.demo import PASSWORD, PIN, WEEKENDS
from script.office import TOP
from tests.pages.people import SCREEN

README = TOP / "README.md"
SHOWN = re.compile(r"!\[.+?\]\((?:\.\./)?(?:docs/)?pictures/([\w-]+)\.png\)")
KEPT = os.environ.get("PICTURES")


class Visitor:
    """Somebody who reads the README and does what it says, keeping what is on the screen."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.taken: set[str] = set()
        page.set_viewport_size(SCREEN)

    def leave(self) -> None:
        """Go from the screen: a page that stays would send itself to the sign-in meanwhile."""
        self.page.goto("about:blank")
        self.page.context.clear_cookies()

    def sign_in(self, name: str) -> None:
        """Sign in as one of the demo's staff, whoever sat there before."""
        self.leave()
        self.page.goto("/")
        self.page.keyboard.type(name)
        self.page.keyboard.press("Tab")
        self.page.keyboard.type(PASSWORD)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("a[href='/me/']")).to_be_visible()

    def photograph(self, name: str, address: str = "") -> None:
        """Keep a page, or the one that is on the screen."""
        if address:
            answer = self.page.goto(address)
            assert answer, address
            assert answer.ok, address
        self.page.screenshot(path=self.folder / f"{name}.png")
        self.taken.add(name)

    def sees(self, text: str) -> None:
        expect(self.page.locator("main")).to_contain_text(text)


@pytest.fixture
def visitor(page: Page, tmp_path: Path) -> Visitor:
    call_command("demo", weekends=WEEKENDS if KEPT else 1, verbosity=0)
    return Visitor(page, TOP / KEPT if KEPT else tmp_path)


def test_the_first_evening_goes_as_the_readme_says(visitor: Visitor):
    open_a_shift(visitor)
    sell_chips(visitor)
    record_a_hand(visitor)
    read_the_day(visitor)
    look_around(visitor)

    shown = {
        name
        for page in [README, *TOP.glob("docs/manual/*.md")]
        for name in SHOWN.findall(page.read_text())
    }
    assert shown == visitor.taken
    assert {path.stem for path in visitor.folder.glob("*.png")} == shown
    assert {path.stem for path in TOP.glob("docs/pictures/*.png")} == shown


def open_a_shift(visitor: Visitor) -> None:
    """Steps 1 to 3."""
    page = visitor.page
    visitor.sign_in("anna")
    page.locator("#id_cash_10000").fill("20")
    page.locator("#id_chips_2500").fill("100")
    visitor.photograph("float")
    page.keyboard.press("Control+Enter")
    visitor.sees("2\u00a0000,00")
    expect(page.locator("[name=username]")).to_be_focused()
    page.keyboard.type("peter")
    page.keyboard.press("Tab")
    page.keyboard.type(PIN)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("link", name="To the till")).to_be_visible()
    page.wait_for_load_state()  # the keys of a page work once its scripts have run
    page.keyboard.press("t")
    expect(page.locator("#id_player")).to_be_focused()


def sell_chips(visitor: Visitor) -> None:
    """Steps 4 and 5."""
    page = visitor.page
    page.keyboard.type("Ülle")
    expect(page.locator(".found button")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#id_cents")).to_be_focused()
    page.keyboard.type("500")
    page.keyboard.press("Enter")
    visitor.sees("500,00 · Ülle Põder")
    visitor.photograph("till")
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    visitor.sees("chips:floor")


def record_a_hand(visitor: Visitor) -> None:
    """Steps 6 to 8."""
    page = visitor.page
    visitor.sign_in("peter")
    visitor.photograph("room")
    page.get_by_role("link", name="Table 1").click()
    expect(page.locator("#id_main_pot_cents")).to_be_focused()
    page.keyboard.type("37")
    page.keyboard.press("Enter")
    visitor.sees("1,50")
    expect(page.locator("#id_name")).to_have_value("14")
    visitor.photograph("table")
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    visitor.sees("OLY-2.36")
    visitor.sees("income:rake")
    visitor.photograph("why")
    assert sorted(Entry.objects.latest("id").cents) == [-150, -100, 250]


def read_the_day(visitor: Visitor) -> None:
    """Steps 9 and 10."""
    page = visitor.page
    visitor.sign_in("maria")
    visitor.photograph("days")
    page.locator("main tbody tr").first.get_by_role("link").first.click()
    visitor.sees("Anna Tamm")
    visitor.sees("Table 1")
    visitor.photograph("day")
    page.get_by_role("link", name="22,00").first.click()
    visitor.sees("37,00")


def look_around(visitor: Visitor) -> None:
    """What else the manual shows."""
    visitor.sign_in("tiina")
    visitor.photograph("tournaments", "/tallinn/tournaments/")
    visitor.sign_in("liis")
    visitor.photograph("rules", "/tallinn/rules/")
    visitor.sign_in("uku")
    visitor.photograph("trail", "/tallinn/acts/")
    visitor.leave()
    visitor.photograph("board", "/board/tallinn/")
    visitor.photograph("standing", "/standing/tallinn/")
