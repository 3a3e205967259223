"""The door and the lock as people meet them: second factor, locked out, locked till, barred."""

from datetime import UTC, date, datetime

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from casino.cage.models import SlipPrint
from casino.house.queries import club_stamp
from casino.players.services.duplicates import merge_players
from casino.players.services.guests import exclude_player
from casino.staff.models import Role
from casino.staff.services import set_pin
from tests.pages.people import Person
from tests.pages.test_second_factor import SECRET, code, give_app
from tests.world import PASSWORD, World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.fund()
    world.drawer()
    return world


def at_the_till(page: Page, world: World) -> Person:
    """Sign the cashier in and open a shift."""
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    page.locator("#id_cash_10000").focus()
    anna.type("10")
    page.locator("#id_chips_2500").focus()
    anna.type("20", "Control+Enter")
    anna.at("#id_player")
    return anna


def test_the_app_opens_the_door_that_the_password_alone_does_not(
    page: Page, world: World, test_environment: dict[str, str], settings: object
):
    # The secret is kept under the site's key, and the site has another than this process.
    settings.SECRET_KEY = test_environment["SECRET_KEY"]
    give_app(world, Role.MANAGER)
    mia = Person(page, world, Role.MANAGER)
    page.goto("/")
    mia.type("manager@tallinn", "Tab", PASSWORD, "Enter")
    mia.sees("Second factor")
    mia.type("000000", "Enter")
    mia.sees("Incorrect code")
    mia.photograph("second-factor")
    mia.type(code(), "Enter")
    expect(page.get_by_text("Gaming day").first).to_be_visible()
    assert mia.errors == []


# A key inside the device, which its owner opens by a finger.
PASSKEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_passkey_is_added_and_shows_who_one_is_before_something_dangerous(
    page: Page, world: World, live_site: str
):
    site = live_site.replace("127.0.0.1", "localhost")  # an address is no name for a passkey
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": PASSKEY})
    mia = Person(page, world, Role.MANAGER)
    page.goto(f"{site}/sign-in/")
    mia.type("manager@tallinn", "Tab", PASSWORD, "Enter")
    expect(page.get_by_text("Gaming day").first).to_be_visible()
    page.goto(f"{site}/me/second/webauthn/add/")
    page.locator("#id_password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.locator("#id_name").fill("This laptop")
    page.locator("#mfa_webauthn_add").click()
    expect(page.get_by_role("heading", name="Recovery Codes")).to_be_visible()

    page.goto(f"{site}/me/again/?next=/tallinn/people/")
    page.get_by_role("link", name="Passkey or security key").click()
    page.locator("#mfa_webauthn_reauthenticate").click()
    page.wait_for_url(f"{site}/tallinn/people/")
    (key,) = Authenticator.objects.filter(user=world.staff[Role.MANAGER], type="webauthn")
    assert key.last_used_at is not None
    assert mia.errors == []


def test_an_app_is_added_under_the_strict_policy_of_the_page(page: Page, world: World):
    mia = Person(page, world, Role.MANAGER)
    mia.sign_in()
    page.goto("/me/")
    mia.command("a")
    mia.sees("Confirm your password")
    mia.type(PASSWORD, "Enter")
    mia.sees("Let the app on your phone read this square")
    mia.photograph("add-app")
    assert page.locator("img.square").evaluate("image => image.naturalWidth") > 50
    assert len(page.locator("code").inner_text()) == len(SECRET)
    assert not Authenticator.objects.exists()
    assert mia.errors == []


def test_who_types_five_wrong_passwords_is_told_when_to_come_back(page: Page, world: World):
    anna = Person(page, world, Role.CASHIER)
    for _ in range(5):
        page.goto("/sign-in/")
        anna.type("cashier@tallinn", "Tab", "wrong", "Enter")
        expect(page.locator("[role=alert]")).to_be_visible()
    anna.sees("Too many wrong passwords.")
    anna.sees("Try again in 1 minute")
    anna.photograph("locked-out")


def test_a_key_locks_the_till_and_the_pin_gives_the_page_back_as_it_was(page: Page, world: World):
    set_pin(world.staff[Role.CASHIER], "2580")
    anna = at_the_till(page, world)
    page.locator("#id_cents").fill("123,45")
    anna.command("k")
    expect(page.locator("#lock")).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    # The room still reads the clock, and in which language the till speaks.
    assert page.locator("#lock [data-clock]").inner_text().count(":") == 2
    assert page.locator("#lock .soft").inner_text() == "English"
    anna.photograph("locked-till")
    page.keyboard.press("Escape")
    anna.type("1111", "Enter")
    expect(page.locator("#lock output")).to_have_text("This is not your PIN.")
    other = page.context.new_page()
    other.goto("/tallinn/till/")
    expect(other.locator("main")).to_contain_text("Locked by")
    other.close()
    anna.type("2580", "Enter")
    expect(page.locator("#lock")).to_be_hidden()
    expect(page.locator("#id_cents")).to_have_value("123,45")
    assert [error for error in anna.errors if "423" not in error] == []


def test_a_till_locked_while_the_network_is_away_comes_back_locked(page: Page, world: World):
    set_pin(world.staff[Role.CASHIER], "2580")
    anna = at_the_till(page, world)
    page.route("**/lock/", lambda route: route.abort())
    anna.command("k")
    expect(page.locator("#lock")).to_be_visible()
    page.reload()
    expect(page.locator("#lock")).to_be_visible()
    with page.expect_response("**/lock/"):
        page.unroute("**/lock/")
    page.reload()
    anna.sees("Locked by")
    anna.type("2580", "Enter")
    anna.at("#id_player")
    expect(page.locator("#lock")).to_be_hidden()


def test_who_has_a_pin_prints_with_the_same_key_as_everybody(page: Page, world: World):
    set_pin(world.staff[Role.CASHIER], "2580")
    anna = at_the_till(page, world)
    anna.type("Enter", "50", "Enter")
    anna.sees("Slip 2 · Chips sold + 50,00")
    page.keyboard.press("F8")
    expect(page.locator("#paper .slip .amount")).to_have_text("50,00 EUR")
    expect(page.locator("#lock")).to_be_hidden()
    assert SlipPrint.objects.count() == 1


def test_a_barred_guest_is_seen_while_typing_and_refused(page: Page, world: World):
    guest = world.player("Mari Tamm")
    exclude_player(
        world.stamp("20:00", role=Role.SUPERVISOR),
        player_id=guest.pk,
        until=date(2099, 12, 31),
        reason="Own wish",
        kind="self",
    )
    anna = at_the_till(page, world)
    anna.type("Mari")
    expect(page.locator(".found")).to_contain_text("until 31.12.2099")
    anna.type("Enter")
    anna.type("50", "Enter")
    anna.sees("Mari Tamm may not play here until 31.12.2099.")
    anna.photograph("barred")


def test_the_threshold_is_said_while_the_amount_is_typed(page: Page, world: World):
    world.player("Mari Tamm")
    anna = at_the_till(page, world)
    anna.type("Mari")
    expect(page.locator(".found")).to_contain_text("Mari Tamm")
    anna.type("Enter")
    page.locator("#id_cents").type("1600")
    anna.sees("ID required from 2 000,00 a day")
    page.locator("#id_cents").fill("2000")
    anna.sees("ID required from")
    anna.photograph("threshold")
    page.keyboard.press("Enter")
    anna.sees("ID of Mari Tamm, then 2 000,00")


def test_a_supervisor_signs_at_the_cashiers_screen(page: Page, world: World):
    set_pin(world.staff[Role.MANAGER], "2580")
    cashier = world.staff[Role.CASHIER].pk
    asked = merge_players.ask(
        club_stamp(world.club, at=datetime.now(UTC), actor_id=cashier),
        player_id=world.player("Mari Tamm").pk,
        other_id=world.player("Maria Tamm").pk,
        reason="The same passport",
    )
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    page.goto(f"/tallinn/approvals/{asked.pk}/")
    anna.command("s")
    page.locator("#id_username").fill("manager@tallinn")
    page.locator("#id_secret").fill("2580")
    anna.photograph("sign-here")
    page.keyboard.press("Control+Enter")
    anna.sees("approved")
    asked.refresh_from_db()
    assert (asked.approved, asked.decided_by) == (True, world.staff[Role.MANAGER])
