"""No page begins with "This field is required", as it is opened or as its questions are sent."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.utils import translation
from django.utils.translation import gettext

from casino.staff.models import Role
from tests.pages.evening import Answer, signed_in
from tests.world import World

Crawled = Callable[[str], dict[str, Answer]]
# A question that nobody can answer for who asks it: where the buttons of tables are.
ASKS = {"tables-balance"}


class Questions(HTMLParser):
    """The forms of a page that ask by GET: where, and what stands in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.is_open = False
        self.select = ""
        self.feed(page)

    def __iter__(self) -> Iterator[tuple[str, dict[str, str]]]:
        return iter(self.found)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.is_open = given.get("method", "get").lower() == "get"
            if self.is_open:
                self.found.append((given.get("action", ""), {}))
        elif self.is_open and tag in {"input", "select", "textarea"} and given.get("name"):
            self.found[-1][1][given["name"]] = given.get("value", "")
            self.select = given["name"] if tag == "select" else ""
        elif self.is_open and tag == "option" and self.select:
            values = self.found[-1][1]
            if "selected" in given or not values[self.select]:
                values[self.select] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_open = False


def required() -> str:
    with translation.override("et"):
        return gettext("This field is required.")


@pytest.mark.parametrize("role", Role.values)
def test_no_page_begins_with_this_field_is_required(crawled: Crawled, role: str):
    text = required()
    assert text != "This field is required."
    pages = {name: page for name, page in crawled(role).items() if page.is_a("html")}
    assert {name for name, page in pages.items() if text in page.content.decode()} == set()


@pytest.mark.parametrize("role", Role.values)
def test_no_question_that_is_sent_as_it_stands_is_answered_so(
    evening: World, crawled: Crawled, role: str
):
    evening.club.language = "et"
    evening.club.save()
    client, text, found, asked = signed_in(evening, role), required(), {}, 0
    for name, page in crawled(role).items():
        if name in ASKS or not page.is_a("html"):
            continue
        for action, values in Questions(page.content.decode()):
            where = urlsplit(action or page.where).path
            answer = client.get(where, values)
            asked += 1
            if text in answer.getvalue().decode(errors="replace"):
                found[name] = where
    assert found == {}
    assert asked
