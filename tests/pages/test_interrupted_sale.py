"""A sale that was sent when the session was over: booked or not is known after the sign-in."""

import time
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session as SignedInSession
from django.test import Client
from playwright.sync_api import Page, Route, expect

from casino.cage.models import Shift
from casino.staff.models import Role
from tests.pages.evening import signed_in
from tests.pages.people import Person
from tests.world import PASSWORD, World, a_club, a_key, a_member, founding

SELL = "/tallinn/till/sell/"


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.open_shift()
    return world


def sale(world: World, **other: Any) -> dict[str, Any]:
    mari = world.player("Mari Tamm")
    # Whose page it was the browser says: of a session that is over the server knows nothing.
    by = {"typed_by": str(world.staff[Role.CASHIER].pk)}
    return {"player": str(mari.code), "cents": "100", "key": a_key()} | by | other


def sent_and_signed_in(typed: dict[str, Any]) -> Any:
    """Send a sale by nobody, sign in where that leads, and return the page."""
    client = Client()
    gone = client.post(SELL, typed)
    assert gone.status_code == 302
    who = {"username": "cashier@tallinn", "password": PASSWORD}
    return client.post(gone["Location"], who | {"next": SELL}, follow=True)


def test_a_sale_that_was_not_booked_stands_there_as_it_was_typed_under_its_key(world: World):
    typed = sale(world)
    page = sent_and_signed_in(typed)
    assert "was not booked: send it again" in page.getvalue().decode()
    form = page.context["chips_form"]
    assert [form[name].value() for name in ("player", "cents")] == [typed["player"], "100"]
    assert str(form["key"].value()) == str(typed["key"])


def test_a_sale_that_was_booked_is_shown_with_its_time_and_slip(world: World):
    typed = sale(world)
    signed_in(world, Role.CASHIER).post(SELL, typed)
    text = " ".join(sent_and_signed_in(typed).getvalue().decode().split())
    assert "Already booked at " in text
    assert "Slip 2 · Chips sold" in text
    assert "Mari Tamm" in text
    assert world.balance("chips:floor") == -10_000


def test_an_answer_to_a_part_of_a_page_takes_no_cookie_of_another_sign_in_away(world: World):
    # The guest's standing is asked for as the sale is sent, by a session that is over.
    client = signed_in(world, Role.CASHIER)
    SignedInSession.objects.all().delete()
    standing = "/tallinn/till/standing/"
    part = client.get(standing, headers={"Sec-Fetch-Mode": "cors"})
    assert settings.SESSION_COOKIE_NAME not in part.cookies
    assert client.get(standing).cookies[settings.SESSION_COOKIE_NAME].value == ""


def test_what_was_said_once_is_not_said_after_the_next_sale(world: World):
    typed = sale(world)
    client = Client()
    client.post(SELL, typed)
    client.post("/sign-in/", {"username": "cashier@tallinn", "password": PASSWORD})
    assert "send it again" in client.get("/tallinn/till/").getvalue().decode()
    client.post(SELL, typed)
    assert "send it again" not in client.get("/tallinn/till/").getvalue().decode()
    assert world.balance("chips:floor") == -10_000


def test_a_slip_of_somebody_else_is_not_said_to_be_booked(world: World):
    typed = sale(world)
    signed_in(world, Role.CASHIER).post(SELL, typed)
    berta = a_member(world.club, Role.CASHIER, name="berta")
    shift = Shift.objects.get()
    Shift.objects.update(state=Shift.State.CLOSED)
    shift.pk, shift.cashier, shift.act_id = None, berta, -1
    with founding(world.club):
        shift.save(force_insert=True)
    client = Client()
    client.post(SELL, typed | {"typed_by": str(berta.pk)})
    client.force_login(berta)
    page = client.get("/tallinn/till/", follow=True).getvalue().decode()
    assert "Already booked" not in page
    assert "send it again" in page


@pytest.mark.parametrize("age", [0, 901])
def test_what_was_typed_is_kept_for_a_quarter_of_an_hour(world: World, age: int):
    client = signed_in(world, Role.CASHIER)
    session = client.session
    by = world.staff[Role.CASHIER].pk
    sent = {"address": SELL, "by": by, "typed": {"key": [str(a_key())], "cents": ["5"]}}
    session["interrupted"] = sent | {"at": int(time.time()) - age}
    session.save()
    assert ("send it again" in client.get("/tallinn/till/").getvalue().decode()) is (age == 0)


def test_a_key_that_is_none_begins_an_empty_form(world: World):
    page = sent_and_signed_in(sale(world, key="x"))
    assert "send it again" not in page.getvalue().decode()


def test_the_cashier_signs_in_again_and_sends_what_was_typed_by_keyboard(
    page: Page, live_site: str
):
    world = a_club()
    world.open_shift()
    world.player("Mari Tamm")
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    anna.type("101", "Enter", "100")
    SignedInSession.objects.all().delete()
    # The page has asked for news, and what was typed still stands there.
    expect(page.locator("[data-age].bad")).to_be_visible()
    expect(page.locator("#id_cents")).to_have_value("100")
    # What would be answered meanwhile could take the cookie of the next sign-in with it.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(5_000)
    assert asked == []
    anna.type("Enter")
    anna.sees("Sign in with your own user name")
    anna.type("cashier@tallinn", "Tab", PASSWORD, "Enter")
    anna.sees("was not booked: send it again")
    anna.photograph("till-after-sign-in")
    expect(page.locator("#id_cents")).to_be_focused()
    anna.type("Enter")
    anna.sees("Slip 2 · Chips sold + 100,00")
    assert anna.errors == []


def test_a_sale_that_the_server_does_not_hear_stays_as_it_was_typed(page: Page, live_site: str):
    world = a_club()
    world.open_shift()
    world.player("Mari Tamm")
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    anna.type("101", "Enter", "100")
    page.context.set_offline(True)
    anna.type("Enter")
    anna.sees("Nothing was sent, and what was typed stays here")
    anna.photograph("till-away")
    expect(page.locator("#id_player")).to_have_value("101")
    anna.at("#id_cents")
    page.context.set_offline(False)
    anna.type("Enter")
    anna.sees("Slip 2 · Chips sold + 100,00")
    assert world.balance("chips:floor") == -10_000
    assert anna.errors == []


def test_a_proxy_that_answers_for_a_server_that_is_away_gets_nothing_typed(
    page: Page, live_site: str
):
    world = a_club()
    world.open_shift()
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    page.route("**/healthz", lambda route: route.fulfill(status=502))
    anna.type("Enter", "100", "Enter")
    anna.sees("Nothing was sent, and what was typed stays here")
    expect(page.locator("[data-away]")).to_have_count(1)
    anna.type("Enter")
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(page.locator("[data-away]")).to_have_count(1)
    page.unroute("**/healthz")
    anna.type("Enter")
    anna.sees("Slip 2 · Chips sold + 100,00")


def test_what_is_typed_while_the_server_is_asked_is_not_sent(page: Page, live_site: str):
    world = a_club()
    world.open_shift()
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    asked: list[Route] = []

    def wait(route: Route) -> None:
        asked.append(route)

    page.route("**/healthz", wait)
    anna.type("Enter", "50")
    page.keyboard.press("Enter")
    expect(page.locator("form[data-sent]")).to_have_count(1)
    page.keyboard.type("9")
    expect(page.locator("#id_cents")).not_to_be_editable()
    asked[0].continue_()
    anna.sees("Chips sold + 50,00")
