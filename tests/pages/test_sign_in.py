"""The door: who comes in, where it leads, and when it closes."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from casino.staff.models import Membership, Role
from tests.shifted import Clock
from tests.world import PASSWORD, World, a_club

pytestmark = pytest.mark.django_db
FIRST_PAGES = {
    Role.CASHIER: "/tallinn/till/open/",
    Role.SUPERVISOR: "/tallinn/tables/",
    Role.DIRECTOR: "/tallinn/tables/",
    Role.ACCOUNTANT: "/tallinn/days/",
    Role.MANAGER: "/tallinn/days/",
    Role.AUDITOR: "/tallinn/days/",
}


def knock(client: Client, name: str, password: str) -> int:
    """Try to sign in from a desk of its own each time the test runs."""
    given = {"username": name, "password": password}
    return client.post("/sign-in/", given).status_code


def an_address() -> str:
    """Return an address that no other test has used up."""
    return f"10.{'.'.join(map(str, uuid4().bytes[:3]))}"


@pytest.fixture
def client() -> Client:
    """A browser at an address that no other test has used up."""
    return Client(REMOTE_ADDR=an_address())


@pytest.mark.parametrize(("role", "page"), FIRST_PAGES.items())
def test_the_door_leads_to_the_page_that_the_role_begins_with(
    world: World, client: Client, role: str, page: str
):
    assert knock(client, f"{role}@tallinn", PASSWORD) == 302
    assert client.get("/", follow=True).request["PATH_INFO"] == page


def test_who_works_in_two_clubs_is_asked_which(world: World, client: Client):
    riga = a_club("riga")
    user = world.staff[Role.CASHIER]
    Membership.objects.create(user=user, club=riga.club, role=Role.CASHIER)
    knock(client, user.username, PASSWORD)
    page = client.get("/").content.decode()
    assert 'href="/tallinn/"' in page
    assert 'href="/riga/"' in page


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(world: World, client: Client):
    answers = [
        client.post("/sign-in/", {"username": name, "password": "wrong"}).content.decode()
        for name in ("cashier@tallinn", "nobody")
    ]
    assert "Name and password do not match." in answers[0]
    assert answers[0].count("note bad") == answers[1].count("note bad") == 1


def test_five_wrong_passwords_close_the_door_for_that_name_alone(world: World, client: Client):
    assert [knock(client, "cashier@tallinn", "wrong") for _ in range(5)] == [422] * 4 + [429]
    assert knock(client, "cashier@tallinn", PASSWORD) == 429
    assert knock(client, "CASHIER@tallinn", PASSWORD) == 429
    assert knock(Client(REMOTE_ADDR=an_address()), "cashier@tallinn", PASSWORD) == 302
    assert knock(client, "supervisor@tallinn", PASSWORD) == 302


def test_each_further_wrong_password_doubles_the_wait_up_to_a_quarter_of_an_hour(
    world: World, client: Client, clock: Clock
):
    clock.stop(at := clock.now())
    for _ in range(4):
        knock(client, "cashier@tallinn", "wrong")
    for seconds in (15, 30, 60, 120, 240, 480, 900, 900):
        assert knock(client, "cashier@tallinn", "wrong") == 429
        clock.stop(at := at + timedelta(seconds=seconds - 1))
        answer = client.post("/sign-in/", {"username": "cashier@tallinn", "password": PASSWORD})
        assert (answer.status_code, answer["Retry-After"]) == (429, "1")
        clock.stop(at := at + timedelta(seconds=1))
    assert knock(client, "cashier@tallinn", PASSWORD) == 302
    client.post("/sign-out/")
    assert knock(client, "cashier@tallinn", "wrong") == 422


def test_who_signed_out_or_left_is_out_at_once(world: World, client: Client):
    knock(client, "manager@tallinn", PASSWORD)
    assert client.get("/tallinn/days/").status_code == 200
    Membership.objects.filter(user=world.staff[Role.MANAGER]).delete()
    assert client.get("/tallinn/days/").status_code == 404
    client.post("/sign-out/")
    assert client.get("/tallinn/days/").status_code == 302


def test_a_form_without_the_sites_token_is_refused(world: World):
    strict = Client(enforce_csrf_checks=True, REMOTE_ADDR=str(uuid4()))
    assert knock(strict, "cashier@tallinn", PASSWORD) == 403


def test_who_was_given_a_password_chooses_an_own_one_before_anything_else(
    world: World, client: Client
):
    user = world.staff[Role.MANAGER]
    user.has_given_password = True
    user.save()
    assert knock(client, user.username, PASSWORD) == 302
    for page in ("/", "/tallinn/days/", "/me/", "/api/v1/clubs/tallinn/days/"):
        assert client.get(page)["Location"] == "/me/password/", page
    new = {"old_password": PASSWORD, "new_password1": PASSWORD, "new_password2": PASSWORD}
    assert client.post("/me/password/", new).status_code == 422
    own = "seven quiet herons"
    new |= {"new_password1": own, "new_password2": own}
    assert client.post("/me/password/", new)["Location"] == "/me/pin/"
    assert client.post("/me/pin/", {"password": own, "pin": "2589"})["Location"] == "/"
    assert client.get("/tallinn/days/").status_code == 200
    user.refresh_from_db()
    assert not user.has_given_password


def test_ones_own_password_is_called_by_one_word(world: World):
    user = world.staff[Role.CASHIER]
    user.language = "et"
    user.save()
    page = world.browser(Role.CASHIER).get("/me/password/").content.decode()
    assert "Paroolis peab olema vähemalt 12 märki." in page
    assert "alasõna" not in page
