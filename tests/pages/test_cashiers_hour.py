"""A cashier's hour at the desk, by keyboard alone."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.cage.models import Shift, SlipPrint
from casino.house.queries import club_stamp
from casino.ledger.queries.balances import balance_cents
from casino.staff.models import Role
from casino.staff.services import set_pin
from tests.pages.people import Person
from tests.world import World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.fund()
    world.drawer()
    world.player("Mari Tamm")
    world.player("Mari Kask")
    return world


def open_shift(anna: Person) -> None:
    """Ten notes of 100, twenty chips of 25."""
    anna.page.locator("#id_cash_10000").focus()
    anna.type("10")
    anna.page.locator("#id_chips_2500").focus()
    anna.type("20", "Control+Enter")
    anna.at("#id_player")


def test_a_cashiers_hour_by_keyboard_alone(anna: Person):
    take_over_the_drawer(anna)
    serve_two_guests(anna)
    count_short_and_close(anna)

    shift = Shift.objects.get()
    assert shift.state == Shift.State.CLOSED
    assert balance_cents(shift.club_id, "cash:drawer", shift.drawer_id) == 0
    assert anna.errors == []


def take_over_the_drawer(anna: Person) -> None:
    """2,000 euro in notes, 10,000 in chips."""
    anna.sees("Open a shift")
    anna.at("#id_drawer_id")
    anna.type("Tab", "Enter", "+", "10", "Enter", "20")
    expect(anna.page.locator("[data-total=cash]")).to_have_text("2\u00a0000,00")
    anna.type(*["Enter"] * 13)
    anna.at("#id_chips_50000")
    anna.type("20", "Control+Enter")
    anna.at("#id_player")
    anna.fits()


def serve_two_guests(anna: Person) -> None:
    """Sell to one by name, redeem from nobody in particular, look at the slip."""
    anna.type("Mari T")
    expect(anna.page.locator(".found button")).to_have_count(1)
    anna.type("Enter")
    anna.at("#id_cents")
    anna.type("1250,50", "Enter")
    anna.sees("Slip 2 · Chips sold + 1\u00a0250,50")
    anna.sees("Mari Tamm")
    anna.at("#id_player")
    anna.fits()

    anna.command("c")
    anna.at("#id_player")
    anna.sees("Cash out, chips from the guest")
    anna.type("Enter", "200", "Enter")
    anna.sees("Slip 3 · Chips redeemed \N{MINUS SIGN} 200,00")
    anna.command("p")
    expect(anna.page.locator("#paper .slip .amount")).to_have_text("200,00 EUR")
    anna.at("#id_player")
    assert SlipPrint.objects.count() == 1


def test_chips_that_cannot_be_read_leave_no_amount_and_are_marked(anna: Person):
    open_shift(anna)
    anna.command("c")
    anna.at("#id_player")
    counted = anna.page.locator("fieldset.chips")
    amount = anna.page.locator("#id_cents")
    counted.locator("[data-cents='2500']").fill("4")
    fives = counted.locator("[data-cents='500']")
    for typed in ("2o", "1 00"):
        fives.fill(typed)
        expect(amount).to_have_value("")
        expect(counted.locator("[aria-invalid=true]")).to_have_count(1)
        expect(fives).to_have_attribute("aria-invalid", "true")
    fives.fill("20 ")
    expect(amount).to_have_value("200,00")
    expect(counted.locator("[aria-invalid=true]")).to_have_count(0)


def test_a_note_is_not_added_to_an_amount_that_cannot_be_read(anna: Person):
    open_shift(anna)
    amount = anna.page.locator("#id_cents")
    note = anna.page.locator("[data-add='5000']")
    amount.fill("1,500")
    note.click()
    expect(amount).to_have_value("1,500")
    amount.fill("")
    note.click()
    note.click()
    expect(amount).to_have_value("100,00")


def test_a_slip_printed_twice_at_the_till_is_a_copy_the_second_time(anna: Person):
    open_shift(anna)
    anna.type("Enter", "50", "Enter")
    anna.sees("Slip 2 · Chips sold + 50,00")
    paper = anna.page.locator("#paper .slip")
    anna.page.keyboard.press("F8")
    expect(paper).to_have_count(1)
    anna.sees_not("COPY")
    anna.page.keyboard.press("F8")
    expect(paper).to_contain_text("COPY 2")
    anna.page.locator("button[form=print-slip]").click()
    expect(paper).to_contain_text("COPY 3")
    assert SlipPrint.objects.count() == 3


def count_short_and_close(anna: Person) -> None:
    """Count without knowing what is expected; say why it differs."""
    anna.command("z")
    anna.at("#id_cash_50000")
    anna.sees("The expected amount is shown when the shift is closed")
    anna.sees_not("3\u00a0050,50")
    anna.type("Enter", "Enter", "30")
    anna.hand_in()
    anna.sees("The count does not match the books")
    anna.sees("3\u00a0000,00")
    anna.sees_not("3\u00a0050,50")
    anna.type("Control+Enter")
    anna.sees("The count does not match the books. Give a reason.")
    anna.at("#id_reason")
    anna.type("A note fell behind the desk, chips not counted", "Control+Enter")
    anna.sees("Close shift: variance above limit")
    asked = Proposal.objects.get()
    manager = anna.world.staff[Role.MANAGER]
    stamp = club_stamp(anna.world.club, at=timezone.now(), actor_id=manager.pk)
    approve(stamp, proposal_id=asked.pk, digest=asked.digest)
    anna.page.goto(f"/tallinn/shifts/{Shift.objects.get().pk}/")
    anna.sees("Posted to over/short")
    anna.sees("\N{MINUS SIGN} 50,50 short")
    anna.sees("A note fell behind the desk")


def test_enter_pressed_three_times_books_once(anna: Person, world: World):
    open_shift(anna)
    anna.type("Enter", "50", "Enter", "Enter", "Enter")
    anna.sees("Slip 2 · Chips sold + 50,00")
    assert world.balance("chips:floor") == -5_000


def test_a_repeated_request_shows_the_slip_already_booked(anna: Person, world: World):
    open_shift(anna)
    anna.type("Enter", "50")
    key = anna.page.input_value("input[name=key]")
    anna.type("Enter")
    anna.sees("Slip 2 · Chips sold")
    # The network lost the answer and the browser asks again.
    anna.page.evaluate("key => { document.querySelector('input[name=key]').value = key }", key)
    anna.type("Enter", "50", "Enter")
    anna.sees("Already booked at ")
    anna.sees("Slip 2 · Chips sold + 50,00")
    assert world.balance("chips:floor") == -5_000


def test_a_key_used_for_another_amount_is_refused_and_the_next_try_is_new(
    anna: Person, world: World
):
    open_shift(anna)
    anna.type("Enter", "50")
    key = anna.page.input_value("input[name=key]")
    anna.type("Enter")
    anna.sees("Slip 2 · Chips sold")
    anna.page.evaluate("key => { document.querySelector('input[name=key]').value = key }", key)
    anna.type("Enter", "70", "Enter")
    anna.sees("This key was already used")
    anna.at("#id_cents")
    anna.type("Enter")
    anna.sees("Slip 3 · Chips sold + 70,00")
    assert world.balance("chips:floor") == -12_000


def test_going_back_draws_a_fresh_form(anna: Person, world: World):
    open_shift(anna)
    anna.type("Enter", "50", "Enter")
    anna.sees("Slip 2 · Chips sold")
    anna.page.go_back()
    anna.page.locator("#id_cents").focus()
    anna.type("60", "Enter")
    anna.sees("Slip 3 · Chips sold + 60,00")
    assert world.balance("chips:floor") == -11_000


def test_what_cannot_be_read_is_explained_where_it_was_typed(anna: Person, world: World):
    open_shift(anna)
    anna.type("Enter", "1,500", "Enter")
    anna.sees("1500 or 1,50")
    anna.at("#id_cents")
    expect(anna.page.locator("#id_cents")).to_have_value("1,500")
    assert world.balance("chips:floor") == 0


def test_more_than_is_there_is_refused_with_what_is_there(anna: Person):
    open_shift(anna)
    anna.command("c")
    anna.at("#id_player")
    anna.type("Enter", "1500", "Enter")
    anna.sees("Nothing was booked")
    anna.sees("LEDGER-004")
    anna.at("#id_cents")
    anna.fits()


def test_half_a_name_is_nobody_until_one_is_chosen(anna: Person, world: World):
    open_shift(anna)
    anna.type("Mari")
    expect(anna.page.locator(".found button")).to_have_count(2)
    anna.type("Escape", "Tab", "50", "Enter")
    anna.sees("Several guests match: choose one.")
    anna.at("#id_player")
    assert world.balance("chips:floor") == 0


def test_a_slip_is_taken_back_by_another_one_that_the_supervisor_signs(anna: Person, world: World):
    open_shift(anna)
    anna.type("Enter", "50", "Enter")
    anna.sees("Slip 2 · Chips sold")
    anna.command("x")
    anna.at("#id_reason")
    anna.type("Wrong amount", "Control+Enter")
    anna.sees("Movements")
    set_pin(world.staff[Role.SUPERVISOR], "2580")
    anna.at("#id_username")
    anna.type("supervisor@tallinn", "Tab", "2580", "Control+Enter")
    anna.sees("approved")
    assert world.balance("chips:floor") == 0


def test_the_keys_of_a_page_are_explained(anna: Person):
    open_shift(anna)
    anna.command("?")
    expect(anna.page.locator("dialog")).to_contain_text("Redeem chips")
    anna.type("Escape")
    expect(anna.page.locator("dialog")).to_be_hidden()


def test_a_scanner_that_sends_code_and_enter_at_once_shows_the_guest_large(
    anna: Person, world: World
):
    open_shift(anna)
    anna.type(str(world.club.players.get(name="Mari Tamm").code), "Enter")
    expect(anna.page.locator(".known .who")).to_have_text("Mari Tamm")
    anna.sees("no ID")
    anna.at("#id_cents")
    anna.photograph("cage_till_guest")


def test_what_is_no_number_in_a_count_is_refused_in_words_and_a_product_is_counted(anna: Person):
    open_shift(anna)
    anna.command("z")
    anna.at("#id_cash_50000")
    anna.type("abc", "Enter", "4*25")
    anna.sees("digits only")
    expect(anna.page.locator("[data-total=cash]")).to_have_text("20\u00a0000,00")
    anna.type("Control+Enter")
    anna.sees("Write a whole number in digits.")
    anna.page.locator("#id_cash_50000").fill("1 000")
    expect(anna.page.locator("[data-total=cash]")).to_have_text("520\u00a0000,00")
    anna.page.locator("#id_cash_50000").fill("")
    anna.page.keyboard.press("Control+Enter")
    expect(anna.page.locator("[data-largest]")).to_have_text(
        "100 \N{MULTIPLICATION SIGN} 200,00 = 20 000,00"
    )
    anna.photograph("cage_count_confirm")
    anna.type("Escape")
    anna.sees("Count Desk 1")
    assert Shift.objects.get().state == Shift.State.OPEN


def test_a_missing_id_is_typed_at_the_till_by_keyboard(anna: Person, world: World):
    open_shift(anna)
    code = str(world.club.players.get(name="Mari Tamm").code)
    anna.type(code, "Enter", "2500", "Enter")
    anna.sees("ID of Mari Tamm, then 2 500,00")
    anna.at("#id_birth_date")
    anna.photograph("cage_till_missing_id")
    anna.fits()
    anna.type("24.6.1988", "Tab", "AB1", "Control+Enter")
    anna.at("#id_cents")
    anna.type("Enter")
    anna.sees("Slip 2 · Chips sold + 2 500,00")
    assert world.balance("chips:floor") == -250_000
    assert anna.errors == []
