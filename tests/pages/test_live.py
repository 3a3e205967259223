"""What changes somewhere is soon on every screen, and a screen says how old it is."""

import re
from datetime import UTC, datetime

import pytest
from django.core.cache import caches
from django.test import Client
from playwright.sync_api import Browser, Page, Route, expect

from casino.house.queries import club_stamp
from casino.ledger.queries.version import version
from casino.players.services.duplicates import merge_players
from casino.staff.models import Role
from tests.owing import owe_prize
from tests.pages.evening import signed_in
from tests.pages.people import Person
from tests.world import World, a_club

NEWS = "/tallinn/news/"


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


def opened(browser: Browser, site: str, world: World, role: str, page: str) -> Page:
    """Open a page in a window of its own."""
    window = browser.new_context(base_url=site).new_page()
    Person(window, world, role).begin_session()
    window.goto(f"/tallinn/{page}")
    return window


def test_the_version_is_another_one_after_each_act_and_only_then(db: None):
    world = a_club()
    cashier = signed_in(world, Role.CASHIER)
    first = cashier.get(NEWS)
    unchanged = cashier.get(NEWS, {"v": first["X-Version"]})
    assert (first.status_code, unchanged.status_code) == (200, 204)
    world.player("Mari Tamm")
    after = cashier.get(NEWS, {"v": first["X-Version"]})
    assert after["X-Version"] not in {first["X-Version"], ""}
    assert after["X-Version"] == version(world.club.pk)


def test_what_another_club_does_is_no_news_on_the_short_way_nor_on_the_whole(db: None):
    cashier, other = signed_in(a_club(), Role.CASHIER), a_club("riga")
    now = {"v": cashier.get(NEWS)["X-Version"]}
    other.player("Mari Tamm")
    assert cashier.get(NEWS, now).status_code == 204
    other.player("Jaan Kask")
    assert cashier.get(NEWS, now).status_code == 204


def test_a_poll_without_news_asks_the_database_for_who_asks_clubs_and_version_alone(
    db: None, django_assert_num_queries: object
):
    client = signed_in(a_club(), Role.CASHIER)
    now = client.get(NEWS)["X-Version"]
    with django_assert_num_queries(5):  # type: ignore[operator]
        assert client.get(NEWS, {"v": now}).status_code == 204


def test_the_next_poll_asks_the_database_for_the_version_alone_until_something_happens(
    db: None, django_assert_num_queries: object
):
    world = a_club()
    client = signed_in(world, Role.CASHIER)
    now = {"v": client.get(NEWS)["X-Version"]}
    assert client.get(NEWS, now).status_code == 204
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert client.get(NEWS, now).status_code == 204
    assert Client().get(NEWS, now).status_code == 302
    world.player("Mari Tamm")
    assert client.get(NEWS, now).status_code == 200


def test_who_was_let_in_to_the_news_stays_known_beside_the_panels_of_many_clubs(
    db: None, django_assert_num_queries: object
):
    client = signed_in(a_club(), Role.CASHIER)
    now = {"v": client.get(NEWS)["X-Version"]}
    assert client.get(NEWS, now).status_code == 204
    for number in range(3_000):
        caches["panels"].set(f"panel-{number}", "", 60)
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert client.get(NEWS, now).status_code == 204


def test_who_signs_out_hears_no_news_by_the_short_way(db: None):
    client = signed_in(a_club(), Role.CASHIER)
    now = {"v": client.get(NEWS)["X-Version"]}
    assert client.get(NEWS, now).status_code == 204
    client.logout()
    assert client.get(NEWS, now).status_code == 302


def test_strangers_hear_no_news(db: None):
    a_club()
    assert Client().get(NEWS).status_code == 302


def test_a_request_a_payment_and_a_guest_come_to_every_screen_by_themselves(
    world: World, browser: Browser, live_site: str
):
    supervisor = opened(browser, live_site, world, Role.SUPERVISOR, "approvals/")
    payments = opened(browser, live_site, world, Role.MANAGER, "payments/")
    expect(payments.locator(".live")).to_contain_text("Nothing is due.")
    owe_prize(world.stamp("22:00", role=Role.SUPERVISOR), about="Friday, place 1")
    merge_players.ask(
        club_stamp(world.club, at=datetime.now(UTC), actor_id=world.staff[Role.CASHIER].pk),
        player_id=world.player("Mari Tamm").pk,
        other_id=world.player("Maria Tamm").pk,
        reason="The same passport",
    )
    expect(payments.locator(".live")).to_contain_text("Friday, place 1")
    expect(supervisor.locator(".live")).to_contain_text("The same passport")
    expect(payments.locator("nav [data-count=approvals]")).to_have_text("1")


def test_a_panel_that_hears_no_answer_asks_again(world: World, browser: Browser, live_site: str):
    page = opened(browser, live_site, world, Role.SUPERVISOR, "payments/")
    expect(page.locator("[data-age] time")).not_to_be_empty()
    hanging = list[Route]()

    def answers_but_the_first(route: Route) -> None:
        if hanging:
            route.continue_()
        hanging.append(route)

    page.route("**/tallinn/payments/?v=*", answers_but_the_first)
    owe_prize(world.stamp("22:00", role=Role.SUPERVISOR), about="Friday, place 1")
    expect(page.locator(".live")).to_contain_text("Friday, place 1")
    assert len(hanging) > 1


def test_a_page_says_how_old_it_is_and_comes_back_by_itself(
    world: World, browser: Browser, live_site: str
):
    page = opened(browser, live_site, world, Role.SUPERVISOR, "payments/")
    age, panel = page.locator("[data-age]"), page.locator(".live")
    expect(age).to_have_text(re.compile(r"as of \d\d:\d\d:\d\d"))
    page.context.set_offline(True)
    expect(panel).to_have_class("live stale")
    expect(age).to_have_class("bad")
    told = panel.get_attribute("data-as-of") or ""
    assert re.fullmatch(r"No new data since \d\d:\d\d:\d\d", told)
    owe_prize(world.stamp("22:00", role=Role.SUPERVISOR), about="Friday, place 1")
    page.context.set_offline(False)
    expect(panel).to_contain_text("Friday, place 1")
    expect(panel).to_have_class("live")
