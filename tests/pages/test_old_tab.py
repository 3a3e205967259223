"""A page from before one signed in anew in another tab: refused, and what it had is kept."""

import re
from typing import Any

import pytest
from django.test import Client

from casino.cage.models import Shift
from casino.staff.models import Role
from tests.pages.test_typed_too_late import ARRIVED_NOT, COUNT, a_count, is_typed
from tests.world import PASSWORD, World, a_club

OWN, OTHER = "http://testserver", "https://elsewhere.example"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.open_shift()
    return world


class Browser(Client):
    """Sends what a browser does: the token of the page, and where it is from."""

    def __init__(self) -> None:
        super().__init__(enforce_csrf_checks=True)

    def token(self, address: str) -> str:
        found = TOKEN.search(self.get(address).content.decode())
        assert found
        return found[1]

    def send(self, address: str, token: str, origin: str = OWN, **typed: str) -> Any:
        return self.post(
            address, typed | {"csrfmiddlewaretoken": token}, headers={"origin": origin}
        )

    def sign_in(self, role: str = Role.CASHIER) -> None:
        who = {"username": f"{role}@tallinn", "password": PASSWORD}
        assert self.send("/sign-in/", self.token("/sign-in/"), **who).status_code == 302

    def sign_in_anew(self, role: str = Role.CASHIER) -> None:
        self.send("/sign-out/", self.token("/me/pin/"))
        self.sign_in(role)


@pytest.fixture
def browser(world: World) -> Browser:
    browser = Browser()
    browser.sign_in()
    return browser


def typed_by(world: World, role: str = Role.CASHIER) -> dict[str, str]:
    return a_count(typed_by=str(world.staff[role].pk))


def test_what_an_old_tab_sends_stands_there_again_after_a_page_that_says_why(
    world: World, browser: Browser
):
    old = browser.token(COUNT)
    browser.sign_in_anew()

    refused = browser.send(COUNT, old, **typed_by(world))
    page = refused.content.decode()
    assert refused.status_code == 403
    assert "You have signed in since this page was opened" in page
    assert f'href="{COUNT}"' in page
    assert Shift.objects.get().state == "open"

    again = browser.get(COUNT).content.decode()
    assert ARRIVED_NOT in again
    assert is_typed(again, "cash_10000", "17")
    assert not is_typed(browser.get(COUNT).content.decode(), "cash_10000", "17"), "once"


def test_who_signed_in_meanwhile_reads_nothing_of_it(world: World, browser: Browser):
    old = browser.token(COUNT)
    browser.sign_in_anew(Role.SUPERVISOR)
    assert browser.send("/tallinn/players/new/", old, **typed_by(world)).status_code == 403
    assert ARRIVED_NOT not in browser.get("/tallinn/players/new/").content.decode()


@pytest.mark.parametrize("headers", [{"origin": OTHER}, {}])
def test_nothing_is_kept_of_what_another_site_may_have_sent(
    world: World, browser: Browser, headers: dict[str, str]
):
    refused = browser.post(COUNT, typed_by(world), headers=headers)
    page = refused.content.decode()
    assert refused.status_code == 403
    assert "This form was not sent by a page of this site." in page
    assert "Nothing was booked." in page
    assert "stands there again" not in page
    assert ARRIVED_NOT not in browser.get(COUNT).content.decode()


def test_an_old_page_of_ones_own_sign_in_leads_back_to_itself_and_keeps_no_secret(
    world: World, browser: Browser
):
    old = browser.token("/me/pin/")
    browser.sign_in_anew()
    headers = {"origin": OWN, "referer": f"{OWN}/me/pin/"}
    typed = {"password": PASSWORD, "pin": "2580", "csrfmiddlewaretoken": old}
    refused = browser.post("/me/pin/", typed, headers=headers)
    page = refused.content.decode()
    assert refused.status_code == 403
    assert 'href="/me/pin/"' in page
    assert PASSWORD not in page
    assert "2580" not in page


def test_it_leads_to_no_other_site(browser: Browser):
    headers = {"origin": OTHER, "referer": f"{OTHER}/trap/"}
    page = browser.post("/me/pin/", {}, headers=headers).content.decode()
    assert "elsewhere.example" not in page
    assert 'href="/"' in page
