"""Nothing is shown that no catalogue holds: every text is found, and said in every language."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po
from django.template.base import DebugLexer, TokenType
from django.utils import translation
from django.utils.translation.template import templatize

from casino.catalogues.message_extraction import catalogue_texts
from casino.house import rulebook_format
from casino.messages import dump, load
from tests.architecture.test_money_rooms import CODE, TOP, name

TEMPLATES = sorted((TOP / "templates").rglob("*.html"))
LANGUAGES = ("et", "ru", "lv")
SAYING = {"msg", "_", "gettext", "gettext_lazy", "gettext_noop"}
COUNTING = {"msg_count", "ngettext", "ngettext_lazy"}
# Names of things, formats and keys, which are the same in every language.
SAME = {"A", "Alt", "CSV", "CTRL", "EUR", "PDF", "PIN", "SHA", "TOML", "UTC", "XLSX", "Z", "alt",
        "mm"}  # fmt: skip
TEXT = r"""\s*u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
SAID = re.compile(rf"\b(?:gettext|_)\({TEXT}")
COUNTED = re.compile(rf"\bngettext\({TEXT},{TEXT}")
SHOWN = re.compile(r"""\s(?:title|placeholder|aria-label|alt|data-says|label)=("[^"]*"|'[^']*')""")
PLACES = re.compile(r"%\(\w+\)s|\{[^}]*\}|</?\w+>")


def bare(template: Path) -> str:
    """Return what a template writes by itself: its text outside every tag of Django's."""
    text, inside = "", False
    for token in DebugLexer(template.read_text()).tokenize():
        if token.token_type == TokenType.TEXT:
            text += "" if inside else token.contents
            continue
        text += "\0"
        if token.token_type == TokenType.BLOCK:
            tag = token.split_contents()[0]
            inside = tag in {"blocktranslate", "comment"} or inside
            inside = inside and tag not in {"endblocktranslate", "endcomment"}
    return text


def untranslated(template: Path) -> set[str]:
    """Return the words of a template that are the same in every language."""
    text = re.sub(r"(?s)<!--.*?-->|<(kbd|code|script)\b.*?</\1>", " ", bare(template))
    shown = " ".join(SHOWN.findall(text))
    text = re.sub(r"""(?s)<[^>]*>|&\w+;|[\w-]+=("[^"]*"|'[^']*')""", " ", text)
    text = re.sub(r"\b[A-Z]{3}-\w[\w.]*", " ", f"{text} {shown}")  # a paragraph of the rules
    return set(re.findall(r"[^\W\d_]+", text)) - SAME


def test_every_word_of_a_template_can_be_translated():
    found = {name(template): untranslated(template) for template in TEMPLATES}
    assert not {template: words for template, words in found.items() if words}


def test_a_word_between_tags_would_be_found(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text('{% if a %}<a title="Why" href="x">{{ b }} chips</a>{% endif %}')
    assert untranslated(page) == {"Why", "chips"}


@cache
def catalogue(language: str) -> Catalog:
    with (TOP / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def said() -> frozenset[tuple[str, str]]:
    """Return every text with its plural, which only a text with a count has."""
    return frozenset(chain(said_in_templates(), said_in_python(), catalogue_texts().items()))


def said_in_templates() -> Iterator[tuple[str, str]]:
    for template in TEMPLATES:
        texts = templatize(template.read_text())
        yield from ((ast.literal_eval(text), "") for text in SAID.findall(texts))
        for one, many in COUNTED.findall(texts):
            yield ast.literal_eval(one), ast.literal_eval(many)


def said_in_python() -> Iterator[tuple[str, str]]:
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                texts = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
                if node.func.id in SAYING and texts and texts[0]:
                    yield str(texts[0]), ""
                if node.func.id in COUNTING and len(texts) == 2:
                    yield str(texts[0]), str(texts[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_program_stands_in_the_catalogue(language: str):
    held = catalogue(language)
    plurals = {each.id[0]: each.id[1] for each in held if isinstance(each.id, tuple)}
    lost = {
        text
        for text, plural in said()
        if text not in held or (plural and plurals.get(text) != plural)
    }
    assert not lost, "script/manage makemessages finds them, then they are to be translated"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_said_in_every_language_with_the_same_places(language: str):
    held = catalogue(language)
    for message in held:
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        assert not message.fuzzy, ids[0]
        assert len(forms) == (held.num_plurals if len(ids) > 1 else 1), ids[0]
        for text in forms:
            assert text, ids[0]
            assert sorted(PLACES.findall(text)) == sorted(PLACES.findall(ids[0])), text
            assert '"' not in text or '"' in ids[0], f"{text}: would end an attribute"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 minutes", "1 minute", "2 minutes", "5 minutes", "21 minutes"]),
        ("et", ["0 minutit", "1 minut", "2 minutit", "5 minutit", "21 minutit"]),
        ("lv", ["0 minūšu", "1 minūte", "2 minūtes", "5 minūtes", "21 minūte"]),
        ("ru", ["0 минут", "1 минута", "2 минуты", "5 минут", "21 минута"]),
    ],
)
def test_a_count_takes_the_plural_of_its_language(language: str, said: list[str]):
    with translation.override(language):
        texts = [
            rulebook_format.text("absence.break_minutes", number) for number in (0, 1, 2, 5, 21)
        ]
        assert [text.localized() for text in texts] == said
        kept_until_now = load(json.loads(json.dumps(dump(texts))))
        assert [text.localized() for text in kept_until_now] == said


def test_chips_of_cash_games_are_called_so_and_read_back():
    with translation.override("et"):
        said = rulebook_format.text("chips.cash_games", "cash").localized()
        assert said == "rahamäng"
        assert rulebook_format.value("chips.cash_games", said) == "cash"
