"""A text that would become a script: the browser itself refuses it, on every page of ours."""

import pytest
from playwright.sync_api import Page, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import World, a_club

# What a hole in a script of ours, or of a package, would do with a text that a stranger typed.
SINKS = {
    "a script's text": "document.createElement('script').textContent = text",
    "a script's address": "document.createElement('script').src = text",
    "what runs at a click": "document.body.setAttribute('onclick', text)",
    "a text that is run": "eval(text)",
    "a text that becomes a function": "new Function(text)",
    "a text that is run later": "setTimeout(text, 0)",
    "a worker": "new Worker(text)",
}
PAGES = ["/sign-in/", "/tallinn/till/", "/tallinn/days/", "/me/"]
# In a task of the page itself: what an inspector evaluates may evaluate.
TRIED = """(text) => new Promise((tell) => setTimeout(() => {
    const ran = [];
    const tried = (name, does) => { try { does(); ran.push(name); } catch {} };
    TRIES
    tell(ran);
}))""".replace(
    "TRIES", "\n".join(f'tried("{name}", () => {{ {code}; }});' for name, code in SINKS.items())
)


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


@pytest.mark.parametrize("where", PAGES)
def test_no_text_becomes_a_script_on_a_page(page: Page, world: World, where: str):
    person = Person(page, world, Role.MANAGER)
    if where != "/sign-in/":
        person.begin_session()
    page.goto(where)
    expect(page.locator("main")).to_be_visible()
    runs_nothing(person)


def runs_nothing(person: Person) -> None:
    assert person.errors == []

    assert person.page.evaluate(TRIED, "document.title = 'ran'") == []
    assert person.page.title() != "ran"


def test_a_page_without_the_policy_would_run_each_of_them(page: Page, world: World):
    page.route("**/sign-in/", lambda route: route.fulfill(body="<body>", content_type="text/html"))
    page.goto("/sign-in/")

    assert page.evaluate(TRIED, "document.title = 'ran'") == list(SINKS)


def test_the_document_of_the_api_is_read_and_tried_in_a_browser_and_runs_no_text(
    page: Page, world: World
):
    person = Person(page, world, Role.MANAGER)
    person.begin_session()
    page.goto("/api/v1/docs/")

    listed = page.locator(".opblock-get").first
    listed.locator(".opblock-summary-control").click()
    listed.get_by_role("button", name="Try it out").click()
    listed.locator("input[placeholder=club]").fill("tallinn")
    listed.get_by_role("button", name="Execute").click()

    expect(listed.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    runs_nothing(person)
