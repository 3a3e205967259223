"""Chips as they look, and the denominations that a drawer was left with, by keyboard."""

from playwright.sync_api import Page, expect

from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.house.models import Club
from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import FLOAT, RACK, World, a_club, a_member

TIMES = "\u00a0\N{MULTIPLICATION SIGN}\u00a0"


def test_a_sale_says_which_chips_to_hand_over_in_their_colours(page: Page, live_site: str):
    world = a_club()
    Club.objects.update(chip_colours={"10000": "black", "2500": "green"})
    world.open_shift()
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    page.locator("#id_cents").fill("275")
    denominations = page.locator("[data-denominations] > *")
    expect(denominations).to_have_text([f"2{TIMES}100,00", f"3{TIMES}25,00"])
    assert denominations.locator(".chip").evaluate_all("all => all.map((each) => each.title)") == [
        "black",
        "green",
    ]
    assert anna.errors == []


def handed_over(world: World) -> int:
    """Return the drawer that is left to the next cashier, as another one counted it."""
    shift = world.open_shift()
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    close_shift(world.stamp("23:05"), shift_id=shift.pk, hand_over=True)
    return shift.drawer_id


def test_a_key_shows_the_denominations_that_the_drawer_was_not_left_with(
    page: Page, live_site: str
):
    world = a_club()
    drawer_id = handed_over(world)
    world.staff[Role.CASHIER] = a_member(world.club, Role.CASHIER, name="berta")
    person = Person(page, world, Role.CASHIER)
    person.begin_session()
    page.goto(f"/tallinn/till/take/{drawer_id}/")
    seen = page.locator("[data-tender=cash] input:visible")
    expect(seen).to_have_count(len(FLOAT))
    person.photograph("hand-over")
    person.command("n")
    person.at("#id_cash_50000")
    expect(page.locator("[data-tender=cash] input:visible")).to_have_count(15)
    expect(page.locator("[data-more]")).to_have_count(0)
    person.type("1", "Enter")
    expect(page.locator("[data-total=cash]")).to_have_text("500,00")
    assert person.errors == []
