"""A supervisor and a cashier, each at an own screen: a fill goes out, a credit comes back."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from cashgames.models import Session
from casino.ledger.queries.balances import balance_cents
from casino.staff.models import Role
from casino.tablefloats.models import Transfer
from tests.pages.people import Person
from tests.world import World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.open_shift()
    world.session("Table 7")
    return world


@pytest.fixture
def supervisor(page: Page, world: World) -> Person:
    person = Person(page, world, Role.SUPERVISOR)
    person.sign_in()
    return person


@pytest.fixture
def cashier(browser: Browser, live_site: str, world: World) -> Iterator[Person]:
    own = browser.new_context(base_url=live_site)
    person = Person(own.new_page(), world, Role.CASHIER)
    person.sign_in()
    yield person
    own.close()


def count(person: Person, **denominations: str) -> None:
    """Write how many there are of each denomination, and hand the count in."""
    write(person, **denominations)
    person.hand_in()


def write(person: Person, **denominations: str) -> None:
    for name, quantity in denominations.items():
        person.page.locator(f"#id_{name}").fill(quantity)
    # What a refusal says, and the way back to what it refused, take a line of their own.
    if not person.page.locator("[role=alert], .left").count():
        person.fits()


def ask_for_500(supervisor: Person) -> None:
    supervisor.page.goto(f"/tallinn/tables/{Session.objects.get().pk}/")
    supervisor.command("f")
    supervisor.sees("By the books")
    supervisor.command("f")
    supervisor.sees("Ask for a fill")
    write(supervisor, chips_2500="12", chips_500="40")
    supervisor.type("Control+Enter")
    supervisor.sees("Fill 1")
    supervisor.sees("asked for")


def test_a_fill_and_a_credit_by_two_people_on_two_screens(supervisor: Person, cashier: Person):
    cashier.page.goto("/tallinn/fills/")
    cashier.sees("No open fills or credits.")
    ask_for_500(supervisor)

    cashier.sees("for you")
    cashier.page.get_by_role("link", name="Fill 1").click()
    cashier.sees("12 \u00d7 25,00, 40 \u00d7 5,00, total 500,00")
    count(cashier, chips_2500="12", chips_500="40")
    cashier.sees("dispatched")

    supervisor.page.goto("/tallinn/fills/")
    supervisor.page.get_by_role("link", name="Fill 1").click()
    supervisor.sees("the other count is shown afterwards")
    count(supervisor, chips_2500="12", chips_500="39")
    supervisor.sees("Confirmed")
    supervisor.sees("Desk 1 / 2")
    expect(supervisor.page.locator("article tr").last).to_contain_text("495,00")

    supervisor.page.goto("/tallinn/boxes/differences/")
    supervisor.sees("\u2212\u00a05,00")
    send_it_back(supervisor, cashier)
    assert supervisor.errors == cashier.errors == []


def send_it_back(supervisor: Person, cashier: Person) -> None:
    """What the bank holds goes back to the cage, and the table closes."""
    session = Session.objects.get()
    supervisor.page.goto(f"/tallinn/tables/{session.pk}/close/")
    supervisor.type("Enter")
    supervisor.sees("The table float still holds house chips.")
    supervisor.page.goto(f"/tallinn/tables/{session.pk}/bank/credit/")
    count(supervisor, chips_2500="12", chips_500="40")
    supervisor.sees("By the books the table float holds less than that")
    count(supervisor, chips_500="39")
    supervisor.sees("Credit 2")

    cashier.page.goto("/tallinn/fills/")
    cashier.page.get_by_role("link", name="Credit 2").click()
    cashier.sees_not("495,00")
    count(cashier, chips_2500="12", chips_500="39")
    cashier.sees("Confirmed")
    assert balance_cents(session.club_id, "chips:bank", session.pk) == 0
    supervisor.page.goto(f"/tallinn/tables/{session.pk}/close/")
    supervisor.type("Enter")
    expect(supervisor.page.locator(".badge")).to_contain_text("closed")


def test_a_request_is_void_and_its_number_stays(supervisor: Person):
    ask_for_500(supervisor)
    supervisor.command("x")
    supervisor.sees("the number stays")
    supervisor.type("The game ended.", "Control+Enter")
    supervisor.sees("void")
    assert Transfer.objects.get().number == 1
