"""Somebody at a screen of 1366 by 768, with nothing but a keyboard."""

import os

from playwright.sync_api import Page, expect

from tests.world import PASSWORD, World

SCREEN = {"width": 1366, "height": 768}


class Person:
    """Presses keys, and looks at what is on the screen."""

    def __init__(self, page: Page, world: World, role: str) -> None:
        self.page, self.world, self.role = page, world, role
        self.errors: list[str] = []
        page.set_viewport_size(SCREEN)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._listen)

    def _listen(self, message: object) -> None:
        text = getattr(message, "text", "")
        if "Content Security Policy" in text or "Uncaught" in text:
            self.errors.append(text)

    def sign_in(self) -> None:
        """Sign in with name and password."""
        self.page.goto("/")
        self.type(f"{self.role}@{self.world.club.slug}", "Tab", PASSWORD, "Enter")
        expect(self.page.get_by_text("Gaming day").first).to_be_visible()

    def type(self, *steps: str) -> None:
        """Type texts; a word that names a key is pressed."""
        for step in steps:
            if step in {"Enter", "Tab", "Escape", "Control+Enter", "+"}:
                self.page.keyboard.press(step)
            else:
                self.page.keyboard.type(step)

    def command(self, letter: str) -> None:
        """Leave the field, then press the letter of a command."""
        if self.page.evaluate("document.activeElement.matches('input, select, textarea')"):
            self.page.keyboard.press("Escape")
        self.page.keyboard.press(letter)

    def sees(self, text: str) -> None:
        """The text stands on the screen; no-break spaces are spaces."""
        expect(self.page.locator("main")).to_contain_text(text)

    def sees_not(self, text: str) -> None:
        """The text does not stand on the page."""
        expect(self.page.locator("body")).not_to_contain_text(text)

    def at(self, selector: str) -> None:
        """The focus is in a field."""
        expect(self.page.locator(selector)).to_be_focused()

    def photograph(self, name: str) -> None:
        """Keep what is on the screen where SCREENSHOTS says so, for people to look at."""
        if folder := os.environ.get("SCREENSHOTS"):
            self.page.screenshot(path=f"{folder}/{name}.png", full_page=True)

    def fits(self) -> None:
        """Nothing has to be scrolled."""
        size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        wide, high = self.page.evaluate(size)
        assert (wide, high) <= (SCREEN["width"], SCREEN["height"]), (wide, high)
        assert high <= SCREEN["height"], high
