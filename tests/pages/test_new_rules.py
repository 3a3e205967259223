"""New rules in a browser: a manager proposes, an accountant reads both sides and approves."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import World, a_club

SignIn = Callable[[str], Person]


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


@pytest.fixture
def person(world: World, browser: Browser, live_site: str) -> Iterator[SignIn]:
    """Somebody of a role signed in, each in a browser of their own."""
    with ExitStack() as browsers:

        def sign_in(role: str) -> Person:
            context = browser.new_context(base_url=live_site)
            browsers.callback(context.close)
            someone = Person(context.new_page(), world, role)
            someone.sign_in()
            return someone

        yield sign_in


def sets(manager: Person, row: int, setting: str, value: str) -> None:
    manager.page.fill(f"[name=setting_{row}]", setting)
    manager.page.fill(f"[name=value_{row}]", value)


def proposes(manager: Person) -> None:
    """Propose less rake and a lower cap, after two values that cannot be."""
    manager.command("Shift+C")
    manager.sees("first book of the club")
    manager.command("n")
    manager.page.fill("[name=reason]", "Less rake in December")
    sets(manager, 0, "Rake: Percent", "4 %")
    errors = manager.page.locator(".settings .error")
    for typed, says in (
        ("1,500", "Write 1500 or 1,50; 1,500 could be either."),
        ("20", "Rake: Cap: must be 15,00 or less, the house's maximum, not 20,00."),
    ):
        sets(manager, 1, "Rake: Cap", typed)
        manager.command("v")
        expect(errors).to_contain_text(says)
    sets(manager, 1, "Rake: Cap", "8")
    manager.command("v")
    preview = manager.page.locator("#preview tr.changed")
    expect(preview).to_have_count(2)
    expect(preview.nth(0).locator("td")).to_contain_text(["5\u00a0%", "4\u00a0%", "OLY-2.36"])
    expect(preview.nth(1).locator("td")).to_contain_text(["10,00", "8,00", "OLY-2.36"])
    manager.type("Control+Enter")
    manager.sees("You cannot approve your own request")


def approves(office: Person) -> None:
    """Read what would change, and approve it."""
    office.command("Shift+C")
    office.sees("Waits for a second person")
    office.page.get_by_role("link", name="Olympic Poker Club, Estonia from").click()
    changed = office.page.locator("tr.changed")
    expect(changed).to_have_count(2)
    expect(changed.nth(0).locator("mark")).to_have_text("4\u00a0%")
    expect(changed.nth(0)).to_contain_text("OLY-2.36 Rake is up to 5%")
    office.command("y")
    office.sees("approved")


def alone(manager: Person, session_id: int) -> None:
    """Request the special rake cap, and give it to oneself, with a red slip."""
    manager.sees("Approved by")  # the page learns it by itself; to leave it meanwhile is an error
    manager.page.goto(f"/tallinn/tables/{session_id}/")
    manager.command("a")
    manager.sees("Request the special rake cap")
    manager.page.locator("#id_reason").fill("A large game")
    manager.type("Control+Enter")
    manager.sees("You cannot approve your own request")
    manager.photograph("alone-asked")
    manager.command("e")
    manager.sees("only when no second person is available")
    manager.fits()
    manager.photograph("alone-form")
    manager.page.locator("#id_remark").fill("Five in the morning, the supervisor is ill")
    manager.type("Control+Enter")
    manager.sees("Emergency override")
    manager.sees("not yet")
    manager.fits()
    manager.photograph("alone-red-slip")


def confirms(office: Person) -> None:
    """Find what was done alone in the queue, confirm it, and read it among what stands out."""
    office.page.goto("/tallinn/approvals/")
    expect(office.page.locator("nav .badge")).to_have_text("1")
    office.sees("Emergency overrides to confirm")
    office.photograph("alone-queue")
    office.command("c")
    office.sees("Five in the morning")
    office.photograph("alone-confirm")
    office.page.locator("#id_remark").fill("The camera shows it")
    office.type("Control+Enter")
    office.sees("override")
    office.sees_not("to confirm")
    expect(office.page.locator("nav .badge")).to_have_count(0)
    office.photograph("alone-confirmed")
    office.page.goto("/tallinn/acts/exceptions/")
    office.sees("override")
    office.photograph("alone-exceptions")
    office.page.get_by_role("link", name="Emergency override").click()
    office.sees("Five in the morning")


def test_rules_are_proposed_read_and_approved_and_one_thing_is_done_alone_at_night(
    person: SignIn, world: World
):
    manager = person(Role.MANAGER)
    proposes(manager)
    office = person(Role.ACCOUNTANT)
    approves(office)

    office.command("Shift+C")
    first = office.page.locator("tbody tr").first
    expect(first).to_contain_text("Manager@Tallinn")
    expect(first).to_contain_text("Accountant@Tallinn")

    alone(manager, world.session().pk)
    confirms(office)
    manager.page.reload()
    manager.sees("The camera shows it")
    assert office.errors + manager.errors == []


def test_two_books_stand_side_by_side_at_an_address_that_can_be_shared(person: SignIn):
    office = person(Role.AUDITOR)
    office.page.goto("/tallinn/rules/compare/?left=olympic&right=voodoo")
    rows = office.page.locator(".sides tbody tr:not(.heading)")
    everything = rows.count()
    assert everything > 100
    office.page.check("[name=show]")
    office.page.get_by_role("button", name="Show").click()
    office.page.wait_for_url("**left=olympic&right=voodoo&show=changed")
    assert 0 < rows.count() < everything
    expect(rows.locator(".badge.wait")).to_have_count(rows.count())
