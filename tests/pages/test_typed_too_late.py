"""What was typed stands there again when it was sent to a session that was locked or over."""

import re
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from casino.cage.models import Shift
from casino.cage.services.funds import fund_vault
from casino.ledger.models import Act
from casino.staff.models import Role
from casino.staff.services import set_pin
from tests.pages.evening import signed_in
from tests.world import PASSWORD, World, a_club, a_key

COUNT, SELL, PIN = "/tallinn/till/count/", "/tallinn/till/sell/", "2580"
ARRIVED_NOT = "What was typed here did not arrive"


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.open_shift()
    return world


def come_in(role: str = Role.CASHIER, name: str = "") -> Client:
    client = Client()
    knock(client, name or f"{role}@tallinn")
    return client


def knock(client: Client, name: str = "cashier@tallinn", **more: str) -> Any:
    who = {"username": name, "password": PASSWORD}
    return client.post("/sign-in/", who | more, follow=True)


def be_quiet_for(client: Client, minutes: int) -> None:
    session = client.session
    session["seen_at"] -= 60 * minutes
    session.save()


def a_count(**other: str) -> dict[str, str]:
    return {"key": str(a_key()), "cash_10000": "17", "chips_2500": "1o"} | other


def unlock(client: Client, then: str) -> str:
    return client.post("/unlock/", {"pin": PIN, "next": then}, follow=True).content.decode()


def is_typed(page: str, name: str, value: str) -> bool:
    fields = re.findall(r"<(?:input|textarea)[^>]*>", page)
    return any(f'name="{name}"' in each and f'value="{value}"' in each for each in fields)


def test_a_count_typed_for_sixteen_minutes_stands_there_after_the_pin(world: World):
    set_pin(world.staff[Role.CASHIER], PIN)
    client, count = come_in(), a_count()
    client.get(COUNT)
    be_quiet_for(client, 16)
    assert client.post(COUNT, count).status_code == 423
    page = unlock(client, COUNT)
    assert ARRIVED_NOT in page
    # What is no number, too; under the key of then, in case that it was booked before.
    for name, value in count.items():
        assert is_typed(page, name, value), name
    assert Shift.objects.get().state == "open"
    assert not is_typed(client.get(COUNT).content.decode(), "cash_10000", "17"), "once"


@pytest.mark.parametrize(("name", "seconds"), [("seen_at", 16 * 60), ("began_at", 13 * 3600)])
def test_a_count_stands_there_after_the_sign_in(world: World, name: str, seconds: int):
    client, count = come_in(), a_count(chips_2500="0")
    client.get(COUNT)
    session = client.session
    session[name] -= seconds
    session.save()
    gone = client.post(COUNT, count)
    assert gone["Location"] == f"/sign-in/?next={COUNT}"
    page = knock(client, next=COUNT).content.decode()
    assert ARRIVED_NOT in page
    assert is_typed(page, "cash_10000", "17")
    assert Shift.objects.get().state == "open"
    client.post(COUNT, count)
    assert Shift.objects.get().state == "counted"


def test_a_sale_sent_under_the_lock_stands_at_the_till_after_the_pin(world: World):
    set_pin(world.staff[Role.CASHIER], PIN)
    client = come_in()
    client.get("/tallinn/till/")
    mari = world.player("Mari Tamm")
    client.post("/lock/")
    sale = {"player": str(mari.code), "cents": "1250,50", "key": a_key()}
    assert client.post(SELL, sale).status_code == 423
    page = unlock(client, SELL)
    assert "was not booked: send it again" in page
    assert is_typed(page, "cents", "1250,50")


def test_nobody_else_sees_what_was_typed(world: World):
    new, typed = "/tallinn/players/new/", {"name": "Mari Tamm", "key": str(a_key())}
    for name, again in (("supervisor@tallinn", False), ("cashier@tallinn", True)):
        client = come_in()
        client.get("/tallinn/till/")
        be_quiet_for(client, 16)
        client.post(new, typed)
        page = knock(client, name, next=new).content.decode()
        assert 'name="name"' in page
        assert is_typed(page, "name", "Mari Tamm") is again
        assert "interrupted" not in client.session


def test_of_a_session_nobody_knows_the_page_says_whose_it_was(world: World):
    cashier = str(world.staff[Role.CASHIER].pk)
    for typed_by, again in ((cashier, True), ("", False), ("x", False)):
        client = Client()
        client.post(COUNT, a_count(typed_by=typed_by))
        page = knock(client, next=COUNT).content.decode()
        assert is_typed(page, "cash_10000", "17") is again, typed_by


def test_neither_secrets_nor_too_much_is_kept(world: World):
    client = come_in(Role.MANAGER)
    client.get("/tallinn/days/")
    for typed in ({"secret": "1234", "pin": "1234", "password": "x y z"}, {"name": "x" * 50_000}):
        client.session.pop("interrupted", None)
        be_quiet_for(client, 16)
        client.post("/tallinn/players/new/", {"key": "k"} | typed)
        kept = client.session.get("interrupted", {}).get("typed", {})
        assert kept in ({"key": ["k"]}, {})
        knock(client, "manager@tallinn")
        client.get("/tallinn/days/")


def test_the_code_of_a_badge_scanned_under_the_lock_is_kept_nowhere(world: World):
    set_pin(world.staff[Role.CASHIER], PIN)
    asked = fund_vault.ask(world.stamp("22:00", role=Role.MANAGER), cash={10_000: 1})
    client, page, code = come_in(), f"/tallinn/approvals/{asked.pk}/sign/", "0123456789" * 4
    client.post("/lock/")
    signs = {"digest": asked.digest, "secret": "4711", "key": str(a_key())}
    for scanned in (code, f" {code}"):
        assert client.post(page, signs | {"username": scanned}).status_code == 423
        assert client.session["interrupted"]["typed"].keys() == {"digest", "key"}


def test_a_sign_in_is_never_kept(world: World):
    client = Client()
    for page in ("/sign-in/", "/me/password/", "/unlock/", "/me/again/", "/no/such/page/"):
        client.post(page, {"username": "x", "password": "y", "typed_by": "1"})
        assert "interrupted" not in client.session, page


def test_a_form_without_the_sites_token_is_not_kept(world: World):
    set_pin(world.staff[Role.CASHIER], PIN)
    client = come_in()
    client.post("/lock/")
    client.handler.enforce_csrf_checks = True
    client.post(COUNT, a_count())
    assert "interrupted" not in client.session


def test_what_nobody_came_back_to_is_forgotten(world: World):
    set_pin(world.staff[Role.CASHIER], PIN)
    client = come_in()
    client.post("/lock/")
    client.post(COUNT, a_count())
    session = client.session
    session["interrupted"]["at"] -= 16 * 60
    session.save()
    assert not is_typed(unlock(client, COUNT), "cash_10000", "17")
    assert "interrupted" not in client.session


def test_five_wrong_pins_lose_nothing_that_was_typed(world: World):
    set_pin(world.staff[Role.CASHIER], PIN)
    client = come_in()
    client.post("/lock/")
    client.post(COUNT, a_count())
    for _ in range(6):
        client.post("/unlock/", {"pin": "1111"})
    assert client.get(COUNT).status_code == 302
    assert is_typed(knock(client, next=COUNT).content.decode(), "cash_10000", "17")


def test_what_waits_is_booked_neither_by_a_look_nor_by_who_may_not(world: World):
    set_pin(world.staff[Role.CASHIER], PIN)
    client, acts = come_in(), Act.objects.count()
    client.post("/lock/")
    client.post("/tallinn/players/new/", {"name": "Mari Tamm", "key": str(a_key())})
    page = unlock(client, "/tallinn/players/new/")
    assert is_typed(page, "name", "Mari Tamm")
    assert Act.objects.count() == acts


def test_a_dangerous_form_stands_there_again_once_it_is_shown_who_sends_it(world: World):
    set_pin(world.staff[Role.MANAGER], PIN)
    client, page = come_in(Role.MANAGER), "/tallinn/acts/access/give/"
    with override_settings(SECOND_FACTOR="required"):
        session = client.session
        session.pop("needs_factor", None)
        session.save()
        typed = {"username": "new.person", "reason": "Hired", "key": str(a_key())}
        asked = client.post(page, typed)
        assert asked["Location"].startswith("/me/again/?next=")
        client.post(asked["Location"], {"secret": PIN, "next": page})
        again = client.get(page).content.decode()
    # The session was neither locked nor over.
    assert f"{ARRIVED_NOT}, because you were asked first who you are." in again
    assert "Hired" in again


def test_a_page_where_somebody_types_keeps_its_session_awake(world: World):
    client = signed_in(world, Role.CASHIER)
    news = reverse("news", args=["tallinn"])
    client.get("/tallinn/till/")
    asked = {"headers": {"HX-Request": "true"}}
    version = client.get(news, **asked)["X-Version"]
    client.get(f"{news}?v={version}", **asked)
    be_quiet_for(client, 14)
    seen = client.session["seen_at"]
    client.get(f"{news}?v={version}", **asked)
    assert client.session["seen_at"] == seen
    client.get(f"{news}?v={version}&typing=1", **asked)
    assert client.session["seen_at"] > seen
