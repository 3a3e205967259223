"""Somebody at a screen of 1366 by 768, with nothing but a keyboard."""

import os

from django.conf import settings
from django.test import override_settings
from playwright.sync_api import ConsoleMessage, Page, expect

import casino.web.sign_in  # noqa: F401 - its receivers write into a session who has a PIN
from tests.world import World

SCREEN = {"width": 1366, "height": 768}
# Two frames of the page.
ON_ITS_WAY = "form[data-sent]:not([data-print-here])"
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def errors_of(page: Page) -> list[str]:
    """Return the list in which errors of a page's scripts and policy will stand."""
    errors: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text or "Uncaught" in message.text:
            errors.append(message.text)

    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", listen)
    return errors


class Person:
    """Presses keys, and looks at what is on the screen."""

    def __init__(self, page: Page, world: World, role: str) -> None:
        self.page, self.world, self.role = page, world, role
        page.set_viewport_size(SCREEN)
        self.errors = errors_of(page)
        # Keys so far; those held together are one.
        self.pressed = 0

    def sign_in(self) -> None:
        """Come in, and see one's first page; `test_bar` types name and password."""
        self.begin_session()
        self.page.goto("/")
        expect(self.page.get_by_text("Gaming day").first).to_be_visible()

    def leave(self) -> None:
        """Go from the screen: a page that stays would send itself to the sign-in meanwhile."""
        self.page.goto("about:blank")
        self.page.context.clear_cookies()

    def begin_session(self) -> None:
        """Have a session of the site, before any page of it."""
        with override_settings(SECRET_KEY=os.environ["SECRET_KEY"]):
            client = self.world.browser(self.role)
        session = client.cookies[settings.SESSION_COOKIE_NAME]
        origin = self.page.request.get("/sign-in/").url
        cookie = {"name": session.key, "value": session.value, "url": origin, "httpOnly": True}
        self.page.context.add_cookies([cookie])

    def type(self, *steps: str) -> None:
        """Type texts; a word that names a key is pressed."""
        self.ready()
        for step in steps:
            if step in {"Enter", "Tab", "Escape", "Control+Enter", "Control+p", "+"}:
                self.page.keyboard.press(step)
                self.pressed += 1
            else:
                self.page.keyboard.type(step)
                self.pressed += len(step)
        self.ready()

    def hand_in(self) -> None:
        """Hand a count in, and say that what the sheet shows once more is what was counted."""
        self.page.keyboard.press("Control+Enter")
        expect(self.page.locator("[data-confirm]")).to_be_visible()
        self.page.keyboard.press("Enter")

    def command(self, letter: str) -> None:
        """Leave the field, then press the letter of a command."""
        self.ready()
        self.page.evaluate(DRAWN)  # a field that takes the focus by itself does so with a frame
        if self.page.evaluate("document.activeElement.matches('input, select, textarea')"):
            self.page.keyboard.press("Escape")
        self.page.keyboard.press(letter)

    def sees(self, text: str) -> None:
        """The text stands on the screen; no-break spaces are spaces."""
        expect(self.page.locator("main")).to_contain_text(text)
        self.ready()

    def ready(self) -> None:
        """The page's scripts run: they give the first field its focus and hear the keys.

        Its text stands on the screen before that. A form that is on its way is no page yet.
        """
        expect(self.page.locator(ON_ITS_WAY)).to_have_count(0)
        self.page.wait_for_load_state("domcontentloaded")

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
