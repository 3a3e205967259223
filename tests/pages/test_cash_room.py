"""A supervisor's cash room by keyboard: the list, a break, time rake, a tip, another seat."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from cashgames.models import Absence, Session, TimeShare, WaitlistEntry
from cashgames.services.tables import add_table
from cashgames.services.time_rake import find_due_time_rake, plan_time_rake
from casino.house.queries import club_stamp
from casino.ledger.queries.balances import balance_cents
from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import World, a_club

GUESTS = ("Mari Tamm", "Jaan Kask")


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.fund()
    add_table(world.stamp("07:00", role=Role.MANAGER), name="Table 1")
    world.jackpot()
    for name in GUESTS:
        world.player(name)
    world.sell(200_000)
    return world


def open_table(peter: Person) -> Session:
    peter.command("o")
    peter.page.locator("#id_small_blind_cents").focus()
    peter.type("1", "Tab", "2", "Tab", "100", "Tab", "500", "Control+Enter")
    peter.sees("Table check")
    return Session.objects.get()


def press(peter: Person, words: str) -> None:
    """Press the first button of these words with Enter."""
    button = peter.page.locator(f"main a.button:text-is('{words}')").first
    button.focus()
    peter.type("Enter")


def seat_from_the_list(peter: Person) -> None:
    """Both wait; the first is called to seat 1 and sits down there."""
    peter.page.goto("/tallinn/waiting/")
    for name in GUESTS:
        peter.command("a")
        peter.at("#id_player")
        peter.type(name)
        expect(peter.page.locator(".found button")).to_be_visible()
        peter.type("Control+Enter")  # posts, though the list is open
        expect(peter.page.locator("[data-list]")).to_contain_text(name)
    move_with_the_arrows(peter)
    peter.command("c")  # in one touch, to the first free seat
    peter.sees("seat 1")
    peter.command("s")
    peter.sees("Seat a guest")
    peter.page.locator("#id_cents").focus()
    peter.type("200", "Control+Enter")
    peter.sees("Buy-in 200,00 · Mari Tamm, seat 1")


def move_with_the_arrows(peter: Person) -> None:
    """Jaan goes before Mari and back, each time with a reason."""
    for way, row, place in (("Up", 1, "1"), ("Down", 0, "2")):
        peter.page.locator("tbody tr").nth(row).locator("a").first.focus()
        peter.page.keyboard.press(f"Alt+Arrow{way}")
        peter.sees("Change position: Jaan Kask")
        expect(peter.page.locator("#id_place")).to_have_value(place)
        peter.at("#id_reason")
        peter.type("A slip of the pen", "Control+Enter")
        peter.sees(f"to {place}, Supervisor@Tallinn: A slip of the pen")


def test_a_supervisor_runs_the_room_by_keyboard(peter: Person, world: World):
    session = open_table(peter)
    seat_from_the_list(peter)
    take_a_break(peter)
    tip(peter)
    change_the_seat(peter)
    pay_for_the_time(peter, world, session)

    assert WaitlistEntry.objects.get(state="waiting").player.name == "Jaan Kask"
    assert peter.errors == []


def take_a_break(peter: Person) -> None:
    press(peter, "Away")
    peter.sees("Away: Mari Tamm, seat 1")
    peter.page.locator("#id_permission").focus()
    peter.page.keyboard.press("Space")
    peter.type("Control+Enter")
    peter.sees("away until")
    press(peter, "Back")
    peter.sees("Back: Mari Tamm")
    peter.type("Control+Enter")
    peter.sees("Table check")
    peter.sees_not("away until")
    assert Absence.objects.get().ended == "back"


def tip(peter: Person) -> None:
    press(peter, "Tip")
    peter.sees("Tip or food and drink: Mari Tamm")
    peter.page.locator("#id_cents").focus()
    peter.type("5", "Control+Enter")
    peter.sees("Tips")


def change_the_seat(peter: Person) -> None:
    press(peter, "Move")
    peter.sees("Move: Mari Tamm, seat 1")
    peter.page.locator("#id_place").select_option(label="Table 1, seat 7")
    peter.type("Control+Enter")
    expect(peter.page.locator(".seats li", has_text="Mari Tamm")).to_contain_text("7")


def pay_for_the_time(peter: Person, world: World, session: Session) -> None:
    """A table opened half an hour ago owes for the second half; Enter books all as paid."""
    now = timezone.now()
    Session.objects.filter(pk=session.pk).update(opened_at=now - timedelta(minutes=29, seconds=58))
    manager = club_stamp(world.club, at=now, actor_id=world.staff[Role.MANAGER].pk)
    plan_time_rake(manager, session_id=session.pk, table_cents=10_000)
    find_due_time_rake(now + timedelta(seconds=3))
    press(peter, "Cash out")
    peter.sees("Owes 100,00 time rake")
    peter.command("Escape")
    peter.sees("Table check")
    peter.command("t")
    owes = peter.page.locator(".badge", has_text="owes")
    expect(owes).to_have_count(1)
    peter.page.locator("#id_unpaid").focus()
    peter.type("Enter")
    expect(owes).to_have_count(0)
    peter.sees("chips")
    assert TimeShare.objects.get().paid_with == "chips"
    assert balance_cents(world.club.pk, "income:time-rake") == -10_000
