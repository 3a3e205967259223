"""A new colleague, from the manager's screen to the first sign-in, each with a keyboard."""

from playwright.sync_api import Browser, Page, expect

from casino.staff.models import Role, User
from tests.pages.people import SCREEN, Person
from tests.world import World, a_club

PASSWORD = "gravel-otter-92-lantern"


def test_a_new_colleague_comes_in_by_a_code_of_two_halves(
    committed_db: None, live_site: str, browser: Browser, page: Page
):
    world = a_club()
    manager = Person(page, world, Role.MANAGER)
    manager.sign_in()
    page.goto("/tallinn/acts/access/give/")
    manager.type("ruta", "Tab")
    page.get_by_label("Role").select_option(Role.CASHIER)
    page.get_by_label("Name of a new colleague").fill("Ruta Ozola")
    page.get_by_label("Why").fill("Hired for the weekends")
    page.keyboard.press("Control+Enter")
    manager.sees("Open until")
    request = page.url

    accountant = beside(browser, live_site, world, Role.ACCOUNTANT)
    accountant.page.goto(request)
    accountant.command("y")
    accountant.sees("Approved by")
    assert not User.objects.get(username="ruta").has_usable_password()
    halves = [half_read_by(each, request) for each in (manager, accountant)]
    comes_in(browser.new_page(base_url=live_site, viewport=SCREEN), halves)
    page.reload()
    manager.sees("There is no code of yours here")


def half_read_by(person: Person, request: str) -> str:
    person.page.goto(request)
    person.command("c")
    person.sees("Your half of the code")
    return person.page.locator("strong.code").inner_text()


def comes_in(page: Page, halves: list[str]) -> None:
    """Try one half twice, then choose a password with both and sign in with it."""
    page.goto("/sign-in/")
    page.get_by_role("link", name="I have a code").click()
    fill(page, ["ruta", halves[0], halves[0], PASSWORD, PASSWORD])
    expect(page.locator("main")).to_contain_text("Name and code do not match.")
    expect(page.get_by_label("User name")).to_have_value("ruta")
    fill(page, ["ruta", *halves, PASSWORD, PASSWORD])
    expect(page.locator("main")).to_contain_text("Your password is set.")
    page.get_by_label("Name").fill("ruta")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Gaming day").first).to_be_visible()


def beside(browser: Browser, live_site: str, world: World, role: str) -> Person:
    person = Person(browser.new_page(base_url=live_site), world, role)
    person.sign_in()
    return person


def fill(page: Page, typed: list[str]) -> None:
    """Fill the form field by field, and send it."""
    for label, text in zip(
        (
            "User name",
            "First half of the code",
            "Second half of the code",
            "New password",
            "New password again",
        ),
        typed,
        strict=True,
    ):
        page.get_by_label(label, exact=True).fill(text)
    page.keyboard.press("Enter")
