"""What the set-up's pages do in a browser."""

from playwright.sync_api import Page, expect

from casino.house.rulebook import NAMES, load_book
from casino.setup.services.word import new_word


def test_the_book_suggests_a_control_profile_until_somebody_chooses_one(page: Page, live_site: str):
    page.goto("/setup/")
    page.locator("[name=word]").fill(new_word())
    page.keyboard.press("Enter")
    book, controls = page.locator("#id_book"), page.locator("#id_controls")
    for name in NAMES:
        book.select_option(name)
        expect(controls).to_have_value(load_book(name).suggested_controls)
    book.select_option("home")
    expect(controls).to_have_value("home")
    controls.select_option("casino")
    book.select_option("olympic")
    expect(controls).to_have_value("casino")
