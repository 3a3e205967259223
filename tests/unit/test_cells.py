"""
The table book by subject: each cell is played in a club, none by rules alone.

A cell is a section of a rule book. It is played where a test of the club (not of rules alone) names
one of its paragraphs; what a book lacks says why in ABSENT.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

TOP = Path(__file__).parents[2]
BOOKS = ("olympic", "voodoo", "img", "home", "online")
CLUB = ("integration", "functional", "pages", "api", "concurrency", "attacks")
ID = re.compile(
    r"\b(?:(?:OLY|VOO|IMG|HOME|ONL|AMB)-[A-Z]?\d+(?:\.\d+)*(?:\.[a-z]\b)?|OLY-PT)", re.ASCII
)
NO_CASH = "the guidelines are of a tournament among friends: no cash game is dealt by them"
NO_TOURNAMENTS = "the room's text is of cash games alone"
NOT_SAID = "the text says nothing of it; who decides there decides it"
ABSENT = {
    "voodoo": {
        "time_rake": NOT_SAID, "jackpot": "the club has no jackpot", "ending": NOT_SAID,
        "ranking": "a ranking point is named, no ranking described",
        "royal_flush_pool": "no such tournament is offered",
    },
    "img": {
        "time_rake": NOT_SAID, "jackpot": "cash games have none; a tournament's is a surcharge",
        "run_it_twice": NOT_SAID, "ranking": NOT_SAID,
        "royal_flush_pool": "no such tournament is offered",
    },
    "olympic": {"ending": NOT_SAID},
    "home": dict.fromkeys(
        ("time_rake", "jackpot", "run_it_twice", "buy_in", "seats", "absence"), NO_CASH
    ) | dict.fromkeys(
        ("absent_hand", "clock", "penalties", "bubble", "ending", "ranking", "royal_flush_pool"),
        NOT_SAID,
    ) | {"prizes": "announced for each tournament"},
    "online": dict.fromkeys(
        ("purchases", "admission", "structure", "seat_draw", "table_moves", "table_chips",
         "paid_stack", "bubble", "ending", "prizes", "ranking", "royal_flush_pool", "variants"),
        NO_TOURNAMENTS,
    ) | dict.fromkeys(
        ("time_rake", "jackpot", "run_it_twice", "buy_in", "seats", "absence", "absent_hand",
         "claims", "clock", "penalties"),
        "the program that deals decides it, nobody on a floor does",
    ),
}  # fmt: skip


@cache
def sections(book: str) -> dict[str, set[str]]:
    """Return the subjects of a book with the paragraphs of their values."""
    text = (TOP / f"casino/house/rulebooks/{book}.toml").read_text()
    raw = {name: part for name, part in tomllib.loads(text).items() if isinstance(part, dict)}
    return {name: set(_cited(part)) for name, part in raw.items() if name != "paragraphs"}


def _cited(part: dict[str, Any]) -> Iterator[str]:
    for value in part.values():
        if isinstance(value, dict):
            yield from _cited(value)
        else:
            yield value[1]


@cache
def played() -> frozenset[str]:
    """Return the paragraphs that tests of a club name."""
    return frozenset(
        found
        for folder in CLUB
        for path in (TOP / "tests" / folder).rglob("*.py")
        for found in ID.findall(path.read_text())
    )


def test_each_cell_of_the_table_is_played():
    cells = {
        f"{book} {name}"
        for book in BOOKS
        for name, cited in sections(book).items()
        if not ({one for one in cited if not one.startswith("AMB-")} or cited) & played()
    }
    assert cells == set()


def test_each_subject_that_a_book_lacks_says_why():
    every = {name for book in BOOKS for name in sections(book)}
    lacks = {book: every - set(sections(book)) for book in BOOKS}
    assert lacks == {book: set(why) for book, why in ABSENT.items()}
