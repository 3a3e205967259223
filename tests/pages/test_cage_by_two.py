"""A hand-over with a difference and a reversal with approval, by keyboard, on two screens."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from casino.cage.models import HandOver, Shift
from casino.staff.models import Role
from casino.staff.services import set_pin
from tests.pages.people import Person
from tests.world import World, a_club, a_member


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.fund()
    world.drawer()
    world.staff["berta"] = a_member(world.club, Role.CASHIER, name="berta@tallinn")
    return world


def open_with(person: Person, hundreds: str) -> None:
    write(person, hundreds)
    person.type("Control+Enter")


def count(person: Person, hundreds: str) -> None:
    write(person, hundreds)
    person.hand_in()


def write(person: Person, hundreds: str) -> None:
    person.page.locator("#id_cash_10000").focus()
    person.type(hundreds)
    person.page.locator("#id_chips_2500").focus()
    person.type("20")


def test_a_drawer_goes_to_the_next_cashier_and_a_hundred_is_missing(
    world: World, enters: Callable[[str], Person]
):
    anna = enters(Role.CASHIER)
    hand_over(anna)
    berta = enters("berta")
    take_over(berta)
    peter = enters(Role.SUPERVISOR)
    peter.page.goto(berta.page.url)
    peter.sees("\N{MINUS SIGN} 100,00")
    peter.command("y")
    peter.sees("Approved by")
    both = HandOver.objects.get()
    assert both.taken is not None
    assert (both.cash_over_cents, both.second) == (-10_000, world.staff[Role.SUPERVISOR])
    berta.sees("Approved by")
    berta.page.goto("/tallinn/till/")
    berta.at("#id_player")
    peter.page.goto("/tallinn/shifts/")
    peter.photograph("cage_shifts")
    assert anna.errors == berta.errors == peter.errors == []


def hand_over(anna: Person) -> None:
    """Open with twelve hundred, look at the X report, count blind and leave the drawer."""
    open_with(anna, "12")
    anna.at("#id_player")
    anna.fits()
    anna.command("v")
    anna.sees("The expected amount is shown when the shift is closed")
    anna.command("Escape")
    anna.at("#id_player")
    anna.command("z")
    anna.sees("Count Desk 1")
    anna.fits()
    count(anna, "12")
    anna.sees("The count matches the books")
    anna.fits()
    anna.page.locator("#id_hand_over").check()
    anna.page.keyboard.press("Control+Enter")
    anna.sees("Handed over, not taken over yet")


def take_over(berta: Person) -> None:
    """Count a hundred less than was handed over, without seeing how much that was."""
    berta.sees("Desk 1 is ready")
    berta.fits()
    berta.command("o")
    berta.sees("Take over Desk 1")
    berta.sees_not("1\u00a0200,00")
    berta.fits()
    berta.page.locator("#id_reason").fill("A hundred is missing")
    count(berta, "11")
    berta.sees("Take over drawer: second person")
    berta.photograph("cage_asked")


def test_a_reversal_waits_for_the_supervisor(world: World, enters: Callable[[str], Person]):
    anna = enters(Role.CASHIER)
    open_with(anna, "10")
    anna.at("#id_player")
    anna.type("Enter", "250", "Enter")
    anna.sees("Slip 2 · Chips sold + 250,00")
    anna.command("x")
    anna.sees("Movements")
    anna.sees("A supervisor must approve this reversal")
    anna.fits()
    anna.photograph("cage_reverse")
    anna.page.locator("#id_reason").fill("Wrong guest")
    anna.page.keyboard.press("Control+Enter")
    anna.sees("Reverse slip")

    peter = enters(Role.SUPERVISOR)
    peter.page.goto(anna.page.url.replace("/sign/", "/"))
    peter.sees("Movements")
    peter.photograph("cage_reversal_asked")
    peter.command("y")
    peter.sees("Approved by")
    assert world.balance("chips:floor") == 0

    anna.page.goto("/tallinn/till/")
    anna.page.locator(".slips tbody a").nth(2).click()
    expect(anna.page.locator(".slip")).to_contain_text("REVERSED by slip 3")
    anna.page.locator("[data-key=p]").click()
    anna.page.locator("[data-back]").wait_for()
    anna.photograph("cage_slip")
    assert Shift.objects.get().state == "open"
    assert anna.errors == peter.errors == []


def test_a_drawer_gets_notes_and_chips_from_the_vault_once_its_keeper_signed_at_this_screen(
    world: World, enters: Callable[[str], Person]
):
    set_pin(world.staff[Role.SUPERVISOR], "2580")
    anna = enters(Role.CASHIER)
    open_with(anna, "12")
    anna.at("#id_player")
    ask_the_vault(anna)
    anna.type(f"supervisor@{world.club.slug}", "Tab", "2580", "Control+Enter")
    anna.sees("Slip 2 \u00b7 From the vault")
    anna.type("Enter")
    anna.at("#id_player")
    anna.sees("From the vault, chips + 200,00")
    anna.fits()
    anna.photograph("vault_till")
    anna.command("c")
    anna.page.locator("fieldset.chips input").nth(3).focus()
    anna.type("4")
    expect(anna.page.locator("#id_cents")).to_have_value("100,00")
    expect(anna.page.locator("[data-denominations]")).to_have_text("1\u00a0\u00d7\u00a0100,00")
    anna.command("Alt+x")
    anna.sees("The expected amount is shown when the shift is closed")
    assert anna.errors == []


def ask_the_vault(anna: Person) -> None:
    """For a thousand in notes and two hundred in chips."""
    anna.command("m")
    anna.sees("Vault transfer, Desk 1")
    anna.fits()
    anna.page.locator("#id_cash_5000").focus()
    anna.type("20")
    anna.page.locator("#id_chips_500").focus()
    anna.type("40")
    anna.photograph("vault_exchange")
    anna.page.keyboard.press("Control+Enter")
    anna.sees("20 \u00d7 50,00, 40 \u00d7 \u25cf 5,00")
    anna.fits()
    anna.photograph("vault_sign")
