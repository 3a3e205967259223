"""What another site can do with the browser of somebody who is signed in here: nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from urllib.parse import quote, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.cage.services.opening import open_shift
from casino.house.queries import club_stamp
from casino.ledger.models import Act
from casino.staff.models import Role
from casino.staff.services import set_pin
from tests.pages.evening import Answer
from tests.pages.kept_site import kept_site
from tests.pages.people import Person
from tests.world import FLOAT, PASSWORD, RACK, World, a_club, a_key

PIN = "2580"
COOKIE, TOKEN = settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME
# Another port has our cookies with it, and another name does not.
NEIGHBOURS = {"the same host": "127.0.0.1", "another host": "localhost"}
ELSEWHERE = [
    "//evil.example",
    "///evil.example",
    "https:evil.example",
    "https:///evil.example",
    "https://evil.example/tallinn/",
    r"\\evil.example",
    r"/\evil.example",
    "\t//evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "data:text/html,evil",
]
# Nobody may try PINs too often in a minute, so each role has some of them.
EACH_BY_A_ROLE = list(zip(ELSEWHERE, cycle(Role.values), strict=False))
FRAMED = ["/", "/sign-in/", "/me/", "/tallinn/till/", "/api/v1/docs/", "/no/such/page/"]
# Our own form with the token, sent somewhere else of ours.
SEND = """([action, next]) => {
    const form = document.querySelector("form[action='/sign-out/']");
    const field = document.createElement("input");
    Object.assign(field, { name: "next", value: next });
    form.append(field);
    form.action = action;
    form.submit();
}"""


@pytest.fixture
def world(live_site: str) -> World:
    founded = a_club()
    founded.fund()
    now = club_stamp(founded.club, at=timezone.now(), actor_id=founded.staff[Role.CASHIER].pk)
    open_shift(now, drawer_id=founded.drawer().pk, cash=FLOAT, chips=RACK)
    return founded


@contextmanager
def another_site(content: str, *, host: str = "127.0.0.1", **headers: str) -> Iterator[str]:
    """Yield the address of a page of somebody else."""
    said = {"Content-Type": "text/html; charset=utf-8"} | headers
    page = Answer(where="/", status=200, headers=said, content=content.encode())
    with kept_site({"evil": page}) as site:
        yield site.replace("127.0.0.1", host) + "/"


def session_of(page: Page) -> str:
    """Return the session that the browser has at the site."""
    kept = {each["name"]: each["value"] for each in page.context.cookies()}
    return str(kept.get(COOKIE, ""))


def sign_in(page: Page, role: str = Role.MANAGER) -> None:
    """Type name and password where they are asked for."""
    page.locator("[name=username]").fill(f"{role}@tallinn")
    page.locator("[name=password]").fill(PASSWORD)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def plant(page: Page, site: str, value: str) -> None:
    page.context.add_cookies([{"name": COOKIE, "value": value, "url": site, "httpOnly": True}])


@pytest.mark.parametrize("kind", ["invented", "begun by the attacker"])
def test_a_session_planted_before_the_sign_in_is_nobodys_afterwards(
    page: Page, world: World, live_site: str, kind: str
):
    planted = "a" * 32
    if kind == "begun by the attacker":
        session = Client().session
        session["theirs"] = True
        session.save()
        planted = session.session_key
    page.goto("/sign-in/")
    plant(page, live_site, planted)
    assert session_of(page) == planted
    sign_in(page)
    expect(page.get_by_text("Gaming day").first).to_be_visible()
    assert session_of(page) not in {"", planted}

    attacker = page.context.browser.new_context(base_url=live_site).new_page()
    plant(attacker, live_site, planted)
    attacker.goto("/tallinn/days/")
    assert urlsplit(attacker.url).path == "/sign-in/"


def test_the_session_of_before_opens_nothing_after_who_had_it_signed_out(page: Page, world: World):
    page.goto("/sign-in/")
    sign_in(page)
    before = session_of(page)
    with page.expect_navigation():
        page.locator("form[action='/sign-out/'] button").first.click()
    plant(page, page.url, before)
    page.goto("/tallinn/days/")
    assert urlsplit(page.url).path == "/sign-in/"


@pytest.mark.parametrize("token", ["", "planted"])
@pytest.mark.parametrize("host", NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_a_form_of_another_site_books_nothing(
    page: Page, world: World, live_site: str, host: str, token: str
):
    """A neighbour at another port may even plant the token that its form then has."""
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    assert session_of(page)
    before, secret = Act.objects.count(), "a" * 32
    fields = {"key": a_key(), "cents": "50", "csrfmiddlewaretoken": secret if token else ""}
    inputs = [f'<input name="{name}" value="{value}">' for name, value in fields.items()]
    form = f'<form method="post" action="{live_site}/tallinn/till/sell/">{"".join(inputs)}'
    headers = {"Set-Cookie": f"{TOKEN}={secret}; Path=/"} if token else {}
    with another_site(f"{form}<button>Win!</button></form>", host=host, **headers) as evil:
        page.goto(evil)
        with page.expect_navigation() as answered:
            page.get_by_role("button").click()
    assert (answered.value.request.method, answered.value.status) == ("POST", 403)
    assert Act.objects.count() == before

    page.context.clear_cookies(name=TOKEN)
    page.goto("/tallinn/till/sell/")
    page.locator("#id_cents").fill("50")
    page.keyboard.press("Enter")
    anna.sees("50,00")
    assert Act.objects.count() > before


@pytest.mark.parametrize("where", FRAMED)
def test_no_page_is_shown_in_a_frame_of_another_site(
    page: Page, world: World, live_site: str, where: str
):
    Person(page, world, Role.MANAGER).sign_in()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    with another_site(f'<iframe src="{live_site}{where}"></iframe>') as evil:
        page.goto(evil)
        (framed,) = page.main_frame.child_frames
        framed.wait_for_load_state()
    assert framed.url == "chrome-error://chromewebdata/"
    assert framed.locator("form, h1:not(:empty) ~ main").count() == 0
    assert any("frame-ancestors" in text for text in refused), refused


def again(page: Page, to: str) -> None:
    """Say who one is by the PIN."""
    page.goto(f"/me/again/?next={quote(to)}")
    page.locator("[name=secret]").fill(PIN)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def confirm(page: Page, to: str) -> None:
    """Say who one is by the password."""
    page.goto(f"/me/confirm/?next={quote(to)}")
    page.locator("main [name=password]").fill(PASSWORD)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def unlock(page: Page, to: str) -> None:
    """Lock, and open again with the PIN on the page that stands for a locked one."""
    page.goto("/")
    with page.expect_response("**/lock/"):
        page.locator("#lock-now button").click()
    page.goto("/")
    page.locator("main [name=next]").evaluate("(field, to) => { field.value = to; }", to)
    page.locator("#locked_pin").fill(PIN)
    with page.expect_navigation():
        page.keyboard.press("Enter")


@pytest.mark.parametrize(("to", "role"), EACH_BY_A_ROLE)
def test_no_sign_in_and_no_pin_leads_to_another_site(
    page: Page, world: World, live_site: str, to: str, role: str
):
    set_pin(world.staff[role], PIN)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for where in (f"/sign-in/?next={quote(to)}", "/sign-in/"):
        page.goto("about:blank")  # else the page before sends itself to the sign-in meanwhile
        page.context.clear_cookies()
        page.goto(where)
        page.locator("[name=next]").evaluate("(field, to) => { field.value = to; }", to)
        sign_in(page, role)
        expect(page.get_by_text("Gaming day").first).to_be_visible()
    again(page, to)
    confirm(page, to)
    page.goto(f"/sign-in/?next={quote(to)}")
    assert page.url.startswith(f"{live_site}/tallinn/")
    unlock(page, to)
    page.goto("/")
    with page.expect_navigation():
        page.evaluate(SEND, ["/me/wrong-pins/", to])
    assert page.url == f"{live_site}/me/"
    page.goto("/")
    with page.expect_navigation():
        page.evaluate(SEND, [f"/sign-out/?next={quote(to)}", to])
    assert page.url.startswith(f"{live_site}/")
    assert [each for each in asked if not each.startswith(f"{live_site}/")] == []
