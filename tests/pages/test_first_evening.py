"""From an empty installation to the first open shift, in the browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from casino.cage.models import Shift
from casino.ledger.queries.balances import balance_cents
from casino.setup.rules.plan_file import plan_in
from casino.setup.services.word import new_word
from casino.staff.models import User
from casino.staff.services import set_pin
from tests.pages.people import SCREEN

PEOPLE = (
    ("liis", "Liis Mets", "manager"),
    ("maria", "Maria Kask", "accountant"),
    ("anna", "Anna Tamm", "cashier"),
)


@pytest.fixture
def visitor(page: Page) -> Page:
    """The first person who ever looks at the site."""
    page.set_viewport_size(SCREEN)
    page.goto("/")
    return page


def field(page: Page, name: str, text: str) -> None:
    page.locator(f"[name='{name}']").fill(text)


def forward(page: Page, heading: str) -> None:
    page.keyboard.press("Control+Enter")
    expect(page.locator("h1")).to_have_text(heading)
    page.wait_for_load_state("domcontentloaded")  # the keys of a page work once its scripts run


def test_from_an_empty_installation_to_the_first_open_shift(visitor: Page):
    expect(visitor.locator("h1")).to_have_text("There is no club here yet")
    visitor.keyboard.type(new_word())
    visitor.keyboard.press("Enter")
    expect(visitor.locator("h1")).to_have_text("Club and rules")
    write_the_plan(visitor)
    words = open_the_club(visitor)
    sign_in(visitor, "anna", words["anna"])
    open_the_first_shift(visitor)

    shift = Shift.objects.get()
    assert (shift.cashier.username, shift.drawer.name) == ("anna", "Desk 1")
    assert balance_cents(shift.club_id, "cash:drawer", shift.drawer_id) == 100_000
    assert balance_cents(shift.club_id, "cash:vault") == 400_000
    visitor.goto("/setup/")
    expect(visitor.locator("main")).to_contain_text("This installation already has a club.")


def write_the_plan(page: Page) -> None:
    """One mistake on the way, and one step back."""
    field(page, "name", "Poker club Pärnu")
    field(page, "slug", "Pärnu")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#id_slug_error")).to_contain_text("small letters")
    expect(page.locator("#id_slug")).to_be_focused()
    field(page, "slug", "parnu")
    forward(page, "Money and chips")
    forward(page, "Drawers and tables")
    page.get_by_role("button", name="Back").click()
    expect(page.locator("h1")).to_have_text("Money and chips")
    forward(page, "Drawers and tables")
    forward(page, "People")
    for i, (username, name, role) in enumerate(PEOPLE):
        field(page, f"username_{i}", username)
        field(page, f"name_{i}", name)
        page.locator(f"[name='roles_{i}'][value='{role}']").check()
    forward(page, "Opening balances")
    field(page, "cash:vault", "5 000")
    field(page, "equity:funding", "4 000")
    field(page, "jackpot:pool", "1 000")
    forward(page, "Review")


def open_the_club(page: Page) -> dict[str, str]:
    """Keep the file, open, and note the passwords."""
    with page.expect_download() as coming:
        page.keyboard.press("Alt+f")
    assert plan_in(Path(coming.value.path()).read_bytes()).club.slug == "parnu"
    forward(page, "Poker club Pärnu is open")
    return {name: page.locator(f"#password-{name}").inner_text() for name, _, _ in PEOPLE}


def sign_in(page: Page, name: str, word: str) -> None:
    page.get_by_role("link", name="Sign in").click()
    field(page, "username", name)
    field(page, "password", word)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Choose a password of your own")
    field(page, "old_password", word)
    for again in "12":
        field(page, f"new_password{again}", "seven quiet herons")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Your PIN")
    field(page, "password", "seven quiet herons")
    field(page, "pin", "2468")
    page.keyboard.press("Enter")


def open_the_first_shift(page: Page) -> None:
    """Ten notes of a hundred."""
    expect(page.locator("h1")).to_contain_text("Open a shift")
    page.locator("#id_cash_10000").fill("10")
    page.keyboard.press("Control+Enter")
    expect(page.locator("h1")).to_contain_text("Approve here: Open a shift with a float")
    expect(page.locator("main table")).to_contain_text("100,00")
    set_pin(User.objects.get(username="liis"), "4711")
    field(page, "username", "liis")
    field(page, "secret", "4711")
    page.keyboard.press("Control+Enter")
    page.get_by_role("link", name="To the till").click()
    expect(page.locator("#id_player")).to_be_focused()
