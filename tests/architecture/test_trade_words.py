"""The product speaks the trade's words: what banned_words.toml holds is said nowhere."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template.base import DebugLexer, TokenType

from tests.architecture.test_languages import PLACES, TEMPLATES, said
from tests.architecture.test_money_rooms import CODE as PYTHON
from tests.architecture.test_money_rooms import TOP, name

BANNED = tomllib.loads(Path(__file__).with_name("banned_words.toml").read_text("utf-8"))
CODE = re.compile(r"\b(?:OLY|IMG|VOO|HOME|ONL|ONLINE|AMB)-[\dA-Z][\w.]*")
LABEL = re.compile(r"(?s)<(button|h[1-6]|th|dt|a|label|legend|option|summary)\b[^>]*>.*?</\1>")
NAMED = tomllib.loads(Path(__file__).with_name("banned_names.toml").read_text("utf-8"))
NAMES, MODULES = re.compile(rf"\b(?:{'|'.join(NAMED['names'])})\b"), "|".join(NAMED["modules"])
NO_CODE = re.compile(r'(?s)""".*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*')
# Fields of the API, and places in sentences that are kept: they stay as they were written.
PUBLIC = {
    "casino/cage/services/vault.py": ["piece"],
    "casino/players/api.py": ["barred_until"],
    "casino/players/queries.py": ["barred_until"],
    "tournaments/api/structures.py": ["pieces", "pieces"],
}
MANUAL = [TOP / "README.md", *sorted((TOP / "docs" / "manual").glob("*.md"))]


def texts() -> set[str]:
    """Return every English text of the program, both forms of a count, without the places."""
    return {PLACES.sub("", text) for forms in said() for text in forms if text}


def found(banned: str, within: str) -> bool:
    return re.search(banned, within, re.IGNORECASE) is not None


@pytest.mark.parametrize(("banned", "better"), BANNED.items(), ids=BANNED.values())
def test_nothing_says_a_banned_word(banned: str, better: str):
    assert not [text for text in sorted(texts()) if found(banned, text)], f"say: {better}"


@pytest.mark.parametrize("page", MANUAL, ids=lambda page: page.stem)
def test_the_manual_says_no_banned_word(page: Path):
    lines = page.read_text("utf-8").splitlines()
    assert not [(word, line) for line in lines for word in BANNED if found(word, line)]


def labels(template: Path) -> Iterator[str]:
    """Yield what a template writes itself into buttons, headings, links and names of fields."""
    tokens = DebugLexer(template.read_text("utf-8")).tokenize()
    text = "".join(each.contents for each in tokens if each.token_type == TokenType.TEXT)
    yield from (label[0] for label in LABEL.finditer(text))


def test_no_label_is_a_code():
    assert not [text for text in sorted(texts()) if CODE.search(text)]
    coded = {name(page): [each for each in labels(page) if CODE.search(each)] for page in TEMPLATES}
    assert not {page: found for page, found in coded.items() if found}


def test_a_banned_word_and_a_code_would_be_found(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text("<dt>{% translate 'Fee' %} <small>AMB-57</small></dt><p>OLY-4.4</p>")
    assert [bool(CODE.search(text)) for text in labels(page)] == [True]
    assert any(found(word, "Bring a file") for word in BANNED)


def banned_in(text: str) -> list[str]:
    """Return the banned names of Python; what strings and comments say is none."""
    return NAMES.findall(NO_CODE.sub("", text)) if NAMES.search(text) else []


def test_nothing_in_the_code_has_a_banned_name():
    found = {name(path): banned_in(path.read_text("utf-8")) for path in PYTHON}
    assert {path: names for path, names in found.items() if names} == PUBLIC
    stems = {name(path): path.stem for path in PYTHON if name(path) != "casino/sheets/papers.py"}
    assert not [path for path, stem in stems.items() if re.fullmatch(MODULES, stem)]
    sample = 'went = "came"  # pieces\nmedium.went(MOST_DAYS)\n'
    assert banned_in(sample) == ["went", "medium", "went", "MOST_DAYS"]
