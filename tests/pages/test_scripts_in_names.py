"""Names that would like to run: walked through as a parser reads each page, for each role."""

from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from casino.bookkeeping.rules.profiles import SOURCES
from casino.staff.models import Role
from tests.pages.evening import PAYLOAD, Answer

Crawled = Callable[[str], dict[str, Answer]]
# What an address may be in: a value that a browser opens or loads.
ADDRESSES = {"href", "src", "action", "formaction", "data", "poster", "srcset", "xlink:href"}
ADDRESSES |= {"hx-get", "hx-post"}
# Elements that no page of ours has, and that a payload would make.
STRANGE = {"iframe", "object", "embed", "base", "frame", "math", "style", "applet"}
OWN_FILES = "/static/"


class Walk(HTMLParser):
    """Notes what on a page runs, or was made of a name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.seen: Counter[str] = Counter()
        self.in_script = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.seen[tag] += 1
        is_data = tag == "script" and values.get("type") == "application/json"
        self.in_script = tag == "script" and not is_data
        self.seen["named values"] += sum(PAYLOAD in value for value in values.values())
        runs = [name for name in values if name.startswith("on") or name == "srcdoc"]
        runs += [name for name in ADDRESSES & values.keys() if not is_an_address(values[name])]
        odd = tag in STRANGE or (tag == "script" and not is_data and not is_own_script(values))
        odd = odd or (tag == "img" and not values.get("src", "").startswith(("/", "data:image/")))
        odd = odd or (tag == "meta" and "http-equiv" in values)
        if odd or runs:
            self.found.append(self.get_starttag_text() or tag)

    def handle_endtag(self, tag: str) -> None:
        self.in_script = self.in_script and tag != "script"

    def handle_data(self, data: str) -> None:
        self.seen["named texts"] += PAYLOAD in data
        if self.in_script and data.strip():
            self.found.append(f"script: {data}")


def is_an_address(value: str) -> bool:
    """Return whether it is on this host, a picture or a format's source; "javascript:" is none."""
    split = urlsplit(value.strip())
    own = value.startswith("data:image/") or not (split.scheme or split.netloc)
    return own or value in SOURCES.values()


def is_own_script(values: dict[str, str]) -> bool:
    """Return whether a script is one of our files."""
    return values.get("src", "").startswith(OWN_FILES)


@pytest.mark.parametrize(
    "markup",
    [
        f"<p>{PAYLOAD}",
        f'<a title="{PAYLOAD}" onx=1>',
        "<img src=x>",
        "<p onclick=go()>",
        '<a href="javascript:alert(1)">',
        '<a href="//evil.example">',
        "<script>alert(1)</script>",
        '<script type="application/json">{}</script><script>alert(1)</script>',
        '<script src="https://evil.example/a.js"></script>',
        "<svg onload=alert(1)>",
        "<base href=/x>",
    ],
)
def test_the_walk_would_find_what_runs(markup: str):
    assert Walk(markup).found


@pytest.mark.parametrize("role", Role.values)
def test_no_name_becomes_an_element_or_an_attribute(crawled: Crawled, role: str):
    pages = {name: page for name, page in crawled(role).items() if page.is_a("html")}
    walked = {name: Walk(page.content.decode()) for name, page in pages.items()}
    seen = sum((each.seen for each in walked.values()), Counter())
    assert {name: each.found for name, each in walked.items() if each.found} == {}
    assert seen["named texts"] > 50
    assert seen["named values"] > 5 or role != Role.MANAGER


@pytest.mark.parametrize("role", Role.values)
def test_every_answer_says_what_it_is_and_a_file_is_kept_not_shown(crawled: Crawled, role: str):
    found, files = {}, 0
    for name, answer in crawled(role).items():
        headers = {key.lower(): value for key, value in answer.headers.items()}
        kind = headers.get("content-type", "").partition(";")[0]
        if headers.get("x-content-type-options") != "nosniff":
            found[name] = "sniffed"
        if answer.status != 200 or kind in {"text/html", ""}:
            continue
        files += 1
        if not headers.get("content-disposition", "").startswith("attachment;"):
            found[name] = f"{kind} shown: {headers.get('content-disposition')}"
    assert found == {}
    assert files > 0 or role in {Role.CASHIER, Role.DIRECTOR}


@pytest.mark.parametrize("role", Role.values)
def test_every_page_carries_the_policy_without_exceptions(crawled: Crawled, role: str):
    for name, answer in crawled(role).items():
        policy = answer.headers.get("Content-Security-Policy", "")
        said = dict(each.strip().partition(" ")[::2] for each in policy.split(";"))
        strict = (said.get("script-src"), said.get("object-src"), said.get("base-uri"))
        assert strict == ("'self'", "'none'", "'none'"), name
        assert "unsafe" not in policy, name
        trusted = (said["require-trusted-types-for"], said["trusted-types"])
        assert trusted == ("'script'", "default"), name
        assert (said["frame-ancestors"], said["form-action"]) == ("'none'", "'self'"), name
