"""A calculator's form that comes anew leaves what is typed meanwhile, in Chromium."""

import pytest
from playwright.sync_api import Page, Route, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import a_club

ASKED = "**/calculators/rake/"
# Amounts as a field that is left shows them.
LATE, LATER = "1\u00a0250,00", "1\u00a0300,00"


@pytest.fixture
def supervisor(page: Page, live_site: str) -> Person:
    """Somebody with the calculator of the rake before them."""
    person = Person(page, a_club(), Role.SUPERVISOR)
    person.begin_session()
    page.goto("/tallinn/calculators/rake/")
    return person


@pytest.fixture
def held(page: Page, supervisor: Person) -> list[Route]:
    """Hold the calculator's next request, which will stand here; those after it go on."""
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route(ASKED, hold_the_first)
    return held


def test_what_is_typed_or_chosen_until_other_fields_come_stays(
    page: Page, supervisor: Person, held: list[Route]
):
    family = page.locator("#question [name=family]")
    with page.expect_request(ASKED):
        family.select_option("stud")
    page.locator("#question [name='pots.0']").fill("1250")
    family.select_option("draw")
    held[0].continue_()
    expect(page.locator("#question [name=draws_done]")).to_be_visible()
    expect(family).to_have_value("draw")
    expect(page.locator("#question [name='pots.0']")).to_have_value("1250")
    assert supervisor.errors == []


def test_what_is_typed_until_a_row_comes_stays_and_each_button_takes_its_own_row(
    page: Page, supervisor: Person, held: list[Route]
):
    first, second, third = (page.locator(f"[name='pots.{number}']") for number in range(3))
    add = page.get_by_role("button", name="Add: Pot")
    with page.expect_request(ASKED):
        add.click()
    first.fill(LATE)
    held[0].continue_()
    expect(second).to_be_visible()
    expect(first).to_have_value(LATE)
    add.click()
    expect(third).to_be_visible()

    held.clear()
    with page.expect_request(ASKED):
        page.get_by_role("button", name="Remove: Pot 2").click()
    second.fill("7")
    first.fill(LATER)
    held[0].continue_()
    expect(second).to_have_count(0)
    expect(first).to_have_value(LATER)
    page.get_by_role("button", name="Remove: Pot 2").click()
    expect(third).to_have_count(0)
    expect(first).to_have_value(LATER)
    assert supervisor.errors == []
