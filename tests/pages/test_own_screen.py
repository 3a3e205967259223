"""How somebody's own pages look, and which keys work on them: kept with the account."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from casino.staff.models import Role, User
from tests.pages.evening import signed_in
from tests.pages.people import Person
from tests.world import World, a_club

SCREEN = "/me/screen/"
TILL = "/tallinn/till/"
CHOSEN = {"theme": "light", "text_size": "largest", "letter_keys": "alt"}


@pytest.fixture
def anna(page: Page, live_site: str) -> Person:
    world = a_club()
    world.open_shift()
    person = Person(page, world, Role.CASHIER)
    person.sign_in()
    person.at("#id_player")
    return person


def choose(world: World, **chosen: str) -> None:
    User.objects.filter(pk=world.staff[Role.CASHIER].pk).update(**chosen)


def classes(client: Client) -> str:
    """Return the classes of the till's page."""
    page = client.get(TILL, follow=True).getvalue().decode()
    return page.partition('class="')[2].partition('"')[0]


def test_what_somebody_chose_holds_on_every_device_of_theirs_and_for_nobody_else(db: None):
    world = a_club()
    anna = signed_in(world, Role.CASHIER)
    assert classes(anna) == "cage"
    assert anna.post(SCREEN, CHOSEN).status_code == 302
    assert classes(signed_in(world, Role.CASHIER)) == "light largest"
    assert classes(signed_in(world, Role.SUPERVISOR)) == "cage"
    assert "Very large" in anna.get("/me/").getvalue().decode()


def test_a_theme_that_there_is_not_is_refused(db: None):
    client = signed_in(a_club(), Role.CASHIER)
    answer = client.post(SCREEN, CHOSEN | {"theme": "pink"})
    assert answer.status_code == 422
    assert "Choose one of these." in answer.getvalue().decode()


def test_light_and_large_are_on_the_screen_before_any_script_runs(anna: Person):
    choose(anna.world, theme="light", text_size="largest")
    anna.page.route("**/*.js", lambda route: route.abort())
    anna.page.goto(TILL)
    shown = "getComputedStyle(document.documentElement)"
    assert anna.page.evaluate(f"{shown}.colorScheme") == "light"
    assert anna.page.evaluate(f"{shown}.fontSize") == "21px"


@pytest.mark.parametrize("size", ["large", "largest"])
def test_large_text_lets_nothing_on_the_till_lie_on_something_else(anna: Person, size: str):
    choose(anna.world, text_size=size, letter_keys="alt", language="ru")
    anna.page.goto(TILL)
    anna.photograph(f"till-{size}")
    assert anna.page.evaluate(OVERLAPS) == []


def test_letters_switched_off_press_nothing_and_f_keys_still_do(anna: Person):
    choose(anna.world, letter_keys="off")
    anna.page.goto(TILL)
    anna.command("c")
    anna.sees("Cash in, chips to the guest")
    expect(anna.page.locator("a[data-key='c F4'] kbd").first).to_be_hidden()
    anna.page.locator("[data-help]").click()
    expect(anna.page.locator("#keys")).to_contain_text("Off: only F keys")
    expect(anna.page.locator("#keys dl").first).not_to_contain_text("c F4")
    anna.photograph("keys-off")
    anna.type("Escape")
    anna.page.keyboard.press("F4")
    anna.sees("Cash out, chips from the guest")


def test_letters_with_alt_work_inside_a_field_and_are_said_so(anna: Person):
    choose(anna.world, letter_keys="alt")
    anna.page.goto(TILL)
    expect(anna.page.locator("a[data-key='c F4'] kbd").first).to_have_text("Alt c")
    anna.at("#id_player")
    anna.page.keyboard.press("Alt+c")
    anna.sees("Cash out, chips from the guest")
    anna.command("b")
    anna.sees("Cash out, chips from the guest")
    anna.page.keyboard.press("Alt+Shift+?")
    expect(anna.page.locator("#keys dl").first).to_contain_text("Alt b")
    assert anna.errors == []


OVERLAPS = """() => {
  const all = [...document.querySelectorAll(
    "main a, main button, main input:not([type=hidden]), .operations kbd")]
    .filter((each) => each.checkVisibility()).map((each) => [each, each.getBoundingClientRect()]);
  return all.flatMap(([one, a], index) => all.slice(index + 1).filter(([other, b]) =>
    !one.contains(other) && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2
  ).map(([other]) => `${one.outerHTML.slice(0, 60)} and ${other.outerHTML.slice(0, 60)}`));
}"""
