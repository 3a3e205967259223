"""A session ends while something is typed: the page stays, whatever it is."""

import pytest
from django.contrib.sessions.models import Session as SignedInSession
from django.urls import reverse
from playwright.sync_api import Page, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    founded = a_club()
    founded.open_shift()
    return founded


def told_that_it_is_over(page: Page) -> None:
    with page.expect_response(lambda answer: "/sign-in/" in answer.url):  # to the news
        SignedInSession.objects.all().delete()
    page.wait_for_timeout(1_000)


def test_a_refused_count_stays(page: Page, world: World):
    cashier = Person(page, world, Role.CASHIER)
    cashier.sign_in()
    page.goto(reverse("shift-count", args=["tallinn"]))
    page.locator("#id_cash_10000").fill("17")
    page.locator("#id_cash_5000").fill("2o")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".error").first).to_be_visible()
    told_that_it_is_over(page)
    expect(page.locator("#id_cash_10000")).to_have_value("17")
    assert "sign-in" not in page.url


def test_what_is_chosen_in_a_list_stays(page: Page, world: World):
    manager = Person(page, world, Role.MANAGER)
    manager.sign_in()
    page.goto(reverse("template-add", args=["tallinn"]))
    page.locator("main form select").first.select_option(index=1)
    told_that_it_is_over(page)
    assert "sign-in" not in page.url


def test_a_page_on_which_nothing_is_typed_leads_to_the_sign_in(page: Page, world: World):
    manager = Person(page, world, Role.MANAGER)
    manager.sign_in()
    page.goto(reverse("template-add", args=["tallinn"]))
    SignedInSession.objects.all().delete()
    page.wait_for_url("**/sign-in/**")
