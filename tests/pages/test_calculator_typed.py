"""A calculator's form that comes anew leaves what is typed meanwhile, in Chromium."""

from playwright.sync_api import Page, Route, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import a_club


def test_what_is_typed_or_chosen_until_other_fields_come_stays(page: Page, live_site: str):
    supervisor = Person(page, a_club(), Role.SUPERVISOR)
    supervisor.begin_session()
    page.goto("/tallinn/calculators/rake/")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/calculators/rake/", hold_the_first)
    family = page.locator("#question [name=family]")
    with page.expect_request("**/calculators/rake/"):
        family.select_option("stud")
    page.locator("#question [name='pots.0']").fill("1250")
    family.select_option("draw")
    held[0].continue_()
    expect(page.locator("#question [name=draws_done]")).to_be_visible()
    expect(family).to_have_value("draw")
    expect(page.locator("#question [name='pots.0']")).to_have_value("1250")
    assert supervisor.errors == []
