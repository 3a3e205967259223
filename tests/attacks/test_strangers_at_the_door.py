"""Who does not work here and wants in, or wants that somebody else stays out."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from axes.models import AccessAttempt
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError
from django.test import Client

from casino.db import now
from casino.house.stamp import Stamp
from casino.ledger.models import Act
from casino.refusals import BadInput
from casino.setup.services.clubs import hire
from casino.staff.models import Role, User
from casino.staff.services import NameTaken
from casino.web import lockout
from casino.web.client_address import ClientAddressMiddleware
from tests.refusing import refused
from tests.world import PASSWORD, World

pytestmark = pytest.mark.django_db
PROXY = "10.0.0.7"


def an_address() -> str:
    """Return an address that no other test has used up."""
    return f"10.{'.'.join(map(str, uuid4().bytes[:3]))}"


def console(world: World) -> Stamp:
    """Return the stamp of who runs the server."""
    return replace(world.stamp(), actor_id=None)


def knock(client: Client, name: str, password: str, **headers: str) -> int:
    given = {"username": name, "password": password}
    return client.post("/sign-in/", given, headers=headers).status_code


def test_a_stranger_cannot_say_from_where_he_comes(world: World):
    """Without a proxy of ours nobody's header counts: each try would come from another place."""
    stranger = Client(REMOTE_ADDR=an_address())
    tries = [
        knock(stranger, "cashier@tallinn", "wrong", x_forwarded_for=an_address()) for _ in range(10)
    ]
    assert tries[-1] == 429


def test_behind_our_proxy_two_guests_of_the_wifi_are_two(world: World, settings: Any):
    settings.TRUSTED_PROXIES = "1"
    through = Client(REMOTE_ADDR=PROXY)
    stranger, cashier = an_address(), an_address()
    for _ in range(5):
        knock(through, "cashier@tallinn", "wrong", x_forwarded_for=f"1.2.3.4, {stranger}")
    assert knock(through, "cashier@tallinn", PASSWORD, x_forwarded_for=stranger) == 429
    assert knock(through, "cashier@tallinn", PASSWORD, x_forwarded_for=cashier) == 302


def test_a_wait_goes_by_the_databases_clock_wherever_one_tried(world: World):
    """Tries at a web node whose clock is ahead would keep somebody out until it is reached."""
    at_the_door = Client(REMOTE_ADDR=an_address())
    with time_machine.travel(now() + timedelta(hours=2)):
        tries = [knock(at_the_door, "cashier@tallinn", "wrong") for _ in range(5)]
    assert tries[-1] == 429
    assert all(each.attempt_time <= now() for each in AccessAttempt.objects.all())


def test_the_audit_trail_has_the_address_behind_the_proxy(world: World, settings: Any):
    settings.TRUSTED_PROXIES = "10.0.0.0/29"
    caller = an_address()
    manager = Client(REMOTE_ADDR=PROXY, headers={"x-forwarded-for": caller})
    manager.force_login(world.staff[Role.MANAGER])
    key = str(uuid4())
    given = {"key": key, "imprest_cents": "4000", "minimum_cents": "1000"}
    manager.post(f"/tallinn/shifts/drawers/{world.drawer().pk}/", given)
    act = Act.objects.get(operation="cage.set_levels")
    assert act.request_id.endswith(f"@{caller}")


@pytest.mark.parametrize(
    ("said", "hops", "caller"),
    [
        ("1", ["9.9.9.9", "8.8.8.8", PROXY], "8.8.8.8"),
        ("2", ["9.9.9.9", "8.8.8.8", PROXY], "9.9.9.9"),
        ("3", ["8.8.8.8", PROXY], "8.8.8.8"),
        ("1", ["8.8.8.8:51000", PROXY], "8.8.8.8"),
        ("1", ["[2001:db8::1]:51000", PROXY], "2001:db8::1"),
        ("1", ["<script>", PROXY], PROXY),
        ("1", ["8.8.8.8", ""], "8.8.8.8"),  # the proxy speaks over a socket file
        ("10.0.0.0/8", ["9.9.9.9", "8.8.8.8", "10.1.1.1", PROXY], "8.8.8.8"),
        ("10.0.0.0/8", ["10.1.1.1", PROXY], "10.1.1.1"),
        ("10.0.0.0/8,::1/128", ["9.9.9.9", "::1"], "9.9.9.9"),
    ],
)
def test_the_caller_is_the_first_that_is_no_proxy_of_ours(
    settings: Any, said: str, hops: list[str], caller: str
):
    settings.TRUSTED_PROXIES = said
    assert ClientAddressMiddleware(lambda _: None).caller(hops) == caller  # type: ignore[arg-type, return-value]


def test_only_a_proxy_of_ours_says_that_a_request_came_encrypted(world: World, settings: Any):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.TRUSTED_PROXIES = "10.0.0.0/8"
    said = {"x-forwarded-proto": "https"}
    assert Client(REMOTE_ADDR=PROXY).get("/sign-in/", headers=said).status_code == 200
    assert Client(REMOTE_ADDR="192.0.2.1").get("/sign-in/", headers=said).status_code == 301


def test_a_program_without_encryption_is_refused_and_not_led_on(world: World, settings: Any):
    """It would send its key in the clear for ever, and nobody would notice."""
    settings.SECURE_SSL_REDIRECT = True
    said = Client().get("/api/v1/clubs/tallinn/days/")
    assert (said.status_code, said.json()["error"]) == (403, "https_only")
    assert Client().get("/tallinn/days/").status_code == 301


@pytest.mark.parametrize("said", ["", "-1", "10.0.0.1/8", "proxy.example"])
def test_a_wrong_setting_of_the_proxies_is_said_at_the_start(settings: Any, said: str):
    settings.TRUSTED_PROXIES = said
    with pytest.raises(ImproperlyConfigured, match="give the number of your proxies"):
        ClientAddressMiddleware(lambda _: None)  # type: ignore[arg-type, return-value]


def test_a_stranger_on_the_wifi_keeps_no_cashier_from_the_desk(world: World, settings: Any):
    """The club's guests and its desk leave by one address: the desk's own browser is known."""
    settings.SIGN_IN_TRIES_OF_AN_ADDRESS = 8
    here = an_address()
    desk, stranger = Client(REMOTE_ADDR=here), Client(REMOTE_ADDR=here)
    assert knock(desk, "cashier@tallinn", PASSWORD) == 302
    desk.post("/sign-out/")
    for number in range(8):
        knock(stranger, "cashier@tallinn", "wrong")
        knock(stranger, f"name{number}", "wrong")
    assert knock(stranger, "supervisor@tallinn", PASSWORD) == 429
    assert knock(desk, "Cashier@Tallinn", PASSWORD) == 302


def test_a_device_is_known_for_who_signed_in_there_and_for_nobody_else(world: World):
    desk = Client(REMOTE_ADDR=an_address())
    knock(desk, "cashier@tallinn", PASSWORD)
    desk.post("/sign-out/")
    for name in ("cashier@tallinn", "manager@tallinn"):
        assert [knock(desk, name, "wrong") for _ in range(5)][-1] == 429, name
    kept = set(AccessAttempt.objects.values_list("username", flat=True))
    assert "manager@tallinn" in kept
    assert "cashier@tallinn" not in kept  # under the device's own counter


@pytest.mark.parametrize("cookie", ["x", "e30:1tMade:up", "a" * 5_000])
def test_a_forged_device_is_an_unknown_one(world: World, cookie: str):
    stranger = Client(REMOTE_ADDR=an_address())
    stranger.cookies[lockout.COOKIE] = cookie
    assert [knock(stranger, "cashier@tallinn", "wrong") for _ in range(5)][-1] == 429
    assert AccessAttempt.objects.get().username == "cashier@tallinn"


@pytest.mark.parametrize("name", ["Cashier@tallinn", "CASHIER@TALLINN"])
def test_capitals_make_no_second_person(world: World, name: str):
    hired = hire(console(world), username=name, name="X", password=PASSWORD, roles=[])
    assert hired == world.staff[Role.CASHIER]
    assert knock(Client(REMOTE_ADDR=an_address()), name, PASSWORD) == 302


def test_nobody_signs_in_under_a_name_that_looks_like_a_colleagues(world: World):
    hire(console(world), username="boris", name="Boris", password=PASSWORD, roles=[])
    for name, why in (("b0ris", NameTaken), ("b\u043eris", BadInput), ("bo ris", BadInput)):
        refused(why, hire, console(world), username=name, name="B", password=PASSWORD, roles=[])
    with pytest.raises(IntegrityError, match="staff_user_name_once"):
        User.objects.create_user("Boris", PASSWORD, name="B")


def test_who_is_not_signed_in_learns_nothing_of_the_api(world: World):
    stranger = Client()
    assert stranger.get("/api/v1/schema/").status_code == 401
    assert stranger.get("/api/v1/docs/")["Location"] == "/sign-in/?next=/api/v1/docs/"
    stranger.force_login(world.staff[Role.AUDITOR])
    for wanted in ("", "?format=json"):
        assert (
            b"/api/v1/clubs/{club}/chips/sell/" in stranger.get(f"/api/v1/schema/{wanted}").content
        )


def test_the_document_is_made_once_for_all_who_ask(world: World, monkeypatch: Any):
    browser = world.browser(Role.AUDITOR)
    first = browser.get("/api/v1/schema/?format=json").content
    monkeypatch.delattr("drf_spectacular.generators.SchemaGenerator.get_schema")
    assert browser.get("/api/v1/schema/?format=json").content == first
