"""Payments due at the desk: paid alone, by two and with the manager, by keyboard."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser

from casino.cage.models import Payable
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.due import due_total
from casino.cage.services.opening import open_shift
from casino.house.queries import club_stamp
from casino.players.services.guests import add_player
from casino.staff.models import Role
from tests.owing import owe_prize
from tests.pages.people import Person
from tests.site import PATIENCE
from tests.world import FLOAT, RACK, World, a_club

NOW = datetime.now(UTC)


@pytest.fixture
def world(live_site: str) -> World:
    """A club that owes three prizes; its cashier has opened a shift with 4,000 euro."""
    world = a_club()
    world.fund()
    open_shift(stamp(world), drawer_id=world.drawer().pk, cash=FLOAT, chips=RACK)
    known = {"document": "AB 1234567", "birth_date": date(1988, 6, 24)}
    mari = add_player(stamp(world), name="Mari Tamm", **known).pk
    owe(world, 30_000, about="Sunday special, 3rd place", player_id=mari)
    owe(world, 75_000, about="Sunday special, 2nd place", player_id=world.player("Jüri Kask").pk)
    owe(world, 250_000, about="Bad beat, losing hand, seat 4", kind="jackpot.share", two=True)
    return world


def stamp(world: World, role: str = Role.CASHIER) -> Any:
    """Head an act of an hour ago."""
    at = NOW - timedelta(hours=1)
    return club_stamp(world.club, at=at, actor_id=world.staff[role].pk)


def owe(world: World, cents: int, **more: Any) -> Payable:
    return owe_prize(stamp(world, Role.SUPERVISOR), cents=cents, **more)


def colleague(browser: Browser, site: str, world: World, role: str) -> Person:
    """Somebody else at a screen of their own."""
    page = browser.new_context(base_url=site).new_page()
    page.set_default_timeout(PATIENCE)
    somebody = Person(page, world, role)
    somebody.sign_in()
    return somebody


def test_a_small_prize_is_found_by_name_and_paid_alone(anna: Person, world: World):
    anna.sees("Payments due 3")
    anna.fits()
    anna.photograph("till")
    anna.command("d")
    anna.at("#q")
    anna.sees("3, total 3 550,00")
    anna.fits()
    anna.photograph("payments")
    anna.type("tamm", "Enter")
    anna.sees("1, total 300,00")
    anna.command("j")
    anna.type("Enter")
    anna.sees("Sunday special, 3rd place")
    anna.sees("Mari Tamm, ID on file")
    anna.photograph("payment-alone")
    anna.type("Control+Enter")
    anna.sees("300,00 EUR")
    anna.sees("Paid out")
    anna.photograph("slip")

    assert due_total(world.club.pk) == (2, 325_000)
    assert anna.errors == []


def test_a_larger_prize_is_paid_when_the_second_person_has_signed(
    anna: Person, world: World, browser: Browser, live_site: str
):
    prize = Payable.objects.get(cents=75_000)
    anna.page.goto(f"/{world.club.slug}/payments/")
    # A scanner types the address on the paper.
    anna.type(f"{live_site}/{world.club.slug}/payments/{prize.pk}/", "Enter")
    anna.sees("A supervisor, director or manager must approve this")
    anna.page.select_option("#id_paid_with", "chips")
    anna.photograph("payment-asks")
    anna.type("Control+Enter")
    anna.sees("waits for approval")
    anna.photograph("payment-waits")

    peter = colleague(browser, live_site, world, Role.SUPERVISOR)
    peter.command("Shift+Q")
    peter.page.get_by_role("link", name="Pay out").first.click()
    peter.sees("Desk 1, Cashier@Tallinn")
    peter.photograph("approval")
    peter.command("y")
    peter.sees("approved")
    anna.page.reload()
    anna.sees("approved by Supervisor@Tallinn")
    anna.photograph("payment-paid")
    anna.page.get_by_role("link", name="Desk 1 / 2").click()
    anna.sees("Paid out in chips")
    anna.sees("Supervisor@Tallinn")
    anna.sees("Cashier@Tallinn")
    anna.photograph("slip-of-two")

    assert world.balance("chips:floor") == -75_000
    assert [anna.errors, peter.errors] == [[], []]


def test_a_share_waits_until_its_guest_is_named_and_identified(anna: Person, world: World):
    share = Payable.objects.get(two=True)
    anna.page.goto(f"/{world.club.slug}/payments/{share.pk}/")
    anna.sees("no name yet")
    anna.sees("ID is required before this is paid")
    anna.photograph("payment-unnamed")
    anna.command("i")
    anna.sees("Whose payment is it?")
    anna.type("Mari T")
    anna.page.locator(".found button").first.wait_for()
    anna.type("Enter", "Control+Enter")
    anna.sees("Mari Tamm, ID on file")
    anna.type("Control+Enter")
    anna.sees("waits for approval")
    assert anna.errors == []


def test_other_thresholds_hold_once_the_accountant_has_approved_them(
    world: World, browser: Browser, live_site: str
):
    manager = colleague(browser, live_site, world, Role.MANAGER)
    manager.page.goto(f"/{world.club.slug}/payments/thresholds/")
    manager.page.locator("#id_second_from_cents").select_text()
    manager.type("200", "Tab", "1000", "Tab", "2000", "Tab")
    manager.page.locator("#id_reason").focus()
    manager.type("Few of us at night", "Control+Enter")
    manager.sees("200,00")
    manager.photograph("thresholds-proposed")
    assert thresholds(world.club.pk).second_from_cents == 50_000

    accountant = colleague(browser, live_site, world, Role.ACCOUNTANT)
    accountant.command("Shift+Q")
    accountant.page.get_by_role("link", name="Desk thresholds").first.click()
    accountant.command("y")
    accountant.sees("approved")
    accountant.page.goto(f"/{world.club.slug}/payments/thresholds/")
    accountant.sees("overridden")
    accountant.photograph("thresholds")
    assert thresholds(world.club.pk).second_from_cents == 20_000
