"""A supervisor's night at a table, by keyboard; the cashier sells the chips."""

import pytest
from playwright.sync_api import Browser, expect

from cashgames.models import Session
from cashgames.services.tables import add_table
from casino.ledger.queries.balances import balance_cents
from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import World, a_club

GUESTS = ("Ülle Põder", "Jānis Bērziņš", "Сергей Орлов", "Rasa O'Neil", "Tiit Vaher", "Eda Rand")


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.jackpot()
    add_table(world.stamp("07:00", role=Role.MANAGER), name="Table 1")
    for name in GUESTS:
        world.player(name)
    world.sell(200_000)
    return world


def open_table(peter: Person) -> None:
    """Open Table 1 for hold'em at 2/4, from 100 to 500."""
    peter.command("o")
    peter.page.locator("#id_small_blind_cents").focus()
    peter.type("2", "Tab", "4", "Tab", "100", "Tab", "500", "Control+Enter")
    peter.sees("Table check")


def seat_everybody(peter: Person) -> None:
    for number, name in enumerate(GUESTS, start=1):
        peter.command("s")
        peter.at("#id_player")
        peter.type(name, "Tab", "200", "Control+Enter")
        peter.sees(f"Buy-in 200,00 · {name}, seat {number}")


def test_a_supervisors_night_by_keyboard(peter: Person):
    open_table(peter)
    seat_everybody(peter)
    top_up_within_the_limit(peter)
    play_a_hand_and_ask_why(peter)
    close_at_zero(peter)

    session = Session.objects.get()
    assert session.closed_at is not None
    assert balance_cents(session.club_id, "chips:table", session.id) == 0
    assert peter.errors == []


def top_up_within_the_limit(peter: Person) -> None:
    """Too much is refused with its paragraph, and what was typed stays."""
    peter.page.locator("text=Top up").first.focus()
    peter.type("Enter")
    peter.at("#id_cents")
    peter.type("400", "Tab", "190", "Control+Enter")
    peter.sees("That is above the table maximum.")
    peter.sees("Paragraph AMB-116")
    peter.at("#id_cents")
    expect(peter.page.locator("#id_stack_cents")).to_have_value("190,00")
    peter.page.locator("#id_cents").select_text()
    peter.type("50", "Control+Enter")
    peter.sees("Top-up 50,00 · Ülle Põder, seat 1")


def play_a_hand_and_ask_why(peter: Person) -> None:
    """37.00 with six dealt in and a flop: 1.50 of rake, 1.00 for the jackpot."""
    peter.at("#id_main_pot_cents")
    peter.type("37", "Enter")
    peter.sees("Hand 1 · rake 1,50 · jackpot drop 1,00")
    peter.command("w")
    peter.sees("Rake is up to 5% of each full 10 EUR in the pot")
    expect(peter.page.locator("tr", has_text="income:rake")).to_contain_text("1,50")
    expect(peter.page.locator("tr", has_text="jackpot:pool")).to_contain_text("1,00")
    peter.command("Escape")
    peter.sees("Table check")


def close_at_zero(peter: Person) -> None:
    """Not while somebody sits there; then every stack leaves, 2.50 less than came."""
    peter.command("z")
    peter.sees("6 players seated, 1\u00a0247,50 in chips")
    peter.command("Escape")
    peter.sees("Seats")
    for stack in ("247,50", "200,00", "200,00", "200,00", "200,00", "200,00"):
        peter.page.locator("text=Cash out").first.focus()
        peter.type("Enter")
        peter.at("#id_cents")
        peter.type(stack, "Control+Enter")
        peter.sees(f"Cash-out {stack}")
    peter.command("z")
    peter.sees("The table must balance to zero before it closes")
    peter.type("Enter")
    expect(peter.page.locator(".badge")).to_contain_text("closed")


def test_a_hand_without_a_flop_pays_nothing_and_says_why(peter: Person):
    open_table(peter)
    seat_everybody(peter)
    peter.at("#id_main_pot_cents")
    peter.type("60")
    peter.page.locator("#id_first_round_passed").focus()
    peter.page.keyboard.press("Space")
    peter.page.keyboard.press("Enter")
    peter.sees("no rake or drop: the first betting round was not completed")


def test_the_room_follows_without_a_reload(peter: Person, world: World, browser: Browser):
    open_table(peter)
    other = browser.new_context(base_url=peter.page.url.split("/tallinn")[0])
    watcher = Person(other.new_page(), world, Role.MANAGER)
    watcher.sign_in()
    watcher.page.goto("/tallinn/tables/")
    watcher.sees("0 of 9")

    with watcher.page.expect_response(lambda answer: answer.status == 204):
        pass
    seat_everybody(peter)

    watcher.sees("6 of 9")
    watcher.sees("1\u00a0200,00")
    other.close()


def test_a_panel_left_alone_after_the_session_ended_asks_for_the_sign_in(peter: Person):
    open_table(peter)
    peter.page.context.clear_cookies()
    expect(peter.page.locator("#id_password")).to_be_visible()
    expect(peter.page.locator(".live")).to_have_count(0)


def test_a_panel_says_when_it_is_no_longer_fresh(peter: Person):
    open_table(peter)
    peter.page.context.set_offline(True)
    expect(peter.page.locator(".live")).to_have_class("live stale")
    peter.page.context.set_offline(False)
    expect(peter.page.locator(".stale")).to_have_count(0)


def test_cash_at_a_table_needs_an_open_drawer(peter: Person):
    open_table(peter)
    peter.command("s")
    peter.sees("You have no open shift")
    assert "cash" not in peter.page.locator("#id_paid_with option").evaluate_all(
        "options => options.map(option => option.value)"
    )


def test_a_cashier_cannot_approve_a_short_buy_in(peter: Person, browser: Browser, world: World):
    open_table(peter)
    address = peter.page.url
    desk = browser.new_context(base_url=address.split("/tallinn")[0])
    anna = Person(desk.new_page(), world, Role.CASHIER)
    anna.sign_in()
    anna.page.goto(f"{address}seat/?seat=1")
    expect(anna.page.locator("#id_supervisor_approved")).to_have_count(0)
    anna.type("101", "Tab", "60", "Control+Enter")
    anna.sees("A short buy-in needs supervisor approval.")

    peter.command("s")
    peter.at("#id_player")
    peter.type("101", "Tab", "60", "Tab", "Tab", "Tab")
    peter.page.keyboard.press("Space")
    peter.type("Control+Enter")
    peter.sees("Buy-in 60,00 · Ülle Põder, seat 1 · short buy-in")
    desk.close()
