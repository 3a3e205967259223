"""The second factor, the lock of the till, sessions and what ends them."""

import time
from datetime import timedelta
from uuid import uuid4

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from axes.models import AccessAttempt
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from casino.refusals import BadInput
from casino.staff.models import Role, WrongPin
from casino.staff.services import NotSigned, PinPrompt, set_pin, signer
from tests.refusing import refused
from tests.world import PASSWORD, World

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def client() -> Client:
    """Return a browser at an address that no other test has used up."""
    return Client(REMOTE_ADDR=f"10.{'.'.join(map(str, uuid4().bytes[:3]))}")


def give_app(world: World, role: str) -> None:
    """Let somebody use an authenticator app."""
    data = {"secret": get_adapter().encrypt(SECRET)}
    Authenticator.objects.create(user=world.staff[role], type="totp", data=data)


def code() -> str:
    """Return what the app shows now."""
    counter = int(time.time()) // 30
    return totp.format_hotp_value(totp.hotp_value(SECRET, counter))


def sign_in(browser: Client, role: str) -> str:
    given = {"username": f"{role}@tallinn", "password": PASSWORD}
    return browser.post("/sign-in/", given)["Location"]


def test_the_password_alone_does_not_open_who_has_a_second_factor(world: World):
    give_app(world, Role.MANAGER)
    browser = client()
    assert sign_in(browser, Role.MANAGER) == "/me/second/authenticate/"
    assert browser.get("/tallinn/days/")["Location"].startswith("/sign-in/")
    wrong = browser.post("/me/second/authenticate/", {"code": "000000"})
    assert "Incorrect code" in wrong.content.decode()
    assert browser.post("/me/second/authenticate/", {"code": code()}).status_code == 302
    assert browser.get("/tallinn/days/").status_code == 200


def test_wrong_codes_close_the_door_like_wrong_passwords(world: World):
    give_app(world, Role.MANAGER)
    browser = client()
    sign_in(browser, Role.MANAGER)
    for _ in range(10):
        browser.post("/me/second/authenticate/", {"code": "000000"})
    answer = browser.post("/me/second/authenticate/", {"code": code()})
    assert answer.status_code == 429 or "Too many failed attempts" in answer.content.decode()
    assert AccessAttempt.objects.get().failures_since_start == 5
    assert browser.get("/tallinn/days/").status_code == 302


def test_the_secret_of_an_app_is_not_readable_in_the_database(world: World):
    give_app(world, Role.MANAGER)
    assert SECRET not in str(Authenticator.objects.get().data)


def test_where_it_is_required_nobody_works_without_a_second_factor(world: World, settings):
    settings.SECOND_FACTOR = "required"
    browser = client()
    sign_in(browser, Role.MANAGER)
    assert browser.get("/tallinn/days/")["Location"] == "/me/second/totp/activate/"
    confirm = "/me/confirm/?next=/me/second/totp/activate/"
    page = browser.post(confirm, {"password": PASSWORD}, follow=True)
    assert 'class="square"' in page.content.decode()


def test_a_session_gets_a_new_key_at_the_sign_in(world: World):
    browser = client()
    browser.get("/sign-in/")
    session = browser.session
    session["planted"] = True
    session.save()
    before = session.session_key
    browser.cookies["sessionid"] = before
    sign_in(browser, Role.CASHIER)
    assert browser.cookies["sessionid"].value != before


def test_an_idle_session_ends_and_twelve_hours_end_any(world: World):
    for name, age in (("seen_at", 16 * 60), ("began_at", 13 * 3600)):
        browser = client()
        sign_in(browser, Role.MANAGER)
        assert browser.get("/tallinn/days/").status_code == 200
        session = browser.session
        session[name] -= age
        session.save()
        assert browser.get("/tallinn/days/").status_code == 302, name


def test_a_session_is_as_old_as_the_database_says(world: World, monkeypatch, settings):
    """Of two web nodes one may be hours ahead: nobody is signed out, and no PIN is old there."""
    settings.SECOND_FACTOR = "required"
    set_pin(world.staff[Role.MANAGER], "2580")
    give_app(world, Role.MANAGER)
    browser = client()
    sign_in(browser, Role.MANAGER)
    browser.post("/me/second/authenticate/", {"code": code()})
    assert browser.get("/tallinn/acts/access/give/").status_code == 200
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + 4 * 3600)
    assert browser.get("/tallinn/acts/access/give/").status_code == 200
    ahead = browser.post("/me/again/", {"secret": "2580"})
    assert ahead.status_code == 302
    monkeypatch.undo()
    shown = [each["at"] for each in browser.session["account_authentication_methods"]]
    assert abs(shown[-1] - right()) < 3600


@pytest.mark.parametrize("hours", [4, -14])
def test_a_node_of_a_wrong_clock_ends_no_session_and_asks_nobody_for_ever(
    world: World, monkeypatch, hours: int
):
    """What the libraries keep time of goes by the database's clock, too."""
    browser, shift = client(), timedelta(hours=hours)
    right, now = time.time, timezone.now
    monkeypatch.setattr(time, "time", lambda: right() + shift.total_seconds())
    monkeypatch.setattr(timezone, "now", lambda: now() + shift)
    sign_in(browser, Role.MANAGER)
    factor, confirm = "/me/second/totp/activate/", {"password": PASSWORD}
    browser.post(f"/me/confirm/?next={factor}", confirm)
    assert browser.get(factor).status_code == 200
    # Ten minutes later it is asked again, however late the node thinks it is.
    session = browser.session
    for shown in session["account_authentication_methods"]:
        shown["at"] -= 600
    session.save()
    assert browser.get(factor)["Location"].startswith("/me/confirm/")
    monkeypatch.undo()
    assert browser.get("/tallinn/days/").status_code == 200


def test_a_panel_that_asks_by_itself_keeps_no_session_awake(world: World):
    browser = client()
    sign_in(browser, Role.SUPERVISOR)
    browser.get("/tallinn/tables/")
    session = browser.session
    session["seen_at"] -= 14 * 60
    session.save()
    browser.get("/tallinn/tables/", headers={"HX-Request": "true"})
    assert browser.session["seen_at"] == session["seen_at"]
    browser.get("/tallinn/tables/")
    assert browser.session["seen_at"] > session["seen_at"]


def test_a_locked_session_opens_nothing_until_its_pin(world: World):
    set_pin(world.staff[Role.MANAGER], "2580")
    browser = client()
    sign_in(browser, Role.MANAGER)
    assert browser.post("/lock/").status_code == 204
    assert browser.get("/tallinn/days/").status_code == 423
    assert browser.get("/api/v1/clubs/tallinn/days/").status_code == 423
    assert browser.post("/unlock/", {"pin": "1111"}).status_code == 422
    assert browser.post("/unlock/", {"pin": "2580", "next": "/tallinn/days/"}).status_code == 302
    assert browser.get("/tallinn/days/").status_code == 200


def test_an_idle_session_with_a_pin_is_locked_and_not_lost(world: World):
    set_pin(world.staff[Role.MANAGER], "2580")
    browser = client()
    sign_in(browser, Role.MANAGER)
    browser.get("/tallinn/days/")
    session = browser.session
    session["seen_at"] -= 16 * 60
    session.save()
    assert browser.get("/tallinn/days/").status_code == 423


def test_five_wrong_pins_end_the_session_and_the_password_opens_again(world: World):
    manager = world.staff[Role.MANAGER]
    set_pin(manager, "2580")
    browser = client()
    sign_in(browser, Role.MANAGER)
    browser.post("/lock/")
    for _ in range(5):
        browser.post("/unlock/", {"pin": "1111"})
    assert browser.post("/unlock/", {"pin": "2580"})["Location"] == "/sign-in/"
    assert not manager.wrong_pins.exclude(asked_by=None).exists()
    again = client()
    sign_in(again, Role.MANAGER)
    again.post("/lock/")
    assert again.post("/unlock/", {"pin": "2580", "next": "/tallinn/"})["Location"] == "/tallinn/"


@pytest.mark.parametrize("pin", ["", "123", "1234", "4321", "1111", "١٢٣٤", "123456789", "abcd"])
def test_a_pin_that_is_guessed_first_is_refused(world: World, pin: str):
    refused(BadInput, set_pin, world.staff[Role.CASHIER], pin)


def test_who_signs_elsewhere_is_known_by_pin_or_code(world: World):
    manager = world.staff[Role.MANAGER]
    set_pin(manager, "2580")
    give_app(world, Role.SUPERVISOR)
    asked = PinPrompt(place="user 1", at=timezone.now(), club_id=world.club.pk)
    assert signer("manager@TALLINN", "2580", asked) == manager
    assert signer("supervisor@tallinn", code(), asked) == world.staff[Role.SUPERVISOR]
    for name, secret in (
        ("nobody", "2580"),
        ("manager@tallinn", "2581"),
        ("cashier@tallinn", "1"),
    ):
        with pytest.raises(NotSigned):
            signer(name, secret, asked)
    counted = WrongPin.objects.values_list("user__username", flat=True)
    assert sorted(counted) == ["cashier@tallinn", "manager@tallinn"]


@pytest.mark.parametrize("password", ["PokerCasino1", "tallinnpoker!", "password1234", "short"])
def test_a_password_of_the_houses_own_words_is_refused(world: World, password: str):
    with pytest.raises(ValidationError):
        validate_password(password, world.staff[Role.CASHIER])
    validate_password(PASSWORD, world.staff[Role.CASHIER])


def test_one_address_that_tries_many_names_is_closed(world: World, settings):
    settings.SIGN_IN_TRIES_OF_AN_ADDRESS = 4
    browser = client()
    statuses = [
        browser.post("/sign-in/", {"username": f"name{number}", "password": "x"}).status_code
        for number in range(5)
    ]
    assert statuses[:4] == [422] * 4
    assert statuses[-1] == 429


def test_a_program_has_no_sign_in(world: World):
    world.staff[Role.CASHIER].is_service = True
    world.staff[Role.CASHIER].save()
    given = {"username": "cashier@tallinn", "password": PASSWORD}
    assert client().post("/sign-in/", given).status_code == 422


def test_one_sees_where_one_is_signed_in_and_ends_it_there(world: World):
    here, there = client(), client()
    sign_in(here, Role.MANAGER)
    sign_in(there, Role.MANAGER)
    page = here.get("/me/").content.decode()
    other = page.split('action="/me/sessions/')[1].split("/")[0]
    stranger = client()
    sign_in(stranger, Role.CASHIER)
    assert stranger.post(f"/me/sessions/{other}/end/").status_code == 404
    assert here.post(f"/me/sessions/{other}/end/").status_code == 302
    assert there.get("/tallinn/days/").status_code == 302
    assert here.get("/tallinn/days/").status_code == 200


def test_another_password_ends_every_other_session(world: World):
    here, there = client(), client()
    for browser in (here, there):
        sign_in(browser, Role.MANAGER)
    new = "eleven green bottles"
    given = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert here.post("/me/password/", given).status_code == 302
    assert here.get("/tallinn/days/").status_code == 200
    assert there.get("/tallinn/days/").status_code == 302


def test_who_is_disabled_is_out_at_the_next_step(world: World):
    browser = client()
    sign_in(browser, Role.MANAGER)
    world.staff[Role.MANAGER].is_active = False
    world.staff[Role.MANAGER].save()
    assert browser.get("/tallinn/days/").status_code == 302
