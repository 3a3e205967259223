"""A telephone or tablet: what a finger presses is large enough, and its neighbour stands apart."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import World, a_club

# UX 4.4, in CSS pixels; and so far is the next button at least.
HIGH, APART = 44, 8
FAULTS = """([high, apart]) => {
  const faults = [];
  const pressed = "main :is(.button, select, summary, .seats a, input:not([type=hidden]))";
  for (const each of document.querySelectorAll(pressed)) {
    if (!each.checkVisibility()) continue;
    const box = each.getBoundingClientRect();
    const name = (each.textContent || each.name || each.id).trim().slice(0, 30);
    if (box.height < high || box.width < high) faults.push(`${name} ${box.width}x${box.height}`);
    const next = each.nextElementSibling;
    if (!each.matches(".button") || !next?.matches(".button")) continue;
    const other = next.getBoundingClientRect();
    const gap = Math.max(other.left - box.right, other.top - box.bottom);
    if (gap < apart) faults.push(`${name} is ${gap} from the next`);
  }
  return faults;
}"""


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


@pytest.fixture
def touched(browser: Browser, world: World, live_site: str) -> Iterator[Page]:
    context = browser.new_context(base_url=live_site, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180)])
@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.CASHIER])
def test_what_is_pressed_at_a_table_and_in_a_count_suits_a_finger(
    touched: Page, world: World, role: Role, width: int, height: int
):
    person = Person(touched, world, role)
    touched.set_viewport_size({"width": width, "height": height})
    if role == Role.SUPERVISOR:
        session = world.session()
        world.seat(session, "Ülle Põder", "Jānis Bērziņš")
        address = reverse("session", args=["tallinn", session.pk])
    else:
        world.open_shift()
        address = reverse("shift-count", args=["tallinn"])
    person.begin_session()
    touched.goto(address)
    person.photograph(f"finger-{role}-{width}")
    assert touched.evaluate(FAULTS, [HIGH, APART]) == []
    assert touched.evaluate("document.documentElement.scrollWidth <= innerWidth")
