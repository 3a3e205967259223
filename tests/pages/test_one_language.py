"""A page speaks one language: nothing of it stays English for whoever reads another."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from html.parser import HTMLParser
from itertools import chain
from typing import Any

import pytest

from cashgames.models import Table
from casino.bookkeeping.models import Mapping
from casino.bookkeeping.rules.profiles import BUILT_IN
from casino.ledger.chart import CHART
from casino.staff.models import Role, User
from ranking.models import Ranking
from tests.architecture.test_languages import catalogue
from tests.pages.evening import Answer
from tests.world import World
from tournaments.models import Series

WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)")
# Places of a text, markup, and names of the program: cash:vault, cage.sell_chips, (bank).
TECHNICAL = re.compile(
    r"https?://\S+|%\(\w+\)[sd]|\{[^}]*\}|<[^>]*>|&\w+;|\w+([.:_@][\w-]+)+|\(\w+\)"
)
VOID = {"input", "br", "img", "link", "meta", "hr", "col", "wbr", "source"}
SILENT = {"script", "style", "code", "kbd", "textarea"}
READ = {"title", "placeholder", "aria-label", "alt", "label", "data-says"}
# What only tests post or ask for, and the heading of a file that somebody brought.
ONLY_HERE = (
    "Fund the vault at night", "Fund the vault", "Of the tests", "Sell", "Owe", "Name", "Found"
)  # fmt: skip
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


@pytest.mark.parametrize("role", Role.values)
def test_a_page_in_another_language_shows_no_english_word(
    evening: World, crawled: Callable[[str], dict[str, Answer]], role: str
):
    pages = [page for page in crawled(role).values() if page.is_a("html")]
    texts = {text: page for page in pages for text in Shown(page.content.decode()).texts}
    names = re.compile("|".join(map(re.escape, given(evening))))
    found = {
        f"{page.where}: {' '.join(text.split())}": sorted(left)
        for text, page in texts.items()
        if (left := words_of([names.sub(" ", text)]) & english("et"))
    }
    assert len(texts) > 1_000
    assert not found


def test_a_word_that_stayed_english_would_be_found():
    page = '<p title="Sold">Makstud<br>chips <code>by hand</code> cash:vault</p>'
    assert words_of(Shown(page).texts) & english("et") == {"sold", "chips"}
