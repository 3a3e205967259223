"""A tournament played on the pages by director, cashier and manager, each at an own browser."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.site import PATIENCE
from tests.world import World
from tournaments.models import Entry, Tournament

LEVELS = "25 50 0 20\n50 100 0 20\n100 200 25 20"


@dataclass
class Evening:
    """Three people and the tournament that they run by its real forms."""

    world: World
    director: Page
    cashier: Page
    manager: Page

    @classmethod
    def begins(cls, browser: Browser, site: str, world: World) -> "Evening":
        """Open three browsers, signed in."""
        roles = (Role.DIRECTOR, Role.CASHIER, Role.MANAGER)
        return cls(world, *(_signed_in(browser, site, world, role) for role in roles))

    @property
    def at(self) -> str:
        """Where the club's addresses begin."""
        return f"/{self.world.club.slug}/"

    def ends(self) -> None:
        """Close the browsers."""
        for page in (self.director, self.cashier, self.manager):
            page.context.close()

    def send(self, page: Page, address: str, /, **typed: Any) -> None:
        """Open a form, fill it in and send it; the page that follows is not the form again."""
        page.goto(f"{self.at}{address}")
        form = page.url
        for name, value in typed.items():
            _fill(page, name, value)
        page.keyboard.press("Control+Enter")
        expect(page).not_to_have_url(form)

    def signed(self) -> None:
        """Let the manager approve what the director has just asked for."""
        self.manager.goto(self.director.url)
        self.manager.locator("button[data-key=y]").click()
        expect(self.manager.locator("main")).to_contain_text("approved")

    def announce(self, name: str, variant: str, **terms: Any) -> Tournament:
        """Keep a template and announce a tournament made from it, in an hour."""
        series, target = terms.pop("series_id", ""), terms.pop("target_id", "")
        usual = {
            "name": name, "variants": [variant], "price_cents": "100", "fee_cents": "10",
            "places": "20", "late_levels": "2", "rebuy_levels": "2", "stack": "10000",
            "levels": LEVELS,
        }  # fmt: skip
        self.send(self.director, "tournaments/templates/add/", **usual | terms)
        at = (timezone.now() + timedelta(hours=1)).astimezone(ZoneInfo("Europe/Tallinn"))
        self.send(
            self.director, "tournaments/announce/", template_id=name, name=name,
            starts_at=f"{at:%d.%m.%Y %H:%M}", series_id=series, target_id=target,
        )  # fmt: skip
        return Tournament.objects.get(name=name)

    def sell(self, event: Tournament, code: int, paid_with: str = "cash") -> Entry:
        """Sell entry at the desk to the guest of a code."""
        form = f"tournaments/{event.pk}/entry/"
        self.send(self.cashier, form, player=str(code), paid_with=paid_with)
        expect(self.cashier.locator("[role=status]")).to_contain_text("Print ticket")
        return Entry.objects.get(tournament=event, player__code=code)

    def asks(self, event: Tournament, what: str, **typed: Any) -> None:
        """Let the director ask for something, and the manager sign it."""
        self.send(self.director, f"tournaments/{event.pk}/{what}/", **typed)
        self.signed()

    def out(self, event: Tournament, entry: Entry, by: Entry) -> None:
        """Note a knock-out; where bounties are won, by whom."""
        typed = {"stack": "1000"} | ({"by": [by.pk]} if event.bounty_cents else {})
        where = f"tournaments/{event.pk}/knock-out/?entry={entry.pk}"
        self.send(self.director, where, **typed)

    def pay_all(self) -> int:
        """Pay everything that is due at the desk; return how many payments that were."""
        paid = 0
        while True:
            self.cashier.goto(f"{self.at}payments/")
            due = self.cashier.locator("tbody").first.locator("a").first
            if not due.count():
                return paid
            self.send(self.cashier, (due.get_attribute("href") or "").removeprefix(self.at))
            expect(self.cashier.locator("main")).to_contain_text("Paid")
            paid += 1

    def look(self, page: Page, name: str) -> None:
        """Keep a picture where SCREENSHOTS says so."""
        if folder := os.environ.get("SCREENSHOTS"):
            page.screenshot(path=f"{folder}/{name}.png")


def _signed_in(browser: Browser, site: str, world: World, role: str) -> Page:
    page = browser.new_context(base_url=site).new_page()
    page.set_default_timeout(PATIENCE)
    Person(page, world, role).begin_session()
    return page


def _fill(page: Page, name: str, value: Any) -> None:
    """Fill one field, whatever it is: boxes to check, a choice by its words, or text."""
    if isinstance(value, list):
        for each in value:
            page.locator(f"input[name={name}][value='{each}']").check()
        return
    field = page.locator(f"[name={name}]")
    if value is True:
        field.check()
    elif name == "levels":
        _fill_levels(page, value.splitlines())
    elif field.evaluate("each => each.tagName") != "SELECT":
        field.fill(value)
    elif value:
        words = field.locator("option", has_text=value).first
        field.select_option(value if value.isascii() and value.islower() else words.inner_text())


def _fill_levels(page: Page, lines: Sequence[str]) -> None:
    """Type the levels of blinds as rows, the way that a director sees them."""
    rows = page.locator("tr", has=page.locator("[data-column=small]"))
    for number, line in enumerate(lines):
        if number:
            rows.nth(number - 1).get_by_role("button", name="Add level").click()
        for column, typed in zip(("small", "big", "ante", "minutes"), line.split(), strict=True):
            rows.nth(number).locator(f"[data-column={column}]").fill(typed)
