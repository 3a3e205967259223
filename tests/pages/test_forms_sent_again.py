"""A form whose sending brought no page can be sent once more."""

from django.urls import reverse
from playwright.sync_api import Page, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import a_club

LONG_ENOUGH = 10_500


def test_a_form_whose_sending_was_stopped_can_be_sent_again(page: Page, live_site: str):
    world = a_club()
    world.open_shift()
    page.clock.install()
    cashier = Person(page, world, Role.CASHIER)
    cashier.sign_in()
    page.goto("/tallinn/till/?operation=sell")
    page.locator("#id_cents").fill("100")
    # As the Esc or X of the browser ends it: the page stays.
    page.route("**/till/sell/", lambda route: route.abort("aborted"), times=1)
    page.locator("#id_cents").press("Enter", no_wait_after=True)
    expect(page.locator("form[data-post] [aria-busy]")).not_to_have_count(0)
    page.clock.run_for(LONG_ENOUGH)
    expect(page.locator("form[data-post] [aria-busy]")).to_have_count(0)
    page.wait_for_load_state("networkidle")  # what those seconds asked for draws no panel anew
    expect(page.locator("#id_cents")).to_have_value("100,00")
    page.locator("#id_cents").press("Enter")
    expect(page.locator("main")).to_contain_text("Slip")
    assert cashier.errors == []


def test_after_a_guests_file_came_it_can_be_asked_for_again(page: Page, live_site: str):
    world = a_club()
    mari = world.player("Mari Tamm")
    page.clock.install()
    manager = Person(page, world, Role.MANAGER)
    manager.sign_in()
    page.goto(reverse("player-card", args=["tallinn", mari.pk]))
    page.locator("main [name=reason]").fill("Asked by the guest")
    sends = page.locator("main form[method=post] [type=submit]").first
    with page.expect_download() as first:
        sends.click(no_wait_after=True)
    page.clock.run_for(LONG_ENOUGH)
    with page.expect_download() as second:
        sends.click(no_wait_after=True)
    assert first.value.suggested_filename == second.value.suggested_filename
    assert manager.errors == []
