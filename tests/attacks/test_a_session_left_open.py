"""Somebody sits down at the manager's open session and tries what would last."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.audit.services.access import give_role
from casino.house.queries import club_stamp
from casino.staff.models import Role
from casino.staff.permissions import actions
from casino.staff.services import set_pin
from tests.world import PASSWORD, World, a_club, a_key

PIN = "2580"
DANGEROUS = [
    *("access", "access_without_accountant", "adopt_book", "keys", "rules"),
    *("see_guest_files", "tell_programs"),
]
PAGES = {
    "role-give": "/tallinn/acts/access/give/",
    "key-new": "/tallinn/acts/access/keys/new/",
    "thresholds": "/tallinn/payments/thresholds/",
    "webhooks": "/tallinn/webhooks/",
}


@pytest.fixture
def world(db: None, settings) -> World:
    settings.SECOND_FACTOR = "required"
    founded = a_club()
    for role in (Role.MANAGER, Role.ACCOUNTANT):
        set_pin(founded.staff[role], PIN)
        # What a code looks like does not matter here: the PIN is asked for.
        data = {"secret": "none"}
        Authenticator.objects.create(user=founded.staff[role], type="recovery_codes", data=data)
    return founded


def left_open(world: World, role: str) -> Client:
    """Return a browser with a session of somebody who signed in long ago."""
    return world.browser(role)


def asked_for_a_role(world: World) -> Proposal:
    user = world.staff[Role.CASHIER]
    stamp = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[Role.MANAGER].pk)
    return give_role.ask(stamp, username=user.username, role=Role.SUPERVISOR, reason="Helps out")


def test_the_dangerous_rows_are_these():
    assert sorted(row.name for row in actions().values() if row.fresh) == DANGEROUS


@pytest.mark.parametrize("address", PAGES.values(), ids=PAGES)
def test_a_page_asks_for_the_pin_first_and_leads_back(world: World, address: str):
    browser = left_open(world, Role.MANAGER)
    door = browser.get(address)
    assert door["Location"] == f"/me/again/?next={address.replace('/', '%2F')}"
    assert browser.post(address, {"key": a_key()})["Location"] == door["Location"]
    assert browser.post(door["Location"], {"secret": "9753"}).status_code == 422
    assert browser.get(address).status_code == 302
    assert browser.post(door["Location"], {"secret": PIN})["Location"] == address
    assert browser.get(address).status_code == 200
    assert browser.get("/tallinn/days/").status_code == 200


def test_after_some_minutes_it_is_asked_again_but_not_who_is_filling_a_form_in(world: World):
    browser = left_open(world, Role.MANAGER)
    browser.post("/me/again/", {"secret": PIN})
    session = browser.session
    (record,) = session["account_authentication_methods"]
    for minutes, looks, sends in ((4, 200, 422), (6, 302, 422), (16, 302, 302)):
        session["account_authentication_methods"] = [record | {"at": record["at"] - 60 * minutes}]
        session.save()
        assert browser.get(PAGES["role-give"]).status_code == looks, minutes
        assert browser.post(PAGES["role-give"], {"key": a_key()}).status_code == sends, minutes


def test_the_second_signature_of_something_dangerous_takes_the_pin_too(world: World):
    asked = asked_for_a_role(world)
    browser, page = left_open(world, Role.ACCOUNTANT), f"/tallinn/approvals/{asked.pk}/"
    form = {"digest": asked.digest, "key": a_key()}
    assert browser.get(page).status_code == 200
    assert browser.post(page, form)["Location"].startswith("/me/again/?next=")
    asked.refresh_from_db()
    assert asked.approved is None
    browser.post("/me/again/", {"secret": PIN})
    assert browser.post(page, form)["Location"] == page
    asked.refresh_from_db()
    assert asked.approved


def test_a_script_in_the_open_page_gets_no_further_by_the_api(world: World):
    asked = asked_for_a_role(world)
    manager, accountant = left_open(world, Role.MANAGER), left_open(world, Role.ACCOUNTANT)
    api = "/api/v1/clubs/tallinn"
    role = {"username": "cashier@tallinn", "role": "supervisor", "reason": "Helps out"}
    for browser, address, body in (
        (manager, f"{api}/access/roles/", role),
        (accountant, f"{api}/proposals/{asked.pk}/approve/", {"digest": asked.digest}),
    ):
        said = browser.post(
            address, body, "application/json", headers={"Idempotency-Key": str(a_key())}
        )
        assert (said.status_code, said.json()["type"][-10:]) == (403, "STAFF-009/"), address


def test_the_password_alone_is_no_second_factor(world: World):
    browser = left_open(world, Role.MANAGER)
    browser.post("/me/confirm/", {"password": PASSWORD})
    assert browser.get(PAGES["role-give"]).status_code == 302


def test_a_pin_does_not_change_the_second_factor(world: World):
    browser = left_open(world, Role.MANAGER)
    browser.post("/me/again/", {"secret": PIN})
    assert browser.get("/me/second/totp/activate/")["Location"].startswith("/me/confirm/")


def test_it_leads_to_no_other_site(world: World):
    browser = left_open(world, Role.MANAGER)
    for evil in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        assert browser.post(f"/me/again/?next={evil}", {"secret": PIN})["Location"] == "/"


def test_where_second_factors_are_optional_nobody_is_asked(world: World, settings):
    settings.SECOND_FACTOR = "optional"
    assert left_open(world, Role.MANAGER).get(PAGES["role-give"]).status_code == 200
