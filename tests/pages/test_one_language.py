"""A page speaks one language: nothing of it stays English for whoever reads another."""

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import chain
from typing import Any

import pytest

from cashgames.models import Table
from casino.bookkeeping.models import Mapping
from casino.bookkeeping.rules.profiles import BUILT_IN
from casino.ledger.chart import CHART
from casino.staff.models import User
from casino.staff.permissions import opening
from ranking.models import Ranking
from tests.architecture.test_languages import catalogue
from tests.pages.test_doors import ROUTES, address, an_evening_of_payloads, ids, signed_in
from tests.world import World
from tournaments.models import Series

pytestmark = pytest.mark.django_db
# Every page with LONG=1, every third of them otherwise.
EACH = 1 if os.environ.get("LONG") else 3
WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)")
# Places of a text, markup, and names of the program: cash:vault, cage.sell_chips, (bank).
TECHNICAL = re.compile(r"%\(\w+\)[sd]|\{[^}]*\}|<[^>]*>|&\w+;|\w+([.:_@][\w-]+)+|\(\w+\)")
VOID = {"input", "br", "img", "link", "meta", "hr", "col", "wbr", "source"}
SILENT = {"script", "style", "code", "kbd", "textarea"}
READ = {"title", "placeholder", "aria-label", "alt", "label", "data-says"}
# What only tests post or ask for, and the heading of a file that somebody brought.
ONLY_HERE = ("Fund the vault at night", "Fund the vault", "Of the tests", "Sell", "Owe", "Name")
NAMED = (Table, Series, User, Mapping, Ranking)


class Shown(HTMLParser):
    """What a person reads of a page: its texts, and the attributes that are shown or spoken."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.texts += [text for name, text in attrs if text and name in READ]

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not SILENT & set(self.open):
            self.texts.append(data)


@cache
def english(language: str) -> frozenset[str]:
    """Return the words of the English texts that no text of the other language has."""
    held = [each for each in catalogue(language) if each.id]
    return words_of(each.id for each in held) - words_of(each.string for each in held)


def words_of(texts: Iterable[Any]) -> frozenset[str]:
    flat = chain.from_iterable((text,) if isinstance(text, str) else text for text in texts)
    bare = (TECHNICAL.sub(" ", text) for text in flat)
    return frozenset(word.lower() for text in bare for word in WORD.findall(text))


def given(world: World) -> list[str]:
    """Return the names that people and other programs gave, the longest first."""
    named = (
        *ONLY_HERE,
        *CHART,
        world.club.name,
        *(str(profile.title) for profile in BUILT_IN.values()),
        *chain.from_iterable(model.objects.values_list("name", flat=True) for model in NAMED),
    )
    return sorted(filter(None, named), key=len, reverse=True)


def pages(world: World) -> Iterator[tuple[str, str]]:
    """Yield address and text of the pages that are read, each for one of those who may open it."""
    clients = {role: signed_in(world, role) for role in world.staff}
    known = ids(world)
    for route in list(ROUTES.values())[::EACH]:
        where = address(known, route)
        answer = clients[min(opening(route.name, {}))].get(where)
        if answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
            yield where, answer.content.decode()


def test_a_page_in_another_language_shows_no_english_word():
    world = an_evening_of_payloads()
    world.club.language = "et"
    world.club.save()
    names, found = given(world), {}
    for where, page in pages(world):
        for text in Shown(page).texts:
            bare = text
            for name in names:
                bare = bare.replace(name, " ")
            if left := words_of([bare]) & english("et"):
                found[f"{where}: {' '.join(text.split())}"] = sorted(left)
    assert not found


def test_a_word_that_stayed_english_would_be_found():
    page = '<p title="Sold">Makstud<br>chips <code>by hand</code> cash:vault</p>'
    assert words_of(Shown(page).texts) & english("et") == {"sold", "chips"}
