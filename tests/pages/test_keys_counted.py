"""How many keys an everyday act at the desk takes, counted from what is pressed."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.cage.models import Payment, PaymentThresholds, SlipPrint
from casino.cage.services.opening import open_shift
from casino.house.queries import club_stamp
from casino.players.models import Player
from casino.staff.models import Role
from casino.staff.services import set_pin
from tests.owing import owe_prizes
from tests.pages.people import Person
from tests.world import FLOAT, RACK, World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.fund()
    world.player("Mari Tamm")
    # A PIN locks the screen, and takes keys of its own.
    for role in (Role.CASHIER, Role.SUPERVISOR):
        set_pin(world.staff[role], "2580")
    now = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[Role.CASHIER].pk)
    open_shift(now, drawer_id=world.drawer().pk, cash=FLOAT, chips=RACK)
    return world


@pytest.fixture
def anna(page: Page, world: World) -> Person:
    person = Person(page, world, Role.CASHIER)
    person.begin_session()
    page.goto("/tallinn/till/")
    return person


def test_a_named_guest_takes_eight_keys_and_the_slip_one(anna: Person):
    anna.at("#id_player")
    anna.type("101", "Enter")
    anna.at("#id_cents")
    anna.type("500", "Enter")
    anna.sees("Slip 2 · Chips sold + 500,00 · Mari Tamm")
    assert anna.pressed <= 8

    anna.pressed = 0
    anna.at("#id_player")
    anna.type("Control+p")
    expect(anna.page.locator("#paper .slip .amount")).to_have_text("500,00 EUR")
    anna.at("#id_player")
    assert (anna.pressed, SlipPrint.objects.count()) == (1, 1)
    assert anna.errors == []


def test_a_walk_in_takes_five_keys(anna: Person):
    anna.at("#id_player")
    anna.type("Enter")
    anna.at("#id_cents")
    anna.type("200", "Enter")
    anna.sees("Slip 2 · Chips sold + 200,00")
    assert anna.pressed <= 5


def test_a_new_id_takes_twelve_keys_and_the_waiting_amount_one_of_them(anna: Person):
    anna.at("#id_player")
    anna.type("101", "Enter", "2500", "Enter")
    anna.at("#id_birth_date")
    anna.pressed = 0
    anna.type("240688", "Tab", "AB1", "Control+Enter")
    anna.at("#id_cents")
    anna.type("Enter")
    anna.sees("Slip 2 · Chips sold + 2 500,00 · Mari Tamm")
    assert anna.pressed <= 12
    assert str(Player.objects.get().birth_date) == "1988-06-24"


def test_an_amount_that_stands_there_is_typed_over(anna: Person, world: World):
    anna.page.goto("/tallinn/till/?operation=sell&player=101&cents=250000")
    anna.at("#id_cents")
    anna.type("30", "Enter")
    anna.sees("Slip 2 · Chips sold + 30,00 · Mari Tamm")


def test_who_types_too_fast_to_be_warned_reads_afterwards_that_the_sale_is_listed(
    anna: Person, world: World
):
    PaymentThresholds.objects.filter(club=world.club).update(identify_from_cents=20_000)
    listed = "Another amount just below the ID limit at this desk within the hour."
    anna.at("#id_player")
    anna.type("Enter", "190", "Enter")
    anna.sees("Slip 2 · Chips sold + 190,00")
    expect(anna.page.get_by_role("status").filter(has_text=listed)).to_have_count(0)
    anna.type("Enter", "195", "Enter")
    anna.sees("Slip 3 · Chips sold + 195,00")
    expect(anna.page.get_by_role("status").filter(has_text=listed)).to_have_count(1)


def test_all_shares_of_a_hit_are_signed_with_one_pin(anna: Person, world: World):
    at_table = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[Role.SUPERVISOR].pk)
    shares = owe_prizes(at_table, 60_000, 70_000, 80_000)
    for each in shares:
        anna.page.goto(f"/tallinn/payments/{each.pk}/")
        anna.type("Control+Enter")
        anna.sees("Approve here")
    anna.page.get_by_role("link", name="Approve here").click()
    anna.at("#id_username")
    anna.pressed = 0
    anna.type("supervisor@tallinn", "Tab", "2580", "Control+Enter")
    anna.sees("approved")
    assert anna.pressed == len("supervisor@tallinn") + len("2580") + len(["Tab", "Control+Enter"])
    assert Payment.objects.filter(payable__in=shares).count() == len(shares)
